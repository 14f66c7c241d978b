"""What a program is made into, once for each use: machine code, and what a host must know to run it.

Both are taken from the cache if they are there; then the compiler is not even imported.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from gamespec.program import Program
from interpreter.compiled.cache import Cache, folder, key_of
from interpreter.compiled.host import Code, Instance
from interpreter.compiled.interface import Interface, Use

__all__ = ["Made", "made_of", "undisturbed"]


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


_KEYS = {use: _Key() for use in Use}


def made_of(program: Program, use: Use) -> Made:
    """What a program is made into for one use; the program keeps it, so that both go together."""
    made = program.made_of.get(_KEYS[use])
    if not isinstance(made, Made):
        made = program.made_of[_KEYS[use]] = _made(program, use)
    return made


def _made(program: Program, use: Use) -> Made:
    """What is kept of the program from an earlier run; else what the compiler makes of it, which is kept."""
    place = folder()
    key = key_of(program, use) if place is not None else None
    if place is None or key is None:
        return _compiled(program, use)
    cache = Cache(place)
    found = cache.get(key)
    if found is not None:
        return Made(*found)
    made = _compiled(program, use)
    cache.put(key, made.code, made.interface)
    return made


def _compiled(program: Program, use: Use) -> Made:
    """What the compiler makes of a program."""
    from interpreter.compiled.definitional import beginning
    from interpreter.compiled.module import compiled, interface
    from interpreter.compiled.whole import bytes_of

    with undisturbed():
        module = compiled(program, beginning(program), use=use)
        return Made(Code.of(bytes_of(module.unit)), interface(module))


@contextmanager
def undisturbed() -> Iterator[None]:
    """While this lasts, Python does not look for what is left over in cycles.

    Code is made of many small trees, which are gone when nobody has them any more. To go through all that a
    process holds because there are so many takes longer than to make the code.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
