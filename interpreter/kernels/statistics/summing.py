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
from interpreter.kernels.statistics.repeating import SLOTS, Repeating, repeats
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
        self.repeats = seatings == 0 and repeats(self.size)
        """Whether games with equal rows are summed at once, because no players tell them apart."""
        self.repeating = Repeating(self.size * self.repeats, given)
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
            known = True
            if self.repeats:
                known = self.count(self.rows[self.size * at :], at)
            else:
                known = self.add_next(self.rows[self.size * at :], at)
            if not known:
                self.control[STOPPED] = UNKNOWN
                break
            at += 1
            self.control[UNTIL] -= self.control[ENDING] != NO_RESULT
            if self.control[UNTIL] == 0:
                break
        if self.repeats:
            for slot in range(SLOTS):
                self.add_counted(slot)
        return at

    def count(self, row: Words, at: int) -> bool:
        """Count the game with the number `at` with those that have the same row.

        Return what `find` returns.
        """
        counted = self.repeating
        known = True
        slot = counted.slot(row)
        same = counted.holds(slot, row)
        if same and counted.times[slot] != 0:
            counted.times[slot] += 1
            self.control[ENDING] = counted.endings[slot]
            if self.quantifies:
                self.quantifying.copy(counted.games[slot], at)
        elif self.find(row):
            self.add_counted(slot)
            counted.put(slot, row, self.control[ENDING], at)
            if self.quantifies:
                if self.control[ENDING] != NO_RESULT:
                    self.measuring.measure(row, self.control[ENDING])
                self.quantifying.add(row, at, self.control[ENDING], 0)
        else:
            known = False
        return known

    def add_counted(self, slot: int) -> None:
        """Sum the games that were counted in a slot, and free it."""
        counted = self.repeating
        times = counted.times[slot]
        if times != 0:
            counted.times[slot] = 0
            self.add(counted.rows[self.size * slot :], counted.endings[slot], 0, times)

    def add_next(self, row: Words, at: int) -> bool:
        """Sum the game with the number `at`, and return what `find` returns."""
        known, seating = self.find(row), 0
        if known:
            if self.seatings > 0:
                seating = (self.control[SEATING] + at) % self.seatings
            self.add(row, self.control[ENDING], seating, 1)
            if self.quantifies:
                self.quantifying.add(row, at, self.control[ENDING], seating)
        return known

    def find(self, row: Words) -> bool:
        """Look up the `ENDING` of a game, and return whether it is known."""
        outcome, known = row[OUTCOME], True
        self.control[ENDING] = NO_RESULT
        if FAULTED != outcome != Head.TRUNCATED:
            ending = self.endings.entry(self.endings.key(row, outcome))
            known = self.endings.keys[ending] != FREE
            if known:
                self.control[ENDING] = ending
        return known

    def add(self, row: Words, ending: int, seating: int, times: int) -> None:
        """Sum a game with a known ending, or none, `times` times."""
        outcome = row[OUTCOME]
        if outcome == FAULTED:
            return
        self.totals[GAMES] += Long(times)
        self.totals[DECISIONS_MADE] += Long(row[DECISIONS]) * Long(times)
        for limit in _LIMITS:
            if outcome == limit:
                self.totals[LIMITED] += Long(times)
        if ending == NO_RESULT:
            self.totals[TRUNCATED] += Long(times)
        else:
            self.games[ending] += Long(times)
            self.measuring.measure(row, ending)
            self.include_all(times)
            if self.seatings > 0:
                self.by_player.add(row, seating, ending)
            if self.together:
                self.scores.include(ending, self.measuring.values[self.table_score], times)
            if self.leaves:
                self.leaving.add(row, times)

    @inline
    def include_all(self, times: int) -> None:
        """Add the numbers of the latest game, `times` times."""
        values = self.measuring.values
        for i in range(self.measuring.from_ending, len(self.measuring.keys)):
            value = values[i]
            if value == value:  # noqa: PLR0124 - it is not NaN
                self.sums.include(i, value, times)
