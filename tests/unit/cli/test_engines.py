"""Tests that reports depend neither on `--engine` nor on the number of threads that `--jobs` sets."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest
from long_checks import sampled
from waiting import PATIENCE, busy, until

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

TELLING = """
import sys
from interpreter.cli import main
from interpreter.simulate.plans import Plan
from interpreter.simulate.runs import Run
def telling(played):
    def told(self, *given):
        print("playing", flush=True)
        return played(self, *given)
    return told
Plan.games, Run.stream = telling(Plan.games), telling(Run.stream)
sys.argv[0] = "gamespec"
main()
"""
"""Program that runs the command and prints `playing` just before the first game begins."""

TIMINGS = {"seconds", "decisions_per_second", "memory"}
"""Keys of the JSON report whose values vary between runs or between engines."""

WITHOUT = """
import sys
sys.modules["wasmtime"] = None
from interpreter.cli import main
sys.argv[0] = "gamespec"
main()
"""
"""Program that runs the command as if wasmtime were missing."""

SLOW = """
language: 1
game: slow
title: Slow
players: 2
variables: {x: {type: 0..9}}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 1..2, where: "sum(a in 1..99: sum(b in 1..99: sum(c in 1..40: (a+c) % n))) > x"}}
limit: {decisions: 100000, then: draw}
"""
"""Game with up to 100,000 decisions. Each takes about 800,000 units of work, a fifth of the budget."""

ENDLESS = SLOW.replace(
    "sum(a in 1..99: sum(b in 1..99: sum(c in 1..40: (a+c) % n))) > x",
    "any(a in 1..99: any(b in 1..99: any(c in 1..99: any(d in 1..99: any(e in 1..99: a + e < x)))))",
)
"""Game in which a single decision would take ten billion units of work and so uses up the whole budget."""


def report(text: str) -> dict[str, Any]:
    """Return the parsed JSON report without the keys in `TIMINGS`."""
    return {name: value for name, value in json.loads(text).items() if name not in TIMINGS}


@pytest.mark.parametrize("game", sampled(["goofspiel", "liars-dice", "trapper"], "commands", 3))
def test_either_engine_reports_the_same(run: Run, game: str) -> None:
    """Both engines give exactly the same report, whatever the number of threads."""
    asked = ("simulate", game, "--games", "25", "--seed", "6", "--format", "json")
    reports = [
        report(run(*asked, *more).stdout)
        for more in (
            (),
            ("--engine", "definitional"),
            ("--engine", "compiled", "--jobs", "1"),
            ("--jobs", "3"),
        )
    ]
    assert reports[0]["games"] == 25
    assert all(other == reports[0] for other in reports)


def test_either_engine_counts_the_same(run: Run) -> None:
    """Either engine counts the published 4, 12, 56 and 244 histories of Othello at depths 1 to 4."""
    for more in ((), ("--engine", "definitional"), ("--engine", "compiled")):
        outcome = run("perft", "othello", "--depth", "4", "--format", "json", *more)
        assert json.loads(outcome.stdout)["histories"] == [4, 12, 56, 244]


@pytest.mark.parametrize(
    ("arguments", "fact"),
    [
        (("perft", "pig", "--depth", "2", "--engine", "compiled"), "games without chance"),
        (("perft", "tic-tac-toe", "--full", "--engine", "compiled"), "only from the beginning"),
        (("simulate", "pig", "--engine", "other"), "`other` is not one of"),
        (("simulate", "pig", "--jobs", "0"), "0 is not in the range"),
    ],
)
def test_what_an_engine_does_not_do_is_said(run: Run, arguments: tuple[str, ...], fact: str) -> None:
    """A request that the chosen engine cannot serve is refused, and the error gives the reason.

    There is no silent fallback to the other engine.
    """
    outcome = run(*arguments)
    assert outcome.exit_code == 2
    assert fact in outcome.stderr


def without(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a separate process, as if wasmtime were not installed."""
    command = [sys.executable, "-c", WITHOUT, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.long("processes")
def test_without_wasmtime_the_definitional_engine_plays_and_says_so_once(run: Run) -> None:
    """Without wasmtime, the definitional engine plays and gives the same report, with a single note.

    An explicit `--engine compiled` is refused.
    """
    asked = ("simulate", "pig", "--games", "5", "--format", "json")
    outcome = without(*asked)
    assert outcome.returncode == 0, outcome.stderr
    assert report(outcome.stdout) == report(run(*asked).stdout)
    assert outcome.stderr == (
        "note: the compiled engine needs wasmtime, which is not installed; the definitional engine plays\n"
    )
    assert without(*asked, "--engine", "definitional").stderr == ""
    named = without(*asked, "--engine", "compiled")
    assert named.returncode == 2
    assert "error: the compiled engine needs wasmtime, which is not installed" in named.stderr


def test_without_wasmtime_nothing_is_counted() -> None:
    """Without wasmtime, `profile` is refused because it can count instructions only in compiled code."""
    outcome = without("profile", "pig", "--games", "2")
    assert outcome.returncode == 2
    assert outcome.stdout == ""
    assert "error: profiling needs the compiled engine and wasmtime, which is not installed" in outcome.stderr


NO_PLAY = [("--help",), ("validate", "pig"), ("simulate", "--help"), ("profile", "--help"), ("list",)]


@pytest.mark.long("processes")
def test_who_does_not_play_does_not_import_wasmtime() -> None:
    """Commands that do not play a game import neither wasmtime nor the compiler.

    All of them run in one process, which prints the imported modules after each command.
    """
    said = "import sys\nfrom interpreter.cli import main\n"
    for arguments in NO_PLAY:
        said += f"sys.argv = ['gamespec', *{arguments!r}]\ntry:\n    main()\nexcept SystemExit:\n    pass\n"
        said += "print([m for m in sys.modules if m.startswith(('wasmtime', 'interpreter.compiled'))])\n"
    outcome = subprocess.run([sys.executable, "-c", said], capture_output=True, text=True, check=True)
    lists = [line for line in outcome.stdout.splitlines() if line.startswith("[")]
    assert lists == ["[]"] * len(NO_PLAY)


@pytest.mark.long("processes")
@pytest.mark.skipif(sys.platform == "win32", reason="signals are others there")
@pytest.mark.parametrize("text", [SLOW, ENDLESS])
def test_ctrl_c_answers_at_once(text: str, tmp_path: Path) -> None:
    """Ctrl-C stops the command at once, even in the middle of a decision that would take hours."""
    path = tmp_path / "game.yaml"
    path.write_text(text, encoding="utf-8")
    words = ["simulate", str(path), "--games", "1000000000", "--engine", "compiled"]
    command = [sys.executable, "-c", TELLING, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "playing\n"
        begun = busy(process.pid)
        until(lambda: busy(process.pid) > begun + 0.3)
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert said.endswith("interrupted\n")
