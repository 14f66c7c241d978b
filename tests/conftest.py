"""Golden files, which a flag rewrites outside CI, and long checks, which `--long` selects.

The fixture `mistakes` returns the diagnostics of a game, which are those of the checker or, if it finds no
error, those of a playout or of the game's scenarios.
"""

from __future__ import annotations

import gc
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from chromium import left_out
from games_of import game_of
from hidden_games import walked
from hypothesis import HealthCheck, settings
from long_checks import CHECKS, chosen
from shipped import share

from gamespec.loader import check
from interpreter import Fault, Game
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.words import diagnose

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.loader import Spec
    from gamespec.text.diagnostics import Diagnostic

__all__ = ["game_of", "walked"]

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")  # the duration of an example depends on the machine's load

share()

MOST_DECISIONS = 1000

OBJECTS = 400_000
"""Number of new objects after which Python's cycle collector runs.

The checker, the compiler and imports create many small objects that live long. With Python's default
threshold, collection takes an eighth of the tests' time.
"""
gc.set_threshold(OBJECTS)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the flag that rewrites golden files, and the option that selects long checks."""
    parser.addoption(
        "--update-golden", action="store_true", help="replace the expected outputs by the current ones"
    )
    parser.addoption(
        "--long",
        action="append",
        default=[],
        metavar="CHECK",
        help="run the tests of a long check, and no others",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark `long`, disable the code cache, and forbid rewriting golden files in CI.

    Processes that a shell starts in the background ignore interrupts, and all commands that the tests start
    would inherit this, so the default handler is restored.
    """
    os.environ.setdefault("GAMESPEC_CACHE", "")  # the tests of the cache have folders of their own
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "long(check): belongs to a long check, which runs only with --long")
    try:
        chosen({*config.getoption("--long")})
    except ValueError as error:
        raise pytest.UsageError(*error.args) from None
    if config.getoption("--update-golden") and os.environ.get("CI"):
        message = "golden files are not rewritten in CI"
        raise pytest.UsageError(message)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the tests of the selected long checks or, if none is selected, the tests outside all checks."""
    names = chosen({*config.getoption("--long")})
    left: list[pytest.Item] = []
    selected: list[pytest.Item] = []
    for item in items:
        check = check_of(item)
        (selected if check in names or not (check or names) else left).append(item)
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = selected


def check_of(item: pytest.Item) -> str:
    """Return the name of the long check to which a test belongs, or `""`.

    Raises `pytest.UsageError` if there is no such check.
    """
    mark = item.get_closest_marker("long")
    if mark is None:
        return ""
    (name,) = mark.args
    if name not in CHECKS:
        message = f"{item.nodeid}: there is no long check `{name}` in tests/long_checks.py"
        raise pytest.UsageError(message)
    return str(name)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report how many tests were skipped because the machine has no browser."""
    line = left_out(terminalreporter.stats.get("skipped", []))
    if line is not None:
        terminalreporter.line(line, yellow=True)


def pytest_collection_finish() -> None:
    """Exclude objects that exist before the first test from cycle collection."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Return a function that compares a text with a golden file, or writes it with `--update-golden`."""

    def compare(path: Path, text: str) -> None:
        assert "Traceback (most recent call last)" not in text, f"{path} would show a crash:\n{text}"
        if request.config.getoption("--update-golden"):
            path.write_text(f"{text}\n", encoding="utf-8")
        expected = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert f"{text}\n" == expected, f"{path} (rewrite it with --update-golden)"

    return compare


def _playout(spec: Spec) -> tuple[Diagnostic, ...]:
    """Play a game by always taking the first option, and return the diagnostic of the fault if one occurs.

    The program checks the game's invariants.
    """
    compiled = spec.compiled(checked=True)
    try:
        game = Game(compiled.program)
        for _ in range(MOST_DECISIONS):
            if game.over:
                break
            game.apply(game.options[0])
    except Fault as fault:
        return (diagnose(fault, compiled.names),)
    return ()


def _in_scenarios(spec: Spec) -> tuple[Diagnostic, ...]:
    """Return the diagnostics that running a game's scenarios yields."""
    scenarios, found = load_scenarios(spec)
    return found + tuple(d for each in scenarios for d in run_scenario(spec, each).diagnostics)


@pytest.fixture
def mistakes() -> Callable[[Path], tuple[Diagnostic, ...]]:
    """Return a function that finds all diagnostics of a game's file.

    If the checker reports no error, they include those of a playout and of the scenarios.
    """

    def find(path: Path) -> tuple[Diagnostic, ...]:
        checked = check(path)
        if checked.spec is None:
            return checked.diagnostics
        return _playout(checked.spec) or (*checked.diagnostics, *_in_scenarios(checked.spec))

    return find
