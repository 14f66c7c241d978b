"""What both kinds of policies that learn have in common.

A policy learns from games that it plays against itself. Each decision is recorded. When a game ends, the
weights are changed for each of its decisions, from the last one to the first, so that the estimated reward
comes nearer to its target. The target is the reward, mixed with what was estimated at the next decision of
the same seat: the λ-return (R. Sutton and A. Barto, "Reinforcement Learning", 2018, chapter 12). Estimates
are computed anew, and each change is divided by the sum of the squares of the numbers, so that weights do not
run away (normalized least mean squares: M. Nagumo and A. Noda, "A learning method for system identification",
1967).
"""

from __future__ import annotations

from interpreter.kernels.terms import Room

__all__ = [
    "DECISIONS", "LOST", "NUMBERS", "NUMBERS_USED", "RATE", "SLOPE", "STEPS", "TRACE", "Teaching",
]  # fmt: skip

STEPS, NUMBERS_USED, LOST = range(3)
"""Indexes of the integers that make up the state of learning.

They are how many decisions and how many numbers of this game are recorded, and how many decisions have not
been recorded because there was no room.
"""

RATE, TRACE = range(2)
"""Indexes of the numbers that govern learning, as in `interpreter.play.policies.Lessons`."""

SLOPE = 0.25
"""The greatest slope of the rewards, by worth."""

DECISIONS, NUMBERS = 1 << 12, 1 << 20
"""Maximum number of decisions, and of numbers that weighed in them, which are recorded of a game."""


class Teaching:
    """The arrays of learning that the host fills, or reads, before it fills those of `Given`."""

    def __init__(self, room: Room) -> None:
        self.learning, self.governs = room.words(3), room.reals(2)
