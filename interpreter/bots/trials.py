"""Provides the redeals in which bots try options, and chooses between options by merit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from interpreter.bots.view import View
from interpreter.play.luck import Draws
from interpreter.play.openness import is_open
from interpreter.play.options import Option
from interpreter.protocol import Playing

__all__ = ["MOST_REDEALS", "best_of", "tried"]

Merit = TypeVar("Merit", float, tuple[bool, bool, int, float])

MOST_REDEALS = 32
"""The greatest number of redeals for one decision. A search uses them in rotation.

Making a redeal takes as long as dozens of iterations, and each redeal after the first differs from the
previous one by small changes. Cowling, Powley and Whitehouse (2012) use a new redeal for each iteration. With
fewer redeals, hidden information is sampled more coarsely; nothing else changes.
"""


def tried(view: View, draws: Draws, wanted: int, lineage: int | None = None) -> list[Playing]:
    """Return at most `MOST_REDEALS` redeals for a decision, or a single one if everything is public.

    Redeals in which nothing can be decided are omitted, because no history leads to them. `lineage` is the
    seed of the bot.
    """
    count = 1 if is_open(view.program) else min(wanted, MOST_REDEALS)
    redeals = view.redeals(draws.below(1 << 62), count, lineage)
    return [game for game in redeals if not game.over and game.branching]


def best_of(options: Sequence[Option], merits: Sequence[Merit], draws: Draws) -> Option:
    """Return an option with the greatest merit. Ties are broken at random, with exactly one draw."""
    best = max(merits)
    equal = [option for option, merit in zip(options, merits, strict=True) if merit == best]
    return equal[draws.below(len(equal))]
