"""Reads the games of a table, finding values by the names of the columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, TypeAlias

from interpreter.play.estimated import Estimated
from interpreter.play.result import Result
from interpreter.play.tally import STAGES, Course, Lead, Pace, Tally
from interpreter.report.run import Run
from interpreter.simulate.columns import ESTIMATED
from interpreter.simulate.formats.saved_table import SavedTable
from interpreter.simulate.recorded.estimate_columns import estimates_of

__all__ = ["BadRecord", "MissingColumn", "Record", "Records"]


Offered: TypeAlias = Sequence[Sequence[int]]


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


@dataclass(frozen=True, slots=True)
class Record:
    """One game of a table.

    `result` is `None` if a fault stopped the game or it was truncated. `tally` is `None` only if a fault
    stopped it. `offered`, `chosen`, `first`, `of` and `took` are indexed by seat and by action, with actions
    in the order of `Run.actions`. The last three describe first free offers (see
    `interpreter.play.tally.Choices`). `own` are the game's own measures, in the order of `Records.own`.
    `estimated` has the estimates of the winner, if they were made.
    """

    seed: int
    luck: int
    seats: Sequence[str]
    end: str | None
    outcome: int | None
    fault: str | None
    decisions: int
    result: Result | None
    tally: Tally | None
    offered: Sequence[Sequence[int]]
    chosen: Sequence[Sequence[int]]
    first: Sequence[Sequence[int]]
    of: Sequence[Sequence[int]]
    took: Sequence[Sequence[int]]
    moved: Sequence[int]
    left: Sequence[int]
    own: Sequence[float | None]
    estimated: Estimated | None


class Records:
    """The games of a table. They can be iterated over repeatedly.

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
        """The cells that `moved` and `left` count, named `FACE.ZONE` or `FACE.ZONE.SEAT`."""
        self._came, self._left = (
            self._all(f"{name}.{cell}" for cell in self.cells) for name in ("came", "left")
        )

        measured = {key: at for own in run.measures for key, at in own.columns(run.players).items()}
        self.own = list(measured)
        """The names of the game's own measures. A measure of each seat is named `MEASURE.SEAT`."""
        self._own = self._all(measured.values())
        self._estimated = self._all(form.name for form in ESTIMATED) if run.estimate is not None else []

    def _one(self, name: str) -> int:
        if name not in self._at:
            raise MissingColumn(name)
        return self._at[name]

    def _all(self, names: Iterable[str]) -> list[int]:
        return [self._one(name) for name in names]

    def __iter__(self) -> Iterator[Record]:
        """Yield the games in the order of the table.

        Raises `BadRecord`, and whatever reading the table raises.
        """
        for number, row in enumerate(self._table):
            try:
                yield self._record(row)
            except _Incomplete:
                raise BadRecord(number) from None

    def _record(self, row: Sequence[Any]) -> Record:
        seed, luck, end, outcome, truncated, fault, decisions = (row[at] for at in self._head)
        seats = [row[at] for at in self._seats]
        if sorted(seats) != sorted(self._run.seats) or (fault is None) == (outcome is None):
            raise _Incomplete
        result = None if fault is not None or truncated else self._result(row, outcome)
        tally = None if fault is not None else self._tally(row)
        counted = fault is None
        none: Offered = ()
        offers = self._offers(row) if counted else (none, none, none)
        return Record(
            seed, luck, seats, end, outcome, fault, decisions, result, tally,
            [_whole(row, seat) for seat in self._offered] if counted else (),
            [_whole(row, seat) for seat in self._chosen] if counted else (),
            *offers,
            _whole(row, self._came) if counted else (),
            _whole(row, self._left) if counted else (),
            [row[at] for at in self._own],
            None if result is None else self._estimates(row),
        )  # fmt: skip

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

    def _offers(self, row: Sequence[Any]) -> tuple[Offered, Offered, Offered]:
        """Return the first free offers as the tables `first`, `of` and `took`, indexed by seat and action.

        The entries are zero where a seat had no such offer.
        """
        found = [[[row[at] for at in seat] for seat in name] for name in self._free]
        for mine, all_, taken in zip(*(chain(*each) for each in found), strict=True):
            if (mine, all_, taken).count(None) % 3 or (mine is not None and not 0 < mine < all_):
                raise _Incomplete
        first, of, took = ([[value or 0 for value in seat] for seat in name] for name in found)
        return first, of, took

    def _tally(self, row: Sequence[Any]) -> Tally:
        changes = row[self._changes]
        lead = None if changes is None else Lead(changes, _whole(row, self._led))
        decisions, options = (_whole(row, places) for places in self._stages)
        course = Course(row[self._at["stage"]], decisions, options) if decisions else None
        return Tally(Pace(*_whole(row, self._pace)), lead=lead, course=course)


class _Incomplete(Exception):
    """Raised if a value of a row is missing or impossible."""


def _whole(row: Sequence[Any], places: Sequence[int]) -> tuple[Any, ...]:
    """Return the values of a row at the given indexes. Raises `_Incomplete` if one of them is missing."""
    values = tuple([row[at] for at in places])
    if None in values:
        raise _Incomplete
    return values
