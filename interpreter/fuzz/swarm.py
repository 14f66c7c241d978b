"""Swarm play: random players with habits, which reach what players without habits seldom do.

In each game, each seat avoids some of the actions and prefers the first, the last or any of the options. So
some games go to extremes: somebody never passes, hoards, or gives everything away. Leaving out some of the
features in each random test finds more than using all of them in every test (Groce and others, "Swarm
testing", 2012).
"""

from __future__ import annotations

from interpreter.play.chance import mix
from interpreter.play.luck import Draws
from interpreter.play.options import Decision, Option

__all__ = ["swarm"]

AVOIDED = 3
"""A seat avoids one in this many actions."""

SEATS = 64
"""More than the greatest number of seats."""


def swarm(decision: Decision, draws: Draws) -> Option:
    """Return a random option by the habits of the seat, which follow from the key of the game's draws."""
    habits = draws.key + decision.player
    liked = [o for o in decision.options if mix(habits + SEATS * (1 + o.action)) % AVOIDED]
    options = liked or decision.options
    chosen = draws.below(len(options))
    habit = mix(habits) % 4
    if habit < 2 and draws.below(2):  # noqa: PLR2004 - half of the seats have a preference
        chosen = habit * (len(options) - 1)
    return options[chosen]
