"""What an action is worth where players choose at random: an experiment, as the chance of choosing is known.

Who uses an action often has played for long, or was ahead before; to compare those who used it with those who
did not says nothing of the action. At random play there is an experiment in each game: a seat that is offered
an action beside others for the first time takes it with the chance e, its share of the options, whatever
stands on the table. So of seats in the same place some take it and some don't, by chance alone.

The effect is how much more of a win such a seat comes to by taking the action there than by taking another
option at random, with all that follows. It is the mean over first free offers, each of which counts by e (1 -
e), how open the choice is: with these *overlap weights* (F. Li, K. Morgan, A. Zaslavsky, "Balancing
covariates via propensity score weighting", JASA 113, 2018) no offer of a rare option outweighs all others, as
it does by the inverse of its chance. With D for taken, and Y for what the seat won beyond what such a seat
wins on average, the sum of (D - e) Y is expected to be the sum of e (1 - e) times the effect, whoever is
ahead.

Whether it is nothing is judged by what chance alone makes of the same games: if taking changed nothing, each
Y would stand, and each D would still be drawn with its e. The tail of that distribution is found by the
saddlepoint (O. Barndorff-Nielsen, "Inference on full or partial parameters based on the standardized signed
log likelihood ratio", Biometrika 73, 1986), which holds where few take the action, and few of these win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from math import exp, log, log1p, sqrt
from typing import NamedTuple

from interpreter.simulate.intervals import Confidence

__all__ = ["LEAST", "Effect", "Offer", "Trial"]

LEAST = 10.0
"""The least sum of e (1 - e) of which something is said: forty even choices, or ten that are taken seldom."""

STEPS, STEEPEST = 60, 40.0
NEAR, DUST = 1e-3, 1e-9


class Offer(NamedTuple):
    """A first free offer: the chance to take it, whether it was taken, what the seat won beyond its mean."""

    chance: float
    took: bool
    beyond: float


@dataclass(frozen=True, slots=True)
class Effect:
    """What was found in so many games with a first free offer, and between which ends it lies.

    `errors` is how far it is off nothing, in standard errors of a normal number that is as unlikely.
    """

    mean: float
    low: float
    high: float
    errors: float
    games: int


@dataclass(slots=True)
class Trial:
    """The first free offers of one action: of `offers`, so many were `taken`."""

    offers: int = 0
    taken: int = 0
    chances: float = 0.0
    games: int = 0
    _sum: float = 0.0
    _weight: float = 0.0
    _squares: float = 0.0
    _products: float = 0.0
    _weights: float = 0.0
    _all: Counter[tuple[float, float]] = field(default_factory=Counter)
    """How many offers have this chance, and seats that won so much beyond."""

    def add(self, offers: Iterable[Offer]) -> None:
        """Count the offers of one game: one number comes of it, as what seats win depends on one another."""
        total = weight = 0.0
        for chance, took, beyond in offers:
            self.offers += 1
            self.taken += took
            self.chances += chance
            self._all[chance, beyond] += 1
            total += (took - chance) * beyond
            weight += chance * (1 - chance)
        if weight:
            self.games += 1
            self._sum += total
            self._weight += weight
            self._squares += total * total
            self._products += total * weight
            self._weights += weight * weight

    def effect(self, confidence: Confidence) -> Effect | None:
        """The effect; `None` of too few offers.

        The interval takes the greater of two standard errors: that of games as they were, and that of chance
        alone, which does not depend on the few that took what is seldom taken. The former is known as well as
        the rarer choice is, so its number gives the degrees of freedom; and as none of few may have come to
        the worst, or to the best, one that did is added, as A. Agresti and B. Coull do (American Statistician
        52, 1998).
        """
        if self._weight < LEAST or self.games < 2:  # noqa: PLR2004 - one game has no variance
            return None
        mean = self._sum / self._weight
        squares = self._squares - 2 * mean * self._products + mean * mean * self._weights
        seen = squares * self.games / (self.games - 1) + max(won * won for _, won in self._all)
        rarer = max(2, min(self.taken, self.offers - self.taken))
        drawn = sum(count * e * (1 - e) * won * won for (e, won), count in self._all.items())
        reach = confidence.reach_of_mean(self.games, min(self.games, rarer))
        half = reach * sqrt(max(seen, drawn)) / self._weight
        low, high = max(-1.0, mean - half), min(1.0, mean + half)
        return Effect(mean, low, high, abs(self._off(drawn)), self.games)

    def _off(self, variance: float) -> float:
        """The sum as a normal number that is as far out as the sum is, if taking changes nothing."""
        if variance < DUST:
            return 0.0
        slope = self._sum / variance
        for _ in range(STEPS):
            _, first, second = self._generated(slope)
            if second < DUST or abs(step := (self._sum - first) / second) < DUST:
                break
            slope += max(-1.0, min(1.0, step))
            if abs(slope) > STEEPEST:
                break
        height, _, second = self._generated(slope)
        root = sqrt(max(0.0, 2 * (slope * self._sum - height)))
        straight = self._sum / sqrt(variance)
        if root < NEAR or second < DUST:
            return straight if root < NEAR else root
        return root + log(abs(slope) * sqrt(second) / root) / root

    def _generated(self, slope: float) -> tuple[float, float, float]:
        """The cumulant generating function of the sum where each D is drawn anew, and its two derivatives."""
        height = first = second = 0.0
        for (e, won), count in self._all.items():
            power = slope * won
            grown = e * exp(power)
            tilted = grown / (1 - e + grown)
            height += count * (log1p(e * (exp(power) - 1)) - power * e)
            first += count * won * (tilted - e)
            second += count * won * won * tilted * (1 - tilted)
        return height, first, second
