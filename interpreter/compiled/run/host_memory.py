"""Arrays of kernels in a memory that the host lays out and fills."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Literal, TypeAlias, cast

from interpreter.compiled.making.host import Instance
from interpreter.compiled.translate.room import HEADER, placed
from interpreter.compiled.wasm.memory import PAGE, WORD
from interpreter.kernels.terms import Lists, Longs, Reals, Room, Singles, Words

__all__ = ["MOST", "HostMemory", "extent"]

Letter: TypeAlias = Literal["i", "B", "Q", "d", "f"]

MOST = 65_535 * PAGE
"""Maximum size of a memory, in bytes, which is a page less than WebAssembly allows."""


def extent(request: Callable[[Room], object]) -> int:
    """Return the number of bytes that arrays occupy in a `HostMemory`; which `request` asks for."""
    room = _Extent()
    request(room)
    return room.end


class _Arrays(Lists):
    """Arrays with the number of bytes of each."""

    def __init__(self) -> None:
        self.end = HEADER

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

    def singles(self, count: int) -> Singles:
        """Return an array of 32-bit floating-point numbers, all 0 initially."""
        return cast("Singles", self._next(WORD * count, "f"))

    @abstractmethod
    def _next(self, size: int, letter: Letter) -> memoryview[int] | memoryview[float]:
        """Return an array of `size` bytes, whose members have the format `letter` of the module `struct`."""


class _Extent(_Arrays):
    """Adds up the sizes of arrays."""

    def _next(self, size: int, letter: Letter) -> memoryview[int] | memoryview[float]:
        self.end = placed(self.end, size)
        return memoryview(b"").cast(letter)


class HostMemory(_Arrays):
    """A memory of an instance, as the module's `HostRoom` expects it: a header, then one array after another.

    The arrays are views of the memory. They must be requested in the same order as from the `HostRoom`.
    Raises `MemoryError`.
    """

    def __init__(self, at: Instance, name: str) -> None:
        super().__init__()
        self._at, self._name, self._count = at, name, 0
        self._memory = at.memory(name, HEADER)

    def _next(self, size: int, letter: Letter) -> memoryview[int] | memoryview[float]:
        begin, used = self.end, len(self._memory)
        self.end = placed(begin, size)
        if self.end > used:
            self._memory = self._at.memory(self._name, self.end)
        memory = self._memory
        memory[WORD * self._count : WORD * (self._count + 1)] = begin.to_bytes(WORD, "little")
        self._count += 1
        before = max(min(size, used - begin), 0)  # what has been added to the memory is 0
        memory[begin : begin + before] = bytes(before)
        return memory[begin : begin + size].cast(letter)
