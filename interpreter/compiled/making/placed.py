"""Makes a module that records the origins of its instructions, so that they can be counted or checked."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from interpreter.compiled.analysis.blocks import Runs
from interpreter.compiled.analysis.liveness import Liveness
from interpreter.compiled.course.changes import Changes
from interpreter.compiled.course.flow import Flow
from interpreter.compiled.course.module import Emitters
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.making.origins import Origins, PlacedExpressions, PlacedFlow, PlacedOptions
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.options.trials import Trials
from interpreter.compiled.unit.unit import Unit

__all__ = ["Placed", "deep"]

DEEP = 8000
"""Python's recursion limit while a module is made."""


class Placed(Emitters):
    """Creates emitters that record the origins of the instructions that they emit."""

    def __init__(self) -> None:
        self.origins = Origins()

    def expressions(self, unit: Unit) -> Expressions:
        """Return an emitter for expressions that records the place of each expression."""
        made = PlacedExpressions(unit)
        made.origins = self.origins
        return made

    def options(self, unit: Unit, expressions: Expressions, trials: Trials) -> RankedOptions:
        """Return an emitter for the functions that list options, which records the places of the options."""
        made = PlacedOptions(unit, expressions, trials)
        made.origins = self.origins
        return made

    def flow(  # noqa: PLR0913 - as `Flow` takes them
        self,
        unit: Unit,
        held: Liveness,
        changes: Changes,
        options: RankedOptions,
        ranking: Ranking,
        runs: Runs,
    ) -> Flow:
        """Return an emitter for a function that runs a program, which records the places of its steps."""
        made = PlacedFlow(unit, held, changes, options, ranking, runs)
        made.origins = self.origins
        return made


@contextmanager
def deep() -> Iterator[None]:
    """Raise Python's recursion limit inside the context.

    Recording origins doubles the number of nested calls for each level of an expression.
    """
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, DEEP))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
