"""Tests for `gamespec play`, which plays a game in the terminal, and `gamespec replay`, which replays one."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from interpreter.cli.play.dialogue import fitting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def test_a_game_between_people(run: Run, heap: Path) -> None:
    """Two people choose options by number, by full text and by part of a text.

    They take 3, 3 and 1 of seven counters, and p1 wins.
    """
    outcome = run("play", heap, "--seats", "human,human", typed="3\ntake 3 of 4\nTAKE 1\n")
    assert outcome.exit_code == 0, outcome.output
    assert "take 3 of 7" in outcome.stdout
    assert "1. ● p1      1" in outcome.stdout
    assert "2. ○ p2     -1" in outcome.stdout


def test_german(run: Run, heap: Path) -> None:
    """Options are shown and understood in the chosen language."""
    outcome = run("play", heap, "--lang", "de", "--seats", "human,human", typed="nimm 2 von 7\n")
    assert "nimm 1 von 5" in outcome.stdout


SEALED = """\
language: 1
game: sealed
title: Sealed
players: 2
variables:
  bid: {per: player, type: 0..9, seen_by: owner}
  luck: {per: player, type: 0..9, seen_by: owner}
phases:
  play:
    turns: clockwise
    do:
      - random: {n: {from: "{4 + number(me)}"}}
        seen_by: me
      - set: {"luck[me]": n}
      - choose: {b: {from: "{6 + number(me)}"}}
        prompt: "your bid with {luck[me]}"
        seen_by: nobody
      - set: {"bid[me]": b}
limit: {decisions: 4, then: draw}
"""
"""Game with hidden random numbers and hidden bids: p1 draws 5 and bids 7, p2 draws 6 and bids 8."""


def test_what_others_are_not_told_is_not_shown(run: Run, tmp_path: Path) -> None:
    """A person sees the random number and the bid of their own seat, but not those of the other seat."""
    path = tmp_path / "game.yaml"
    path.write_text(SEALED, encoding="utf-8")
    outcome = run("play", path, "--seats", "human,human", typed="\n1\n" * 4 + "quit\n")
    assert outcome.exit_code == 0, outcome.output
    screens = outcome.stdout.partition("the game is over")[0].split("\n--- ")
    mine, theirs = ("".join(part for part in screens if part.startswith(who)) for who in ("p1", "p2"))
    assert "n: 5 by chance" in mine
    assert "n: hidden by chance" in mine
    assert "you: chose b 7" in mine
    assert "p2 has decided" in mine
    assert not {"6", "8"} & set(mine)
    assert "n: 6 by chance" in theirs
    assert "p1 has decided" in theirs
    assert not {"5", "7"} & set(theirs)


def test_end_of_input_quits(run: Run, heap: Path) -> None:
    """The end of the input, as sent by Ctrl-D, quits the game with status 0."""
    outcome = run("play", heap)
    assert outcome.exit_code == 0
    assert outcome.stderr == ""


def test_undo(run: Run, heap: Path) -> None:
    """`undo` takes back the last answer, together with the random moves after it.

    If the same answer is given again, the same random moves follow.
    """
    outcome = run("play", heap, "--players", "2", "--set", "size=20", typed="1\nundo\n1\nundo\nundo\nquit\n")
    assert outcome.exit_code == 0
    screens = outcome.stdout.split("--- p1 ---")
    assert len(screens) == 6
    assert screens[2].split("choose an action")[0] == screens[4].split("choose an action")[0]
    assert "nobody has answered yet" in screens[5]


def test_what_fits_nothing_or_several(run: Run, heap: Path) -> None:
    """A number or text that fits no option or several options is reported and leaves the game unchanged.

    The screen is shown again with the options that a text fits.
    """
    outcome = run("play", heap, typed="8\nbear\ntake\n\nquit\n")
    assert outcome.exit_code == 0
    assert "there is no option 8: there are 3" in outcome.stdout
    assert "no option fits this" in outcome.stdout
    assert "this fits several options:" in outcome.stdout
    assert outcome.stdout.count("--- p1 ---") == 2
    assert outcome.stdout.count("heap: 7") == 2


def test_why(run: Run, heap: Path) -> None:
    """`why` says in words what prevents an action from being offered."""
    outcome = run("play", heap, "--set", "forced=true", typed="why take n=2\nwhy tkae\nwhy\nquit\n")
    assert outcome.exit_code == 0, outcome.output
    assert "n: 2 is not possible — needed: at most 1" in outcome.stdout


ASKED = """\
language: 1
game: asked
title: Asked
players: 2
components:
  card: {attributes: {n: 1..4}, rows: [{id: ace, n: 1}, {id: two, n: 2}, {id: three, n: 3}], start: heap}
zones:
  heap: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
variables:
  die: {per: player, type: 0..9, start: 7, seen_by: owner}
functions:
  other: {is: "die[left(me)]"}
actions:
  high: {when: "die[me] > 8", do: []}
  over: {when: "other() > 8", do: []}
  sum: {when: "die[me] + die[left(me)] > 18", do: []}
  hold: {when: "any(c in hand[left(me)]: c.n == 4)", do: []}
  named: {when: "let(mine = die[me]: let(most = mine + 2: mine > 1 and most > 9 and mine > 99))", do: []}
  secret: {when: "let(theirs = die[left(me)]: theirs > 8)", do: []}
  count: {when: "size(hand[left(me)]) > 5", do: []}
  take: {with: {c: {from: "hand[left(me)]", where: c.n < 4}}, do: []}
  show: {with: {c: {from: "hand[me]", where: c.n > 3}}, do: []}
  pass: {do: []}
setup:
  - {move: ace, to: "hand[seat(1)]"}
  - {move: two, to: "hand[seat(2)]"}
phases:
  play: {turns: clockwise, do: [{offer: [high, over, sum, hold, named, secret, count, take, show, pass]}]}
limit: {decisions: 4, then: draw}
"""


@pytest.mark.parametrize(
    ("asked", "says", "hidden"),
    [
        ("high", ("your die: 7 (needed: at least 9)",), ()),
        ("over", ("`other()` is hidden",), ("7",)),
        ("sum", ("`die[me] + die[left(me)]` is hidden",), ("14",)),
        ("hold", ("`hand[left(me)]` is hidden",), ("two",)),
        ("count", ("p2's hand: 1 (needed: at least 6)",), ("two",)),
        ("take", ("choose c: card (hand[p2])",), ("two",)),
        ("take c=two", ("two is not possible — its place is hidden",), ()),
        ("take c=three", ("three is not possible — its place is hidden",), ()),
        ("take c=ace", ("ace is not in p2's hand",), ()),
        ("show c=ace", ("ace is not possible — n: 1 (needed: at least 4)",), ()),
        ("named", ("`most > 9` does not hold", "`most` is 9"), ("mine",)),
        ("secret", ("`theirs > 8` does not hold", "`theirs` is hidden"), ("7",)),
    ],
)
def test_why_tells_no_more_than_one_knows(
    run: Run, tmp_path: Path, asked: str, says: tuple[str, ...], hidden: tuple[str, ...]
) -> None:
    """`why` says that a value is hidden if a condition reads it but the person may not see it."""
    path = tmp_path / "game.yaml"
    path.write_text(ASKED, encoding="utf-8")
    outcome = run("play", path, typed=f"why {asked}\nquit\n")
    assert outcome.exit_code == 0, outcome.output
    answer = outcome.stdout.partition("\n> ")[2]
    assert all(text in answer for text in says), answer
    assert not any(text in answer for text in hidden), answer


def test_help_names_what_can_be_typed(run: Run, heap: Path) -> None:
    """`help` lists the commands that can be typed."""
    outcome = run("play", heap, typed="help\n")
    assert all(word in outcome.stdout for word in ("undo", "save FILE", "why", "look", "quit"))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "human,robot"), "robot"),
        (("--seats", "human,human", "--players", "3"), "--players"),
        (("--seats", "human"), "1"),
    ],
)
def test_seats_that_do_not_fit(run: Run, heap: Path, arguments: tuple[str, ...], says: str) -> None:
    """Unknown kinds of players and wrong numbers of seats are refused with status 2."""
    outcome = run("play", heap, *arguments)
    assert outcome.exit_code == 2
    assert says in outcome.stderr


def test_labels_by_text() -> None:
    """A typed text selects the label that equals it, or otherwise every label that contains its words."""
    labels = ["take 1", "take 12", "pass"]
    assert fitting("TAKE 1", labels) == [0]
    assert fitting("take", labels) == [0, 1]
    assert fitting("12", labels) == [1]
    assert fitting("wolf", labels) == []


@pytest.fixture
def saved(run: Run, heap: Path, tmp_path: Path) -> Path:
    """Return the file of a saved game that was played to its end."""
    file = tmp_path / "saved.json"
    outcome = run("play", heap, "--seats", "random,random,random", "--seed", "3", "--save", file)
    assert outcome.exit_code == 0, outcome.output
    return file


def test_a_saved_game_is_played_again(run: Run, saved: Path) -> None:
    """`replay` reaches the saved position and reports the result."""
    outcome = run("replay", saved, "--format", "json")
    assert outcome.exit_code == 0, outcome.output
    shown = json.loads(outcome.stdout)
    assert (shown["over"], shown["verified"]) == (True, True)
    assert shown["digest"] == json.loads(saved.read_text(encoding="utf-8"))["digest"]
    assert sorted(shown["places"]) == [1, 2, 2]
    assert "the game is over" in run("replay", saved).stdout


def test_saving_on_the_way(run: Run, heap: Path, tmp_path: Path) -> None:
    """`save FILE` saves an unfinished game, and `replay` names the player who is to decide next."""
    file = tmp_path / "half.json"
    outcome = run(
        "play", heap, "--seats", "human,human", typed=f"2\nsave {file}\nsave\nsave {file}/x\nquit\n"
    )
    assert f"saved as `{file}`" in outcome.stdout
    assert "not saved: " in outcome.stdout
    assert "the game goes on: p2 decides" in run("replay", file).stdout


def test_a_saved_game_moves_with_its_specification(run: Run, heap: Path, saved: Path, tmp_path: Path) -> None:
    """A saved game refers to its specification by a relative path, so the two can be moved together."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.move(heap, elsewhere / "heap")
    moved = shutil.move(saved, elsewhere)
    assert run("replay", moved).exit_code == 0


TAKE = {"player": "p1", "site": "phase play: offer", "action": "take", "values": {"n": 3}}
SECOND, THIRD = TAKE | {"player": "p2"}, TAKE | {"player": "p3"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            {"answers": [TAKE, SECOND | {"values": {"n": 99}}]},
            "answer 2, `take n=99` of p2, does not fit: `99`",
        ),
        ({"answers": [TAKE, TAKE]}, "answer 2, `take n=3` of p1, does not fit: p2 is asked, not p1"),
        ({"answers": [TAKE, SECOND, THIRD]}, "of p3, does not fit: `n` cannot be 3: `n <= heap`"),
        (
            {"answers": [TAKE, SECOND, THIRD | {"values": {"n": 1}}, TAKE]},
            "answer 4, `take n=3` of p1, does not fit: the game is over before it",
        ),
        ({"answers": [TAKE | {"site": "phase end: offer"}]}, "what is asked is `phase play: offer`, not"),
        ({"answers": [0, "x"]}, "`answers[0]` is 0, not an object"),
        ({"digest": "0"}, "differs from the saved one"),
        ({"options": {"siez": 3}}, "siez"),
        ({"players": 9}, "9"),
        ({"format": "x"}, "`format`"),
        ({"seed": -1}, "`seed` is -1"),
        ({"extra": 1}, "unknown key `extra`"),
    ],
)
def test_what_cannot_be_replayed(run: Run, saved: Path, change: dict[str, object], says: str) -> None:
    """A saved game that cannot be replayed is refused with status 1.

    The error names the file and gives the reason.
    """
    record = json.loads(saved.read_text(encoding="utf-8")) | change
    saved.write_text(json.dumps(record), encoding="utf-8")
    outcome = run("replay", saved)
    assert outcome.exit_code == 1
    assert outcome.stderr.startswith(f"error: {saved}")
    assert says in outcome.stderr


NUMBERS = {"format": "gamespec-game-1", "answers": [2, 2, 0]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"answers": [0, 99]}, "answer 2: option 99 is not on offer; seat 2 has 3 others"),
        ({"answers": [2, 2, 0, 0]}, "answer 4: the game is over"),
        ({"answers": [0, "x"]}, '`answers[1]` is "x"'),
        ({"spec_hash": "0"}, "has changed since the game was saved; its answers are numbers"),
    ],
)
def test_numbers_that_cannot_be_replayed(run: Run, saved: Path, change: dict[str, object], says: str) -> None:
    """A saved game in the older format, whose answers are numbers of options, is refused in two cases.

    Either an answer does not fit, or the specification has changed since the game was saved.
    """
    record = json.loads(saved.read_text(encoding="utf-8")) | NUMBERS | change
    saved.write_text(json.dumps(record), encoding="utf-8")
    outcome = run("replay", saved)
    assert outcome.exit_code == 1
    assert outcome.stderr.startswith(f"error: {saved}")
    assert says in outcome.stderr


def test_numbers_are_saved_as_names(run: Run, saved: Path, heap: Path) -> None:
    """`replay --save` converts the numbers of the older format to names, which remain valid after an edit.

    The number 2 stands for the option `n=3`. The first two players take three of seven counters each, which
    leaves one.
    """
    record = json.loads(saved.read_text(encoding="utf-8"))
    old = {**record, **NUMBERS, "digest": "of another time"}
    saved.write_text(json.dumps(old), encoding="utf-8")
    outcome = run("replay", saved, "--save", saved)
    assert outcome.exit_code == 0, outcome.output
    new = json.loads(saved.read_text(encoding="utf-8"))
    assert new["format"] == "gamespec-game-2"
    assert [answer["values"] for answer in new["answers"]] == [{"n": 3}, {"n": 3}, {"n": 1}]
    edit(heap, "{from: 1..3,", "{from: 0..3,")
    assert run("replay", saved).exit_code == 0


def edit(heap: Path, before: str, after: str) -> None:
    """Replace `before` by `after` in the specification, which must contain `before`."""
    file = heap / "game.yaml"
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.parametrize(
    ("change", "same"),
    [
        (("players: 2..3", "players: 2..3 # or more?"), True),
        (("take {n} of {heap}", "remove {n}"), True),
        (("variables:", "enums: {colour: [red, blue]}\nvariables:"), True),
        (("{from: 1..3,", "{from: 0..3,"), True),
        (("  take:\n", "  pause: {}\n  take:\n"), True),
        (("  heap: {type", "  marked: {type: bool}\n  heap: {type"), False),
    ],
)
def test_a_saved_game_outlives_an_edit(
    run: Run, heap: Path, saved: Path, change: tuple[str, str], *, same: bool
) -> None:
    """A saved game whose specification has changed is replayed, with a note, as long as its answers fit.

    The note also says whether the final position is a different one.
    """
    usual = run("replay", saved).stdout
    edit(heap, *change)
    outcome = run("replay", saved)
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stderr.startswith(f"note: {saved}: the specification has changed since it was saved; ")
    assert " still fit" in outcome.stderr
    assert ("but the position is different" in outcome.stderr) is not same
    assert outcome.stdout.splitlines()[-4:] == usual.splitlines()[-4:]
    shown = json.loads(run("replay", saved, "--format", "json").stdout)
    assert (shown["changed"], shown["verified"], shown["diverged"]) == (True, same, None)


@pytest.fixture
def lost(run: Run, heap: Path, tmp_path: Path) -> Path:
    """Return a saved game whose second answer no longer fits.

    The answers take 2 and then 3 of seven counters, but the specification has since been changed to forbid
    taking 3.
    """
    file = tmp_path / "lost.json"
    run("play", heap, "--seats", "human,human", typed=f"2\n3\nsave {file}\nquit\n")
    edit(heap, "n <= heap", "n <= heap and n < 3")
    return file


def test_the_first_answer_that_does_not_fit(run: Run, lost: Path) -> None:
    """The first answer that does not fit is reported with its seat and the condition that fails.

    The game up to that answer and the position reached are printed all the same.
    """
    outcome = run("replay", lost)
    assert outcome.exit_code == 1
    says = "answer 2, `take n=3` of p2, does not fit: `n` cannot be 3: `n < 3` does not hold"
    assert outcome.stderr.startswith(f"error: {lost}: {says}\n  `n` is 3\n")
    assert f"  = help: `gamespec play --load {lost}` resumes the game before that answer" in outcome.stderr
    assert "p1: take 2 of 7" in outcome.stdout
    assert "the game goes on: p2 decides" in outcome.stdout
    assert "heap: 5" in outcome.stdout
    shown = run("replay", lost, "--format", "json")
    assert shown.exit_code == 1
    report = json.loads(shown.stdout)
    assert (report["decisions"], report["verified"], report["over"]) == (1, False, False)
    assert report["diverged"]["answer"] == 2


def test_playing_on(run: Run, lost: Path, tmp_path: Path) -> None:
    """`--load` resumes a game before the answer that does not fit.

    Then p2 takes 2 of 5 counters, p1 takes 2, and p2 takes the last one.
    """
    file = tmp_path / "whole.json"
    outcome = run("play", "--load", lost, "--seats", "human,human", "--save", file, typed="2\n2\n1\nquit\n")
    assert outcome.exit_code == 0, outcome.output
    assert outcome.stderr.startswith(f"note: {lost}: answer 2, ")
    assert outcome.stdout.lstrip().startswith("--- p2 ---")
    assert "1. ○ p2      1" in outcome.stdout
    again = run("replay", file, "--format", "json")
    assert again.exit_code == 0, again.output
    report = json.loads(again.stdout)
    assert (report["decisions"], report["places"], report["verified"]) == (4, [2, 1], True)


def test_playing_on_takes_back(run: Run, lost: Path) -> None:
    """After `--load`, the answers that were given before the game was saved can be undone."""
    typed = "undo\n3\n1\nundo\nundo\nundo\nquit\n"
    outcome = run("play", "--load", lost, "--seats", "human,human", typed=typed)
    assert outcome.exit_code == 0, outcome.output
    assert "there is no option 3: there are 2" in outcome.stdout
    assert outcome.stdout.count("nobody has answered yet") == 2


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--seats", "human"), "`--seats` names 1 seats, the saved game has 3"),
        (("--seed", "1"), "`--load` continues a saved game, which already determines `--seed`"),
        (("--players", "3"), "`--load` continues a saved game, which already determines `--players`"),
        (("--set", "size=3"), "`--load` continues a saved game, which already determines `--set`"),
        (("trapper",), "`--load` continues a saved game, which already determines `GAME`"),
    ],
)
def test_playing_on_as_nobody_can(run: Run, saved: Path, arguments: tuple[str, ...], says: str) -> None:
    """With `--load`, arguments that the saved game already determines are refused with status 2."""
    outcome = run("play", "--load", saved, *arguments)
    assert outcome.exit_code == 2
    assert says in outcome.stderr


def test_a_file_that_is_not_json(run: Run, saved: Path) -> None:
    """A saved game that is not valid JSON is reported with the line and column of the error."""
    saved.write_text('{"format": "gamespec-game-1",\n  oops}', encoding="utf-8")
    outcome = run("replay", saved)
    assert outcome.exit_code == 1
    assert f"{saved}:2:3: not JSON" in outcome.stderr


def test_a_fault_in_a_saved_game(run: Run, faulty: Path, tmp_path: Path) -> None:
    """A game stopped by a fault is saved with the answer that led there, and its replay stops there too."""
    file = tmp_path / "fault.json"
    arguments = ("play", faulty, "--set", "forced=true", "--seats", "random,random", "--save", file)
    assert run(*arguments).exit_code == 1
    again = run("replay", file)
    assert again.exit_code == 1
    assert "GS502" in again.stderr


@pytest.mark.parametrize("path", ["../heap", "{place}/heap", "own/../../heap"])
def test_a_saved_game_reaches_what_belongs_to_it(run: Run, saved: Path, tmp_path: Path, path: str) -> None:
    """A saved game may refer only to a game in its own folder or project, unless `--reach` names it."""
    record = json.loads(saved.read_text(encoding="utf-8"))
    moved = tmp_path / "saves" / "game.json"
    (moved.parent / "own").mkdir(parents=True)
    moved.write_text(json.dumps(record | {"path": path.format(place=tmp_path)}), encoding="utf-8")
    refused = run("replay", moved)
    assert refused.exit_code == 1
    assert "is out of reach" in refused.stderr
    assert "--reach" in refused.stderr
    assert run("replay", moved, "--reach", tmp_path / "heap").exit_code == 0
    (tmp_path / "gamespec.toml").touch()
    assert run("replay", moved).exit_code == 0


def test_a_saved_game_reaches_no_further_by_a_plus(run: Run, saved: Path, tmp_path: Path) -> None:
    """A `+` in the path of a specification does not conceal that the path leads out of reach."""
    record = json.loads(saved.read_text(encoding="utf-8"))
    moved = tmp_path / "saves" / "game.json"
    (moved.parent / "a+").mkdir(parents=True)
    moved.write_text(json.dumps(record | {"path": "a+/../../heap"}), encoding="utf-8")
    assert "is out of reach" in run("replay", moved).stderr


def test_a_saved_game_of_a_shipped_one(
    run: Run, saved: Path, heap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A saved game without `path` refers to a shipped game, whatever games the current folder contains."""
    record = json.loads(saved.read_text(encoding="utf-8"))
    del record["path"]
    monkeypatch.chdir(heap.parent)
    for game in ("heap", str(heap), "../heap", "tic-tac-toe/../../heap"):
        saved.write_text(json.dumps(record | {"game": game}), encoding="utf-8")
        refused = run("replay", saved)
        assert refused.exit_code == 1
        assert f"no game `{game}` comes with gamespec" in refused.stderr


def test_a_person_is_called_human(run: Run) -> None:
    """Who writes `me` for a seat reads first that a person is `human`; where only bots play, bots alone."""
    outcome = run("play", "tic-tac-toe", "--seats", "me,random")
    assert outcome.exit_code == 2
    assert "no bot is called `me`" in outcome.stderr
    assert "help: write `human` for a person, as for yourself; there are `random`, `greedy`" in outcome.stderr
    assert "human" not in run("simulate", "tic-tac-toe", "--seats", "me,random").stderr
