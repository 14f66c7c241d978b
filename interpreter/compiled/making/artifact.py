"""The artifacts of a program: for each build key, machine code and what a host must know to run it.

If the cache contains an artifact, the compiler is not even imported.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gamespec.program import Program
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.cache import Cache, folder, key_of
from interpreter.compiled.making.host import Code, Instance
from interpreter.compiled.wasm.interface import Interface
from interpreter.play.tally import NOTHING, Counts

if TYPE_CHECKING:
    from interpreter.compiled.course.module import Module

__all__ = ["Artifact", "made_of", "undisturbed"]


@dataclass(frozen=True, slots=True)
class Artifact:
    """Machine code compiled from a program, its interface, and what it counts during its games."""

    code: Code
    interface: Interface
    counts: Counts = NOTHING

    def instance(self) -> Instance:
        """Return a new instance of the module, which has a memory of its own."""
        faults, length = self.interface.faults, len(self.interface.beginning)
        return Instance(code=self.code, length=length, faults=faults, accesses=self.interface.accesses)


class _Key:
    """The type of the key under which a program stores a dictionary of its artifacts."""


_KEY = _Key()


def made_of(program: Program, form: BuildKey) -> Artifact:
    """Return the artifact of a program for a build key.

    The program stores its artifacts, so each of them lives as long as the program.
    """
    kept = program.made_of.setdefault(_KEY, {})
    assert isinstance(kept, dict)  # noqa: S101 - nobody else has the key
    made = kept.get(form)
    if not isinstance(made, Artifact):
        made = kept[form] = _made(program, form)
    return made


def _made(program: Program, form: BuildKey) -> Artifact:
    """Return the artifact of a program from the cache, or compile the program and cache the artifact."""
    place = folder()
    key = None if place is None or form.checked else key_of(program, form)
    if place is None or key is None:
        return _compiled(program, form)
    cache = Cache(place)
    found = cache.get(key)
    if found is not None:
        return Artifact(*found, form.counts)
    made = _compiled(program, form)
    cache.put(key, made.code, made.interface)
    return made


def _compiled(program: Program, form: BuildKey) -> Artifact:
    """Compile a program to an artifact, without using the cache."""
    from interpreter.compiled.course.module import compiled, interface
    from interpreter.compiled.making.fallback import beginning
    from interpreter.compiled.wasm.module_bytes import bytes_of

    with undisturbed():
        start = beginning(program)
        make = _checked() if form.checked else compiled
        module = make(program, start, form.techniques, use=form.use, counts=form.counts)
        return Artifact(Code.of(bytes_of(module.unit), quickly=form.checked), interface(module), form.counts)


def _checked() -> Callable[..., Module]:
    """Return the function that compiles a program to a checked module."""
    from interpreter.compiled.making.checked import checked

    return checked


@contextmanager
def undisturbed() -> Iterator[None]:
    """Disable Python's cyclic garbage collector inside the context.

    The code of a module consists of many small trees without cycles. Creating so many objects triggers
    collections that traverse all objects of the process, which takes longer than making the code.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
