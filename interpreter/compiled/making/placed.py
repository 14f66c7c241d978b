"""A module with recorded origins of its instructions, so that it can be counted or checked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.compiled.analysis.blocks import Runs
from interpreter.compiled.analysis.held import Held
from interpreter.compiled.course.changes import Changes
from interpreter.compiled.course.flow import Flow
from interpreter.compiled.course.module import Emitters
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.making.origins import Origins, PlacedExpressions, PlacedFlow, PlacedOptions
from interpreter.compiled.options.options import Options
from interpreter.compiled.options.trials import Trials
from interpreter.compiled.unit.unit import Unit

__all__ = ["Placed", "deep"]

DEEP = 8000
"""Recursion limit of Python while a module is made."""


class Placed(Emitters):
    """Emitters that note where instructions come from."""

    def __init__(self) -> None:
        self.origins = Origins()

    def expressions(self, unit: Unit) -> Expressions:
        """What emits expressions, with places."""
        made = PlacedExpressions(unit)
        made.origins = self.origins
        return made

    def options(self, unit: Unit, expressions: Expressions, trials: Trials) -> Options:
        """What emits the functions that list options, with places."""
        made = PlacedOptions(unit, expressions, trials)
        made.origins = self.origins
        return made

    def flow(  # noqa: PLR0913 - as `Flow` takes them
        self, unit: Unit, held: Held, changes: Changes, options: Options, ranking: Ranking, runs: Runs
    ) -> Flow:
        """What emits a function that runs a program, with places."""
        made = PlacedFlow(unit, held, changes, options, ranking, runs)
        made.origins = self.origins
        return made


@contextmanager
def deep() -> Iterator[None]:
    """While this lasts, trees may be deeper: who notes them doubles the calls for each level."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
