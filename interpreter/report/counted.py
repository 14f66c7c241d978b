"""Counts the games of a report: a kernel counts most, and distributions follow from columns of the rows."""

from __future__ import annotations

from collections import Counter
from itertools import chain, compress
from typing import TYPE_CHECKING, Any

from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.asides import aside_without_program
from interpreter.kernels.statistics.adding import MOST
from interpreter.kernels.statistics.counters import Counters, Layout
from interpreter.kernels.statistics.game_row import DECISIONS, FAULTED, OUTCOME, PLACES
from interpreter.kernels.statistics.reporting import PASS, STRONG, WEAK, WIDTH, Reporting, Subjects
from interpreter.kernels.statistics.tallying import ALONE, FORCED, TURNS
from interpreter.kernels.statistics.tallying import MOST as MOST_OPTIONS
from interpreter.play.chance import WORD
from interpreter.play.tally import STAGES
from interpreter.report.cells import owned
from interpreter.simulate.statistics import Mean

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter.kernels.statistics.game_row import GameRow
    from interpreter.kernels.terms import Room
    from interpreter.report.games import Batch, Games
    from interpreter.report.run import Run

__all__ = ["GameCounts", "Spread"]

MOST_TOLD = 0.95
"""Minimum share of games that the stages must cover.

If the stages had to cover the longest games, too, each stage would have more turns.
"""


@dataclass(frozen=True, slots=True)
class Spread:
    """A distribution, as pairs of a value and the number of games that have this value."""

    counts: tuple[tuple[int, int], ...]

    @property
    def games(self) -> int:
        """The total number of games."""
        return sum(count for _, count in self.counts)

    def quantile(self, share: float) -> int:
        """Return the smallest value that is not exceeded in at least the given share of games."""
        seen, wanted = 0, share * self.games
        for value, count in self.counts:
            seen += count
            if seen >= wanted:
                return value
        return self.counts[-1][0]

    def share(self, low: int, high: int) -> float:
        """Return the share of the games whose value lies between `low` and `high`, both included."""
        return sum(count for value, count in self.counts if low <= value <= high) / self.games


class GameCounts:
    """The counts of the games of a run.

    `pairs` are the pairs of a face and a family of zones with one zone for each player, each with the index
    in `Games.cells` of each seat's cell. `kinds` has the numbers of the kinds of players (`Run.bots`), those
    that won most first.
    """

    def __init__(self, run: Run, games: Games) -> None:
        self._run, self._games, self._row = run, games, games.row
        compared = len(set(run.teams)) > 1
        self.cells = [owned(cell) for cell in games.cells]
        self.pairs: dict[tuple[str, str], list[int]] = {}
        for cell, (face, zone, seat) in enumerate(self.cells):
            if seat is not None and compared:
                self.pairs.setdefault((face, zone), []).append(cell)
        of = Subjects(len(run.bots), len(self.pairs), compared, compared and run.at_random)

        def make(state: Room, given: Room) -> Reporting:
            return Reporting(games.row, of, state, given)

        self._state, self._given = Counters(), Layout()
        self.kernel = kernel = make(self._state, self._given)
        for pair, cells in enumerate(self.pairs.values()):
            first = run.players * pair
            kernel.came[first : first + run.players] = [
                games.row.came + cells[seat] if seat < len(cells) else -1 for seat in range(run.players)
            ]
        self._means = [Mean() for _ in kernel.added.count]
        self._aside = aside_without_program(f"report {games.row} {of}", make)
        self._aside.write(self._state.form.pack(*self._state.numbers()))
        self._turns, self._decisions, self._scores = Counter[int](), Counter[int](), Counter[int]()
        self._paces = Counter[tuple[int, ...]]()
        self.most_options = 0
        """The greatest number of options of a decision."""
        self._offers: list[Counter[tuple[int, int, float]]] = [Counter() for _ in run.actions]
        """For each action, how often seats had its number of options, that of all options, and the adjusted
        win at the first free offer. The numbers of options are 0 for a seat that had no such offer.
        """
        self._count()

    def _count(self) -> None:
        """Count all games."""
        kernel = self.kernel
        for batch in self._batches():
            self._spread(batch)
        self.kinds = sorted(
            range(kernel.of.kinds), key=lambda kind: -(self.mean(kernel.by_kind + kind).mean or 0)
        )
        self.width = width_of(self.turns.quantile(MOST_TOLD) if self._turns else 0)
        """The number of turns in a stage."""
        kernel.control[PASS], kernel.control[WIDTH] = 1, self.width.bit_length() - 1
        kernel.control[STRONG], kernel.control[WEAK] = self.kinds[0], self.kinds[-1]
        for at in range(len(kernel.won)):
            kernel.won[at] = self.mean(kernel.expected + at).mean or 0.0
        for array in (kernel.control, kernel.won):
            at, data = self._state.packed(array)
            self._aside.write(data, at)
        for batch in self._batches():
            if kernel.of.tried:
                self._try(batch)
        trying = kernel.trying
        self._read(kernel.sums, kernel.staged, *vars(trying).values())

    def _batches(self) -> Iterator[Batch]:
        """Let the kernel count all games, and yield them."""
        kernel, place, room = self.kernel, self._given.place, MOST // self.kernel.seats
        for batch in self._games.batches():
            self._aside.give(batch.shares, place(kernel.shares))
            self._aside.give(batch.rows, place(kernel.rows))
            self._aside.give(batch.players, place(kernel.players))
            if room < batch.games:
                self._settle()
                room = MOST // kernel.seats
            room -= batch.games
            self._aside.run(0, batch.games)
            yield batch
        self._settle()

    def _settle(self) -> None:
        """Move the kernel's sums to the means."""
        added = self.kernel.added
        self._read(*added.arrays)
        for number, mean in enumerate(self._means):
            mean.merge(Mean(*added.sums(number)))
        for array in added.arrays:
            array[:] = [0] * len(array)
            at, data = self._state.packed(array)
            self._aside.write(data, at)

    def _spread(self, batch: Batch) -> None:
        """Count the values of distributions."""
        columns, row = _Columns(batch, self._row), self._row
        pace, scores = row.pace, PLACES + row.players
        self._decisions.update(columns.of(DECISIONS))
        self._turns.update(filter(None, columns.of(pace + TURNS)))
        self._paces.update(
            zip(
                *map(columns.of, (row.options, row.options + 1, DECISIONS, pace + ALONE, pace + FORCED)),
                strict=True,
            )
        )
        for first in range(scores, scores + row.players * row.parts, row.parts or 1):
            parts = map(columns.of, range(first, first + row.parts))
            self._scores.update(map(sum, zip(*parts, strict=True)))
        self.most_options = max(self.most_options, *columns.of(pace + MOST_OPTIONS), 0)

    def _try(self, batch: Batch) -> None:
        """Count the first free offers, in the order of games and seats."""
        columns, row, seats = _Columns(batch, self._row), self._row, range(self._row.players)
        beyond = [[won - self.expected(seat, 0) for won in columns.shares(seat)] for seat in seats]
        for action, offers in enumerate(self._offers):
            by_seat = [
                zip(columns.of(row.first + whose), columns.of(row.first_of + whose), won, strict=True)
                for whose, won in zip(
                    range(action, len(beyond) * row.actions, row.actions), beyond, strict=True
                )
            ]
            offers.update(chain.from_iterable(zip(*by_seat, strict=True)))

    def _read(self, *arrays: list[Any]) -> None:
        """Copy some arrays of the kernel."""
        for array in arrays:
            at, form = self._state.place(array)
            array[:] = form.unpack(self._aside.read(at, form.size))

    # --- what was counted ---------------------------------------------------------------------------------

    def expected(self, seat: int, kind: int) -> float:
        """Return what a player of a kind wins in a seat on average."""
        return self.kernel.won[self.kernel.of.kinds * seat + kind]

    @property
    def decisions(self) -> Spread:
        """The number of decisions of games."""
        return _spread(self._decisions)

    @property
    def turns(self) -> Spread:
        """The number of turns of games that have any."""
        return _spread(self._turns)

    @property
    def scores(self) -> Spread:
        """The scores of all players, if the game has a score."""
        return _spread(self._scores)

    @property
    def branching(self) -> Spread:
        """Tenths of an option per decision, of games with a decision."""
        return self._by_pace(lambda options, _, every: 10 * options / every)

    @property
    def choice(self) -> Spread:
        """Hundredths of the decisions that had more than one option, of games with a decision."""
        return self._by_pace(lambda _, forced, every: 100 * (1 - forced / every))

    def _by_pace(self, value: Callable[[int, int, int], float]) -> Spread:
        """Return how a value is distributed that follows from numbers of options and decisions.

        They are the options, the forced decisions, and all decisions of a game.
        """
        found = Counter[int]()
        for (low, high, decisions, alone, forced), games in self._paces.items():
            if every := decisions + alone:
                found[round(value((high << 32) + (low & WORD), forced, every))] += games
        return _spread(found)

    @property
    def offers(self) -> Iterator[Counter[tuple[float, float]]]:
        """For each action, the number of first free offers with each probability and adjusted win."""
        for found in self._offers:
            offers = Counter[tuple[float, float]]()
            for (options, every, beyond), count in found.items():
                if options:
                    offers[options / every, beyond] += count
            yield offers

    def total(self, at: int) -> int:
        """Return the sum of a number of the rows, given by its index."""
        return int(self.kernel.sums[at])

    def mean(self, at: int) -> Mean:
        """Return one of the kernel's means."""
        return self._means[at]


class _Columns:
    """The columns of a batch of games, without those that have no result."""

    def __init__(self, batch: Batch, row: GameRow) -> None:
        self._words, self._size = memoryview(batch.rows).cast("i"), row.size
        self._shares, self._seats = memoryview(batch.shares).cast("d"), row.players
        self._counted = [end not in (FAULTED, Head.TRUNCATED) for end in self._words[OUTCOME :: row.size]]

    def of(self, at: int) -> Iterator[int]:
        """Return the numbers at an index of the rows."""
        return compress(self._words[at :: self._size], self._counted)

    def shares(self, seat: int) -> Iterator[float]:
        """Return the shares of the win that a seat has."""
        return compress(self._shares[seat :: self._seats], self._counted)


def _spread(counts: Counter[int]) -> Spread:
    return Spread(tuple(sorted(counts.items())))


def width_of(turns: int) -> int:
    """Return the number of turns per stage, for games with the given number of turns."""
    width = 1
    while turns > STAGES * width:
        width *= 2
    return width
