"""Tests for the command group and for the way it reports failures."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Never

import click
import pytest

import gamespec
from interpreter.cli.app import COMMANDS, cli

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]

HEAVY = ("rich", "yaml", "lark", "jsonschema", "interpreter.engine", "interpreter.compiled")


def command_line(*arguments: str) -> list[str]:
    """Return the command line that runs `gamespec` with these arguments in a separate process."""
    return [sys.executable, "-m", "gamespec", *arguments]


def test_help_lists_every_command(run: Run) -> None:
    """`gamespec --help` lists each command with its description."""
    shown = run("--help")
    assert shown.exit_code == 0
    for name, says in COMMANDS.items():
        assert f"{name} " in shown.stdout
        assert says in shown.stdout


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_the_same_of_itself(name: str) -> None:
    """The table of commands repeats each command's name and the first line of its help."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    assert command.name == name
    assert (command.help or "").splitlines()[0] == COMMANDS[name]


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_shows_an_example(run: Run, name: str) -> None:
    """`gamespec COMMAND --help` ends with an example of that command."""
    shown = run(name, "--help")
    assert shown.exit_code == 0
    assert f"Example:\n    gamespec {name}" in shown.stdout or f"Example:\n  gamespec {name}" in shown.stdout


def test_help_imports_nothing_heavy() -> None:
    """The help is shown without importing rich, YAML, the parser or the engine."""
    program = (
        f"import sys; from interpreter.cli.app import cli; print([m for m in {HEAVY} if m in sys.modules])"
    )
    outcome = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert outcome.stdout.strip() == "[]"


def test_unknown_command_is_told_with_the_nearest(run: Run) -> None:
    """A misspelled command is refused with status 2, and the error message suggests the closest name."""
    outcome = run("lisst")
    assert outcome.exit_code == 2
    assert outcome.stderr.startswith("error: there is no command `lisst`; did you mean `list`?\n")


def test_unknown_option_is_told_with_the_nearest(run: Run) -> None:
    """A misspelled option is refused with status 2, and the error message suggests the closest name."""
    outcome = run("simulate", "heap", "--game", "3")
    assert outcome.exit_code == 2
    assert "`gamespec simulate` has no option `--game`" in outcome.stderr
    assert "did you mean `--games`" in outcome.stderr


def test_version(run: Run) -> None:
    """`--version` prints a single line that begins with `gamespec`."""
    outcome = run("--version")
    assert outcome.exit_code == 0
    assert outcome.stdout.split()[0] == "gamespec"
    assert len(outcome.stdout.splitlines()) == 1


def test_a_bug_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unexpected exception is reported as a bug in gamespec, and the command exits with status 70.

    The traceback is shown only if `GAMESPEC_DEBUG` is set.
    """

    def crash() -> Never:
        raise ZeroDivisionError

    monkeypatch.setattr(gamespec, "games", crash)
    monkeypatch.delenv("GAMESPEC_DEBUG", raising=False)
    outcome = run("list")
    assert outcome.exit_code == 70
    assert "this is a bug in gamespec: ZeroDivisionError" in outcome.stderr
    assert "Traceback" not in outcome.stderr
    monkeypatch.setenv("GAMESPEC_DEBUG", "1")
    assert "Traceback" in run("list").stderr


def test_a_missing_file_is_told(run: Run, tmp_path: Path) -> None:
    """A missing file is reported in one line, with status 2."""
    for command in (("replay", tmp_path / "x.json"), ("test", "--require", tmp_path / "x.json")):
        outcome = run(*command)
        assert outcome.exit_code == 2
        assert outcome.stderr.splitlines() == [f"error: no such file or directory: `{tmp_path / 'x.json'}`"]


@pytest.mark.long("processes")
def test_a_reader_that_goes_away_ends_the_command_quietly(heap: Path) -> None:
    """A command whose output pipe is closed, as in `gamespec ... | head -1`, ends without a traceback."""
    reading, writing = os.pipe()
    process = subprocess.Popen(
        command_line("show", str(heap)), stdout=writing, stderr=subprocess.PIPE, text=True
    )
    os.close(writing)
    os.close(reading)
    _, errors = process.communicate(timeout=30)
    assert errors == ""


@pytest.mark.long("processes")
def test_interrupt_is_status_130(heap: Path) -> None:
    """Ctrl-C ends a running command with status 130 and the word `interrupted`, without a traceback."""
    arguments = command_line("play", str(heap))
    process = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    while process.stdout.read(1) not in {">", ""}:  # until it asks
        pass
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 130
    assert errors.strip() == "interrupted"


def test_module_is_the_command() -> None:
    """`python -m gamespec` runs the command."""
    outcome = subprocess.run(command_line("--help"), capture_output=True, text=True, check=True)
    assert outcome.stdout.startswith("Usage: gamespec ")


def test_another_package_in_the_way_is_named(tmp_path: Path) -> None:
    """Another distribution's package `interpreter` is neither imported nor mistaken for that of gamespec."""
    theirs = tmp_path / "interpreter" / "__init__.py"
    theirs.parent.mkdir()
    theirs.write_text("print('theirs')\n", encoding="utf-8")
    ours = str(Path(gamespec.__file__).parents[1])
    settings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), ours])}
    outcome = subprocess.run(
        command_line("list"), capture_output=True, text=True, check=False, env=settings, cwd=tmp_path
    )
    assert (outcome.returncode, outcome.stdout) == (1, "")
    assert str(theirs) in outcome.stderr
    assert "environment of its own" in outcome.stderr


@pytest.mark.long("processes")
def test_a_narrow_encoding_stops_nothing(heap: Path) -> None:
    """Characters that the terminal's encoding lacks are escaped, and the command runs to the end."""
    arguments = command_line("play", str(heap), "--seats", "random,random")
    settings = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    outcome = subprocess.run(arguments, capture_output=True, text=True, check=True, env=settings)
    assert r"\u25cf p1" in outcome.stdout
