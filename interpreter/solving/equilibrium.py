"""Finds an equilibrium of a small game for two players, one of whom wins what the other loses.

In an equilibrium, no player can gain by playing differently. Its value is what a player can be sure of,
however the other plays. In a zero-sum game, all equilibria have the same value.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import inf, log10
from time import monotonic

from gamespec.program import Program
from interpreter.engines import best
from interpreter.kernels.solving.minimizing import PLAYERS
from interpreter.play.interrupts import Interrupts
from interpreter.play.search import Reward
from interpreter.play.together import is_cooperative
from interpreter.solving.growing import TooLarge, grown
from interpreter.solving.minimizer import Minimizer, Responses
from interpreter.solving.sequences import InformationSet, Plans, Sequences
from interpreter.solving.sizing import estimated

__all__ = ["MOST_NODES", "WITHIN", "Equilibrium", "Unsolvable", "equilibrium", "refusal", "rewarded", "tree"]

MOST_NODES = 2_000_000
"""Default of the maximum number of nodes of a tree."""

HOPELESS = 20
"""A tree is not walked at all if its estimated size exceeds the maximum by this factor.

The probability that the estimate is so wrong is at most the inverse (Markov's inequality), and most estimates
are too small.
"""

MILLIONS = 1e12
"""Estimates from here on are given by a power of ten."""

WITHIN = 0.001
"""Default of the exploitability at which an equilibrium is good enough."""

ITERATIONS = 100_000
"""Default of the maximum number of iterations."""

BLOCK = 10_000_000
"""Number of payoffs that the iterations of a block go through. After a block, they can be interrupted."""


class Unsolvable(Exception):
    """A game whose equilibrium cannot be computed: the reason, and what may help, if anything."""

    def __init__(self, why: str, cure: str | None = None) -> None:
        super().__init__(why)
        self.why, self.cure = why, cure


@dataclass(frozen=True)
class Equilibrium:
    """Plans of both players that are close to an equilibrium, and how close.

    With `Reward.SCORES`, a player's reward is the score; the scores of both always add up to `total`. With
    `Reward.PLACES`, it is 1 for a win, -1 for a loss, and 0 otherwise, so `total` is 0.
    """

    sequences: Sequences
    reward: Reward
    iterations: int
    plans: Plans
    responses: Responses
    interrupted: bool = False

    @property
    def total(self) -> int:
        """What the rewards of both players add up to."""
        sums = self.sequences.sums
        return sums[0] if self.reward == Reward.SCORES and sums is not None else 0

    @property
    def values(self) -> tuple[float, float]:
        """The mean reward of each player if both follow their plans."""
        return self.total / 2 + self.responses.value, self.total / 2 - self.responses.value

    @property
    def bounds(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """For each player, the least and the greatest that the value of the game can be.

        The least is what the player's plan is sure of, and the greatest is what the other's plan concedes.
        """
        first, second = self.responses.best
        half = self.total / 2
        return (half - second, half + first), (half - first, half + second)

    @property
    def exploitability(self) -> float:
        """How much the plans lose to best responses, averaged over the players; 0 in an equilibrium."""
        return self.responses.exploitability

    def strategy(self, at: InformationSet) -> list[float]:
        """Return the probability of each option of an information set, in the order of the numbers.

        If the player's own plan never leads there, all options are equally probable.
        """
        plan = self.plans[at.player]
        many, whole = len(at.options), plan[at.leads]
        if whole <= 0:
            return [1 / many] * many
        return [plan[at.first + k] / whole for k in range(many)]

    @cached_property
    def reached(self) -> tuple[list[float], list[float]]:
        """The probability with which each information set is reached, in the order of each player's sets."""
        return self.sequences.reached(self.plans)


def refusal(program: Program) -> Unsolvable | None:
    """Return why no equilibrium can be computed, as far as this is known before the tree is walked."""
    if program.players != len(PLAYERS):
        return Unsolvable(
            f"an equilibrium is computed for two players, and here are {program.players}",
            "play with two, if the rules allow it: `--players 2`",
        )
    if is_cooperative(program):
        return Unsolvable("both players win or lose together, so there is nothing to defend against")
    return None


def tree(program: Program, most: int = MOST_NODES, step: Callable[[int], None] | None = None) -> Sequences:
    """Return the sequence form of a game.

    `step` is called with numbers of nodes, as the walk goes on. Raises `Unsolvable` if the game does not have
    two opponents or if its tree has more than `most` nodes, and `Fault`.
    """
    refused = refusal(program)
    if refused is not None:
        raise refused
    engine = best(program, 1, steps=True).make(program)
    about = estimated(engine)
    if about > HOPELESS * most:
        raise _too_large(most, about)
    try:
        return grown(engine, most, step)
    except TooLarge:
        raise _too_large(most, about) from None


def _too_large(most: int, about: float) -> Unsolvable:
    size = f"{float(f'{about:.1g}'):,.0f}" if about < MILLIONS else f"10^{log10(about):.0f}"
    return Unsolvable(
        f"the game is too large: its tree has more than {most:,} nodes, about {size} by an estimate",
        "choose options that make the game smaller",
    )


def rewarded(sequences: Sequences, reward: Reward | None) -> Reward:
    """Return the reward for which to solve a game: by default scores, if they always add up to the same.

    Raises `Unsolvable` if the reward is not that of a zero-sum game.
    """
    least, greatest = sequences.sums or (0, 0)
    if reward is None:
        return Reward.SCORES if least == greatest else Reward.PLACES
    if reward == Reward.SCORES and least != greatest:
        raise Unsolvable(
            f"the scores of both players add up to {least} in one ending and to {greatest} in another",
            "solve it by places",
        )
    return reward


def equilibrium(  # noqa: PLR0913 - keywords, which are left out
    program: Program,
    *,
    reward: Reward | None = None,
    within: float = WITHIN,
    iterations: int = ITERATIONS,
    most: int = MOST_NODES,
    seconds: float | None = None,
    step: Callable[[int], None] | None = None,
    told: Callable[[int, float], None] | None = None,
) -> Equilibrium:
    """Return an equilibrium, up to an exploitability of `within`, or after so many iterations or `seconds`.

    The time includes the walk through the tree, which it does not end. `step` is called as in `tree`, and
    `told` with the number of iterations done and the exploitability. An interrupt ends the iterations, but
    not the walk. Raises `Unsolvable` and `Fault`.
    """
    end = inf if seconds is None else monotonic() + seconds
    sequences = tree(program, most, step)
    reward = rewarded(sequences, reward)
    minimizer = Minimizer(sequences, reward)
    interrupted = False
    try:
        _iterate(minimizer, sequences, (within, iterations, end), told)
    except KeyboardInterrupt:
        if not minimizer.done:
            raise
        interrupted = True
    found = minimizer.responses()
    return Equilibrium(sequences, reward, minimizer.done, minimizer.average(), found, interrupted)


def _iterate(
    minimizer: Minimizer,
    sequences: Sequences,
    until: tuple[float, int, float],
    told: Callable[[int, float], None] | None,
) -> None:
    """Run blocks of iterations, until plans are good enough. Raises `KeyboardInterrupt` after a block.

    `until` has the exploitability, the number of iterations, and the time at which to stop.
    """
    within, iterations, end = until
    block = max(1, BLOCK // (sequences.size.pairs + sum(sequences.counts)))
    with Interrupts() as interrupts:
        while minimizer.done < iterations:
            interrupts.counting()
            minimizer.run(min(block, max(minimizer.done, 1), iterations - minimizer.done))
            exploitability = minimizer.responses().exploitability
            interrupts.counted()
            if told is not None:
                told(minimizer.done, exploitability)
            if exploitability <= within or monotonic() >= end:
                return
