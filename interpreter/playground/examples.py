"""The scenarios of the edited game, run a few at a time, so that the page can ask for other things, too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from interpreter.playground.told import placed, told
from interpreter.scenario import load_scenarios, run_scenario

if TYPE_CHECKING:
    from gamespec.spec import Spec

__all__ = ["Examples"]

MOMENT = 0.1
"""Seconds after which no further scenario is begun."""


class Examples:
    """The scenarios of a game. `names` maps the names of sources to the names of files in the editor."""

    def __init__(self, spec: Spec, names: Mapping[str, str]) -> None:
        self._spec, self._names = spec, names
        self._scenarios, _ = load_scenarios(spec)

    def listed(self) -> list[dict[str, Any]]:
        """Return the scenarios in order, as dicts that can be written as JSON."""
        return [
            {"id": each.id, "title": each.title, **placed(each.place("id"), self._names)}
            for each in self._scenarios
        ]

    def run(self, begin: int, language: str) -> list[dict[str, Any]]:
        """Run scenarios for a moment, from the one with a number on. Return whether and why they fail."""
        ran: list[dict[str, Any]] = []
        end = perf_counter() + MOMENT
        for scenario in self._scenarios[begin:]:
            outcome = run_scenario(self._spec, scenario, language=language)
            ran.append({
                "passed": outcome.passed,
                "report": self._named(outcome.report),
                "diagnostics": told(outcome.diagnostics, self._names),
            })  # fmt: skip
            if perf_counter() > end:
                break
        return ran

    def _named(self, report: str) -> str:
        """Return a report in which files have the names of the editor."""
        paths = sorted(self._names, key=len, reverse=True)
        return re.sub("|".join(map(re.escape, paths)), lambda found: self._names[found[0]], report)
