"""Which zones the components entered during games, and where the components were at the end."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.report.held import owned
from interpreter.report.record import Record
from interpreter.report.run import Run

__all__ = ["Components", "FaceFact"]


@dataclass(frozen=True, slots=True)
class FaceFact:
    """The moves of the components with one face, in the games with a result.

    `came` maps each zone to the number of components that entered it from another zone, and `left` to the
    number that were in it at the end. Both numbers are means per game.
    """

    name: str
    kind: str
    came: tuple[tuple[str, float], ...]
    left: tuple[tuple[str, float], ...]

    @property
    def moved(self) -> float:
        """The mean number of moves from zone to zone per game."""
        return sum(mean for _, mean in self.came)


class Components:
    """Counts how components moved in games.

    `cells` are the names of the columns about components (see `Records.cells`).
    """

    def __init__(self, run: Run, cells: list[str]) -> None:
        self._cells = [owned(cell) for cell in cells]
        self._kinds = run.faces
        self._came, self._left = [0] * len(cells), [0] * len(cells)
        self._games = 0

    def add(self, record: Record) -> None:
        """Count a game."""
        self._games += 1
        for sums, more in ((self._came, record.moved), (self._left, record.left)):
            for cell, count in enumerate(more):
                if count:
                    sums[cell] += count

    def facts(self) -> tuple[FaceFact, ...]:
        """Return a `FaceFact` for each face, in the order of the columns."""
        games = max(1, self._games)
        sums: dict[str, dict[str, tuple[int, int]]] = {}
        for (face, zone, _), came, left in zip(self._cells, self._came, self._left, strict=True):
            before = sums.setdefault(face, {}).get(zone, (0, 0))
            sums[face][zone] = before[0] + came, before[1] + left
        by_face = {
            face: [(zone, came / games, left / games) for zone, (came, left) in zones.items()]
            for face, zones in sums.items()
        }
        return tuple(
            FaceFact(
                face,
                self._kinds.get(face, ""),
                tuple((zone, came) for zone, came, _ in zones),
                tuple((zone, left) for zone, _, left in zones),
            )
            for face, zones in by_face.items()
        )
