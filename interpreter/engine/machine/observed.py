"""Machines that notify an observer of each step while a game runs.

An observed machine behaves like a usual machine, but sends notifications. Games on other machines are not
slowed down. No notifications are sent for trials, which only test whether something is an option, or for
expressions that are evaluated between runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.machine.context import Context, Operation, Position
from interpreter.engine.machine.explicit import ExplicitMachine
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.machines import Machines
from interpreter.play.options import Option, Value
from interpreter.play.tally import failed, ran, taken

__all__ = ["ObservedMachine", "ObservedMachines", "Observer", "Reaching"]


class Observer(Protocol):
    """Receives notifications from a machine.

    The parameter `number` is the number of an instruction, and `at` the place of an expression.
    """

    def came_to(self, number: int) -> None:
        """Receive the notification that an instruction other than `BranchUnless` is about to run."""

    def branched(self, number: int, *, held: bool) -> None:
        """Receive the notification that the condition of a `BranchUnless` was tested, and whether it held."""

    def took(self, action: int) -> None:
        """Receive the notification that an answer was given, with the number of its action."""

    def ended(self, entry: int) -> None:
        """Receive the number of the entry of `end` whose condition ended the game."""

    def follows(self, at: int) -> bool:
        """Return whether to send notifications when the column at `at` is read.

        A machine calls this method while it is being made.
        """

    def read(self, at: int, row: int) -> None:
        """Receive the notification that a column was read in row `row`, counted from 0."""


class Reaching:
    """An observer that hands the bits of `Tally.reached` to a function, as a game reaches them."""

    def __init__(self, program: Program, reach: Callable[[int], None]) -> None:
        self._program, self._reach = program, reach

    def came_to(self, number: int) -> None:
        """Hand over the bit of an instruction."""
        self._reach(ran(number))

    def branched(self, number: int, *, held: bool) -> None:
        """Hand over the bit of a condition."""
        self._reach(ran(number) if held else failed(number))

    def took(self, action: int) -> None:
        """Hand over the bit of an action."""
        self._reach(taken(self._program, action))

    def ended(self, entry: int) -> None:
        """Ignore how the game ended, which its result says."""

    def follows(self, at: int) -> bool:  # noqa: ARG002 - as the protocol has it
        """Return false, because columns have no bits."""
        return False

    def read(self, at: int, row: int) -> None:
        """Ignore a column."""


class ObservedMachines(Machines):
    """The machines that notify an observer. Games that are made within `running` are observed.

    `observe` makes the observer of a program.
    """

    def __init__(self, observe: Callable[[Program], Observer]) -> None:
        self._observe = observe

    def made(self, program: Program) -> Machine:
        """Return a new observed machine for the program."""
        return ObservedMachine(program, self._observe(program))

    def made_explicit(self, program: Program) -> ExplicitMachine:
        """Return a new observed machine that stops at chance nodes."""
        return _ObservedExplicitMachine(program, self._observe(program))


class _Listener:
    """Holds the observer while a game runs, and otherwise `None`. Copies of a machine share it."""

    now: Observer | None = None


class _NotifyingMachine(Machine):
    """A machine that notifies an observer of the instructions that it runs."""

    def __init__(self, program: Program, observer: Observer) -> None:
        self.observer, self.listener = observer, _Listener()
        super().__init__(program)

    @contextmanager
    def _telling(self, observer: Observer | None) -> Iterator[None]:
        """Send notifications to `observer`, or to nobody if it is `None`, until the context ends."""
        listener = self.listener
        before, listener.now = listener.now, observer
        try:
            yield
        finally:
            listener.now = before

    def run(self, p: Position, context: Context) -> None:
        """Run until a decision is pending or the game is over. Raises `Fault`."""
        with self._telling(self.observer):
            super().run(p, context)

    def answer(self, p: Position, option: Option, context: Context) -> None:
        """Answer the pending decision. The game continues with the next call of `run`."""
        with self._telling(self.observer):
            super().answer(p, option, context)

    def trial(self, p: Position, site: int | None, action: int, values: tuple[Value, ...]) -> Position:
        """Return the position after the steps of an action, without sending notifications. Raises `Fault`."""
        with self._telling(None):
            return super().trial(p, site, action, values)

    def _take(  # noqa: PLR0913 - as the usual one
        self, p: Position, at: int, decide: g.Decide, option: Option, context: Context, *, forced: bool
    ) -> int:
        if self.listener.now is not None:
            self.listener.now.took(option.action)
        return super()._take(p, at, decide, option, context, forced=forced)

    def _operation(self, at: int, i: g.Instruction) -> Operation:
        if isinstance(i, g.BranchUnless):
            return self._branch(at, i)
        usual, listener = super()._operation(at, i), self.listener
        if isinstance(i, g.CheckEnd):
            usual = self._check(usual)

        def operation(p: Position, context: Context) -> int:
            if listener.now is not None:
                listener.now.came_to(at)
            return usual(p, context)

        return operation

    def _branch(self, at: int, i: g.BranchUnless) -> Operation:
        condition, to, listener = self.evaluator.number(i.condition), i.to, self.listener

        def branch(p: Position, _: Context) -> int:
            held = bool(condition(p))
            if listener.now is not None:
                listener.now.branched(at, held=held)
            return at + 1 if held else to

        return branch

    def _check(self, usual: Operation) -> Operation:
        listener = self.listener

        def check(p: Position, context: Context) -> int:
            following = usual(p, context)
            if listener.now is not None and p[Head.OUTCOME] >= Head.END:
                listener.now.ended(p[Head.OUTCOME] - Head.END)
            return following

        return check


class _ObservedEvaluator(Evaluator):
    """The evaluator of an observed machine, which notifies the observer when a column is read.

    Expressions that are compiled after `made` has been set belong to no instruction and send no
    notifications.
    """

    def __init__(self, machine: ObservedMachine) -> None:
        self._machine, self.made = machine, False
        super().__init__(machine.program, machine.tilings)

    def _compile(self, node: x.Expression) -> Any:
        if not isinstance(node, x.Column) or self.made or not self._machine.observer.follows(node.at):
            return super()._compile(node)
        of, at, first, listener = self.number(node.of), node.at, node.first, self._machine.listener

        def told(p: Position) -> int:
            value = of(p)
            if listener.now is not None:
                listener.now.read(at, value - first)
            return value

        return self._column(told, first, node.values)


class ObservedMachine(_NotifyingMachine):
    """A machine that notifies an observer of the instructions that it runs and the columns that it reads."""

    evaluator: _ObservedEvaluator

    def __init__(self, program: Program, observer: Observer) -> None:
        super().__init__(program, observer)
        self.evaluator.made = True

    def make_evaluator(self) -> Evaluator:
        """Return the evaluator for this machine, which notifies of reads."""
        return _ObservedEvaluator(self)


class _ObservedExplicitMachine(_NotifyingMachine, ExplicitMachine):
    """A machine that stops at chance nodes, and notifies an observer of instructions, not of columns.

    The observer is notified each time that an instruction begins, also if it then waits for chance.
    """

    def _branch(self, at: int, i: g.BranchUnless) -> Operation:
        return self.waiting(at, super()._branch(at, i))
