"""Observed games: an observer is notified of each step while a game runs.

An observed machine behaves like the usual one and sends notifications; games on other machines pay nothing.
There are no notifications for trials, which only test whether something is an option, nor for expressions
evaluated between runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.machines import Machines
from interpreter.kernels.tiling import Tiling
from interpreter.play.options import Option, Value

__all__ = ["ObservedMachine", "ObservedMachines", "Observer"]


class Observer(Protocol):
    """Receives notifications; `at` is a place of an instruction or expression in the program."""

    def came_to(self, at: int) -> None:
        """Receive the notification that an instruction runs."""

    def branched(self, at: int, *, held: bool) -> None:
        """Receive the outcome of a step's condition: whether it held."""

    def took(self, action: int) -> None:
        """Receive the number of the action in an answer."""

    def ended(self, entry: int) -> None:
        """Receive the entry of `end` whose condition held."""

    def follows(self, at: int) -> bool:
        """Return whether to notify of reads of a column; called while a machine is being made."""

    def read(self, at: int, row: int) -> None:
        """Receive the row (from 0) in which a column was read."""


class ObservedMachines(Machines):
    """Machines that notify an observer. While they are `running`, new games are observed."""

    def __init__(self, observer: Observer) -> None:
        self.observer = observer

    def made(self, program: Program) -> Machine:
        """Return a new observed machine."""
        return ObservedMachine(program, self.observer)


class _ObservedEvaluator(Evaluator):
    """An evaluator that notifies its `observer`, if it has one, of reads of columns.

    Expressions compiled after `made` is set belong to no instruction, and send no notifications.
    """

    def __init__(self, program: Program, tilings: Sequence[Tiling], follows: Callable[[int], bool]) -> None:
        super().__init__(program, tilings)
        self.made = False
        self.observer: Observer | None = None
        self._follows = follows

    @contextmanager
    def telling(self, observer: Observer | None) -> Iterator[None]:
        """Notify an observer, or nobody, while this is active."""
        before, self.observer = self.observer, observer
        try:
            yield
        finally:
            self.observer = before

    def _compile(self, node: x.Expression) -> Any:
        if not isinstance(node, x.Column) or self.made or not self._follows(node.at):
            return super()._compile(node)
        of, at, first = self.number(node.of), node.at, node.first

        def told(p: Position) -> int:
            value = of(p)
            if self.observer is not None:
                self.observer.read(at, value - first)
            return value

        return self._column(told, first, node.values)


class ObservedMachine(Machine):
    """A machine that notifies an observer of the instructions it runs."""

    evaluator: _ObservedEvaluator

    def __init__(self, program: Program, observer: Observer) -> None:
        self.observer = observer
        super().__init__(program)
        self.evaluator.made = True

    def make_evaluator(self) -> Evaluator:
        """Return the evaluator of this machine."""
        return _ObservedEvaluator(self.program, self.tilings, self.observer.follows)

    def run(self, p: Position, context: Context) -> None:
        """Run until a decision is pending or the game is over. Raises `Fault`."""
        with self.evaluator.telling(self.observer):
            super().run(p, context)

    def answer(self, p: Position, option: Option, context: Context) -> None:
        """Answer the pending decision; `run` goes on from there."""
        with self.evaluator.telling(self.observer):
            super().answer(p, option, context)

    def trial(self, p: Position, site: int | None, action: int, values: tuple[Value, ...]) -> Position:
        """Return the position after an action's steps, without notifications. Raises `Fault`."""
        with self.evaluator.telling(None):
            return super().trial(p, site, action, values)

    def _take(  # noqa: PLR0913 - as the usual one
        self, p: Position, at: int, decide: g.Decide, option: Option, context: Context, *, forced: bool
    ) -> int:
        if self.evaluator.observer is not None:
            self.evaluator.observer.took(option.action)
        return super()._take(p, at, decide, option, context, forced=forced)

    def _operation(self, at: int, i: g.Instruction) -> Operation:
        usual, evaluator, place = self._and_outcome(at, i), self.evaluator, i.at

        def operation(p: Position, context: Context) -> int:
            if evaluator.observer is not None:
                evaluator.observer.came_to(place)
            return usual(p, context)

        return operation

    def _and_outcome(self, at: int, i: g.Instruction) -> Operation:
        """Make the operation of an instruction that notifies of its outcome."""
        match i:
            case g.BranchUnless():
                return self._branch(at, i)
            case g.CheckEnd():
                return self._check(super()._operation(at, i))
            case _:
                return super()._operation(at, i)

    def _branch(self, at: int, i: g.BranchUnless) -> Operation:
        condition, evaluator, place, to = self.evaluator.number(i.condition), self.evaluator, i.at, i.to

        def branch(p: Position, _: Context) -> int:
            held = bool(condition(p))
            if evaluator.observer is not None:
                evaluator.observer.branched(place, held=held)
            return at + 1 if held else to

        return branch

    def _check(self, usual: Operation) -> Operation:
        evaluator = self.evaluator

        def check(p: Position, context: Context) -> int:
            following = usual(p, context)
            if evaluator.observer is not None and p[Head.OUTCOME] >= Head.END:
                evaluator.observer.ended(p[Head.OUTCOME] - Head.END)
            return following

        return check
