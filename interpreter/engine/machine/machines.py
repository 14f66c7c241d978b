"""Machines for programs, and which of them run the games that begin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gamespec.program import Program
from interpreter.engine.machine.explicit import ExplicitMachine
from interpreter.engine.machine.machine import Machine

__all__ = ["Machines", "explicit_machine_of", "machine_of"]


class Machines:
    """A machine for each program, made when it is first asked for.

    The program keeps it, so that both go together: a table would hold every program for ever, because
    a machine refers to the program it runs.
    """

    def of(self, program: Program) -> Machine:
        """The machine of a program."""
        machine = program.made_of.get(self)
        if not isinstance(machine, Machine):
            machine = program.made_of[self] = self.made(program)
        return machine

    def made(self, program: Program) -> Machine:
        """A new machine."""
        return Machine(program)

    @contextmanager
    def running(self) -> Iterator[None]:
        """While this lasts, games that begin in this thread run here, but for those with explicit chance."""
        before = _RUNNING.set(self)
        try:
            yield
        finally:
            _RUNNING.reset(before)


class _ExplicitMachines(Machines):
    """Machines that stop where chance comes in."""

    def made(self, program: Program) -> Machine:
        """A new machine."""
        return ExplicitMachine(program)


_USUAL = Machines()
_EXPLICIT = _ExplicitMachines()
_RUNNING: ContextVar[Machines] = ContextVar("running", default=_USUAL)


def machine_of(program: Program) -> Machine:
    """The machine on which games of a program begin now; the usual one is made once."""
    return _RUNNING.get().of(program)


def explicit_machine_of(program: Program) -> Machine:
    """The machine for games with explicit chance, made once."""
    return _EXPLICIT.of(program)
