"""Which players received components, and how receiving a component is associated with winning.

Receiving a component depends on everything that players did before. So its probability is unknown, unlike in
an experiment.

Players whose own zone received a component of a face, which includes setup, are compared with players of the
same game whose zone did not (see `contrast`). If some seat never received one in any game, there is no
comparison, because the component may belong to certain seats.
"""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.report.contrast import Contrast
from interpreter.report.counted import GameCounts
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import mean_of

__all__ = ["HeldFact", "Holders"]


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


class Holders:
    """Which players received components."""

    def __init__(self, run: Run, counted: GameCounts) -> None:
        self._run, self._counted, kernel = run, counted, counted.kernel
        self._contrasts = {
            key: Contrast.of(counted, kernel.held + 3 * pair) for pair, key in enumerate(counted.pairs)
        }

    def associate(self, associations: Comparisons) -> None:
        """Add to `associations` a test for each component of whether its receivers won more than others."""
        counted, came = self._counted, self._counted.kernel.row.came
        for key, cells in counted.pairs.items():
            if all(counted.total(came + cell) for cell in cells):
                associations.add(("held", *key), self._contrasts[key].difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> tuple[HeldFact, ...]:
        """Return a `HeldFact` for each face and family of zones.

        Combinations of face and family for which no player received a component are left out.
        """
        counted = self._counted
        had = [counted.mean(counted.kernel.had + pair).mean for pair in range(len(counted.pairs))]
        return tuple(
            HeldFact(
                face,
                self._run.faces.get(face, ""),
                zone,
                share,
                contrast.won.mean,
                contrast.without.mean,
                verdicts.of(("held", face, zone)),
            )
            for ((face, zone), contrast), share in zip(self._contrasts.items(), had, strict=True)
            if share
        )
