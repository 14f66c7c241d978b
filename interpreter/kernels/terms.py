"""The types kernels are written in, and the operations that WebAssembly has an instruction for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from interpreter.play.events import Event

__all__ = [
    "Gathered",
    "Lists",
    "Long",
    "Longs",
    "Position",
    "Room",
    "Rows",
    "Sink",
    "Words",
    "Work",
    "clear",
    "inline",
    "lowest_bit",
]

F = TypeVar("F", bound=Callable[..., object])

Position: TypeAlias = list[int]
"""The integers of a position. A subscript names a part of the layout, and adds what is counted there."""

Words: TypeAlias = list[int]
"""An array of integers of 32 bits in memory; a slice `words[n:]` is read, never written."""

Rows: TypeAlias = list[Words]
"""An array of arrays: in a module, of their addresses."""

Long: TypeAlias = int
"""An integer of 64 bits without a sign: mask with `(1 << 64) - 1` what may be longer."""


Work: TypeAlias = list[int]
"""The budget (`interpreter.kernels.budget`)."""

Sink: TypeAlias = list[Event] | None
"""The record of what happens, if there is one."""


def inline(kernel: F) -> F:
    """Mark a kernel whose one `return` ends it: it is inlined where its result is assigned."""
    kernel.__dict__["inline"] = True
    return kernel


Longs: TypeAlias = list[Long]
"""An array of integers of 64 bits without a sign."""


def clear(of: Longs, count: int) -> None:
    """Let the first members of an array be 0."""
    of[:count] = [0] * count


def lowest_bit(word: Long) -> int:
    """The index of the lowest bit that is set; `word` is not 0."""
    return (word & -word).bit_length() - 1


class Gathered(Protocol):
    """A set of small integers while it is gathered."""

    def add(self, member: int) -> None:
        """Put a member in."""

    def drain(self, to: Words, first: int, below: int) -> int:
        """Write the members, all below a bound, in ascending order, each plus `first`; how many there were.

        The set is empty then.
        """


class Room(Protocol):
    """Where kernels find memory that nothing else uses."""

    def words(self, count: int) -> Words:
        """An array of this length, all 0 at first."""

    def octets(self, count: int) -> Words:
        """An array of integers from 0 to 255."""

    def longs(self, count: int) -> Longs:
        """An array of integers of 64 bits without a sign."""

    def gathered(self, count: int) -> Gathered:
        """A set, empty at first, of integers from 0 to `count` - 1."""


class _Set(set[int]):
    """What is gathered, in Python."""

    def drain(self, to: Words, first: int, below: int) -> int:
        assert max(self, default=-1) < below  # noqa: S101 - a module looks no further
        count = len(self)
        to[:count] = [first + member for member in sorted(self)]
        self.clear()
        return count


class Lists:
    """Memory in Python: lists."""

    def words(self, count: int) -> Words:
        """An array of this length, all 0 at first."""
        return [0] * count

    octets = longs = words

    def gathered(self, count: int) -> Gathered:  # noqa: ARG002 - a set grows
        """A set, empty at first."""
        return _Set()
