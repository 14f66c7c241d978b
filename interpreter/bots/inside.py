"""Bots that an engine plays by itself: they take options at random, or by a learned policy.

An engine plays their games whole, which is much faster, and with the same luck as step by step. So a game
does not depend on how it is played.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from gamespec.program import Program
from interpreter.bots.good import Good
from interpreter.bots.learned import Learned
from interpreter.bots.random_bot import Random
from interpreter.bots.view import Bot
from interpreter.kernels.learning.policy import AT_RANDOM
from interpreter.play.policies import Policies

__all__ = ["is_inside", "policies_of"]


def is_inside(who: Bot) -> bool:
    """Return whether an engine can play for a bot by itself."""
    return isinstance(who, Random | Learned | Good)


def policies_of(program: Program, bots: Sequence[Bot]) -> Policies | None:
    """Return the policies by which bots play a program, or `None` if none of them has learned.

    The number of a player is that of the bot. Bots that think for themselves must not be seated. Raises
    `BotFailed` if a policy does not fit the program, or if there is none.
    """
    weights: list[array[float]] = []
    players = list[tuple[int, float]]()
    for each in bots:
        if isinstance(each, Learned | Good):
            who = each.learned(program)
            if who.policy.weights not in weights:
                weights.append(who.policy.weights)
            players.append((weights.index(who.policy.weights), who.temperature))
        else:
            players.append((AT_RANDOM, 0.0))
    if not weights:
        return None
    plays_by, temperatures = zip(*players, strict=True)
    return Policies(tuple(weights), plays_by, temperatures)
