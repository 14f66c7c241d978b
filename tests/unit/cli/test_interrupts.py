"""Tests for Ctrl-C.

An interrupted command reports the games played so far, counts only complete games, and exits with status 130.
"""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from interpreter import simulate
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run import batches
from interpreter.engine.playout import DefinitionalEngine
from interpreter.learning.policy_file import read_policy
from interpreter.learning.training import Training
from interpreter.play.interrupts import Interrupts
from interpreter.simulate import Run as Games
from interpreter.simulate.summed import SummedGames
from interpreter.study.ladder import Meeting

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    from interpreter.protocol import MakeEngine

    Run = Callable[..., Result]

TIMED = {"seconds", "decisions_per_second", "memory", "interrupted"}


def after(monkeypatch: pytest.MonkeyPatch, owner: type, name: str, count: int) -> None:
    """Send the signal of Ctrl-C when the method `name` of `owner` is called for the `count`-th time."""
    usual, left = getattr(owner, name), count

    def counting(self: Any, *given: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        if left == 0:
            signal.raise_signal(signal.SIGINT)
        return usual(self, *given, **named)

    monkeypatch.setattr(owner, name, counting)


def told(outcome: Result, *, interrupted: bool) -> dict[str, Any]:
    """Return a JSON report without the values that vary from run to run.

    The exit status is checked too: 130 if the command was interrupted, and 0 otherwise.
    """
    assert outcome.exit_code == (130 if interrupted else 0), outcome.output
    said = json.loads(outcome.stdout)
    assert said["interrupted"] is interrupted
    return {name: value for name, value in said.items() if name not in TIMED}


WAYS = {
    "random": (("simulate", "HEAP"), SummedGames, "add", 1, "4"),
    "bots": (("simulate", "HEAP", "--seats", "greedy,random", "--jobs", "1"), Games, "_count", 7, "7"),
    "compare": (("compare", "HEAP", "--set", "size=9", "--jobs", "1"), SummedGames, "add", 1, "4"),
    "ladder": (
        ("ladder", "HEAP", "--bots", "random,greedy", "--players", "2", "--jobs", "1"),
        Meeting,
        "add",
        7,
        "7",
    ),
    "sweep": (("sweep", "HEAP", "--set", "size=5..7", "--jobs", "1"), SummedGames, "add", 4, "30"),
}


@pytest.mark.parametrize("way", WAYS)
def test_an_interrupt_tells_of_the_games_so_far(
    run: Run, heap: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    """A command that is interrupted while it counts the seventh game reports seven games.

    Random games are counted in chunks, the first of which has four games here. In a sweep, the first chunk
    has all games of a cell. It is interrupted in the fourth and reports only the cells that are complete.
    """
    monkeypatch.setattr(batches, "FIRST", 30 if way == "sweep" else 4)
    words, owner, name, count, games = WAYS[way]
    command = [str(heap) if word == "HEAP" else word for word in words]
    asked = "30" if way == "sweep" else "100"
    whole = told(run(*command, "--games", games, "--format", "json"), interrupted=False)
    with monkeypatch.context() as patch:
        after(patch, owner, name, count)
        broken = told(run(*command, "--games", asked, "--format", "json"), interrupted=True)
    if way == "sweep":  # the cells that are whole: 30 games as it stands, 30 of each of two cells
        assert len(broken["cells"]) == 2
        whole["cells"], broken["cells"] = ([c["options"] for c in r["cells"][:2]] for r in (whole, broken))
    assert broken == whole
    after(monkeypatch, owner, name, count)
    outcome = run(*command, "--games", asked)
    assert outcome.exit_code == 130
    assert re.match(r"interrupted after [0-9]+ of [0-9]+ games: the results so far\n", outcome.stdout)
    assert outcome.stderr.endswith("interrupted\n")


def test_an_interrupt_keeps_what_has_been_learned(
    run: Run, heap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A training that is interrupted in its third round of 32 games has learned from 96, and writes that."""
    paths = [tmp_path / name for name in ("whole", "broken")]
    whole = run("learn", heap, "--games", "96", "-o", paths[0])
    assert whole.exit_code == 0, whole.output
    after(monkeypatch, Training, "learn", 3)
    broken = run("learn", heap, "--games", "900", "-o", paths[1])
    assert broken.exit_code == 130, broken.output
    assert broken.stderr.endswith("interrupted\n")
    policies = [read_policy(path) for path in paths]
    assert policies[0].weights == policies[1].weights
    assert [policy.learned["games"] for policy in policies] == [96, 96]


@pytest.mark.long("processes")
def test_a_page_of_the_games_so_far(
    run: Run, heap: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupted `report` writes a page about the games so far, and prints how many there were."""
    whole, broken = tmp_path / "whole.html", tmp_path / "broken.html"
    monkeypatch.setattr(batches, "FIRST", 4)
    assert run("report", heap, "-o", whole, "--games", "4").exit_code == 0
    after(monkeypatch, SummedGames, "add", 1)
    outcome = run("report", heap, "-o", broken, "--games", "100")
    assert outcome.exit_code == 130
    assert outcome.stdout.startswith("interrupted after 4 of 100 games: the results so far\n")
    assert broken.read_bytes() == whole.read_bytes()


def test_before_the_first_game_there_is_nothing_to_tell(
    run: Run, heap: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An interrupt before the first game prints nothing but the word `interrupted`."""
    monkeypatch.setattr(CompiledEngine, "chunks", lambda *_, **__: signal.raise_signal(signal.SIGINT))
    outcome = run("simulate", heap)
    assert (outcome.exit_code, outcome.stdout, outcome.stderr.strip()) == (130, "", "interrupted")


@pytest.mark.parametrize("make", [CompiledEngine, DefinitionalEngine])
def test_at_whatever_line_it_comes_whole_games_are_counted(
    make: MakeEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Property: wherever a run is interrupted, its summary counts complete games only.

    A trace function raises the interrupt after 1, 8, 15, … lines, until a run completes without an interrupt.
    The compiled engine sums the games, here in chunks of one game each.
    """
    monkeypatch.setattr(batches, "FIRST", 1)
    monkeypatch.setattr(batches, "MOMENT", 0)
    plan = simulate.plan_of("tic-tac-toe", engine=make)
    expected = {0: Games(plan).summary}
    for games in range(1, 6):
        expected[games] = Games(plan).play(games).summary
    seen, at = set(), 1
    while True:
        run, left = Games(plan), at

        def trace(frame: Any, event: str, _: object) -> Any:
            nonlocal left
            if "simulate" not in frame.f_code.co_filename:
                return None
            left -= event == "line"
            if left == 0 and event == "line":
                signal.raise_signal(signal.SIGINT)
            return trace

        before, told = sys.gettrace(), list[int]()
        sys.settrace(trace)
        try:
            run.play(5, progress=told.append)
        except KeyboardInterrupt:
            pass
        else:
            break
        finally:
            sys.settrace(before)
        assert run.summary == expected[run.summary.games]
        assert run.asked == run.summary.games >= sum(told)
        seen.add(run.summary.games)
        at += 7
    assert len(seen) >= 5
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_interrupts_that_are_entered_twice_wait_for_one_another() -> None:
    """Two runs that play alternately share one signal handler, which is removed when the last run ends."""
    with Interrupts() as one, Interrupts() as two:
        two.counting()
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            one.counted()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


IMPORTING = """
import signal, sys
class Interrupting:
    left = int(sys.argv.pop(1))
    def find_spec(self, *_):
        self.left -= 1
        if self.left == 0:
            signal.raise_signal(signal.SIGINT)
sys.meta_path.insert(0, Interrupting())
from interpreter.cli import main
sys.argv[0] = "gamespec"
main()
"""
"""Program that runs the command and interrupts it at the import whose number is the first argument."""


@pytest.mark.long("processes")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("number", [5, 12, 60, 150, 260, 400])
def test_an_interrupt_while_a_command_starts(number: int) -> None:
    """An interrupt during any import ends the command with status 130 and a single line, without a traceback.

    The first four imports are skipped, because they belong to the package itself.
    """
    command = [sys.executable, "-c", IMPORTING, str(number), "simulate", "pig", "--games", "100000000"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")


TEXT = """
import sys
from interpreter.cli import main
from interpreter.cli.play import list
list.command.callback = lambda **_: exec("raise KeyboardInterrupt")
sys.argv = ["gamespec", "list"]
main()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
def test_an_interrupt_in_a_text_that_is_executed() -> None:
    """An interrupt in code that is run by `exec` also ends the command with status 130.

    Without special care, Python would kill itself with the signal. Dataclasses, for example, are created with
    `exec`.
    """
    done = subprocess.run(
        [sys.executable, "-c", TEXT], capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.returncode, done.stderr.strip()) == (130, "interrupted")
