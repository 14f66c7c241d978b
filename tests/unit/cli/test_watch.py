"""Tests for `gamespec watch`: what each save shows, which files are watched, and what fits on a screen."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from waiting import PATIENCE, until

from gamespec import project
from interpreter.cli.common.boundary import Stop
from interpreter.cli.test import findings, waking
from interpreter.cli.test.stamps import stamped
from interpreter.cli.test.waking import wakes
from interpreter.cli.test.watch_screen import History, Section, fitted, sections, whole
from interpreter.cli.test.watched import Round, Watched

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from click.testing import Result

    Run = Callable[..., Result]

LONG_AGO = 1_000_000_000
"""A time of change, in seconds, at which no test runs."""


@pytest.fixture(autouse=True)
def here(heap: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder above the heap game the current one, and return it."""
    monkeypatch.chdir(heap.parent)
    return heap.parent


def edit(path: str, old: str, new: str) -> None:
    """Replace a text in a file, as an editor does: by another file of the same name."""
    file = Path(path)
    text = file.read_text(encoding="utf-8")
    assert old in text
    draft = file.with_name(".draft")
    draft.write_text(text.replace(old, new), encoding="utf-8")
    draft.replace(file)


def told(done: Round, history: History) -> list[str]:
    """Return the lines of the screen of a round, without colours."""
    return [
        "".join(part if isinstance(part, str) else part.text for part in line)
        for line in whole(sections(done, history, colour=False))
    ]


class Watching:
    """Rounds without a process: each call checks and tests again, and returns the lines of the screen."""

    def __init__(self, target: str) -> None:
        self.watched, self.history = Watched(target, ()), History(began="9:00")
        self.rounds = 0

    def __call__(self) -> list[str]:
        """Return the lines of the next round."""
        done = self.watched.round()
        self.rounds += 1
        self.history.add(done, f"9:0{self.rounds}")
        return told(done, self.history)


# --- what is shown ----------------------------------------------------------------------------------------


def test_nothing_to_mend() -> None:
    """At first the screen says how much was checked, how many scenarios hold, and that all is the same."""
    assert Watching("heap")() == [
        "ok     nothing to report in 1 game",
        "ok     2 scenarios hold",
        "same   no rule has changed since 9:00",
    ]


def test_what_has_changed_since_the_beginning() -> None:
    """Changes are those since the beginning, and disappear when they are taken back."""
    watching = Watching("heap")
    watching()
    edit("heap/game.yaml", "start: size", "start: size, label: Left")
    edit("heap/game.yaml", "from: 1..3", "from: 1..2")
    watching()
    edit("heap/game.yaml", "start: size, label: Left", "start: size")
    shown = watching()
    at = shown.index("diff   heap/game.yaml, since 9:00")
    assert shown[at + 1 :] == ["actions", "  ~ take.with.n.from: 1..3 → 1..2"]
    edit("heap/game.yaml", "from: 1..2", "from: 1..3")
    assert watching()[-1] == "same   no rule has changed since 9:00"


def test_a_scenario_that_fails_says_when_it_held() -> None:
    """A scenario that fails stands with its place and the time at which it last held."""
    watching = Watching("heap")
    watching()
    watching()
    edit("heap/scenarios/heap.yaml", "- heap == 7", "- heap == 8")
    shown = watching()
    assert shown[1:4] == [
        "FAILED 2 scenarios, 1 failed",
        "  heap HEAP-2: Nobody takes four (held at 9:02)",
        "    heap/scenarios/heap.yaml:18:9: expected `heap == 8`",
    ]


def test_the_last_results_stay_below_errors() -> None:
    """While a game has errors, its scenarios do not run, and the last results without errors are shown."""
    watching = Watching("heap")
    watching()
    edit("heap/game.yaml", "default: 7", "default: 9")
    edit("heap/scenarios/heap.yaml", "- heap == 7", "- heap == 9")
    watching()
    edit("heap/game.yaml", "n <= heap", "n <= haep")
    edit("heap/game.yaml", "default: 9", "default: 8")
    shown = watching()
    assert shown[:2] == ["ERROR  1 error in 1 file", "error[GS201]: unknown name `haep`"]
    at = shown.index("last without errors, at 9:02:")
    assert shown[at + 1 :] == [
        "ok     2 scenarios hold",
        "diff   heap/game.yaml, since 9:00",
        "options",
        "  ~ size.default: 7 → 9",
        "      read by variables.heap",
    ]
    edit("heap/game.yaml", "n <= haep", "n <= heap")
    assert watching()[0] == "ok     nothing to report in 1 game"


def test_one_mistake_is_said_once(here: Path) -> None:
    """The bands of a game with a mistake are not reported as well."""
    bands = "language: 1\nbands: [{id: a, games: 30, holds: [{chosen: every}]}]\n"
    (here / "heap" / "bands.yaml").write_text(bands, encoding="utf-8")
    edit("heap/game.yaml", "n <= heap", "n <= haep")
    assert Watching("heap")()[0] == "ERROR  1 error in 1 file"


def test_errors_at_the_beginning() -> None:
    """If watching begins with errors, changes are those since the first state without errors."""
    edit("heap/game.yaml", "n <= heap", "n <= haep")
    watching = Watching("heap")
    assert not any("last without errors" in line for line in watching())
    edit("heap/game.yaml", "n <= haep", "n <= heap")
    assert watching()[-1] == "same   no rule has changed since 9:00"


def test_warnings_do_not_stop_scenarios() -> None:
    """With warnings only, the scenarios run."""
    edit("heap/game.yaml", "variables:\n", "variables:\n  idle: {type: 0..3}\n")
    shown = Watching("heap")()
    assert shown[0] == "WARNED 1 warning in 1 file"
    assert "ok     2 scenarios hold" in shown


def test_a_mistake_in_a_scenario_is_said_once() -> None:
    """A scenario with a mistake has failed, and its diagnostic stands among the others."""
    edit("heap/scenarios/heap.yaml", "heading: Taking", "headnig: Taking")
    shown = Watching("heap")()
    assert sum("unknown key `headnig`" in line for line in shown) == 1
    assert "FAILED 2 scenarios, 1 failed" in shown


def test_scenarios_do_not_hide_what_has_changed() -> None:
    """A rule may change so that scenarios give answers that no longer exist; the change is shown as ever."""
    watching = Watching("heap")
    watching()
    edit("heap/game.yaml", "from: 1..3", "from: 1..2")
    edit("heap/scenarios/heap.yaml", "heap == 7", "haep == 7")
    shown = watching()
    assert any("unknown name `haep`" in line for line in shown)
    assert "diff   heap/game.yaml, since 9:00" in shown


def test_the_game_disappears(here: Path) -> None:
    """If what is watched disappears, the screen says so, and goes on when it is back."""
    watching = Watching("heap/game.yaml")
    watching()
    (here / "heap" / "game.yaml").rename(here / "away")
    shown = watching()
    assert shown[0] == "ERROR  there is no game or file `heap/game.yaml`"
    assert "last without errors, at 9:01:" in shown
    (here / "away").rename(here / "heap" / "game.yaml")
    assert watching()[0] == "ok     nothing to report in 1 game"


# --- what is watched --------------------------------------------------------------------------------------


def test_overlays_and_what_they_extend(misere: str) -> None:
    """An edit of the base is checked in its variant, too, and both are named with their changes."""
    assert misere
    watching = Watching("heap")
    assert watching()[0] == "ok     nothing to report in 1 game and 1 overlay"
    edit("heap/game.yaml", "from: 1..3", "from: 1..2")
    heads = [line for line in watching() if line.startswith("diff")]
    assert heads == ["diff   heap/game.yaml, since 9:00", "diff   heap/variants/misere.yaml, since 9:00"]
    edit(
        "heap/game.yaml",
        "empty: {when: heap == 0, winner: the(taker)}",
        "over: {when: heap == 0, winner: the(taker)}",
    )
    shown = watching()
    assert "heap/variants/misere.yaml" in next(line for line in shown if "-->" in line)


@pytest.mark.parametrize("target", [".", "own", "own/mine.yaml", "heap+misere"])
def test_every_file_that_is_read_matters(here: Path, misere: str, target: str) -> None:
    """A save of the game, an overlay, scenarios or a table changes the stamps, wherever the file lies."""
    assert misere
    (here / "own").mkdir()
    (here / ".git").mkdir()
    overlay = (
        "language: 1\ngame: mine\ntitle: Mine\nextends: ../heap\nedit: [{set: {options.size.default: 9}}]\n"
    )
    (here / "own" / "mine.yaml").write_text(overlay, encoding="utf-8")
    (here / "own" / "rows.csv").write_text("a\n1\n", encoding="utf-8")
    watched = Watched(target, ())
    watched.round()
    files = {"heap/game.yaml"}
    if target in {".", "heap+misere"}:
        files |= {"heap/variants/misere.yaml", "heap/scenarios/misere.yaml", "heap/scenarios/heap.yaml"}
    if target != "heap+misere":
        files |= {"own/mine.yaml", "own/rows.csv"}
    for name in sorted(files):
        before = watched.stamps()
        os.utime(here / name, (LONG_AGO, LONG_AGO))
        assert watched.stamps() != before, name


def test_new_files_matter(here: Path) -> None:
    """A file that did not exist before changes the stamps, also in a new folder."""
    watched = Watched(".", ())
    watched.round()
    before = watched.stamps()
    (here / "heap" / "variants").mkdir()
    assert watched.stamps() == before
    assert here / "heap" / "variants" in {folder.resolve() for folder in watched.folders()}
    (here / "heap" / "variants" / "new.yaml").touch()
    assert watched.stamps() != before


def test_folders_that_are_not_watched(here: Path) -> None:
    """Hidden folders, packages of other programs and virtual environments are left out, as in a survey."""
    for name in (".git/x", "node_modules/x", "env/lib", "heap/deep"):
        (here / name).mkdir(parents=True)
    (here / "env" / "pyvenv.cfg").touch()
    found = {str(folder) for folder in Watched(".", ()).folders()}
    assert found == {".", "heap", "heap/scenarios", "heap/deep"}


def test_too_many_folders_are_not_searched(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a survey gives up, watching does not search all folders either, and the round says why."""
    monkeypatch.setattr(project, "MOST_ENTRIES", 3)
    for number in range(3):
        (here / f"f{number}").mkdir()
    watched = Watched(".", ())
    assert watched.folders() == [Path()]
    done = watched.round()
    assert done.stop is not None
    assert "files and folders below" in str(done.stop)


def test_only_what_has_changed_is_checked_again(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two games, only the one that was saved is checked again; one with errors always is."""
    (here / "other").mkdir()
    text = (here / "heap" / "game.yaml").read_text(encoding="utf-8")
    (here / "other" / "game.yaml").write_text(text.replace("game: heap", "game: other"), encoding="utf-8")
    for file in here.rglob("*.yaml"):
        os.utime(file, (LONG_AGO, LONG_AGO))
    checked: list[str] = []
    usual = findings.Check.specification

    def counted(self: findings.Check, path: str, reach: Sequence[str]) -> None:
        checked.append(path)
        usual(self, path, reach)

    monkeypatch.setitem(findings.Check.specification.__globals__["_CHECKS"], "game", counted)
    watching = Watching(".")
    for expected in (["heap/game.yaml", "other/game.yaml"], []):
        watching()
        assert checked == expected
        checked.clear()
    edit("heap/game.yaml", "n <= heap", "n <= haep")
    for _ in range(2):
        watching()
        assert checked == ["heap/game.yaml"]
        checked.clear()


def test_nothing_to_watch(run: Run, tmp_path: Path) -> None:
    """A game or folder that does not exist, or has no games, is refused with status 2."""
    (tmp_path / "empty").mkdir()
    for target in ("nosuch", "empty", "heap/scenarios/heap.yaml+x"):
        outcome = run("watch", target)
        assert (outcome.exit_code, outcome.stdout) == (2, "")
        assert outcome.stderr.startswith("error: ")


def test_a_round_that_cannot_be_made_is_no_success() -> None:
    """A round without a game is neither sound nor good."""
    done = Round(stop=Stop("there is no game"))
    assert not done.sound
    assert not done.good


# --- waiting ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("library", [True, False])
def test_a_save_wakes(here: Path, monkeypatch: pytest.MonkeyPatch, *, library: bool) -> None:
    """A save is noticed with the library and without, and folders that disappear do no harm."""
    monkeypatch.setattr(waking, "reports_changes", lambda: library)
    waiting = wakes(lambda: [here / "heap", here / "gone"])
    before = stamped([here / "heap" / "game.yaml"])
    saving = threading.Timer(0.2, edit, (str(here / "heap" / "game.yaml"), "1..3", "1..2"))
    saving.start()
    end = time.monotonic() + PATIENCE
    while stamped([here / "heap" / "game.yaml"]) == before:
        next(waiting)
        assert time.monotonic() < end
    saving.join()


def test_a_system_without_watches_is_looked_at(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system allows no further watches, the folders are looked at again and again."""

    def refused(_folders: object) -> Iterator[object]:
        raise OSError(28, "no space left on device")

    monkeypatch.setattr(waking, "_reported", refused)
    monkeypatch.setattr(waking, "PAUSE", 0)
    waiting = wakes(lambda: [here])
    for _ in range(3):
        next(waiting)


# --- the screen -------------------------------------------------------------------------------------------


def screen(height: int, *bodies: int) -> list[str]:
    """Return the lines of sections whose bodies have so many lines, on a screen of that height."""
    made = [
        Section((f"head {number}",), tuple((f"{number}.{line}",) for line in range(body)))
        for number, body in enumerate(bodies)
    ]
    return ["".join(map(str, line)) for line in fitted(made, height, 80)]


def test_everything_fits() -> None:
    """Sections that fit are shown whole."""
    assert screen(6, 2, 2) == ["head 0", "0.0", "0.1", "head 1", "1.0", "1.1"]


def test_the_first_section_gets_what_is_left() -> None:
    """Of eleven lines, two are headlines and three stay for the second section; the first one gets six."""
    shown = screen(11, 20, 20)
    assert len(shown) == 11
    assert shown[:6] == ["head 0", "0.0", "0.1", "0.2", "0.3", "0.4"]
    assert "15 more lines" in shown[6]
    assert shown[7:10] == ["head 1", "1.0", "1.1"]
    assert "18 more lines" in shown[10]


def test_long_lines_take_several() -> None:
    """A line of 100 characters takes two lines of 80 columns, so only one of three fits beside the count."""
    made = [Section(("head",), tuple(("x" * 100,) for _ in range(3)))]
    shown = ["".join(map(str, line)) for line in fitted(made, 4, 80)]
    assert shown[:2] == ["head", "x" * 100]
    assert "2 more lines" in shown[2]


# --- the process ------------------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_a_process_that_watches(here: Path) -> None:
    """A process shows each save (of several at once only the last state), and Ctrl-C ends it with 130."""
    command = [sys.executable, "-m", "gamespec", "watch", "heap"]
    with subprocess.Popen(
        command, cwd=here, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        shown: list[str] = []
        reading = threading.Thread(target=lambda: shown.extend(iter(process.stdout.readline, "")))
        reading.start()
        try:
            until(lambda: "same   no rule" in "".join(shown))
            edit("heap/game.yaml", "n <= heap", "n <= haep")
            until(lambda: "unknown name `haep`" in "".join(shown))
            until(lambda: "last without errors" in "".join(shown))
            edit("heap/game.yaml", "n <= haep", "n <= heap")
            for number in range(4, 10):
                edit("heap/game.yaml", f"from: 1..{number - 1}", f"from: 1..{number}")
            until(lambda: "take.with.n.from: 1..3 → 1..9" in "".join(shown))
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
        finally:
            process.kill()
        reading.join()
        assert process.stderr.read().strip() == "interrupted"
    assert "".join(shown).count("heap at ") <= 6


def test_a_round_plays_each_game() -> None:
    """A fault in random games is among the mistakes of a round; the scenarios run all the same."""
    edit("heap/game.yaml", "when: heap == 0", "when: heap == 99")
    done = Watched("heap", ()).round()
    assert "GS501" in {d.code for d in done.diagnostics}
    assert not done.sound
    assert done.records
