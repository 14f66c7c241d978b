"""Contrasts between what players with a property won and what the other players of the same game won.

Games differ, and players in a long game do more of everything. So each game with players of both groups
contributes one number, and the mean of these numbers has a valid interval. What a player wins is reduced by
what such a player wins in that seat on average, so that neither a good seat nor a strong player explains the
difference.

A contrast shows that a property is associated with winning, not that it causes a win. Being ahead, for
instance, may cause both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from interpreter.report.counted import GameCounts
    from interpreter.simulate.statistics import Mean

__all__ = ["Contrast"]


class Contrast(NamedTuple):
    """The mean wins of players with a property and of those without it, and the adjusted difference.

    Only games with players of both groups count.
    """

    won: Mean
    without: Mean
    difference: Mean

    @classmethod
    def of(cls, counted: GameCounts, at: int) -> Contrast:
        """Return the contrast whose first mean has the index `at` in the kernel."""
        return cls(*(counted.mean(at + number) for number in range(3)))
