"""What a program is made into, once: machine code, and what a host must know to run it.

Both are taken from the cache if they are there; then the compiler is not even imported.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program import Program
from interpreter.compiled.cache import Cache, folder, key_of
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
    """Under such a key a program keeps what it has been made into."""


_KEYS = {False: _Key(), True: _Key()}
"""By whether the module records."""


def made_of(program: Program, *, records: bool = False) -> Made:
    """What a program is made into, if it `records` or not; the program keeps it, so that both go together."""
    key = _KEYS[records]
    made = program.made_of.get(key)
    if not isinstance(made, Made):
        made = program.made_of[key] = _made(program, records=records)
    return made


def _made(program: Program, *, records: bool) -> Made:
    """What is kept of the program from an earlier run; else what the compiler makes of it, which is kept."""
    place = folder()
    key = key_of(program, "recording" if records else "") if place is not None else None
    if place is None or key is None:
        return _compiled(program, records=records)
    cache = Cache(place)
    found = cache.get(key)
    if found is not None:
        return Made(*found)
    made = _compiled(program, records=records)
    cache.put(key, made.code, made.interface)
    return made


def _compiled(program: Program, *, records: bool) -> Made:
    """What the compiler makes of a program."""
    from interpreter.compiled.definitional import beginning
    from interpreter.compiled.module import compiled, interface

    module = compiled(program, beginning(program), records=records)
    return Made(Code.of(text_of(module.unit)), interface(module))
