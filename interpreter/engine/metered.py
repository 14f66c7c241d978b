"""Metered games: how much of the work that they do each step and each expression does.

A metered machine does what the usual one does. Around each closure that may take from the budget it looks at
what is left before and after; what the closures inside it have taken is theirs. An instruction that is run
takes a unit more; of those that are only tried, the question that tries them pays the units.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.budget import BUDGET
from interpreter.engine.context import Context, Operation, Position
from interpreter.engine.evaluate import Evaluator
from interpreter.engine.machine import Machine
from interpreter.engine.machines import Machines
from interpreter.engine.tiling import Tiling
from interpreter.play.options import Option, Value

__all__ = ["Meter", "MeteredMachines"]

_FREE = (x.Const, x.Fixed, x.Variable, x.Me, x.Column, x.Load, x.Bank, x.Less, x.Not, x.And, x.Or, x.If)


@dataclass(slots=True)
class Meter:
    """Units of work (reference 15.1) by place, and how often each place was gone through.

    `units` are those of a place without what stands in it, `whole` those with it. `most` is the greatest
    number of units from one question to the next.
    """

    units: Counter[int] = field(default_factory=Counter)
    whole: Counter[int] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    most: int = 0
    running: bool = False
    inside: int = 0
    trying: int = 0
    since: int = 0

    def question(self) -> None:
        """From here on work is done for the next question."""
        self.most = max(self.most, self.since)
        self.since = 0

    def note(self, at: int, taken: int, unit: int = 0) -> None:
        """Note that a place was gone through, what was taken there, and a unit beside it."""
        self.times[at] += 1
        self.add(at, taken, unit)

    def add(self, at: int, taken: int, unit: int = 0) -> None:
        """Note what was taken at a place, of which some was taken `inside`."""
        units = taken - self.inside + unit
        self.units[at] += units
        self.whole[at] += taken + unit
        self.since += units

    @contextmanager
    def counting(self) -> Iterator[None]:
        """While this lasts, what is computed is counted."""
        self.running, self.inside, self.trying = True, 0, 0
        try:
            yield
        finally:
            self.running = False


class MeteredMachines(Machines):
    """Machines that are metered. While they are `running`, games that begin are."""

    def __init__(self) -> None:
        self.meter = Meter()

    def made(self, program: Program) -> Machine:
        """A new machine that is metered."""
        return _MeteredMachine(program, self.meter)


class _MeteredEvaluator(Evaluator):
    """An evaluator whose closures tell what they take from the budget.

    It keeps no results: what those cost would be told of the application, not of what they go through.
    """

    keeps = False

    def __init__(self, program: Program, tilings: Sequence[Tiling], meter: Meter) -> None:
        super().__init__(program, tilings)
        self.meter = meter

    def _compile(self, node: x.Expression) -> Any:
        usual = super()._compile(node)
        if isinstance(node, _FREE) or (isinstance(node, x.Local) and not node.domain.is_list):
            return usual
        return self.metered(usual, node.at)

    def metered(self, usual: Callable[[Position], Any], at: int) -> Callable[[Position], Any]:
        """A function that does what another does, and notes what it takes."""
        scratch, meter = self.scratch, self.meter

        def told(p: Position) -> Any:
            if not meter.running:
                return usual(p)
            before, outside, meter.inside = scratch[0], meter.inside, 0
            value = usual(p)
            taken = before - scratch[0]
            meter.note(at, taken)
            meter.inside = outside + taken
            return value

        return told


class _MeteredMachine(Machine):
    """A machine that meters what it runs."""

    evaluator: _MeteredEvaluator

    def __init__(self, program: Program, meter: Meter) -> None:
        self.meter = meter
        super().__init__(program)
        self._operations = tuple(
            self._metered(usual, i.at) for usual, i in zip(self._operations, program.code, strict=True)
        )

    def make_evaluator(self) -> Evaluator:
        """The evaluator of this machine."""
        return _MeteredEvaluator(self.program, self.tilings, self.meter)

    def run(self, p: Position, context: Context) -> None:
        """Run until a decision is due or the game is over. Raises `Fault`."""
        with self.meter.counting():
            super().run(p, context)
        self.meter.question()

    def answer(self, p: Position, option: Option, context: Context) -> None:
        """Give the pending decision an answer; `run` goes on from there."""
        place, meter = self.pending(p).at, self.meter
        with meter.counting():
            super().answer(p, option, context)
            meter.add(place, BUDGET - self.evaluator.scratch[0])

    def trial(self, p: Position, site: int | None, action: int, values: tuple[Value, ...]) -> Position:
        """The position after an action's steps. Raises `Fault`."""
        self.meter.trying += 1
        try:
            return super().trial(p, site, action, values)
        finally:
            self.meter.trying -= 1

    def _metered(self, usual: Operation, at: int) -> Operation:
        """The operation of an instruction, noting what it takes, and the unit that each takes."""
        scratch, meter = self.evaluator.scratch, self.meter

        def operation(p: Position, context: Context) -> int:
            before, outside, meter.inside = scratch[0], meter.inside, 0
            following = usual(p, context)
            taken = before - scratch[0]
            meter.note(at, taken, unit=0 if meter.trying else 1)
            meter.inside = outside + taken
            return following

        return operation

    def _finish(self, p: Position, outcome: int, context: Context) -> int:
        """End the game; what places and scores take, which have budgets of their own, is not counted."""
        before = self.evaluator.scratch[0]
        self.meter.running = False
        following = super()._finish(p, outcome, context)
        self.evaluator.scratch[0] = before
        return following
