"""A search that thinks for some time, whatever number of playouts that is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from interpreter.bots.view import Bot, Luck, View
from interpreter.play.options import Option

__all__ = ["Timed"]

FIRST, AT_ONCE = 50, 8
"""So many playouts come first; of the next search there are so many times as many at most."""
PART = 0.9
"""A search is to end by this part of the time, for the time that it takes is guessed from the one before."""
WORTHWHILE = 1.5
"""It is not searched again with less than so many times as many playouts."""
MOST = 10_000_000
"""The most playouts of a search."""


@dataclass(frozen=True, slots=True)
class Timed:
    """Thinks so many `seconds`: what a searching bot answers, which `make` makes of a number of playouts.

    What is answered depends on how quick the machine is: what such a bot plays can't be repeated.
    """

    name: str
    seconds: float
    make: Callable[[int], Bot]
    clock: Callable[[], float] = field(default=perf_counter)

    def choose(self, view: View, luck: Luck) -> Option:
        """The option of a view."""
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
