"""Sums the games of a run inside an engine, with the same results as `Summary.add`, to the last bit.

The engine keeps the sums in the arrays of the kernel `interpreter.kernels.statistics.summing`. They are moved
to the summary from time to time.
"""

from __future__ import annotations

import struct
from time import perf_counter
from typing import TYPE_CHECKING, Any

from interpreter.kernels.statistics.adding import MOST
from interpreter.kernels.statistics.counters import Counters, Layout
from interpreter.kernels.statistics.game_row import DECISIONS, OUTCOME, PLACES, WORD_BYTES
from interpreter.kernels.statistics.quantifying import NOTHING, Sources
from interpreter.kernels.statistics.summing import (
    DECISIONS_MADE,
    GAMES,
    LIMITED,
    SEATING,
    STOPPED,
    TRUNCATED,
    UNKNOWN,
    UNTIL,
    Summing,
)
from interpreter.play.result import LIMITS
from interpreter.simulate.endings import Ending, Learning
from interpreter.simulate.statistics import Mean
from interpreter.simulate.summary import Decided
from interpreter.simulate.wins import FATES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gamespec.program import Program
    from interpreter.kernels.statistics.by_player import ByPlayer
    from interpreter.kernels.terms import Room
    from interpreter.play.chunk import Chunk
    from interpreter.play.tally import Counts
    from interpreter.protocol import SummingEngine
    from interpreter.simulate.summary import Summary

__all__ = ["NEVER", "Summed", "SummedGames"]

NEVER = (1 << 31) - 1
"""A number of games that no chunk has."""

REAL_BYTES = 8


class Summed:
    """Adds chunks of games of a program to a summary.

    `counts` is what the rows of the chunks count. Game number n has the players `seats[n % len(seats)]`, and
    is counted for them, too; without `seats`, players are not told apart. If a pair of players share all
    seats, `pair` is called with their sums (`ByPlayer`), which are not in the summary. The numbers of games
    in the summary are always up to date, everything else is after `settle`.
    """

    def __init__(  # noqa: PLR0913 - what is summed, where and for whom
        self,
        summary: Summary,
        program: Program,
        counts: Counts,
        engine: SummingEngine,
        sources: Sources = NOTHING,
        seats: Sequence[Sequence[int]] = (),
        pair: Callable[[ByPlayer], None] | None = None,
    ) -> None:
        def make(state: Room, given: Room) -> Summing:
            return Summing(program, counts, state, given, sources, len(seats), pair=pair is not None)

        self._summary, self._program, self._seats, self._pair = summary, program, seats, pair
        self._state, self._given = Counters(), Layout()
        self._kernel = kernel = make(self._state, self._given)
        self._sums = engine.aside(f"sums {counts} {sources} {len(seats)} {pair is not None}", make)
        self._head = struct.Struct(f"<{PLACES + program.players}i")
        self._endings: dict[int, Ending] = {}
        """The known endings, by their indexes."""
        self._by_player = by_player = kernel.by_player
        seated = [who for players in seats for who in players]
        by_player.seated[: len(seated)] = seated
        self._held = (
            kernel.games,
            *kernel.sums.arrays,
            *kernel.scores.arrays,
            *kernel.leaving.arrays,
            *by_player.arrays,
        )
        """The arrays that `settle` empties."""
        self._room = MOST // program.players
        """Number of games that can be added before the columns of sums must be emptied."""
        self._learning = Learning(program, summary.deciding, kernel.endings, kernel.measuring)
        self._learning.forget()
        self._sums.write(self._state.form.pack(*self._state.numbers()))

    def add(self, chunk: Chunk, first: int = 0, end: int | None = None, due: int = NEVER) -> int:
        """Add the games of a chunk, from the index `first` up to `end`, or until `due` have had a result.

        Return the index after the last game that was added.
        """
        if first == 0:
            self._sums.give(chunk.data)
        at, count, kernel, summary = first, len(chunk.numbers), self._kernel, self._summary
        count = count if end is None else end
        if self._room < count - first:
            self.settle()
        kernel.control[UNTIL] = due
        kernel.control[SEATING] = chunk.numbers.start % len(self._seats) if self._seats else 0
        self._write(kernel.control)
        while True:
            at = self._sums.run(at, count)
            self._read(kernel.control)
            if kernel.control[STOPPED] != UNKNOWN:
                break
            self._learn(chunk, at)
        for index, fault in sorted(chunk.faults.items()):
            if first <= index < at:
                decisions = self._row(chunk, index)[DECISIONS]
                summary.add_fault(fault, decisions, chunk.seeds_of(index), chunk.numbers[index])
        self._read(kernel.totals)
        summary.games += kernel.totals[GAMES]
        summary.decisions += kernel.totals[DECISIONS_MADE]
        summary.truncated += kernel.totals[TRUNCATED]
        if limited := kernel.totals[LIMITED]:
            index = next(i for i in range(first, at) if self._row(chunk, i)[OUTCOME] in LIMITS)
            summary.add_limited(limited, chunk.seeds_of(index), chunk.numbers[index])
        kernel.totals[:] = [0] * len(kernel.totals)
        self._write(kernel.totals)
        self._room -= at - first
        return at

    def vectors(self, first: int, end: int) -> bytes:
        """Return the quantities of some games of the latest chunk, as `Quantifying.vectors` has them."""
        quantifying = self._kernel.quantifying
        at = self._given.place(quantifying.vectors)
        size = REAL_BYTES * quantifying.width
        return self._sums.get(at + size * first, size * (end - first))

    def settle(self) -> None:
        """Bring the summary up to date: move the sums to it."""
        kernel, summary = self._kernel, self._summary
        self._read(*self._held)
        measuring = kernel.measuring
        means = [(summary.mean_of(key), key in measuring.whole) for key in measuring.keys]
        for ending, known in self._endings.items():
            if games := kernel.games[ending]:
                decided = Decided(known.result.outcome, known.won.fate, known.won.winners)
                summary.decide(decided, games)
                if self._pair is None:
                    self._decide_players(known)
                for (mean, whole), value in zip(means, measuring.numbers_of(ending), strict=False):
                    mean.add(int(value) if whole else value, games)
                if kernel.together:
                    summary.scores.setdefault(decided, Mean()).merge(Mean(*kernel.scores.sums(ending)))
        for i, (mean, whole) in enumerate(means[measuring.from_ending :], measuring.from_ending):
            mean.merge(Mean(*kernel.sums.sums(i, whole=whole)))
        summary.exits.include(kernel.leaving)
        if self._pair is not None:
            self._pair(self._by_player)
        elif self._seats:
            self._score_players()
        for array in self._held:
            array[:] = [0] * len(array)
        self._write(*self._held)
        self._room = MOST // self._program.players

    def _decide_players(self, ending: Ending) -> None:
        """Count the games with an ending for each player."""
        many = len(self._seats)
        for seating, players in enumerate(self._seats):
            games = self._by_player.games[many * ending.number + seating]
            for seat, who in enumerate(players if games else ()):
                self._summary.players[who].decide(ending.won, seat, games)

    def _score_players(self) -> None:
        """Move the scores of the players to the summary."""
        kinds, scores = self._by_player.kinds, self._by_player.scores
        for who, player in enumerate(self._summary.players):
            for kind, mean in enumerate((player.score, *player.parts), kinds * who):
                mean.merge(Mean(*scores.sums(kind, whole=True)))

    def _learn(self, chunk: Chunk, at: int) -> None:
        """Enter the ending of a game, which has not been met before, into the table of endings."""
        kernel, keys = self._kernel, self._kernel.endings.keys
        if self._learning.full:
            self.settle()
            self._endings.clear()
            self._learning.forget()
            self._write(keys)
        known = self._learning.learn(self._row(chunk, at))
        self._endings[index := known.number] = known
        single: list[list[Any]] = [keys]
        if kernel.quantifies:
            kernel.quantifying.fate[index] = FATES.index(known.won.fate)
            single.append(kernel.quantifying.fate)
        parts = [(array, index, index + 1) for array in single]
        for array, begin, end in (*parts, *kernel.measuring.of_ending(index)):
            where, data = self._state.packed(array, begin, end)
            self._sums.write(data, where)

    def _row(self, chunk: Chunk, index: int) -> list[int]:
        """Return the row of a game, up to the places of the seats."""
        return [*self._head.unpack_from(chunk.data, WORD_BYTES * self._kernel.size * index)]

    def _read(self, *arrays: list[Any]) -> None:
        """Copy some arrays from the engine's memory."""
        for array in arrays:
            at, form = self._state.place(array)
            array[:] = form.unpack(self._sums.read(at, form.size))

    def _write(self, *arrays: list[int]) -> None:
        """Copy some arrays to the engine's memory."""
        for array in arrays:
            at, data = self._state.packed(array)
            self._sums.write(data, at)


class SummedGames:
    """The games of some chunks, which are added to a summary as many at a time as requested.

    The numbers of games in the summary are always up to date, everything else is after `settle`. `seconds` is
    the time that has been spent with the games.
    """

    def __init__(self, summed: Summed, chunks: Iterator[Chunk]) -> None:
        self.seconds = 0.0
        self._summed, self._chunks = summed, chunks
        self._chunk: Chunk | None = None
        self._first = self._at = 0

    def ready(self) -> int:
        """Return how many games can be added now; 0 if there are no more. Waits until some were played."""
        if self._chunk is None or self._at == len(self._chunk.numbers):
            begun = perf_counter()
            try:
                self._chunk, self._at = next(self._chunks, None), 0
            finally:
                self.seconds += perf_counter() - begun
        return 0 if self._chunk is None else len(self._chunk.numbers) - self._at

    def add(self, games: int, due: int = NEVER) -> int:
        """Add that many games, or fewer if `due` of them have had a result. Return how many were added."""
        assert self._chunk is not None  # noqa: S101 - games are ready
        begun, self._first = perf_counter(), self._at
        self._at = self._summed.add(self._chunk, self._first, self._first + games, due)
        self.seconds += perf_counter() - begun
        return self._at - self._first

    def settle(self) -> None:
        """Bring the summary up to date."""
        self._summed.settle()

    @property
    def latest(self) -> Chunk:
        """The games that were added last."""
        assert self._chunk is not None  # noqa: S101 - some were added
        return self._chunk.part(self._first, self._at)

    def vectors(self) -> bytes:
        """Return the quantities of the games that were added last."""
        return self._summed.vectors(self._first, self._at)
