"""The games in which bots try out what they think of, and what they take then."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from interpreter.bots.view import View, is_open
from interpreter.play.luck import Draws
from interpreter.play.options import Option
from interpreter.protocol import Playing

__all__ = ["MOST_REDEALS", "best_of", "tried"]

Merit = TypeVar("Merit", float, tuple[int, float])

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


def best_of(options: Sequence[Option], merits: Sequence[Merit], draws: Draws) -> Option:
    """An option with the greatest merit; among equal ones luck decides. It takes one draw."""
    best = max(merits)
    equal = [option for option, merit in zip(options, merits, strict=True) if merit == best]
    return equal[draws.below(len(equal))]
