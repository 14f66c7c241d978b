"""Finds games of a chunk whose rows are equal, so that each row is summed only once, with their number.

Short games have few different rows: thousands of games may have six, if the summary is all that is counted.
A hash table without probing holds a row in each slot. A row that belongs into the slot of another takes its
place.
"""

from __future__ import annotations

from interpreter.kernels.terms import Long, Room, Words, inline
from interpreter.play.chance import ALL, GAMMA, mix

__all__ = ["SLOTS", "Repeating", "repeats"]

BITS = 9
SLOTS = 1 << BITS
"""Number of slots in the table."""

MOST_WORDS = 192
"""Maximum number of words in a row of games that are looked for. Longer rows belong to longer games, which
hardly ever repeat.
"""


def repeats(size: int) -> bool:
    """Return whether to look for games with equal rows if a row has `size` words."""
    return size <= MOST_WORDS


class Repeating:
    """A table of rows of `size` words. All slots are free initially.

    A row is hashed by multiply-shift for vectors (M. Dietzfelbinger, "Universal Hashing and k-Wise
    Independent Random Variables via Integer Arithmetic without Primes", STACS 1996).
    """

    def __init__(self, size: int, given: Room) -> None:
        self.size, self.indexes = size, tuple(range(size))
        self.factors = tuple((i, mix(GAMMA * (i + 1) & ALL) | 1) for i in self.indexes)
        self.times = given.words(SLOTS)
        """Number of games that have the row in a slot, or 0 if the slot is free."""
        self.endings = given.words(SLOTS)
        """The ending of games with the row in a slot, or a number of its own if they have none."""
        self.games = given.words(SLOTS)
        """The number of the first game that has the row in a slot."""
        self.rows = given.words(SLOTS * size)

    # --- kernels --------------------------------------------------------------------------------------

    @inline
    def slot(self, row: Words) -> int:
        """Return the slot in which a row belongs."""
        key = Long(0)
        for i, factor in self.factors:
            key = (key + Long(row[i]) * factor) & ALL
        return int(key >> (64 - BITS))

    @inline
    def holds(self, slot: int, row: Words) -> bool:
        """Return whether a row is the one in a slot."""
        held, differing = self.rows[self.size * slot :], 0
        for i in self.indexes:
            differing |= row[i] ^ held[i]
        return differing == 0

    def put(self, slot: int, row: Words, ending: int, game: int) -> None:
        """Put the row of a game into a slot."""
        at = self.size * slot
        self.times[slot] = 1
        self.endings[slot] = ending
        self.games[slot] = game
        for i in range(self.size):
            self.rows[at + i] = row[i]
