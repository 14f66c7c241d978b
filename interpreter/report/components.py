"""Which zones the components entered during games, and where the components were at the end."""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.report.counted import GameCounts
from interpreter.report.run import Run

__all__ = ["FaceFact", "components_of"]


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


def components_of(run: Run, counted: GameCounts, games: int) -> tuple[FaceFact, ...]:
    """Return a `FaceFact` for each face, in the order of the columns, over the number of games."""
    row, sums = counted.kernel.row, dict[str, dict[str, tuple[int, int]]]()
    for cell, (face, zone, _) in enumerate(counted.cells):
        came, left = sums.setdefault(face, {}).get(zone, (0, 0))
        sums[face][zone] = came + counted.total(row.came + cell), left + counted.total(row.left + cell)
    games = max(1, games)
    return tuple(
        FaceFact(
            face,
            run.faces.get(face, ""),
            tuple((zone, came / games) for zone, (came, _) in zones.items()),
            tuple((zone, left / games) for zone, (_, left) in zones.items()),
        )
        for face, zones in sums.items()
    )
