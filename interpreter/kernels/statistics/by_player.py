"""Sums what each player scores, whichever seats the player has, and who of two players is better placed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter.kernels.statistics.adding import Adding
from interpreter.kernels.statistics.game_row import PLACES
from interpreter.kernels.terms import Real, Room, Words, inline

if TYPE_CHECKING:
    from interpreter.kernels.statistics.measuring import Measuring

__all__ = ["ByPlayer"]


class ByPlayer:
    """The sums over games by player.

    There are `many` seatings, which take turns from game to game, or none if players are not told apart. Each
    player has one seat, unless a `pair` of players share all seats. Then partners are the same player, and
    every team of the first player is compared with every team of the second. The *points* of a game are the
    share of these comparisons that the first player wins, where an equal place counts as half.
    """

    def __init__(self, measuring: Measuring, many: int, room: Room, *, pair: bool = False) -> None:
        self.measuring, self.many, self.seats = measuring, many, measuring.players
        self.players = 2 if pair else measuring.players
        self.seated = room.words(-(-many * self.seats // 2) * 2)  # even, so that later arrays are aligned
        """The number of the player in each seat of each seating."""
        self.games = room.longs(measuring.endings * many * (not pair))
        """Number of games with each ending in each seating, from which shares of the win follow."""
        self.kinds = 1 + measuring.row.parts * (not pair)
        """Number of sums of a player: the score, and its parts unless there is a `pair`."""
        self.scores = Adding(self.players * self.kinds * (many > 0), room)
        """These sums. In a game in which a player has several seats, the mean score of these seats counts."""
        self.pair, self.meets = pair, pair and measuring.several
        self.points = Adding(int(self.meets), room)
        """The sum of the points."""
        self.won = room.longs(2 * self.meets)
        """Number of games in which the first player has more than half of the points, or just half."""
        self.arrays: tuple[list[Any], ...] = (
            self.games, *self.scores.arrays, *self.points.arrays, self.won
        )  # fmt: skip
        """All sums."""
        self.firsts = tuple(seats[0] for seats in measuring.units)
        """The first seat of each team."""

    # --- kernels --------------------------------------------------------------------------------------

    @inline
    def add(self, row: Words, seating: int, ending: int) -> None:
        """Add the latest game that was measured, with its seating and its ending."""
        if self.pair:
            for player in range(self.players):
                self.add_mean(player, seating)
            if self.meets:
                self.compare(row, self.seats * seating)
        else:
            self.games[self.many * ending + seating] += 1
            for seat in range(self.seats):
                self.add_seat(seat, self.kinds * self.seated[self.seats * seating + seat])

    @inline
    def add_seat(self, seat: int, to: int) -> None:
        """Add the score of a seat, and its parts, to the sums from `to`."""
        values, parts = self.measuring.values, self.measuring.row.parts
        self.scores.include(to, values[self.measuring.score + seat], 1)
        for k in range(parts):
            self.scores.include(to + 1 + k, values[self.measuring.part + parts * seat + k], 1)

    @inline
    def add_mean(self, player: int, seating: int) -> None:
        """Add the mean score of the seats of a player, if there are any."""
        total, count = 0.0, 0
        for seat in range(self.seats):
            if self.seated[self.seats * seating + seat] == player:
                total += self.measuring.values[self.measuring.score + seat]
                count += 1
        if count > 0:
            self.scores.include(player, total / Real(count), 1)

    @inline
    def compare(self, row: Words, at: int) -> None:
        """Add the points of a game whose seating begins at `at`."""
        twice, count = 0, 0
        for seat in self.firsts:
            for other in self.firsts:
                if self.seated[at + seat] < self.seated[at + other]:
                    mine, theirs = row[PLACES + seat], row[PLACES + other]
                    twice += 2 * (theirs > mine) + (theirs == mine)
                    count += 1
        self.points.include(0, Real(twice) / Real(2 * count), 1)
        if twice > count:
            self.won[0] += 1
        if twice == count:
            self.won[1] += 1
