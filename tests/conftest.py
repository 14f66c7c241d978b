"""Golden files: expected outputs that one flag rewrites, never in CI. Long checks: run with `--long` only.

`mistakes` tells what is wrong with a game, by the checker or, where that finds no error, in a playout, or in
what its scenarios say.
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
settings.load_profile("untimed")  # how long an example takes depends on what else the machine does

MOST_DECISIONS = 1000

OBJECTS = 50_000
"""After so many new objects what is left over in cycles is sought."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """The flag that rewrites golden files, and the one that selects long checks."""
    parser.addoption(
        "--update-golden", action="store_true", help="rewrite expected outputs with what comes out now"
    )
    parser.addoption(
        "--long",
        action="append",
        default=[],
        metavar="CHECK",
        help="run a long check, and no other tests",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Make `long` known; keep no compiled code; rewrite no golden files in CI: nobody would read them.

    What shells start in the background ignores interrupts, and so would all commands that tests start.
    """
    os.environ.setdefault("GAMESPEC_CACHE", "")  # of tests; those of the cache have folders of their own
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "long(check): belongs to a long check, and is run with --long only")
    try:
        chosen({*config.getoption("--long")})
    except ValueError as error:
        raise pytest.UsageError(*error.args) from None
    if config.getoption("--update-golden") and os.environ.get("CI"):
        message = "golden files are not rewritten in CI"
        raise pytest.UsageError(message)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Select the tests of the long checks that are named, or those that belong to none."""
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
    """The long check to which a test belongs, or `""`. Raises `pytest.UsageError` if there is none such."""
    mark = item.get_closest_marker("long")
    if mark is None:
        return ""
    (name,) = mark.args
    if name not in CHECKS:
        message = f"{item.nodeid}: there is no long check `{name}` in tests/long_checks.py"
        raise pytest.UsageError(message)
    return str(name)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say how many tests a machine without a browser has left out."""
    line = left_out(terminalreporter.stats.get("skipped", []))
    if line is not None:
        terminalreporter.line(line, yellow=True)


def pytest_collection_finish() -> None:
    """Python seeks what is left over in cycles less often, and not in what is there before the first test.

    Checking and compiling make many small objects; as often as it seeks by itself, that takes an eighth of
    the time of the tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[Path, str], None]:
    """Hold a text against the golden file at a path, or write it there with `--update-golden`."""

    def compare(path: Path, text: str) -> None:
        assert "Traceback (most recent call last)" not in text, f"{path} would show a crash:\n{text}"
        if request.config.getoption("--update-golden"):
            path.write_text(f"{text}\n", encoding="utf-8")
        expected = path.read_text(encoding="utf-8") if path.is_file() else ""
        assert f"{text}\n" == expected, f"{path} (rewrite it with --update-golden)"

    return compare


def _playout(spec: Spec) -> tuple[Diagnostic, ...]:
    """The fault to which always taking the first option leads, if it leads to one."""
    compiled = spec.compiled()
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
    """What is wrong with what the scenarios of a game say."""
    scenarios, found = load_scenarios(spec)
    return found + tuple(d for each in scenarios for d in run_scenario(spec, each).diagnostics)


@pytest.fixture
def mistakes() -> Callable[[Path], tuple[Diagnostic, ...]]:
    """What the checker reports of a file; if it can be played, the fault of a playout, or its scenarios."""

    def find(path: Path) -> tuple[Diagnostic, ...]:
        checked = check(path)
        if checked.spec is None:
            return checked.diagnostics
        return _playout(checked.spec) or (*checked.diagnostics, *_in_scenarios(checked.spec))

    return find
