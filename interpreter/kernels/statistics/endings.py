"""The table in which kernels look up the endings of games (see `measuring`)."""

from __future__ import annotations

from interpreter.kernels.statistics.game_row import PLACES
from interpreter.kernels.statistics.measuring import ENDINGS
from interpreter.kernels.terms import Long, Room, Words, inline
from interpreter.play.chance import mix

__all__ = ["FREE", "Endings"]

FREE = (1 << 64) - 1
"""The key of an entry that is not in use."""


class Endings:
    """A hash table with open addressing and `ENDINGS` entries.

    The host enters an ending when it is met for the first time, and empties the table when it is nearly full.
    """

    def __init__(self, players: int, room: Room) -> None:
        self.seats = tuple(range(players))
        self.keys = room.longs(ENDINGS)
        """The key of each ending: the outcome, and above it a bit for each seat in first place."""

    # --- kernels --------------------------------------------------------------------------------------

    @inline
    def key(self, row: Words, outcome: int) -> Long:
        """Return the key of a game's ending."""
        first = 0
        for seat in self.seats:
            first |= (row[PLACES + seat] == 1) << seat
        return Long(first) << 32 | Long(outcome)

    @inline
    def entry(self, key: Long) -> int:
        """Return the index of an ending in the table, or of the free entry where it belongs."""
        at = int(mix(key)) & (ENDINGS - 1)
        while self.keys[at] != key and self.keys[at] != FREE:
            at = (at + 1) & (ENDINGS - 1)
        return at
