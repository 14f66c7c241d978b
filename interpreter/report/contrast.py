"""Contrasts between what players with a property won and what the other players of the same game won.

Games differ, and players in a long game do more of everything. So each game with players of both groups
contributes one number, and the mean of these numbers has a valid interval. What a player wins is reduced by
what such a player wins in that seat on average, so that neither a good seat nor a strong player explains the
difference.

A contrast shows that a property is associated with winning, not that it causes a win. Being ahead, for
instance, may cause both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from interpreter.simulate.statistics import Mean

__all__ = ["Contrast", "Won"]


class Won:
    """What each seat won in a game.

    `points` are the shares of the win, from 0 to 1. `beyond` are these shares minus what the seat's player
    wins there on average.
    """

    def __init__(self, points: Sequence[float], expected: Iterable[float]) -> None:
        self.points = points
        self.beyond = [got - mean for got, mean in zip(points, expected, strict=True)]


@dataclass(slots=True)
class Contrast:
    """The mean wins of players with a property and of those without it, and the adjusted difference.

    Only games with players of both groups count.
    """

    won: Mean = field(default_factory=Mean)
    without: Mean = field(default_factory=Mean)
    difference: Mean = field(default_factory=Mean)

    def add(self, game: Won, those: Sequence[int], others: Sequence[int]) -> None:
        """Count a game with `those` seats in one group and the `others` in the other.

        A game in which one of the groups is empty does not count.
        """
        if those and others:
            self.won.add(_mean(game.points, those))
            self.without.add(_mean(game.points, others))
            self.difference.add(_mean(game.beyond, those) - _mean(game.beyond, others))


def _mean(values: Sequence[float], seats: Sequence[int]) -> float:
    return sum(values[seat] for seat in seats) / len(seats)
