"""To whom components came, and whether that goes with winning: an association, whoever plays.

By what chance a component comes to somebody nobody knows, as it depends on all that players did before.

Those to a zone of whose own a component of a face came, in set-up too, are compared with those in the same
game to whom none did (`contrast`). What came to some seats only, in all games, is not compared: it may be
theirs alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.report.contrast import Contrast, Won
from interpreter.report.record import Record
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
        self.had, self.contrast = Mean(), Contrast()


class Holders:
    """Counts games for those to whom components came.

    `cells` are the columns that tell of them (`Records.cells`).
    """

    def __init__(self, run: Run, cells: list[str]) -> None:
        self._run = run
        self._pairs: dict[tuple[str, str], _Pair] = {}
        for number, (face, zone, seat) in enumerate(map(owned, cells)):
            if seat is not None:
                self._pairs.setdefault((face, zone), _Pair()).cells.append(number)
        self._compared = len(set(run.teams)) > 1

    def add(self, record: Record, won: Won) -> None:
        """Count a game with a result."""
        if not self._compared:
            return
        for pair in self._pairs.values():
            came = [record.moved[cell] > 0 for cell in pair.cells]
            those = [seat for seat, had in enumerate(came) if had]
            pair.seats.update(those)
            for had in came:
                pair.had.add(had)
            pair.contrast.add(won, those, [seat for seat, had in enumerate(came) if not had])

    def associate(self, associations: Comparisons) -> None:
        """What those to whom one came won more, with nothing."""
        for key, pair in self._pairs.items():
            if len(pair.seats) == len(pair.cells):
                associations.add(("held", *key), pair.contrast.difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> tuple[HeldFact, ...]:
        """What became of each that came to somebody."""
        return tuple(
            HeldFact(
                face,
                self._run.faces.get(face, ""),
                zone,
                pair.had.mean,
                pair.contrast.won.mean,
                pair.contrast.without.mean,
                verdicts.of(("held", face, zone)),
            )
            for (face, zone), pair in self._pairs.items()
            if pair.had.mean
        )
