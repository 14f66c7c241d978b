"""What a program is made into, once: machine code, and what a host must know to run it.

Both are taken from the cache if they are there; then the compiler is not even imported.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program import Program
from interpreter.compiled.cache import Cache, folder, key_of
from interpreter.compiled.host import Code, Instance, text_of
from interpreter.compiled.interface import Interface
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Made", "made_of"]


@dataclass(frozen=True, slots=True)
class Made:
    """The machine code of a program, and its interface; what is counted of games that it plays."""

    code: Code
    interface: Interface
    counts: Counts = NOTHING

    def instance(self) -> Instance:
        """The module, with a memory of its own."""
        faults, length = self.interface.faults, len(self.interface.beginning)
        return Instance(code=self.code, length=length, faults=faults)


class _Key:
    """Under this key a program keeps what it has been made into."""


_KEYS: dict[Counts, _Key] = {}
"""By what is counted."""


def made_of(program: Program, counts: Counts = NOTHING) -> Made:
    """What a program is made into, and counts; the program keeps it, so that both go together."""
    key = _KEYS.setdefault(counts, _Key())
    made = program.made_of.get(key)
    if not isinstance(made, Made):
        made = program.made_of[key] = _made(program, counts)
    return made


def _made(program: Program, counts: Counts) -> Made:
    """What is kept of the program from an earlier run; else what the compiler makes of it, which is kept."""
    place = folder()
    key = key_of(program, counts) if place is not None else None
    if place is None or key is None:
        return _compiled(program, counts)
    cache = Cache(place)
    found = cache.get(key)
    if found is not None:
        return Made(*found, counts)
    made = _compiled(program, counts)
    cache.put(key, made.code, made.interface)
    return made


def _compiled(program: Program, counts: Counts) -> Made:
    """What the compiler makes of a program."""
    from interpreter.compiled.definitional import beginning
    from interpreter.compiled.module import compiled, interface

    module = compiled(program, beginning(program), counts=counts)
    return Made(Code.of(text_of(module.unit)), interface(module), counts)
