"""The games in which a search tries out what it thinks of."""

from __future__ import annotations

from interpreter.bots.view import View, is_open
from interpreter.play.luck import Draws
from interpreter.protocol import Playing

__all__ = ["MOST_REDEALS", "tried"]

MOST_REDEALS = 32
"""A search makes so many redeals for a decision at most, and goes through them again and again.

Making one takes as long as dozens of iterations, and those after the first follow one another by small
changes. Cowling, Powley and Whitehouse (2012) have one for each iteration; with fewer what is hidden is
sampled more coarsely, and nothing else changes.
"""


def tried(view: View, draws: Draws, wanted: int) -> list[Playing]:
    """Redeals for a decision, as many as are wanted or `MOST_REDEALS`; where all is open, one will do.

    Those that offer nothing are left out: no history leads to them.
    """
    count = 1 if is_open(view.program) else min(wanted, MOST_REDEALS)
    redeals = view.redeals(draws.below(1 << 62), count)
    return [game for game in redeals if not game.over and game.branching]
