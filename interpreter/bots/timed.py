"""A search that thinks for a given time rather than a number of playouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from interpreter.bots.view import Bot, Luck, View
from interpreter.play.options import Option

__all__ = ["Timed"]

FIRST, AT_ONCE = 50, 8
"""Number of playouts of the first search, and the greatest factor from one search to the next."""
PART = 0.9
"""The fraction of the time in which a search should end, as its duration is extrapolated from the previous
one.
"""
WORTHWHILE = 1.5
"""The search is repeated only if the playouts can grow by at least this factor."""
MOST = 10_000_000
"""Maximum number of playouts of a search."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Thinks for `seconds`, using the searching bot that `make` makes for a number of playouts.

    The answer depends on the machine's speed, so its games are not reproducible.
    """

    name: str
    seconds: float
    make: Callable[[int], Bot]
    clock: Callable[[], float] = field(default=perf_counter)

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the option of a view."""
        if len(view.options) == 1:
            return view.options[0]
        end, playouts = self.clock() + self.seconds, FIRST
        while True:
            begun = self.clock()
            option = self.make(playouts).choose(view, luck)
            now = self.clock()
            fit = PART * playouts * (end - now) / max(now - begun, 1e-9)
            if fit < WORTHWHILE * playouts or playouts == MOST:
                return option
            playouts = min(int(fit), AT_ONCE * playouts, MOST)
