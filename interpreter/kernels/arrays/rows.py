"""Rows of numbers from 0 to 1, few of which change when a row is written again, and only these are touched.

A row has *slots*, which say what was written. Most hold the index of a number that is 1, and that nothing
else writes. When such a slot receives another index, the number at the former one becomes 0. The index 0
stands for no number.

Other numbers are *shares*, which grow with each thing that is counted. A row has a list of them: of each, the
index, and what it is. All things of a row are counted before the list is compared with the former one.

The first number of a row is written last, because slots write to it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from interpreter.kernels.terms import Real, Room, Singles, Words, clear, inline
from interpreter.play.encoding import Field

__all__ = ["Rows", "shares_of", "tallies"]

AT, STEP = range(2)
"""Indexes in an entry of a list of shares: the index of the number, and that of its value in `shares`."""


def tallies(size: int) -> int:
    """Return the size of the array `tally` of `Rows`.

    It has what has been counted for each number, the indexes of the numbers for which that is not 0, and how
    many there are.
    """
    return 2 * size + 1


class Rows:
    """Writes rows of `size` numbers each to the array `out`.

    The array `tally` is 0 between two calls. The slots are reserved first. Then `lay` provides memory.
    """

    written: Words
    """For each row, its slots, and then its list of shares."""
    counts: Words
    """For each row, the number of its shares."""
    by_slot = False
    """Whether components that are counted may have slots (`has_slots`)."""
    with_tiles = True
    """Whether the numbers of planes of tiles are written."""

    def __init__(self, size: int, out: Singles, tally: Words) -> None:
        self.size, self.out, self.tally, self.counted = size, out, tally, 2 * size
        self.slots = self.width = 0
        self.shares, self.starts = shares_of([])

    def of(self, field: Field) -> Rows:  # noqa: ARG002 - a subclass tells fields apart
        """Return what writes the numbers of a field."""
        return self

    def reserve(self, count: int) -> int:
        """Reserve `count` slots that follow one another in every row, and return the first one."""
        first = self.slots
        self.slots += count
        return first

    def lay(self, room: Room, rows: int, listed: int, most: Iterable[int]) -> None:
        """Provide memory for a number of rows, with at most `listed` shares each; `most` is as in `begin`."""
        self.width, (self.shares, self.starts) = self.slots + 2 * listed, shares_of(most)
        self.written, self.counts = room.words(rows * self.width), room.words(rows)

    def clear(self, row: int) -> None:
        """Set a row to 0, unless it is; the first slot of a row that has been written is not 0."""
        if self.written[self.width * row] != 0:
            clear(self.out, self.size * row, self.size)
            clear(self.written, self.width * row, self.width)
            self.counts[row] = 0

    @inline
    def mark(self, slot: int, to: int, at: int) -> None:
        """Let a slot hold the index `at` of the row whose first number is at the index `to`."""
        before = self.written[slot]
        if before != at:
            self.out[to + before] = 0.0
            self.out[to + at] = 1.0
            self.written[slot] = at

    @inline
    def has_slots(self, at: int) -> bool:  # noqa: ARG002 - a subclass tells numbers apart
        """Return whether all that is counted for the number at an index has slots."""
        return False

    @inline
    def is_new(self, slot: int, value: int) -> bool:  # noqa: ARG002 - a subclass remembers values
        """Return whether a slot may have to change, because it belongs to another value than before."""
        return True

    @inline
    def put(self, slot: int, number: int, key: int, value: Real) -> None:
        """Write the value that a key stands for, and keep the key in a slot. The value of the key 0 is 0.0.

        `number` is the index in `out`.
        """
        if self.written[slot] != key:
            self.out[number] = value
            self.written[slot] = key

    @inline
    def changes(self, slot: int, key: int) -> bool:
        """Keep a key in a slot, and return whether it is another one than before."""
        before = self.written[slot]
        self.written[slot] = key
        return before != key

    @inline
    def set(self, number: int, value: Real) -> None:
        """Write a number at an index in `out`."""
        self.out[number] = value

    def erase(self, at: int, count: int) -> None:
        """Set `count` numbers to 0, from an index in `out` on."""
        clear(self.out, at, count)

    @inline
    def begin(self, at: int, most: int) -> None:
        """Begin to count at most `most` equal things, whose share is the number at the index `at` of a row.

        Each of them adds 1 to what `tally` has for the number, where nothing has been counted while it is 0.
        """
        self.tally[self.size + self.tally[self.counted]] = at
        self.tally[self.counted] += 1
        self.tally[at] = self.starts[most]

    @inline
    def share(self, row: int, to: int, first: int) -> None:
        """Write what has been counted; the list of shares of the row begins at the index `first`."""
        counted = self.tally[self.counted]
        for i in range(self.counts[row]):
            entry = first + 2 * i
            if i >= counted or self.written[entry + AT] != self.tally[self.size + i]:
                self.out[to + self.written[entry + AT]] = 0.0
                self.written[entry + STEP] = 0
        for i in range(counted):
            entry, at = first + 2 * i, self.tally[self.size + i]
            step = self.tally[at]
            self.tally[at] = 0
            if self.written[entry + AT] != at or self.written[entry + STEP] != step:
                self.out[to + at] = self.shares[step]
                self.written[entry + AT], self.written[entry + STEP] = at, step
        self.counts[row], self.tally[self.counted] = counted, 0

    def add(self, row: int, at: int, value: Real) -> None:
        """Add to a share of a row that has been written; all that is added makes 1, but for rounding."""
        number = self.size * row + at
        before = self.out[number]
        after = before + value
        self.out[number] = 1.0 if after > 1.0 else after  # noqa: FURB136 - kernels have no `min` of `Real`s
        if before == 0.0:
            self.written[self.width * row + self.slots + 2 * self.counts[row] + AT] = at
            self.counts[row] += 1


def shares_of(most: Iterable[int]) -> tuple[tuple[float, ...], tuple[int, ...]]:
    """Return shares of each number of things, and for each number, the index at which its shares begin.

    For a number, there are the shares of 0, 1, 2, … things, each of which adds the same, rounded to 32 bits.
    """
    numbers = sorted({1, *most})
    shares, starts = list[float](), [0] * (numbers[-1] + 1)
    for number in numbers:
        starts[number] = len(shares)
        own = array("f", [0.0])
        for _ in range(number):
            own.append(min(own[-1] + 1 / number, 1.0))
        shares += own
    return tuple(shares), tuple(starts)
