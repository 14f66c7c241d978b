"""Sums what many finished games contribute to statistics, game by game, from their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.tables import Head
from interpreter.kernels.statistics.adding import Adding
from interpreter.kernels.statistics.by_player import ByPlayer
from interpreter.kernels.statistics.endings import FREE, Endings
from interpreter.kernels.statistics.game_row import DECISIONS, FAULTED, OUTCOME
from interpreter.kernels.statistics.leaving import Leaving
from interpreter.kernels.statistics.measuring import ENDINGS, Measuring
from interpreter.kernels.statistics.quantifying import NO_RESULT, NOTHING, Quantifying, Sources
from interpreter.kernels.terms import Long, Room, Words, inline
from interpreter.play.chunk import most_games
from interpreter.play.result import LIMITS

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.play.tally import Counts

__all__ = [
    "DECISIONS_MADE", "GAMES", "LIMITED", "SEATING", "STOPPED",
    "TRUNCATED", "UNKNOWN", "UNTIL", "Summing",
]  # fmt: skip

GAMES, DECISIONS_MADE, TRUNCATED, LIMITED = range(4)
"""Indexes of counters: the games, their decisions, the truncated games, and those that reached the limit."""

STOPPED, UNTIL, ENDING, SEATING = range(4)
"""Indexes of the words that say why `run` stopped, how many more games with a result it may sum, what ending
the latest game had (`NO_RESULT` if it had none), and the number of the seating of the first of the `rows`.
"""

UNKNOWN = 1
"""The value of `STOPPED` after a game whose ending is unknown."""

_LIMITS = tuple(sorted(LIMITS))


class Summing:
    """The sums over games of one program; see `interpreter.simulate.summary` for their meaning.

    All sums are exact (`adding`), so the order of the games does not matter. If all players win or lose
    together, there are also the sums of their scores by ending. If there are `seatings`, there are also sums
    by player (`by_player`).

    `rows`, in the room `given`, are the rows of games to be summed, one after another; there are at most
    `most`. Their quantities are computed from the `sources`, too.
    """

    def __init__(  # noqa: PLR0913 - what is summed, and where
        self,
        program: Program,
        counts: Counts,
        room: Room,
        given: Room,
        sources: Sources = NOTHING,
        seatings: int = 0,
        *,
        pair: bool = False,
    ) -> None:
        self.measuring = measuring = Measuring.of(program, counts, room, ENDINGS)
        self.size, self.most = measuring.row.size, most_games(measuring.row.size)
        self.rows = given.words(self.most * self.size)
        self.quantifies = sources.many > 0
        self.seatings, self.by_player = seatings, ByPlayer(measuring, seatings, room, pair=pair)
        self.quantifying = Quantifying(self.by_player, sources, room, given, self.most)
        self.together, self.players = not measuring.several, measuring.players
        many = len(measuring.keys)
        self.totals = room.longs(4)
        self.control = room.words(4)
        self.endings = Endings(self.players, room)
        self.games = room.longs(ENDINGS)
        """Number of games with each ending."""
        self.sums = Adding(many, room)
        """The sums of the numbers of games, which are those of `measuring`.

        Those of numbers that follow from an ending are left to the host, which multiplies by `games`.
        """
        self.table_score = measuring.team_score[0] if self.players > 1 and self.together else measuring.score
        """Index of the mean score of all players, if all win or lose together."""
        self.scores = Adding(ENDINGS * self.together, room)
        """The sums of the mean scores of all players, by ending."""
        self.leaves, self.leaving = measuring.row.counts.last, Leaving(measuring.row, room)

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Sum the games whose rows have the numbers from `first` up to `end`.

        Return the number of the next game to be summed. It is less than `end` if the next game's ending is
        unknown, or if the last game was the one after which `UNTIL` asks to stop.
        """
        at = first
        self.control[STOPPED] = 0
        while at < end:
            seating = 0
            if self.seatings > 0:
                seating = (self.control[SEATING] + at) % self.seatings
            if self.add(self.rows[self.size * at :], seating):
                if self.quantifies:
                    self.quantifying.add(self.rows[self.size * at :], at, self.control[ENDING], seating)
                at += 1
                if self.control[UNTIL] == 0:
                    break
            else:
                self.control[STOPPED] = UNKNOWN
                break
        return at

    def add(self, row: Words, seating: int) -> bool:
        """Sum a game, and return whether its ending is known; if it is not, nothing has changed."""
        outcome = row[OUTCOME]
        self.control[ENDING] = NO_RESULT
        if outcome == FAULTED:
            return True
        ending, result = 0, outcome != Head.TRUNCATED
        if result:
            ending = self.endings.entry(self.endings.key(row, outcome))
            if self.endings.keys[ending] == FREE:
                return False
        self.totals[GAMES] += 1
        self.totals[DECISIONS_MADE] += Long(row[DECISIONS])
        for limit in _LIMITS:
            if outcome == limit:
                self.totals[LIMITED] += 1
        if result:
            self.control[ENDING] = ending
            self.control[UNTIL] -= 1
            self.games[ending] += 1
            self.measuring.measure(row, ending)
            self.include_all()
            if self.seatings > 0:
                self.by_player.add(row, seating, ending)
            if self.together:
                self.scores.include(ending, self.measuring.values[self.table_score])
            if self.leaves:
                self.leaving.add(row)
        else:
            self.totals[TRUNCATED] += 1
        return True

    @inline
    def include_all(self) -> None:
        """Add the numbers of the latest game."""
        values = self.measuring.values
        for i in range(self.measuring.from_ending, len(self.measuring.keys)):
            value = values[i]
            if value == value:  # noqa: PLR0124 - it is not NaN
                self.sums.include(i, value)
