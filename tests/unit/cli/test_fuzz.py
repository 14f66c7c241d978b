"""`gamespec fuzz` and `gamespec test --fuzz`: what they print, write and return."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

GAME = """\
language: 1
game: heap
title: Heap
players: 2
components: {stone: {attributes: {n: 1..4}, all: {n: 1..4}, start: heap}}
zones:
  heap: {of: stone}
  hand: {of: stone, per: player}
actions: {take: {with: {c: {from: heap}}, do: [{move: c, to: "hand[me]"}]}, pass: {}}
phases: {play: {turns: clockwise, until: empty(heap), do: [{offer: [take, pass]}]}}
invariants:
  few: {is: "size(hand[player]) < LIMIT", per: player, says: Nobody holds many.}
limit: {decisions: 40, then: draw}
"""


def write(folder: Path, limit: int) -> Path:
    """Write a game in which a player may hold fewer stones than a limit, of four; return its folder."""
    (folder / "game.yaml").write_text(GAME.replace("LIMIT", str(limit)), encoding="utf-8")
    return folder


def test_a_mistake_is_told_with_its_shortest_game(run: Run, tmp_path: Path) -> None:
    """The second stone of seat 1 is the third decision, if seat 2 does nothing else."""
    done = run("fuzz", write(tmp_path, 2), "--seconds", "5")
    assert done.exit_code == 1
    assert "error[GS517]: the invariant `few` does not hold for seat 1" in done.stdout
    assert "note: Nobody holds many." in done.stdout
    assert "note: in a game of 3 decisions: 2 players, seed 0" in done.stdout
    steps = [line.split(". ", 1)[1] for line in done.stdout.splitlines() if line[:7].strip(" .").isdecimal()]
    assert [step.split()[:2] for step in steps] == [["p1:", "take"], ["p2:", "take"], ["p1:", "take"]]


def test_what_holds_is_no_finding(run: Run, tmp_path: Path) -> None:
    """With five stones nobody can break the invariant, and the status is 0."""
    done = run("fuzz", write(tmp_path, 5), "--seconds", "0.5")
    assert done.exit_code == 0
    assert "Nothing found. 1 invariant of the game held in all games" in done.stdout


def test_a_written_scenario_fails_until_the_mistake_is_mended(run: Run, tmp_path: Path) -> None:
    """The scenario fails with the invariant, and passes when the rule allows what was done."""
    game = write(tmp_path, 2)
    assert run("fuzz", game, "--seconds", "5", "--write", tmp_path / "scenarios").exit_code == 1
    assert (tmp_path / "scenarios" / "fuzz-few.yaml").is_file()
    failed = run("test", game)
    assert failed.exit_code == 1
    assert "the invariant `few` does not hold for seat 1" in failed.stdout
    assert run("test", write(tmp_path, 3)).exit_code == 0


def test_a_scenario_of_a_game_that_is_over_passes_when_it_is_mended(run: Run, tmp_path: Path) -> None:
    """A mistake that shows only at the end leaves a scenario in which the game ends."""
    game = write(tmp_path, 5)
    text = (game / "game.yaml").read_text(encoding="utf-8")
    wrong = text.replace(
        'is: "size(hand[player]) < 5", per: player', 'at: end, is: "size(hand[seat(1)]) < LIMIT"'
    )
    (game / "game.yaml").write_text(wrong.replace("LIMIT", "2"), encoding="utf-8")
    for _ in range(2):  # the second writes another file
        assert run("fuzz", game, "--seconds", "5", "--write", tmp_path / "scenarios").exit_code == 1
    assert sorted(path.name for path in (tmp_path / "scenarios").iterdir()) == [
        "fuzz-few-2.yaml",
        "fuzz-few.yaml",
    ]
    (tmp_path / "scenarios" / "fuzz-few-2.yaml").unlink()
    assert run("test", game).exit_code == 1
    (game / "game.yaml").write_text(wrong.replace("LIMIT", "5"), encoding="utf-8")
    assert run("test", game).exit_code == 0


def test_two_scenarios_of_a_mistake_have_different_names(run: Run, tmp_path: Path) -> None:
    """A second search writes a second file, whose scenario has the name of the file."""
    game = write(tmp_path, 2)
    for _ in range(2):
        assert run("fuzz", game, "--seconds", "2", "--write", game / "scenarios").exit_code == 1
    assert {path.name for path in (game / "scenarios").iterdir()} == {"fuzz-few.yaml", "fuzz-few-2.yaml"}
    done = run("test", game)
    assert done.stdout.splitlines()[-1] == "2 scenarios, 2 failed"
    assert "GS202" not in done.stdout


def test_what_breaks_the_contract_is_told_with_its_game(run: Run, tmp_path: Path) -> None:
    """A decision that tells a secret stops the search; it is printed with the answers before it."""
    (tmp_path / "game.yaml").write_text(
        """\
language: 1
game: tells
title: Tells
players: 2
components: {card: {attributes: {n: 1..6}, all: {n: 1..6}, start: deck}}
zones: {deck: {of: card, ordered: true, seen_by: nobody}, out: {of: card}}
setup: [{shuffle: deck}]
actions: {wait: {}, take: {when: "the(top(deck)).n > 3", do: [{move: the(top(deck)), to: out}]}}
phases: {play: {turns: clockwise, until: empty(deck), do: [{offer: [wait, take]}]}}
limit: {decisions: 40, then: draw}
""",
        encoding="utf-8",
    )
    done = run("fuzz", tmp_path, "--seconds", "20")
    assert done.exit_code == 1
    assert "error: what is offered tells seat" in done.stdout
    assert "Nothing found" not in done.stdout
    told = json.loads(run("fuzz", tmp_path, "--seconds", "20", "--format", "json").stdout)
    assert told["never"] is None
    assert told["breach"]["message"].startswith("what is offered tells seat")
    assert told["seconds"] < 15


def test_invariants_are_listed(run: Run, tmp_path: Path) -> None:
    """`--list` plays nothing; it prints the declared invariants and those of every game."""
    done = run("fuzz", write(tmp_path, 2), "--list")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[1].split() == [
        "few", "at", "decision,", "per", "player", "Nobody", "holds", "many."
    ]  # fmt: skip
    told = json.loads(run("fuzz", tmp_path, "--list", "--format", "json").stdout)
    assert [each["name"] for each in told["invariants"]] == ["few"]
    assert "conservation" in {each["name"] for each in told["given"]}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--players", "3"), "`heap` is for 2 players, not 3"),
        (("--set", "x=1"), "`heap` has no option `x`"),
        (("--seconds", "0"), "invalid value for `--seconds`"),
    ],
)
def test_what_cannot_be_played_is_refused(
    run: Run, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    """Wrong arguments are errors with status 2."""
    done = run("fuzz", write(tmp_path, 2), *words)
    assert done.exit_code == 2
    assert told in done.stderr


def test_fuzzing_is_a_part_of_tests(run: Run, tmp_path: Path) -> None:
    """`gamespec test --fuzz` counts a mistake as a failed scenario, also for CI; without one it passes."""
    game = write(tmp_path, 2)
    done = run("test", game, "--fuzz", "5")
    assert done.exit_code == 1
    assert "FAILED heap few: the invariant `few` does not hold for seat 1" in done.stdout
    assert done.stdout.splitlines()[-1] == "1 scenario, 1 failed"
    annotated = run("test", game, "--fuzz", "5", "--format", "github").stdout
    assert annotated.startswith("::error file=")
    assert ",line=12," in annotated
    passed = run("test", write(tmp_path, 5), "--fuzz", "0.5")
    assert (passed.exit_code, passed.stdout) == (0, "0 scenarios, 0 failed\n")
    assert run("test", game, "--fuzz", "1", "--bands").exit_code == 2


def test_what_was_never_reached_is_listed(run: Run, tmp_path: Path) -> None:
    """An action that is never on offer is listed with the condition that does not hold.

    The step in it is not listed on its own. In JSON, both are. In each of 130 situations, four stones
    are in the heap or a hand, not all in a hand, and one of two players is next.
    """
    game = write(tmp_path, 5)
    file = game / "game.yaml"
    text = file.read_text(encoding="utf-8").replace(
        "pass: {}", "pass: {}, win: {when: empty(heap), do: [{stop: turn}]}"
    )
    file.write_text(text.replace("[take, pass]", "[take, pass, win]"), encoding="utf-8")
    done = run("fuzz", game, "--seconds", "0.5")
    assert done.exit_code == 0
    *_, reached, action, why, _, proven = done.stdout.splitlines()
    assert reached.endswith("; never reached:")
    assert action.endswith(": action `win` is never taken (and 1 part in it)")
    assert why == "    for example, `win` is not possible now: `empty(heap)` does not hold"
    assert (
        proven == "proven for 2 players: no mistake in any of 130 situations (but for the end by the limit)"
        "; here, what is listed above is dead"
    )
    told = json.loads(run("fuzz", game, "--seconds", "0.5", "--format", "json").stdout)
    assert [each["what"] for each in told["never"]] == [
        "action `win` is never taken", "this `stop` is never reached"
    ]  # fmt: skip
    assert told["never"][0]["file"] == str(file)
    assert told["proven"] == [{"players": 2, "options": {}, "situations": 130, "limited": True}]


def test_a_corpus_is_a_folder_of_saved_games(run: Run, tmp_path: Path) -> None:
    """Each file of a corpus can be replayed; a file that is no saved game is an error before the search."""
    game, corpus = write(tmp_path, 2), tmp_path / "corpus"
    assert run("fuzz", game, "--seconds", "5", "--corpus", corpus).exit_code == 1
    files = sorted(corpus.iterdir())
    assert files
    for file in files:
        assert run("replay", file, "--reach", tmp_path).exit_code == 0
    again = run("fuzz", game, "--seconds", "5", "--corpus", corpus)
    (games,) = re.findall(r"first found after (\d+) game", again.stdout)
    assert int(games) <= len(files)
    (corpus / "x.json").write_text("{", encoding="utf-8")
    done = run("fuzz", game, "--seconds", "5", "--corpus", corpus)
    assert (done.exit_code, "x.json:1:2: not JSON" in done.stderr) == (2, True)
    (corpus / "x.json").write_bytes(files[0].read_bytes().replace(b'"heap"', b'"pile"', 1))
    done = run("fuzz", game, "--seconds", "5", "--corpus", corpus)
    assert (done.exit_code, "not a whole game of `heap`" in done.stderr) == (2, True)


def test_the_variants_of_a_project_are_fuzzed_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a project, `gamespec test --fuzz` searches each game and each variant beside it."""
    write(tmp_path, 5)
    (tmp_path / "variants").mkdir()
    (tmp_path / "variants" / "tight.yaml").write_text(
        "language: 1\ngame: heap-tight\ntitle: Tight\nextends: ../game.yaml\n"
        "edit: [{set: {invariants.few.is: 'size(hand[player]) < 2'}}]\n",
        encoding="utf-8",
    )
    monkeypatch.chdir(tmp_path)
    done = run("test", "--fuzz", "1")
    assert done.exit_code == 1
    assert "FAILED heap-tight few: the invariant `few` does not hold for seat 1" in done.stdout
    assert "`heap`: " in done.stderr
    assert "rule parts reached" in done.stderr


def test_a_turn_without_an_end_is_told(run: Run, tmp_path: Path) -> None:
    """Who may wait in a turn as often as they like can act for ever. That is no failure."""
    game = write(tmp_path, 5)
    file = game / "game.yaml"
    text = file.read_text(encoding="utf-8").replace("pass: {}", "pass: {do: [{stop: turn}]}, wait: {}")
    offers = "[{while: not empty(heap), do: [{offer: [take, pass, wait]}]}]"
    file.write_text(text.replace("[{offer: [take, pass]}]", offers), encoding="utf-8")
    done = run("fuzz", game, "--seconds", "6")
    assert done.exit_code == 0
    first, step, note = done.stdout.splitlines()[:3]
    assert first == "loop: p1 can act for ever in one turn (proven)"
    assert step == "    p1: wait"
    assert note.startswith(
        "  = note: from the beginning, this answer leads back to the same situation: 2 players"
    )
    (loop,) = json.loads(run("fuzz", game, "--seconds", "6", "--format", "json").stdout)["loops"]
    assert (loop["kind"], loop["seats"], loop["proven"], loop["after"]) == ("endless turn", [1], True, 0)


def test_the_time_is_accounted_for(run: Run, heap: Path) -> None:
    """The parts of the time are all that the search has taken, up to what is left between them."""
    found = json.loads(run("fuzz", heap, "--seconds", "1", "--format", "json").stdout)
    assert {"making", "random", "habits", "contract"} <= found["spent"].keys()
    searching = sum(found["spent"][part] for part in found["spent"] if part not in {"situations", "loops"})
    assert 0.5 * found["seconds"] < searching < found["seconds"] + 1
    told = run("fuzz", heap, "--seconds", "1").stdout
    (line,) = [line for line in told.splitlines() if line.startswith("time: ")]
    assert "games of random players" in line or "making machine code" in line
