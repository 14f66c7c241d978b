"""The artifacts of a program: for each build key, machine code and what a host must know to run it.

If the cache contains an artifact, the compiler is not even imported.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.cache import Cache, folder, key_of
from interpreter.compiled.making.host import Code, Instance
from interpreter.compiled.wasm.interface import Interface
from interpreter.play.tally import NOTHING, Counts

if TYPE_CHECKING:
    from interpreter.compiled.course.module import Module
    from interpreter.compiled.wasm.assembly import Assembly

__all__ = ["Artifact", "cached", "kept", "made_of", "seconds_making", "undisturbed"]


@dataclass(frozen=True, slots=True)
class Artifact:
    """Machine code compiled from a program, its interface, and what it counts during its games.

    `seconds` is the time that it took to make it, or to find it in the cache.
    """

    code: Code
    interface: Interface
    counts: Counts = NOTHING
    seconds: float = 0.0

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
    return kept(program, form, lambda: _made(program, form))


def kept(program: Program, key: Hashable, make: Callable[[], Artifact]) -> Artifact:
    """Return the artifact that a program stores under a key, or make one and store it."""
    stored = program.made_of.setdefault(_KEY, {})
    assert isinstance(stored, dict)  # noqa: S101 - nobody else has the key
    made = stored.get(key)
    if not isinstance(made, Artifact):
        begun = perf_counter()
        made = make()
        made = stored[key] = replace(made, seconds=perf_counter() - begun)
    return made


def seconds_making(program: Program) -> float:
    """Return the time that it took to make all artifacts that a program stores."""
    stored = program.made_of.get(_KEY, {})
    assert isinstance(stored, dict)  # noqa: S101 - nobody else has the key
    return sum(made.seconds for made in stored.values() if isinstance(made, Artifact))


def _made(program: Program, form: BuildKey) -> Artifact:
    """Return the artifact of a program from the cache, or compile the program and cache the artifact."""

    def compiled() -> tuple[Assembly, Interface]:
        from interpreter.compiled.course.module import interface
        from interpreter.compiled.making.fallback import beginning

        make = _checked() if form.checked else _compiler()
        module = make(program, beginning(program), form.techniques, use=form.use, counts=form.counts)
        return module.unit, interface(module)

    key = None if form.checked else key_of(program, form)
    return replace(cached(key, compiled, quickly=form.checked), counts=form.counts)


def cached(
    key: str | None, make: Callable[[], tuple[Assembly, Interface]], *, quickly: bool = False
) -> Artifact:
    """Return the artifact that the cache has under a key, or make one and cache it.

    Without a key, nothing is cached. `quickly` selects the faster compiler (`Code.of`).
    """
    place = None if key is None else folder()
    cache = None if place is None else Cache(place)
    if cache is not None and key is not None and (found := cache.get(key)) is not None:
        return Artifact(*found)
    from interpreter.compiled.wasm.module_bytes import bytes_of

    with undisturbed():
        unit, interface = make()
        made = Artifact(Code.of(bytes_of(unit), quickly=quickly), interface)
    if cache is not None and key is not None:
        cache.put(key, made.code, made.interface)
    return made


def _compiler() -> Callable[..., Module]:
    """Return the function that compiles a program to a module."""
    from interpreter.compiled.course.module import compiled

    return compiled


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
