"""The machines of programs, and the choice of the machine on which new games run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from gamespec.program import Program
from interpreter.engine.machine.explicit import ExplicitMachine
from interpreter.engine.machine.machine import Machine

__all__ = ["Machines", "is_usual", "machine_of", "usual_machine_of"]


class Machines:
    """Makes two machines for each program, on first use: one for games with explicit chance, and the other.

    The program holds the machines, so that all are freed together: a global table would keep every program
    alive, because a machine refers to its program.
    """

    def of(self, program: Program, *, explicit: bool = False) -> Machine:
        """Return a machine of a program."""
        machines = program.made_of.setdefault(self, {})
        assert isinstance(machines, dict)  # noqa: S101 - made above
        if explicit not in machines:
            machines[explicit] = self.made_explicit(program) if explicit else self.made(program)
        machine = machines[explicit]
        assert isinstance(machine, Machine)  # noqa: S101 - as above
        return machine

    def made(self, program: Program) -> Machine:
        """Return a new machine."""
        return Machine(program)

    def made_explicit(self, program: Program) -> ExplicitMachine:
        """Return a new machine that stops at chance nodes."""
        return ExplicitMachine(program)

    @contextmanager
    def running(self) -> Iterator[None]:
        """While this is active, new games in this thread run here."""
        before = _RUNNING.set(self)
        try:
            yield
        finally:
            _RUNNING.reset(before)


_USUAL = Machines()
_RUNNING: ContextVar[Machines] = ContextVar("running", default=_USUAL)


def machine_of(program: Program, *, explicit: bool = False) -> Machine:
    """Return the machine for new games of a program; the usual ones are made once."""
    return _RUNNING.get().of(program, explicit=explicit)


def is_usual(machine: Machine) -> bool:
    """Return whether nobody watches what a machine does."""
    return type(machine) in {Machine, ExplicitMachine}


def usual_machine_of(program: Program) -> Machine:
    """Return the machine of a program that nobody watches, made once."""
    return _USUAL.of(program)
