"""Tests for `gamespec compare`.

They compare two games, one game under different options, and a game with its version committed in git. They
also check which comparisons are refused.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]


def report(result: Result) -> dict[str, Any]:
    """Return the JSON report that a successful command printed."""
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def differences(result: Result) -> dict[str, dict[str, Any]]:
    """Return the differences in the JSON report of a command, keyed by the name of the measure."""
    return {each["measure"]: each for each in report(result)["differences"]}


def test_options_of_the_second(run: Run, heap: Path) -> None:
    """`--set` applies to the second game only.

    With `forced=true`, the seven counters of the second game are taken one by one, which makes seven
    decisions. In the first game a player may take up to three counters at once.
    """
    told = differences(run("compare", heap, "--set", "forced=true", "--games", "40", "--format", "json"))
    assert told["decisions"]["b"] == 7
    assert told["decisions"]["verdict"] == "clear"
    assert told["decisions"]["a"] < 5
    assert told["wins.1"]["b"] == 1.0


def test_options_of_both(run: Run, heap: Path) -> None:
    """`--both` applies an option to the first and to the second game.

    If counters are taken one by one, seat 1 takes the last of seven counters, and seat 2 the last of four.
    """
    words = ("--both", "forced=true", "--set", "size=4", "--games", "12", "--format", "json")
    told = differences(run("compare", heap, *words))
    assert (told["wins.1"]["a"], told["wins.1"]["b"]) == (1.0, 0.0)
    assert told["wins.1"]["verdict"] == "clear"
    assert (told["decisions"]["a"], told["decisions"]["b"]) == (7.0, 4.0)
    assert run("compare", heap, "--both", "forced=true").exit_code == 2  # there is nothing to compare


def test_two_games(run: Run, heap: Path, misere: str) -> None:
    """A game can be compared with its variant, in which whoever takes the last counter loses.

    Seven counters are taken one by one, so seat 1 always takes the last. Seat 1 therefore wins every game,
    but no game of the variant.
    """
    words = ("--both", "forced=true", "--both", "size=7", "--games", "12", "--format", "json")
    told = report(run("compare", heap, misere, *words))
    assert [told[side]["game"] for side in "ab"] == ["heap", "heap-misere"]
    found = {each["measure"]: each for each in told["differences"]}
    assert (found["wins.1"]["a"], found["wins.1"]["b"]) == (1.0, 0.0)
    assert found["decisions"]["verdict"] == "same"


def test_the_table_says_it_in_words(run: Run, heap: Path) -> None:
    """The text report says what was played and lists the differences, beginning with the clear ones."""
    told = run("compare", heap, "--set", "forced=true", "--games", "40").stdout
    lines = told.splitlines()
    assert lines[0] == "heap and heap, 2 players, seed 0"
    assert lines[1:3] == ["A  heap: forced=false", "B  heap: forced=true"]
    assert lines[3].startswith("40 games of each, with the same luck. All play at random;")
    assert "clear" in lines[5]
    head = next(number for number, line in enumerate(lines) if line.startswith("measure"))
    assert lines[head].split() == ["measure", "A", "B", "B", "-", "A", "95", "%", "verdict"]
    assert lines[head + 1].endswith("clear")
    assert "The same in every game: " in told


def test_nothing_differs(run: Run, heap: Path) -> None:
    """If an option is set to its default value, no game changes, and the report says that nothing differs."""
    told = run("compare", heap, "--set", "size=7", "--games", "5")
    assert "Every game went like its counterpart: nothing differs." in told.stdout
    assert "measure " not in told.stdout


def test_bots_are_told_apart_from_seats(run: Run, heap: Path) -> None:
    """The report names the bots and gives each bot's share of wins over all the seats it has taken."""
    words = ("compare", heap, "--set", "size=9", "--seats", "greedy,random", "--jobs", "1", "--games", "6")
    assert "The players are greedy, random, who move on by one seat" in run(*words).stdout
    told = report(run(*words, "--format", "json"))
    assert told["seats"] == ["greedy", "random"]
    assert {"wins.player.1", "wins.player.2"} <= {each["measure"] for each in told["differences"]}
    assert "All are random" not in run(*words).stdout


def test_until_it_is_known(run: Run, heap: Path) -> None:
    """With `--until`, the report states whether the difference is known with the requested precision.

    If `--games` allows too few games, the difference is not known.
    """
    words = ("compare", heap, "--set", "size=9", "--until", "10pp")
    known = run(*words).stdout
    assert "the difference of each win share is known to within 10 percentage points" in known
    told = report(run(*words, "--format", "json"))
    assert told["until"] == {"half": 0.1, "enough": True}
    assert 20 < told["games"] <= 503
    assert "is not known to within 10 percentage points" in run(*words, "--games", "7").stdout


def test_a_fault_is_told_of_its_game(run: Run, heap: Path) -> None:
    """If a game stops with a fault, the status is 1 and the error names the command that replays the game."""
    text = (heap / "game.yaml").read_text(encoding="utf-8")
    faulty = heap.parent / "faulty.yaml"
    faulty.write_text(text.replace("heap - n,", "heap - n - 9,"), encoding="utf-8")
    told = run("compare", heap, faulty, "--games", "3")
    assert told.exit_code == 1
    assert f"gamespec play {faulty}" in told.stderr
    assert "Only A has: " in told.stdout


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "nothing to compare with"),
        (["--set", "size=21"], "option `size` cannot be `21`"),
        (["--set", "sizes=2"], "has no option `sizes`"),
        (["--set", "size"], "`--set size` is not of the form"),
        (["--both", "size"], "`--both size` is not of the form"),
        (["--set", "size=4", "--both", "size=5"], "`size` is given by `--set` and by `--both`"),
        (["pig", "--against", "HEAD"], "but two are given"),
        (["euchre"], "no number of players"),
        (["no-such-game"], "there is no game or file `no-such-game`"),
        (["--set", "size=4", "--players", "4"], "2 to 3 players, not 4"),
        (["--set", "size=4", "--seats", "clever,random"], "no bot is called `clever`"),
        (["--set", "size=4", "--seats", "random,random", "--players", "3"], "names 2 seats"),
        (["--set", "size=4", "--until", "1"], "is not a number of percentage points"),
    ],
)
def test_what_cannot_be_compared_is_refused(run: Run, heap: Path, words: list[str], why: str) -> None:
    """A comparison that makes no sense is refused with status 2 before any game is played."""
    told = run("compare", heap, *words)
    assert told.exit_code == 2
    assert why in told.stderr
    assert told.stdout == ""


# --- the game as committed in git ---------------------------------------------------------------------------

GIT = {
    **os.environ,
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{
        f"GIT_{who}_{what}": "nobody@example.org"
        for who in ("AUTHOR", "COMMITTER")
        for what in ("NAME", "EMAIL")
    },
}

needs_git = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")


def git(place: Path, *words: str) -> None:
    """Run git with these arguments in the folder `place`."""
    subprocess.run(["git", "-C", place, *words], check=True, env=GIT, capture_output=True)  # noqa: S607 - found on the path


@pytest.fixture
def repository(heap: Path, misere: str) -> Path:
    """Return a git repository in which the game and its variant are committed and then changed."""
    top = heap.parent
    git(top, "init", "--quiet")
    git(top, "add", ".")
    git(top, "commit", "--quiet", "--message", "seven counters")
    for name, old, new in (("game.yaml", "default: 7", "default: 4"), ("variants/misere.yaml", "9", "8")):
        text = (heap / name).read_text(encoding="utf-8")
        (heap / name).write_text(text.replace(old, new), encoding="utf-8")
    assert misere
    return top


@needs_git
def test_as_it_was(run: Run, repository: Path) -> None:
    """`--against HEAD` compares the current game of four counters with the committed game of seven.

    If counters are taken one by one, seat 1 takes the last of seven counters, and seat 2 the last of four.
    """
    words = ("--both", "forced=true", "--games", "12", "--format", "json")
    told = report(run("compare", repository / "heap", "--against", "HEAD", *words))
    assert len(told["a"]["commit"]) == 40
    assert told["b"]["commit"] is None
    assert [told[side]["options"]["size"] for side in "ab"] == [7, 4]
    found = {each["measure"]: each for each in told["differences"]}
    assert (found["wins.1"]["a"], found["wins.1"]["b"]) == (1.0, 0.0)
    text = run("compare", repository / "heap", "--against", "HEAD", "--games", "2").stdout
    assert text.startswith("heap as of HEAD (")


@needs_git
@pytest.mark.parametrize(
    "name", ["heap+misere", "heap/variants/misere.yaml", "heap+heap/variants/misere.yaml"]
)
def test_a_variant_as_it_was(run: Run, repository: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A variant, given by name or by path, is compared with its committed form.

    The committed variant has nine counters, the current one eight.
    """
    monkeypatch.chdir(repository)
    told = report(run("compare", name, "--against", "HEAD", "--games", "2", "--format", "json"))
    assert [told[side]["options"]["size"] for side in "ab"] == [9, 8]


@needs_git
def test_revisions_that_cannot_be_had(
    run: Run, repository: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """`--against` refuses an unknown revision, a game that the revision lacks, and a folder outside git."""
    heap = repository / "heap"
    for name in ("nonsense", "--help", "HEAD~9", ""):
        told = run("compare", heap, f"--against={name}")
        assert told.exit_code == 2
        assert "there is no git revision" in told.stderr
    new = repository / "new"
    shutil.copytree(heap, new)
    told = run("compare", new, "--against", "HEAD")
    assert told.exit_code == 2
    assert "new/game.yaml` did not exist at HEAD (" in told.stderr
    apart = tmp_path_factory.mktemp("apart")
    shutil.copytree(heap, apart / "heap")
    told = run("compare", apart / "heap", "--against", "HEAD")
    assert told.exit_code == 2
    assert "is not in a git repository" in told.stderr


@needs_git
def test_mistakes_that_it_had(run: Run, repository: Path) -> None:
    """Mistakes in the current game or in the committed game give status 1.

    Mistakes in the committed game are reported as mistakes of that revision.
    """
    heap = repository / "heap"
    text = (heap / "game.yaml").read_text(encoding="utf-8")
    (heap / "game.yaml").write_text(text.replace("the(taker)", "the(takr)"), encoding="utf-8")
    assert run("compare", heap, "--against", "HEAD").exit_code == 1
    git(repository, "commit", "--quiet", "--all", "--message", "a mistake")
    (heap / "game.yaml").write_text(text, encoding="utf-8")
    told = run("compare", heap, "--against", "HEAD")
    assert told.exit_code == 1
    assert "GS201" in told.stderr
    assert "had these mistakes at HEAD (" in told.stderr


def test_without_git_that_is_said(run: Run, heap: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If git is not installed, `--against` is refused with status 2 and an error that says so."""
    monkeypatch.setenv("PATH", str(heap))
    told = run("compare", heap, "--against", "HEAD")
    assert told.exit_code == 2
    assert "git, which is not installed" in told.stderr
