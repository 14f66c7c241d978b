"""Arrays of kernels in a memory that the host lays out and fills."""

from __future__ import annotations

from typing import Literal, cast

from interpreter.compiled.making.host import Instance
from interpreter.compiled.translate.room import HEADER, placed
from interpreter.compiled.wasm.memory import WORD
from interpreter.kernels.terms import Lists, Longs, Reals, Words

__all__ = ["HostMemory"]


class HostMemory(Lists):
    """A memory of an instance, as the module's `HostRoom` expects it: a header, then one array after another.

    The arrays are views of the memory. They must be requested in the same order as from the `HostRoom`.
    """

    def __init__(self, at: Instance, name: str) -> None:
        self._at, self._name = at, name
        self._count, self._end = 0, HEADER
        self._memory = at.memory(name, HEADER)

    def words(self, count: int) -> Words:
        """Return an array of integers, initially all 0."""
        return cast("Words", self._next(WORD * count, "i"))

    def octets(self, count: int) -> Words:
        """Return an array of integers from 0 to 255, initially all 0."""
        return cast("Words", self._next(count, "B"))

    def longs(self, count: int) -> Longs:
        """Return an array of unsigned 64-bit integers, initially all 0."""
        return cast("Longs", self._next(2 * WORD * count, "Q"))

    def reals(self, count: int) -> Reals:
        """Return an array of floating-point numbers, initially all 0."""
        return cast("Reals", self._next(2 * WORD * count, "d"))

    def _next(self, size: int, letter: Literal["i", "B", "Q", "d"]) -> memoryview[int] | memoryview[float]:
        begin, self._end = self._end, placed(self._end, size)
        if self._end > len(self._memory):
            self._memory = self._at.memory(self._name, self._end)
        memory = self._memory
        memory[WORD * self._count : WORD * (self._count + 1)] = begin.to_bytes(WORD, "little")
        self._count += 1
        memory[begin : begin + size] = bytes(size)
        return memory[begin : begin + size].cast(letter)
