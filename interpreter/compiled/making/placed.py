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
    """Emitters that record where instructions come from."""

    def __init__(self) -> None:
        self.origins = Origins()

    def expressions(self, unit: Unit) -> Expressions:
        """Return the emitter of expressions that records places."""
        made = PlacedExpressions(unit)
        made.origins = self.origins
        return made

    def options(self, unit: Unit, expressions: Expressions, trials: Trials) -> Options:
        """Return the emitter of the functions that list options, which records places."""
        made = PlacedOptions(unit, expressions, trials)
        made.origins = self.origins
        return made

    def flow(  # noqa: PLR0913 - as `Flow` takes them
        self, unit: Unit, held: Held, changes: Changes, options: Options, ranking: Ranking, runs: Runs
    ) -> Flow:
        """Return the emitter of a function that runs a program, which records places."""
        made = PlacedFlow(unit, held, changes, options, ranking, runs)
        made.origins = self.origins
        return made


@contextmanager
def deep() -> Iterator[None]:
    """Raise Python's recursion limit inside the context: recording doubles the calls per tree level."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
