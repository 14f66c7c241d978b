"""A transposition table: what is proved of the values of positions.

An entry has bounds of a value, the option that was best, and the number of positions that its search visited.
The table has buckets of two slots. A new entry replaces the first entry of its bucket if its search was no
smaller, and the second one otherwise (D. Breuker, J. Uiterwijk and J. van den Herik, "Replacement schemes for
transposition tables", 1994, scheme TWO-BIG).

Two independent 64-bit hashes of the position find an entry: the first one determines the bucket, and the
second one is compared in full. If hashes were random, the probability that a look-up finds the entry of
another position would be 2 in 2^64. In a search of ten billion positions, the probability of a single such
mistake is about one in a billion.
"""

from __future__ import annotations

from interpreter.kernels.terms import Long, Longs, Room
from interpreter.play.chance import WORD

__all__ = ["BIAS", "BUCKET", "SLOT", "Table"]

SLOT, BUCKET = 4, 8
"""Number of 64-bit integers in a slot and in a bucket."""

CHECK, BOUNDS, MOVE, EFFORT = range(4)
"""Indexes of the integers in a slot. `BOUNDS` has the lower bound in its low half, and the upper bound in its
high half.
"""

BIAS = 1 << 30
"""Added to a bound, so that the stored number is not negative."""


class Table:
    """The table, in `longs`. The number of buckets is a power of two, and `mask` is that number less 1."""

    def __init__(self, room: Room, count: int) -> None:
        self.longs: Longs = room.longs(count)

    def bucket(self, key: Long, mask: int) -> int:
        """Return the index of the first integer of the bucket for a key."""
        return BUCKET * int(key & Long(mask))

    def find(self, at: int, check: Long) -> int:
        """Return the index of the slot with this check in the bucket at `at`, or -1 if there is none."""
        if self.longs[at] == check:
            return at
        second = at + SLOT
        if self.longs[second] == check:
            return second
        return -1

    def lower(self, at: int) -> int:
        """Return the lower bound in a slot."""
        return int(self.longs[at + BOUNDS] & WORD) - BIAS

    def upper(self, at: int) -> int:
        """Return the upper bound in a slot."""
        return int(self.longs[at + BOUNDS] >> 32) - BIAS

    def move(self, at: int) -> int:
        """Return the index of the best option in a slot."""
        return int(self.longs[at + MOVE] & WORD)

    def place(self, at: int, check: Long, effort: Long) -> int:
        """Return the index of the slot to which a new entry goes, in the bucket at `at`."""
        found = self.find(at, check)
        if found >= 0:
            return found
        if effort >= self.longs[at + EFFORT]:
            return at
        return at + SLOT

    def put(self, at: int, check: Long, lower: int, upper: int) -> None:
        """Write the check and the bounds of a slot."""
        self.longs[at] = check
        self.longs[at + BOUNDS] = Long(lower + BIAS) | Long(upper + BIAS) << 32

    def put_search(self, at: int, move: int, effort: Long) -> None:
        """Write the best option of a slot, and the size of its search."""
        self.longs[at + MOVE], self.longs[at + EFFORT] = Long(move), effort
