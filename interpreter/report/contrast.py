"""Those of whom something is so, against those in the same game of whom it is not: what each of them won.

Games differ, and a long one has more of everything; so one number comes of each game in which there were
both, and the mean of these has an honest interval. Of what each won is taken away what such a player in that
seat wins on average; so neither a good seat nor a strong player speaks for it.

It says that something goes with winning, not that it makes one win: who is ahead may do it for that reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from interpreter.simulate.statistics import Mean

__all__ = ["Contrast", "Won"]


class Won:
    """What each seat won in a game: in points, from 0 to 1, and beyond what such players win on average."""

    def __init__(self, points: Sequence[float], expected: Iterable[float]) -> None:
        self.points = points
        self.beyond = [got - mean for got, mean in zip(points, expected, strict=True)]


@dataclass(slots=True)
class Contrast:
    """What they won, and the others, on average, in games with both; the difference beyond their seats."""

    won: Mean = field(default_factory=Mean)
    without: Mean = field(default_factory=Mean)
    difference: Mean = field(default_factory=Mean)

    def add(self, game: Won, those: Sequence[int], others: Sequence[int]) -> None:
        """Count a game, by seats; nothing if there are none of the one or of the other."""
        if those and others:
            self.won.add(_mean(game.points, those))
            self.without.add(_mean(game.points, others))
            self.difference.add(_mean(game.beyond, those) - _mean(game.beyond, others))


def _mean(values: Sequence[float], seats: Sequence[int]) -> float:
    return sum(values[seat] for seat in seats) / len(seats)
