"""The games in which bots try options, and the choice between them."""

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
"""Maximum number of redeals per decision; a search cycles through them.

Making a redeal takes as long as dozens of iterations, and those after the first differ by small changes.
Cowling, Powley and Whitehouse (2012) use one per iteration; with fewer, hidden information is sampled more
coarsely, and nothing else changes.
"""


def tried(view: View, draws: Draws, wanted: int) -> list[Playing]:
    """Return up to `MOST_REDEALS` redeals for a decision; one suffices if everything is public.

    Redeals without options are left out: no history leads to them.
    """
    count = 1 if is_open(view.program) else min(wanted, MOST_REDEALS)
    redeals = view.redeals(draws.below(1 << 62), count)
    return [game for game in redeals if not game.over and game.branching]


def best_of(options: Sequence[Option], merits: Sequence[Merit], draws: Draws) -> Option:
    """Return an option with the greatest merit; ties are broken at random, with exactly one draw."""
    best = max(merits)
    equal = [option for option, merit in zip(options, merits, strict=True) if merit == best]
    return equal[draws.below(len(equal))]
