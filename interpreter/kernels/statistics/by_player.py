"""Sums what each player scores, whichever seats the player has, and knows who sits where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.kernels.statistics.adding import Adding
from interpreter.kernels.terms import Room, inline

if TYPE_CHECKING:
    from interpreter.kernels.statistics.measuring import Measuring

__all__ = ["ByPlayer"]


class ByPlayer:
    """The sums over games by player, as far as they do not follow from the endings.

    There are `many` seatings, which take turns from game to game, or none if players are not told apart. What
    follows from an ending is left to the host, which multiplies by `games`.
    """

    def __init__(self, measuring: Measuring, many: int, room: Room) -> None:
        self.measuring, self.many, self.players = measuring, many, measuring.players
        self.seated = room.words(-(-many * self.players // 2) * 2)  # even, so that later arrays are aligned
        """The number of the player in each seat of each seating."""
        self.games = room.longs(measuring.endings * many)
        """Number of games with each ending in each seating."""
        self.kinds = 1 + measuring.row.parts
        """Number of sums of a player: the score, and its parts."""
        told = many > 0 and measuring.scored
        self.scores = Adding(self.players * self.kinds * told, room)
        """These sums, unless the score follows from the ending."""

    # --- kernels --------------------------------------------------------------------------------------

    @inline
    def add(self, seating: int, ending: int) -> None:
        """Add the latest game that was measured, with its seating and its ending."""
        self.games[self.many * ending + seating] += 1
        if self.measuring.scored:
            values, parts = self.measuring.values, self.measuring.row.parts
            for seat in range(self.players):
                to = self.kinds * self.seated[self.players * seating + seat]
                self.scores.include(to, values[self.measuring.score + seat])
                for k in range(parts):
                    self.scores.include(to + 1 + k, values[self.measuring.part + parts * seat + k])
