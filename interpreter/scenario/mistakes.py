"""Finds the mistakes in the text of scenarios without running them.

What a scenario says is read in the program of its game, with its players and options: so its names and types
are known, and that its assertions can fail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from gamespec.loader import Spec, SpecError
from gamespec.project import SCENARIOS
from gamespec.system.plain import is_file
from gamespec.text.diagnostics import Collector, Diagnostic
from interpreter.scenario.entries import Script
from interpreter.scenario.files import (
    Scenario,
    overlays_beside,
    overlays_named,
    owned,
    read_file,
    report_no_overlay,
)
from interpreter.scenario.prepare import Setting, prepare
from interpreter.scenario.script import read_script

__all__ = ["Load", "check_file", "mistakes_of", "read_scenario"]

Load = Callable[[str], Spec | None]
"""Loads a game by its path, or overlays by their paths with `+` between them.

The result is `None` if there is no such game, or if it has mistakes, which are for others to report.
"""


def check_file(path: Path, found: Collector, load: Load, pause: Callable[[], object] = lambda: None) -> None:
    """Report the mistakes in a file of scenarios.

    Their structure is checked first, and that no other scenario in the folder has the same id; then each of
    them is read in its game, if that can be loaded. Mistakes in variants are not reported. `pause` is called
    before each, and may raise an exception that ends the check.
    """
    scenarios = read_file(path, found)
    for scenario in scenarios:
        found.take(scenario.faults)
    if path.absolute().parent.name != SCENARIOS:
        return
    home = path.parent.parent if path.parent.name else Path("..")
    readable = [scenario for scenario in scenarios if not scenario.faults]
    for spec, scenario in _with_games(readable, home, load, found):
        pause()
        own = scenario.node.span.source
        found.take(each for each in mistakes_of(spec, scenario) if each.span.source is own)


def mistakes_of(spec: Spec, scenario: Scenario) -> tuple[Diagnostic, ...]:
    """Return the mistakes in the text of a scenario."""
    found = Collector()
    if not scenario.faults:
        read_scenario(spec, scenario, found)
    return scenario.faults or tuple(found)


def read_scenario(spec: Spec, scenario: Scenario, found: Collector) -> tuple[Setting, Script] | None:
    """Return the start of a scenario and its entries, or `None` after reporting mistakes in them."""
    try:
        setting = prepare(spec, scenario, found)
    except SpecError as error:
        found.take(error.diagnostics)
        return None
    if setting is None:
        return None
    script = read_script(setting, found)
    return None if len(found) else (setting, script)


def _with_games(
    scenarios: list[Scenario], home: Path, load: Load, found: Collector
) -> Iterator[tuple[Spec, Scenario]]:
    """Yield each scenario of the folder `home` with the game or overlays that it tests."""
    game = home / "game.yaml"
    paths = [game] if is_file(game) else overlays_beside(home)
    specs = [spec for path in paths if (spec := load(str(path))) is not None]
    for scenario in scenarios if specs else ():
        of = owned(scenario, home, specs[0])
        if of.faults:
            found.take(of.faults)
        elif is_file(game):
            yield specs[0], of
        elif of.of is None:
            report_no_overlay(of, found)
        else:
            spec = next((s for s in specs if s.overlays == of.of), None)
            spec = spec or load("+".join(map(str, overlays_named(of, specs[0]))))
            if spec is not None:
                yield spec, of
