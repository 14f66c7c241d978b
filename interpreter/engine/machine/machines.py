"""The machines of programs, and the choice of the machine on which new games run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gamespec.program import Program
from interpreter.engine.machine.explicit import ExplicitMachine
from interpreter.engine.machine.machine import Machine

__all__ = ["Machines", "explicit_machine_of", "machine_of", "usual_machine_of"]


class Machines:
    """Makes a machine for each program, on first use.

    The program holds the machine, so that both are freed together: a global table would keep every program
    alive, because a machine refers to its program.
    """

    def of(self, program: Program) -> Machine:
        """Return the machine of a program."""
        machine = program.made_of.get(self)
        if not isinstance(machine, Machine):
            machine = program.made_of[self] = self.made(program)
        return machine

    def made(self, program: Program) -> Machine:
        """Return a new machine."""
        return Machine(program)

    @contextmanager
    def running(self) -> Iterator[None]:
        """While this is active, new games in this thread run here, except those with explicit chance."""
        before = _RUNNING.set(self)
        try:
            yield
        finally:
            _RUNNING.reset(before)


class _ExplicitMachines(Machines):
    """Machines that stop at chance nodes."""

    def made(self, program: Program) -> Machine:
        """Return a new machine."""
        return ExplicitMachine(program)


_USUAL = Machines()
_EXPLICIT = _ExplicitMachines()
_RUNNING: ContextVar[Machines] = ContextVar("running", default=_USUAL)


def machine_of(program: Program) -> Machine:
    """Return the machine for new games of a program; the usual one is made once."""
    return _RUNNING.get().of(program)


def usual_machine_of(program: Program) -> Machine:
    """Return the machine of a program that nobody watches, made once."""
    return _USUAL.of(program)


def explicit_machine_of(program: Program) -> Machine:
    """Return the machine for games with explicit chance, made once."""
    return _EXPLICIT.of(program)
