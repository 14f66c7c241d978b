"""The types of kernels, and operations for which WebAssembly has an instruction."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Protocol, TypeAlias, TypeVar

from interpreter.play.chance import Long
from interpreter.play.events import Event

__all__ = [
    "Gathered",
    "Lists",
    "Long",
    "Longs",
    "Position",
    "Real",
    "Reals",
    "Room",
    "Rows",
    "Scripted",
    "Sink",
    "Taped",
    "Words",
    "Work",
    "clear",
    "inline",
    "lowest_bit",
    "shift",
    "square_root",
]

F = TypeVar("F", bound=Callable[..., object])

Position: TypeAlias = list[int]
"""The integers of a position. A subscript names a part of the layout, plus an offset."""

Words: TypeAlias = list[int]
"""An array of 32-bit integers in memory; a slice `words[n:]` is read, never written."""

Rows: TypeAlias = list[Words]
"""An array of arrays: in a module, of their addresses."""

Taped: TypeAlias = list[int]
"""Rows of events, one after another; in a module, they are on the tape. `tape[n:]` is the rest."""

Real: TypeAlias = float
"""A 64-bit floating-point number (IEEE 754). `Real(i)` converts a 32-bit integer; nothing else does."""

Scripted: TypeAlias = list[int]
"""Words of a script; in a module, they are in the memory of the script. `script[n:]` is the rest."""

Work: TypeAlias = list[int]
"""The budget (`interpreter.kernels.budget`)."""

Sink: TypeAlias = list[Event] | None
"""The record of events, if there is one."""


def inline(kernel: F) -> F:
    """Mark a kernel to be inlined where a call of it is a statement, is assigned, or stands after `return`.

    A kernel with a result has a single `return`, at the end.
    """
    kernel.__dict__["inline"] = True
    return kernel


Longs: TypeAlias = list[Long]
"""An array of unsigned 64-bit integers."""

Reals: TypeAlias = list[Real]
"""An array of floating-point numbers."""


def clear(of: Longs, count: int) -> None:
    """Set the first members of an array to 0."""
    of[:count] = [0] * count


def shift(p: Position, first: int, count: int, by: int) -> None:
    """Move `count` integers of a position, from the place `first` on, by `by` places."""
    p[first + by : first + by + count] = p[first : first + count]


def lowest_bit(word: Long) -> int:
    """Return the index of the lowest set bit; `word` is not 0."""
    return (word & -word).bit_length() - 1


def square_root(of: Real) -> Real:
    """Return the square root of a number that is not negative."""
    return math.sqrt(of)


class Gathered(Protocol):
    """A set of small integers under construction."""

    def add(self, member: int) -> None:
        """Add a member."""

    def drain(self, to: Words, first: int, below: int) -> int:
        """Write the members, all less than `below`, in ascending order, plus `first`; return their number.

        The set is then empty.
        """


class Room(Protocol):
    """A source of memory for kernels."""

    def words(self, count: int) -> Words:
        """Return an array of this length, initially all 0."""

    def octets(self, count: int) -> Words:
        """Return an array of integers from 0 to 255."""

    def longs(self, count: int) -> Longs:
        """Return an array of unsigned 64-bit integers."""

    def reals(self, count: int) -> Reals:
        """Return an array of floating-point numbers, initially all 0."""

    def gathered(self, count: int) -> Gathered:
        """Return a set, initially empty, of integers from 0 to `count` - 1."""


class _Set(set[int]):
    """A set in Python."""

    def drain(self, to: Words, first: int, below: int) -> int:
        assert max(self, default=-1) < below  # noqa: S101 - a module looks no further
        count = len(self)
        to[:count] = [first + member for member in sorted(self)]
        self.clear()
        return count


class Lists:
    """Memory in Python: lists."""

    def words(self, count: int) -> Words:
        """Return an array of this length, initially all 0."""
        return [0] * count

    octets = longs = words

    def reals(self, count: int) -> Reals:
        """Return an array of floating-point numbers, initially all 0."""
        return [0.0] * count

    def gathered(self, count: int) -> Gathered:  # noqa: ARG002 - a set grows
        """Return an empty set."""
        return _Set()
