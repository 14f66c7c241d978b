"""Tests that every command keeps to the exit statuses of `docs/reference/output.md`.

What holds for all commands is tried with each: wrong use, a missing file, an interrupt, a bug. What ends a
command with 1 stands in a table of the page; each row that names something has an example here.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import pytest

from interpreter.cli.app import COMMANDS, cli
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.test import watch
from interpreter.serve import server

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]

PAGE = Path(__file__).parents[3] / "docs" / "reference" / "output.md"
EVERY = pytest.mark.parametrize("name", COMMANDS)

FINE: dict[str, tuple[str, ...]] = {
    "init": ("init", "fresh"),
    "validate": ("validate", "heap"),
    "fmt": ("fmt", "heap", "--diff"),
    "explain": ("explain", "GS201"),
    "show": ("show", "heap"),
    "rules": ("rules", "heap"),
    "icons": ("icons", "paw"),
    "migrate": ("migrate", "heap/game.yaml", "--check"),
    "schema": ("schema",),
    "test": ("test", "heap"),
    "watch": ("watch", "heap"),
    "fuzz": ("fuzz", "heap", "--seconds", "0.1"),
    "perft": ("perft", "heap", "--depth", "2"),
    "profile": ("profile", "heap", "--games", "2"),
    "list": ("list",),
    "play": ("play", "heap"),
    "serve": ("serve", "heap"),
    "simulate": ("simulate", "heap", "--games", "2"),
    "report": ("report", "heap", "--games", "2", "-o", "report.html"),
    "ladder": ("ladder", "heap", "--bots", "random,greedy", "--games", "2", "--players", "2"),
    "solve": ("solve", "heap"),
    "diff": ("diff", "heap", "--set", "size=9"),
    "compare": ("compare", "heap", "--set", "size=9", "--games", "2"),
    "sweep": ("sweep", "heap", "--set", "size=5,6", "--games", "2"),
    "compile": ("compile", "heap"),
    "docs": ("docs", "bands"),
    "completion": ("completion", "bash"),
}
"""Uses that end with 0."""

FINDS: dict[str, tuple[str, ...]] = {
    "init": ("init", "fresh", "--from", "broken"),
    "validate": ("validate", "broken"),
    "fmt": ("fmt", "odd.yaml"),
    "show": ("show", "broken"),
    "rules": ("rules", "broken"),
    "icons": ("icons", "qqqqqqqq"),
    "migrate": ("migrate", "odd.yaml"),
    "test": ("test", "broken"),
    "fuzz": ("fuzz", "broken", "--seconds", "0.1"),
    "perft": ("perft", "faulty", "--full"),
    "profile": ("profile", "broken"),
    "play": ("play", "broken"),
    "serve": ("serve", "broken"),
    "replay": ("replay", "odd.yaml"),
    "simulate": ("simulate", "faulty", "--games", "9"),
    "report": ("report", "broken", "-o", "report.html"),
    "ladder": ("ladder", "broken", "--bots", "random,greedy"),
    "solve": ("solve", "faulty"),
    "learn": ("learn", "broken", "-o", "new.policy"),
    "diff": ("diff", "heap", "broken"),
    "compare": ("compare", "heap", "broken"),
    "sweep": ("sweep", "broken", "--set", "size=5,6"),
    "compile": ("compile", "broken"),
    "print": ("print", "broken", "-o", "sheets.pdf"),
}
"""Uses that end with 1."""


@pytest.fixture(autouse=True)
def here(heap: Path, broken: Path, faulty: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make the folder with a sound, a broken and a faulty game the current one, and return it.

    The commands that go on until somebody stops them end at once.
    """
    assert {heap.parent, broken.parent, faulty.parent} == {heap.parent}
    monkeypatch.chdir(heap.parent)
    monkeypatch.setattr(watch, "wakes", lambda *_: ())
    monkeypatch.setattr(server, "run", lambda *_: None)
    (heap.parent / "odd.yaml").write_text("a: [1\n", encoding="utf-8")
    return heap.parent


def rows() -> dict[str, str]:
    """Return what ends each command with 1, as the page says it."""
    text = PAGE.read_text(encoding="utf-8").partition("## Exit statuses")[2].partition("\n## ")[0]
    listed = re.findall(r"^\| (`[a-z`, ]+`) \| (.*) \|$", text, re.MULTILINE)
    return {name: says for names, says in listed for name in re.findall("`([a-z]+)`", names)}


def instead(monkeypatch: pytest.MonkeyPatch, name: str, does: Callable[[], object]) -> None:
    """Make a command do something else than it does, without any of its arguments."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    monkeypatch.setattr(command, "callback", lambda **_: does())
    monkeypatch.setattr(command, "params", [])


def raised(error: BaseException) -> Callable[[], object]:
    """Return a function that raises an exception."""

    def raising() -> Any:
        raise error

    return raising


def test_the_table_lists_the_statuses() -> None:
    """The first table of the page lists exactly the statuses that there are."""
    text = PAGE.read_text(encoding="utf-8").partition("## Exit statuses")[2]
    listed = [int(number) for number in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)]
    assert listed == [int(status) for status in Status]


def test_the_table_lists_every_command() -> None:
    """The second table has a row for each command, and an example here for each that can end with 1."""
    assert set(rows()) == set(COMMANDS)
    assert {name for name, says in rows().items() if not says.startswith("nothing")} == set(FINDS)


@pytest.mark.parametrize("name", FINE)
def test_all_is_well(run: Run, name: str) -> None:
    """A command that finds nothing to report ends with 0."""
    outcome = run(*FINE[name])
    assert outcome.exit_code == Status.OK, outcome.output


@EVERY
def test_help_is_all_well(run: Run, name: str) -> None:
    """The help of a command ends with 0."""
    assert run(name, "--help").exit_code == Status.OK


@pytest.mark.parametrize("name", FINDS)
def test_something_is_found(run: Run, name: str) -> None:
    """A command that finds something to mend ends with 1, and says what."""
    outcome = run(*FINDS[name])
    assert outcome.exit_code == Status.FOUND, outcome.output
    assert outcome.output


@EVERY
def test_wrong_use(run: Run, name: str) -> None:
    """An unknown option, and arguments that name nothing or are too many, end a command with 2 and a reason.

    Only `icons` takes any words.
    """
    places = [(name, *["no/such/place"] * 9)] if name != "icons" else []
    for arguments in ((name, "--no-such-option"), *places):
        outcome = run(*arguments)
        assert outcome.exit_code == Status.COULD_NOT_RUN, outcome.output
        assert outcome.stderr.startswith("error: ")


@EVERY
@pytest.mark.parametrize(
    "error", [Stop("there is no such thing"), FileNotFoundError(2, "no such file or directory", "x.yaml")]
)
def test_a_command_that_cannot_run(
    run: Run, name: str, error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An error of the user's or of the system's ends a command with 2 and one line."""
    instead(monkeypatch, name, raised(error))
    outcome = run(name)
    assert outcome.exit_code == Status.COULD_NOT_RUN
    assert re.fullmatch(r"error: .*\n", outcome.output)


@EVERY
def test_an_interrupt(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C ends a command with 130 and one word."""
    instead(monkeypatch, name, raised(KeyboardInterrupt()))
    outcome = run(name)
    assert (outcome.exit_code, outcome.output.strip()) == (Status.INTERRUPTED, "interrupted")


@EVERY
def test_a_bug(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug ends a command with 70 and says that it is one, without a traceback."""
    instead(monkeypatch, name, raised(ZeroDivisionError("division by zero")))
    outcome = run(name)
    assert outcome.exit_code == Status.BUG
    assert outcome.stderr.startswith(
        "error: this is a bug in gamespec: ZeroDivisionError: division by zero\n"
    )
    assert "Traceback" not in outcome.output


def test_the_worst_status_counts(run: Run) -> None:
    """Of several games the worst status decides, and the others are checked all the same."""
    for command in ("validate", "test"):
        assert run(command, "heap", "broken").exit_code == Status.FOUND
        outcome = run(command, "nosuch", "broken", "heap")
        assert outcome.exit_code == Status.COULD_NOT_RUN
        assert "unknown name `haep`" in outcome.output
