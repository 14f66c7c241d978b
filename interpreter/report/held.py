"""To whom components came, and whether that goes with winning: as `actions` tells of what players used.

Those to a zone of whose own a component of a face came, in set-up too, are compared with those in the same
game to whom none did. What came to some seats only, in all games, is not compared: it may be theirs alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from interpreter.report.record import Record, points_of
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["HeldFact", "Holders", "owned"]


@dataclass(frozen=True, slots=True)
class HeldFact:
    """Of components that look alike, and a family of zones of which each player has one.

    `had` is the share of players in games to whose zone one came. In games in which one came to some and none
    to others `won` and `without` are what they won of a point on average, and `link` is the difference beyond
    their seats and bots; `None` of few games.
    """

    face: str
    kind: str
    zone: str
    had: float | None
    won: float | None
    without: float | None
    link: Verdict | None


def owned(cell: str) -> tuple[str, str, int | None]:
    """The face, the zone and the seat, from 0, of a cell (`Records.cells`); `None` of nobody's zone."""
    face, _, zone = cell.rpartition(".")
    if not zone.isdecimal():
        return face, zone, None
    face, _, name = face.rpartition(".")
    return face, name, int(zone) - 1


class _Pair:
    """What is counted of a face and a family of zones; `cells` are those of the seats, in their order."""

    def __init__(self) -> None:
        self.cells: list[int] = []
        self.seats: set[int] = set()
        """To whom one came in some game."""
        self.had, self.won, self.without, self.difference = Mean(), Mean(), Mean(), Mean()


class Holders:
    """Counts games for those to whom components came.

    `cells` are the columns that tell of them; `expected` gives by seat what such players win on average.
    """

    def __init__(self, run: Run, cells: list[str], expected: Callable[[Record], Iterable[float]]) -> None:
        self._run, self._expected = run, expected
        self._pairs: dict[tuple[str, str], _Pair] = {}
        for number, (face, zone, seat) in enumerate(map(owned, cells)):
            if seat is not None:
                self._pairs.setdefault((face, zone), _Pair()).cells.append(number)
        self._compared = len(set(run.teams)) > 1

    def __bool__(self) -> bool:
        """Whether there is anything to compare."""
        return bool(self._pairs) and self._compared

    def add(self, record: Record) -> None:
        """Count a game, if it has a result."""
        if record.result is None or not self._compared:
            return
        points = points_of(self._run.teams, record.result)
        beyond = [got - mean for got, mean in zip(points, self._expected(record), strict=True)]
        seats = range(len(points))
        for pair in self._pairs.values():
            came = [record.moved[cell] > 0 for cell in pair.cells]
            some = sum(came)
            for seat, had in enumerate(came):
                pair.had.add(had)
                if had:
                    pair.seats.add(seat)
            if 0 < some < len(came):
                rest = len(came) - some
                pair.won.add(sum(points[seat] for seat in seats if came[seat]) / some)
                pair.without.add(sum(points[seat] for seat in seats if not came[seat]) / rest)
                mine = sum(beyond[seat] for seat in seats if came[seat]) / some
                pair.difference.add(mine - sum(beyond[seat] for seat in seats if not came[seat]) / rest)

    def compare(self, comparisons: Comparisons) -> None:
        """What those to whom one came won more, with nothing."""
        for key, pair in self._pairs.items():
            if len(pair.seats) == len(pair.cells):
                comparisons.add(("held", *key), pair.difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> tuple[HeldFact, ...]:
        """What became of each that came to somebody."""
        return tuple(
            HeldFact(
                face,
                self._run.faces.get(face, ""),
                zone,
                pair.had.mean,
                pair.won.mean,
                pair.without.mean,
                verdicts.of(("held", face, zone)),
            )
            for (face, zone), pair in self._pairs.items()
            if pair.had.mean
        )
