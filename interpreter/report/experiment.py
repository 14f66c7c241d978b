"""Measures the causal effect of an action under random play, in an experiment with known probabilities.

Players who use an action have often played for long, or were ahead before. Comparing them with those who did
not use it says nothing about the action. Under random play, however, each game contains an experiment. A seat
that is offered an action beside others for the first time takes it with probability e, its share of the
options, whatever the position is. So some seats in the same situation take it and others do not, purely by
chance.

The effect is how much more such a seat wins, with all consequences, by taking the action than by taking
another option at random. It is a mean over first free offers, each with weight e (1 - e). With these *overlap
weights* (F. Li, K. Morgan, A. Zaslavsky, "Balancing covariates via propensity score weighting", JASA 113,
2018) no offer of a rare option dominates the others, as it would with inverse probability weights. Let D
indicate taking, and let Y be what the seat won minus what such a seat wins on average. Then the expected sum
of (D - e) Y is the sum of e (1 - e) times the effect, whoever is ahead.

The test of no effect uses the randomization distribution of the same games. If taking had no effect, each Y
would be unchanged, while each D would still be drawn with its e. The tail of that distribution is computed by
the saddlepoint approximation (O. Barndorff-Nielsen, "Inference on full or partial parameters based on the
standardized signed log likelihood ratio", Biometrika 73, 1986), which holds even if few seats take the
action, and few of these win.
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
"""Minimum sum of e (1 - e) for an effect to be reported.

Forty even choices reach it, and so do about ten uses of a rare option.
"""

STEPS, STEEPEST = 60, 40.0
NEAR, DUST = 1e-3, 1e-9


class Offer(NamedTuple):
    """A first free offer of an action to a seat.

    It consists of the probability that the seat takes the action, whether the seat took it, and the seat's
    share of the win minus what the seat wins on average.
    """

    chance: float
    took: bool
    beyond: float


@dataclass(frozen=True, slots=True)
class Effect:
    """The mean effect of an action and its interval, from `games` games with a first free offer.

    `errors` is the distance from zero, in standard errors of a normal mean with the same p-value.
    """

    mean: float
    low: float
    high: float
    errors: float
    games: int


@dataclass(slots=True)
class Trial:
    """Counts the first free offers of one action, of which `taken` of `offers` were taken."""

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
    """The number of offers with each probability and adjusted win."""

    def add(self, offers: Iterable[Offer]) -> None:
        """Count the offers of one game.

        The offers contribute a single number, because the wins of the game's seats depend on one another.
        """
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
        """Return the effect, or `None` if there are too few offers.

        The interval uses the larger of two standard errors. The first is observed over games, and is only as
        reliable as the number of the rarer choices, which gives the degrees of freedom. The second is that of
        the randomization distribution, which does not depend on the few seats that took a rare option. As a
        small group may by chance lack the worst or best outcome, one of each is added, as A. Agresti and B.
        Coull do (American Statistician 52, 1998).
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
        """Return the standard normal value that is as extreme as the observed sum if there is no effect."""
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
        """Return the sum's cumulant generating function at `slope`, and its first and second derivatives.

        The sum is random because each D is drawn anew.
        """
        height = first = second = 0.0
        for (e, won), count in self._all.items():
            power = slope * won
            grown = e * exp(power)
            tilted = grown / (1 - e + grown)
            height += count * (log1p(e * (exp(power) - 1)) - power * e)
            first += count * won * (tilted - e)
            second += count * won * won * tilted * (1 - tilted)
        return height, first, second
