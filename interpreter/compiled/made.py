"""What a program is made into, once: machine code, and what a host must know to run it."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program import Program
from interpreter.compiled.host import Code, Instance, text_of
from interpreter.compiled.interface import Interface

__all__ = ["Made", "made_of"]


@dataclass(frozen=True, slots=True)
class Made:
    """The machine code of a program, and its interface."""

    code: Code
    interface: Interface

    def instance(self) -> Instance:
        """The module, with a memory of its own."""
        faults, length = self.interface.faults, len(self.interface.beginning)
        return Instance(code=self.code, length=length, faults=faults)


class _Key:
    """Under this key a program keeps what it has been made into."""


_KEY = _Key()


def made_of(program: Program) -> Made:
    """What a program is made into; the program keeps it, so that both go together."""
    made = program.made_of.get(_KEY)
    if not isinstance(made, Made):
        made = program.made_of[_KEY] = _made(program)
    return made


def _made(program: Program) -> Made:
    """What the compiler makes of a program."""
    from interpreter.compiled.definitional import beginning
    from interpreter.compiled.module import compiled, interface

    module = compiled(program, beginning(program))
    return Made(Code.of(text_of(module.unit)), interface(module))
