"""Reads the games of a table, finding values by the names of the columns."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any, NamedTuple

from gamespec.program.tables import Head
from interpreter.kernels.statistics.game_row import FAULTED, PLACES, GameRow
from interpreter.play.chunk import most_games
from interpreter.play.errors import Fault
from interpreter.play.estimated import Estimated
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.result import Result
from interpreter.play.tally import STAGES, Choices, Counts, Course, Lead, Pace, Tally, Ways
from interpreter.report.games import Batch
from interpreter.report.run import Run
from interpreter.simulate.columns import ESTIMATED
from interpreter.simulate.formats.saved_table import SavedTable
from interpreter.simulate.measures import Measures
from interpreter.simulate.recorded.estimate_columns import estimates_of
from interpreter.simulate.summary import Summary

__all__ = ["BadRecord", "MissingColumn", "SavedGames"]


class MissingColumn(Exception):
    """Raised if a table lacks a column that a table of this game must have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class BadRecord(Exception):
    """Raised if the row of a game is incomplete or inconsistent. Games are counted from 0."""

    def __init__(self, game: int) -> None:
        super().__init__(str(game))
        self.game = game


class SavedGames:
    """The games of a table, which is read whenever `batches` is called.

    Raises `MissingColumn` if the table lacks a column.
    """

    def __init__(self, run: Run, table: SavedTable) -> None:
        self._run, self._table = run, table
        self._at = {name: number for number, name in enumerate(table.names)}
        seats = range(1, run.players + 1)
        heads = ("seed", "luck", "end", "outcome", "truncated", "fault", "decisions")
        pace = ("turns", "rounds", "alone", "forced", "options", "most_options")
        self._head, self._pace = self._all(heads), self._all(pace)
        self._seats, self._scores, self._places, self._won, self._led = (
            self._all(f"{name}.{seat}" for seat in seats) for name in ("seat", "score", "place", "won", "led")
        )
        self._changes = self._one("lead_changes")
        self._parts = [self._all(f"score.{seat}.{part}" for part in run.parts) for seat in seats]
        self._offered, self._chosen, *self._free = (
            [self._all(f"{name}.{seat}.{action}" for action in run.actions) for seat in seats]
            for name in ("offered", "chosen", "first", "first_of", "took")
        )
        stages = range(1, STAGES + 1)
        self._stages = [
            self._all(f"{name}.{stage}" for stage in stages) if "stage" in self._at else []
            for name in ("decisions", "options")
        ]
        """The indexes of the columns by stage, which are missing in tables from versions without stages."""
        self.cells = [name.removeprefix("came.") for name in table.names if name.startswith("came.")]
        self._came, self._left = (
            self._all(f"{name}.{cell}" for cell in self.cells) for name in ("came", "left")
        )
        self._own = {
            (number, seat): at
            for number, measure in enumerate(run.measures)
            for seat, at in enumerate(self._all(measure.columns(run.players).values()))
        }
        """The indexes of the columns of the game's own measures, by the number of the measure and the seat.
        """
        self._estimated = self._all(form.name for form in ESTIMATED) if run.estimate is not None else []
        parts = len(run.parts) or int(run.scored)
        counts = Counts(pace=True, actions=True, components=True, course=bool(self._stages[0]))
        self.row = GameRow.without_program(
            run.teams, counts, parts=parts, actions=len(run.actions), cells=len(self.cells)
        )
        self.summary = Summary.empty(Measures.decided(run.deciding, parts=parts, own=[*self._own]), parts)
        self._ends = dict[int, str]()
        self._stopped = dict[Seeds, Sequence[str]]()

    def end(self, outcome: int) -> str:
        """Return the name of the end that has this outcome."""
        return self._ends[outcome]

    def stopped(self, seeds: Seeds) -> Sequence[str]:
        """Return the players by seat in a game that was the first to stop at a fault or at the limit."""
        return self._stopped[seeds]

    def _one(self, name: str) -> int:
        if name not in self._at:
            raise MissingColumn(name)
        return self._at[name]

    def _all(self, names: Iterable[str]) -> list[int]:
        return [self._one(name) for name in names]

    def batches(self) -> Iterator[Batch]:
        """Yield the games in the order of the table.

        Raises `BadRecord`, and whatever reading the table raises.
        """
        games, first, kinds = self._games(), not self.summary.games, self._run.bots
        while some := [*islice(games, most_games(self.row.size))]:
            if first:
                for game in some:
                    self._count(game)
            rows = [number for game in some for number in self._row(game.playout)]
            shares = [share for game in some for share in self._shares(game.playout)]
            players = [kinds.index(name) for game in some for name in game.seats]
            yield Batch(
                len(some),
                struct.pack(f"<{len(rows)}i", *rows),
                struct.pack(f"<{len(shares)}d", *shares),
                struct.pack(f"<{len(players)}i", *players),
            )

    def _games(self) -> Iterator[_Game]:
        for number, row in enumerate(self._table):
            try:
                yield self._game(row)
            except _Incomplete:
                raise BadRecord(number) from None

    def _count(self, game: _Game) -> None:
        """Include a game in the summary."""
        summary, playout = self.summary, game.playout
        summary.add(playout)
        if playout.result is not None and not playout.result.truncated:
            self._ends[playout.result.outcome] = game.end
            for mean, value in zip(summary.measures.own.values(), game.own, strict=True):
                if value is not None:
                    mean.add(value)
        if playout.result is None or playout.result.limited:
            firsts = {place.seeds for place in summary.fault_places.values()} | {summary.first_limited}
            if playout.seeds in firsts:
                self._stopped.setdefault(playout.seeds, game.seats)

    def _row(self, playout: Playout) -> Sequence[int]:
        """Return the row of a game."""
        result = playout.result
        if result is not None and not result.truncated:
            return self.row.row(playout.decisions, result, playout.tally)
        outcome = FAULTED if result is None else result.outcome
        return [playout.decisions, outcome, *[0] * (self.row.size - PLACES)]

    def _shares(self, playout: Playout) -> Sequence[float]:
        """Return the share of the win that each seat has in a game."""
        result = playout.result
        if result is None or result.truncated:
            return (0.0,) * self._run.players
        return self._run.deciding.shares(result)

    def _game(self, row: Sequence[Any]) -> _Game:
        seed, luck, end, outcome, truncated, code, decisions = (row[at] for at in self._head)
        seats = [row[at] for at in self._seats]
        if sorted(seats) != sorted(self._run.seats) or (code is None) == (outcome is None):
            raise _Incomplete
        fault, result, tally, estimated = None, None, None, None
        if code is not None:
            fault = Fault(code, 0, "")
        else:
            tally = self._tally(row)
            result = Result((), (), Head.TRUNCATED, ()) if truncated else self._result(row, outcome)
            estimated = None if truncated else self._estimates(row)
        playout = Playout(Seeds(seed, luck), decisions, result, fault, tally, estimated)
        return _Game(playout, seats, end or "", [row[at] for at in self._own.values()])

    def _result(self, row: Sequence[Any], outcome: int) -> Result:
        scores = _whole(row, self._scores)
        parts = tuple(_whole(row, seat) for seat in self._parts) if self._run.parts else ()
        if not parts and self._run.scored:
            parts = tuple((score,) for score in scores)
        winners = tuple(seat for seat, at in enumerate(self._won) if row[at])
        places = _whole(row, self._places)
        if not all(
            1 <= place <= self._run.players + 1 for place in places
        ):  # if all have lost, nobody is first
            raise _Incomplete
        return Result(places, scores, outcome, winners, parts)

    def _estimates(self, row: Sequence[Any]) -> Estimated | None:
        """Return the estimates of a game with a result, or `None` if the table has none.

        For a game that no team won alone, the row has only two of the numbers.
        """
        if not self._estimated:
            return None
        told = [row[at] for at in self._estimated]
        moments, uncertainty, *others = told
        if moments is not None and (uncertainty is None or 0 < others.count(None) < len(others)):
            raise _Incomplete
        return estimates_of(told)

    def _choices(self, row: Sequence[Any]) -> Choices:
        """Return how often actions were chosen. There are zeros where a seat had no first free offer."""
        offered, chosen = (
            tuple(_whole(row, seat) for seat in name) for name in (self._offered, self._chosen)
        )
        found = [[[row[at] for at in seat] for seat in name] for name in self._free]
        for mine, all_, taken in zip(*(chain(*each) for each in found), strict=True):
            if (mine, all_, taken).count(None) % 3 or (mine is not None and not 0 < mine < all_):
                raise _Incomplete
        first, of, took = (tuple(tuple(value or 0 for value in seat) for seat in name) for name in found)
        return Choices(offered, ((0,) * len(self._run.actions),) * self._run.players, chosen, first, of, took)

    def _tally(self, row: Sequence[Any]) -> Tally:
        changes = row[self._changes]
        lead = None if changes is None else Lead(changes, _whole(row, self._led))
        decisions, options = (_whole(row, places) for places in self._stages)
        course = Course(row[self._at["stage"]], decisions, options) if decisions else None
        ways = Ways(_whole(row, self._came), _whole(row, self._left))
        return Tally(Pace(*_whole(row, self._pace)), self._choices(row), lead, ways, course=course)


class _Game(NamedTuple):
    """A game of the table, with the players by seat, the end, and the values of the game's own measures."""

    playout: Playout
    seats: Sequence[str]
    end: str
    own: Sequence[float | None]


class _Incomplete(Exception):
    """Raised if a value of a row is missing or impossible."""


def _whole(row: Sequence[Any], places: Sequence[int]) -> tuple[Any, ...]:
    """Return the values of a row at the given indexes. Raises `_Incomplete` if one of them is missing."""
    values = tuple([row[at] for at in places])
    if None in values:
        raise _Incomplete
    return values
