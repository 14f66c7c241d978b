"""A search that thinks for a given time, instead of making a given number of playouts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from time import perf_counter

from gamespec.program.frozen import dataclass
from interpreter.bots.view import Bot, Luck, View
from interpreter.play.options import Option

__all__ = ["Timed"]

FIRST, AT_ONCE = 50, 8
"""The number of playouts in the first search, and the greatest factor by which they grow for the next search.
"""
PART = 0.9
"""The fraction of the remaining time that a search should take. It is less than 1, because the duration is
extrapolated from the previous search.
"""
WORTHWHILE = 1.5
"""The least factor by which the number of playouts must grow for another search to be worthwhile."""
MOST = 10_000_000
"""The greatest number of playouts in a search."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Thinks for `seconds`, with a searching bot that `make` makes for a number of playouts.

    The answer depends on the speed of the machine, so the games of this bot are not reproducible.
    """

    name: str
    seconds: float
    make: Callable[[int], Bot]
    clock: Callable[[], float] = field(default=perf_counter)

    def choose(self, view: View, luck: Luck) -> Option:
        """Search repeatedly with more playouts, and return the option that the last search chose."""
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
