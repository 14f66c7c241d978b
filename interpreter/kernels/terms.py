"""The types that kernels use, and operations for which WebAssembly has an instruction."""

from __future__ import annotations

import math
from array import array
from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from gamespec.program.frozen import dataclass
from interpreter.play.chance import ALL, Long
from interpreter.play.events import Event

__all__ = [
    "Gathered",
    "Lists",
    "Long",
    "Longs",
    "Pair",
    "Position",
    "Real",
    "Reals",
    "Room",
    "Rows",
    "Scripted",
    "Singles",
    "Sink",
    "Taped",
    "Words",
    "Work",
    "clear",
    "inline",
    "integer_part",
    "lowest_bit",
    "rotated",
    "shift",
    "square_root",
    "turned",
]

F = TypeVar("F", bound=Callable[..., object])

Position: TypeAlias = list[int]
"""The integers of a position. A subscript is an address in the layout, plus an offset."""

Words: TypeAlias = list[int]
"""An array of 32-bit integers in memory. A slice `words[n:]` is only read, never written."""

Rows: TypeAlias = list[Words]
"""An array of arrays. In a module, it contains their addresses."""

Taped: TypeAlias = list[int]
"""Rows of events, one after another. In a module, they are on the tape, and `tape[n:]` is its rest."""

Real: TypeAlias = float
"""A 64-bit floating-point number (IEEE 754). Only `Real(i)` converts an integer, less than 2^63, to it."""

Scripted: TypeAlias = list[int]
"""Words of a script. In a module, they are in the memory of the script, and `script[n:]` is its rest."""

Work: TypeAlias = list[int]
"""The budget of a computation (see `interpreter.kernels.budget`)."""

Sink: TypeAlias = list[Event] | None
"""The list to which events are appended, or `None` if they are not recorded."""


def inline(kernel: F) -> F:
    """Mark a kernel to be inlined by the translator.

    It is inlined where its call is a statement of its own, is assigned, or stands after `return`. If it has a
    result, it must have a single `return`, at the end.
    """
    kernel.__dict__["inline"] = True
    return kernel


Longs: TypeAlias = list[Long]
"""An array of unsigned 64-bit integers."""

Reals: TypeAlias = list[Real]
"""An array of floating-point numbers."""


Singles: TypeAlias = "array[float]"
"""An array of 32-bit floating-point numbers (IEEE 754). A `Real` is rounded when it is written."""


def clear(of: Words | Longs | Singles, first: int, count: int) -> None:
    """Set `count` members of the array to 0, beginning with the one at the index `first`."""
    if isinstance(of, array):
        of[first : first + count] = array(of.typecode, bytes(of.itemsize * count))
    else:
        of[first : first + count] = [0] * count


def shift(p: Position, first: int, count: int, by: int) -> None:
    """Move `count` integers of a position, starting at the index `first`, by `by` indexes."""
    p[first + by : first + by + count] = p[first : first + count]


def lowest_bit(word: Long) -> int:
    """Return the index of the lowest set bit in `word`, which must not be 0."""
    return (word & -word).bit_length() - 1


def rotated(word: Long, by: int) -> Long:
    """Return `word` with its bits rotated to the right by `by` places, from 1 to 63."""
    return word >> by | (word << (64 - by)) & ALL


@dataclass(frozen=True, slots=True)
class Pair:
    """Two unsigned 64-bit integers, on which an operation works at once. Sums are wrapped to 64 bits."""

    first: Long
    second: Long

    def __add__(self, other: Pair) -> Pair:
        return Pair(self.first + other.first & ALL, self.second + other.second & ALL)

    def __xor__(self, other: Pair) -> Pair:
        return Pair(self.first ^ other.first, self.second ^ other.second)


def turned(pair: Pair, by: int) -> Pair:
    """Return a pair with the bits of both numbers rotated to the right by `by` places, from 1 to 63."""
    return Pair(rotated(pair.first, by), rotated(pair.second, by))


def integer_part(of: Real) -> Long:
    """Return a number without its fraction. It must be at least 0 and less than 2^63."""
    return int(of)


def square_root(of: Real) -> Real:
    """Return the square root of a number, which must not be negative."""
    return math.sqrt(of)


class Gathered(Protocol):
    """A set of small integers that is filled member by member and then emptied into an array."""

    def add(self, member: int) -> None:
        """Add a member to the set."""

    def drain(self, to: Words, first: int, below: int) -> int:
        """Add `first` to each member, write the sums to `to` in ascending order, and empty the set.

        All members must be less than `below`. Return the number of members.
        """


class Room(Protocol):
    """A source of memory for the arrays of kernels."""

    def words(self, count: int) -> Words:
        """Return an array of `count` 32-bit integers, all 0 initially."""

    def octets(self, count: int) -> Words:
        """Return an array of `count` integers from 0 to 255."""

    def longs(self, count: int) -> Longs:
        """Return an array of `count` unsigned 64-bit integers."""

    def reals(self, count: int) -> Reals:
        """Return an array of `count` floating-point numbers, all 0 initially."""

    def singles(self, count: int) -> Singles:
        """Return an array of `count` 32-bit floating-point numbers, all 0 initially."""

    def gathered(self, count: int) -> Gathered:
        """Return an empty set for integers from 0 to `count` - 1."""


class _Set(set[int]):
    """A `Gathered` for kernels that run in Python."""

    def drain(self, to: Words, first: int, below: int) -> int:
        assert max(self, default=-1) < below  # noqa: S101 - a module looks no further
        count = len(self)
        to[:count] = [first + member for member in sorted(self)]
        self.clear()
        return count


class Lists:
    """Provides memory for kernels that run in Python, in the form of lists."""

    def words(self, count: int) -> Words:
        """Return a list of `count` zeros."""
        return [0] * count

    octets = longs = words

    def reals(self, count: int) -> Reals:
        """Return a list of `count` floating-point zeros."""
        return [0.0] * count

    def singles(self, count: int) -> Singles:
        """Return an array of `count` floating-point zeros."""
        return array("f", bytes(4 * count))

    def gathered(self, count: int) -> Gathered:  # noqa: ARG002 - a set grows
        """Return an empty set."""
        return _Set()
