"""Modules that play no games: each is translated from a single kernel, which works on arrays of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact, cached
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.cache import key_of, key_of_ours
from interpreter.compiled.wasm.interface import Batches, Children, Interface, Listed, Use
from interpreter.kernels.seeding import Keying
from interpreter.kernels.statistics.counters import Layout
from interpreter.play.chunk import BATCH

if TYPE_CHECKING:
    from interpreter.compiled.wasm.assembly import Assembly
    from interpreter.kernels.terms import Room
    from interpreter.protocol import Running

__all__ = ["aside", "seeding"]


def aside(program: Program | None, name: str, make: Callable[[Room, Room], Running]) -> Artifact:
    """Return a module with the method `run` of the kernel that `make` makes, given two rooms for its arrays.

    The kernel must follow from the program, if there is one, and the `name`. In the interface of the module,
    `counters` is where the arrays of the first room are, one after another, and `results` where those of the
    second are.
    """
    of_program = "" if program is None else key_of(program, BuildKey(Use(0)))
    key = None if of_program is None else key_of_ours(f"{of_program} {name}")

    def made() -> tuple[Assembly, Interface]:
        from interpreter.compiled.translate.kernels import Kernels
        from interpreter.compiled.translate.room import Block
        from interpreter.compiled.wasm.assembly import Assembly

        state, given = Layout(), Layout()
        make(state, given)
        unit = Assembly()
        first, second = (unit.memory.room(layout.size) for layout in (state, given))
        kernels = Kernels(unit)
        name = kernels.name(make(Block(unit, first), Block(unit, second)).run)
        unit.functions[name].export = "run"
        return unit, _interface(results=second, counters=first, counted=state.size)

    return cached(key, made)


@lru_cache(maxsize=2)
def seeding(chance: bool) -> Artifact:  # noqa: FBT001 - caches by it
    """Return a module of the kernel `Keying`, for up to `BATCH` games of a program with or without chance."""

    def make(state: Room, given: Room) -> Keying:
        return Keying(state, given, BATCH, chance=chance)

    return aside(None, f"seeds {chance}", make)


def _interface(*, results: int, counters: int, counted: int) -> Interface:
    """Return the interface of a module that plays no games, with these fields of `Batches`."""
    batches = Batches(0, results, width=0, done=0, most=BATCH, counters=counters, counted=counted)
    return Interface((), (), Listed(0, ()), 0, batches, Children(0, 0), 0)
