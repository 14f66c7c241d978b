"""Collects the positions in which a decision with a single option was answered automatically."""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program import Program
from gamespec.program import instructions as g
from interpreter.engine.machine.context import Context, Position
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.machines import Machines
from interpreter.play.options import Option

__all__ = ["answered_alone"]


class _Machine(Machine):
    """A machine that records the positions in which it answers automatically."""

    def __init__(self, program: Program) -> None:
        self.met: list[Position] = []
        super().__init__(program)

    def _take(  # noqa: PLR0913 - as the usual one
        self, p: Position, at: int, decide: g.Decide, option: Option, context: Context, *, forced: bool
    ) -> int:
        if forced and context.events is not None:
            self.met.append(p[:])
        return super()._take(p, at, decide, option, context, forced=forced)


class _Machines(Machines):
    def made(self, program: Program) -> Machine:
        """Return a new machine for the program."""
        return _Machine(program)


_MACHINES = _Machines()


def answered_alone(program: Program, play: Callable[[], object]) -> list[Position]:
    """Return, in order, the positions in which decisions of a game were answered automatically.

    `play` makes a game of `program` and plays it; the game must keep a record. Exceptions in `play`
    propagate.
    """
    machine = _MACHINES.of(program)
    assert isinstance(machine, _Machine)  # noqa: S101 - made above
    machine.met = []
    with _MACHINES.running():
        play()
    return machine.met
