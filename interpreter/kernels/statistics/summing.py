"""Sums what many finished games contribute to statistics, game by game, from their rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program.tables import Head
from interpreter.kernels.statistics.endings import FREE, Endings
from interpreter.kernels.statistics.game_row import DECISIONS, FAULTED, OUTCOME
from interpreter.kernels.statistics.leaving import Leaving
from interpreter.kernels.statistics.measuring import ENDINGS, Measuring
from interpreter.kernels.statistics.quantifying import NO_RESULT, NOTHING, Quantifying, Sources
from interpreter.kernels.terms import Long, Real, Reals, Room, Words, inline
from interpreter.play.chunk import most_games
from interpreter.play.result import LIMITS

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.play.tally import Counts

__all__ = [
    "DECISIONS_MADE", "GAMES", "LIMITED", "STOPPED",
    "TRUNCATED", "UNKNOWN", "UNTIL", "Summing", "include",
]  # fmt: skip

GAMES, DECISIONS_MADE, TRUNCATED, LIMITED = range(4)
"""Indexes of counters: the games, their decisions, the truncated games, and those that reached the limit."""

STOPPED, UNTIL, ENDING = range(3)
"""Indexes of the words that say why `run` stopped, how many more games with a result it may sum, and what
ending the latest game had (`NO_RESULT` if it had none).
"""

UNKNOWN = 1
"""The value of `STOPPED` after a game whose ending is unknown."""

_LIMITS = tuple(sorted(LIMITS))


class Summing:
    """The sums over games of one program; see `interpreter.simulate.summary` for their meaning.

    Means are running means, by the method of B. Welford (Technometrics 4, 1962), which is that of
    `interpreter.simulate.statistics`. The order of the games therefore determines the last digits.

    If all players win or lose together, there is also the mean of their scores by ending.

    `rows`, in the room `given`, are the rows of games to be summed, one after another; there are at most
    `most`. Their quantities are computed from the `sources`, too.
    """

    def __init__(
        self, program: Program, counts: Counts, room: Room, given: Room, sources: Sources = NOTHING
    ) -> None:
        self.measuring = measuring = Measuring.of(program, counts, room, ENDINGS)
        self.size, self.most = measuring.row.size, most_games(measuring.row.size)
        self.rows = given.words(self.most * self.size)
        self.quantifies = sources.many > 0
        self.quantifying = Quantifying(measuring, sources, room, given, self.most)
        self.together, self.players = not measuring.several, measuring.players
        many = len(measuring.keys)
        self.totals = room.longs(4)
        self.control = room.words(4)  # an even number, so that the arrays after them are aligned
        self.endings = Endings(self.players, room)
        self.games = room.longs(ENDINGS)
        """Number of games with each ending."""
        self.count, self.mean, self.squares = room.reals(many), room.reals(many), room.reals(many)
        self.least, self.greatest = room.reals(many), room.reals(many)
        self.means = self.count, self.mean, self.squares, self.least, self.greatest
        """The arrays that hold the means of the numbers of games, which are those of `measuring`."""
        self.table_score = measuring.team_score[0] if self.players > 1 and self.together else measuring.score
        """Index of the mean score of all players, if all win or lose together."""
        by_ending = ENDINGS * self.together
        self.scored = room.reals(by_ending)
        """For each ending, the number of games, the mean score of a player, and so on as above."""
        self.score, self.squares_of_score = room.reals(by_ending), room.reals(by_ending)
        self.least_score, self.greatest_score = room.reals(by_ending), room.reals(by_ending)
        self.scores = self.scored, self.score, self.squares_of_score, self.least_score, self.greatest_score
        """The arrays that hold the mean scores by ending."""
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
            if self.add(self.rows[self.size * at :]):
                if self.quantifies:
                    self.quantifying.add(self.rows[self.size * at :], at, self.control[ENDING])
                at += 1
                if self.control[UNTIL] == 0:
                    break
            else:
                self.control[STOPPED] = UNKNOWN
                break
        return at

    def add(self, row: Words) -> bool:
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
            if self.together:
                value = self.measuring.values[self.table_score]
                include(
                    ending, value, self.scored, self.score, self.squares_of_score, self.least_score,
                    self.greatest_score,
                )  # fmt: skip
            if self.leaves:
                self.leaving.add(row)
        else:
            self.totals[TRUNCATED] += 1
        return True

    @inline
    def include_all(self) -> None:
        """Include the numbers of the latest game in their means."""
        values = self.measuring.values
        for i in range(len(self.measuring.keys)):
            value = values[i]
            if value == value:  # noqa: PLR0124 - it is not NaN
                include(i, value, self.count, self.mean, self.squares, self.least, self.greatest)


@inline
def include(  # noqa: PLR0913 - a mean consists of five numbers
    i: int, value: Real, count: Reals, mean: Reals, squares: Reals, least: Reals, greatest: Reals
) -> None:
    """Include a value in the mean with the number `i`."""
    many = count[i] + 1
    off = value - mean[i]
    now = mean[i] + off / many
    count[i] = many
    mean[i] = now
    squares[i] += off * (value - now)
    if many == 1 or value < least[i]:
        least[i] = value
    if many == 1 or value > greatest[i]:
        greatest[i] = value
