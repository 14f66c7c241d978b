"""Which players received components, and how receiving a component is associated with winning.

Receiving a component depends on everything that players did before. So its probability is unknown, unlike in
an experiment.

Players whose own zone received a component of a face, which includes setup, are compared with players of the
same game whose zone did not (see `contrast`). If some seat never received one in any game, there is no
comparison, because the component may belong to certain seats.
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
    """The facts about components of one face and a family of zones with one zone per player.

    `had` is the share of players whose zone received such a component in a game. `won` and `without` are the
    average shares of the win of the players who received one and of the other players, over the games that
    have players of both kinds. `link` is the difference of these shares adjusted for seats and bots. All
    three are `None` if there are too few games.
    """

    face: str
    kind: str
    zone: str
    had: float | None
    won: float | None
    without: float | None
    link: Verdict | None


def owned(cell: str) -> tuple[str, str, int | None]:
    """Return the face, the zone and the seat (from 0) of a cell (see `Records.cells`).

    The seat is `None` for a zone without an owner.
    """
    face, _, zone = cell.rpartition(".")
    if not zone.isdecimal():
        return face, zone, None
    face, _, name = face.rpartition(".")
    return face, name, int(zone) - 1


class _Pair:
    """The counts for one face and one family of zones. `cells` are the indexes of the columns, by seat."""

    def __init__(self) -> None:
        self.cells: list[int] = []
        self.seats: set[int] = set()
        """The seats that received a component of the face in at least one game."""
        self.had, self.contrast = Mean(), Contrast()


class Holders:
    """Counts which players received components.

    `cells` are the names of the columns about components (see `Records.cells`).
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
        """Add to `associations` a test for each component of whether its receivers won more than others."""
        for key, pair in self._pairs.items():
            if len(pair.seats) == len(pair.cells):
                associations.add(("held", *key), pair.contrast.difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> tuple[HeldFact, ...]:
        """Return a `HeldFact` for each face and family of zones.

        Combinations of face and family for which no player received a component are left out.
        """
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
