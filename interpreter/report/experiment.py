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
from collections.abc import Iterable, Mapping
from math import exp, log, log1p, sqrt
from typing import NamedTuple

from gamespec.program.frozen import dataclass
from interpreter.kernels.statistics.trying import Trying
from interpreter.kernels.terms import Lists
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


class Trial:
    """Counts the first free offers of one action.

    It begins with those that have been counted: with the `sums` of an action, and with the number of `offers`
    with each probability and adjusted win.
    """

    def __init__(
        self,
        sums: Trying | None = None,
        action: int = 0,
        offers: Mapping[tuple[float, float], int] | None = None,
    ) -> None:
        self._sums, self._action = sums or Trying(1, Lists()), action
        self._all = Counter(offers or {})

    @property
    def offers(self) -> int:
        """The number of offers."""
        return int(self._sums.offers[self._action])

    @property
    def taken(self) -> int:
        """The number of offers that were taken."""
        return int(self._sums.taken[self._action])

    @property
    def chance(self) -> float:
        """The mean probability of the offers, of which there must be one."""
        return self._sums.chances[self._action] / self.offers

    def add(self, offers: Iterable[Offer]) -> None:
        """Count the offers of one game.

        The offers contribute a single number, because the wins of the game's seats depend on one another.
        """
        self._sums.begin(self._action)
        for chance, took, beyond in offers:
            self._all[chance, beyond] += 1
            self._sums.offer(self._action, chance, float(took), beyond)
        self._sums.end(self._action)

    def effect(self, confidence: Confidence) -> Effect | None:
        """Return the effect, or `None` if there are too few offers.

        The interval uses the larger of two standard errors. The first is observed over games, and is only as
        reliable as the number of the rarer choices, which gives the degrees of freedom. The second is that of
        the randomization distribution, which does not depend on the few seats that took a rare option. As a
        small group may by chance lack the worst or best outcome, one of each is added, as A. Agresti and B.
        Coull do (American Statistician 52, 1998).
        """
        sums, action = self._sums, self._action
        games, weight = int(sums.games[action]), sums.weight[action]
        if weight < LEAST or games < 2:  # noqa: PLR2004 - one game has no variance
            return None
        mean = sums.won[action] / weight
        squares = sums.squares[action] - 2 * mean * sums.products[action] + mean * mean * sums.weights[action]
        seen = squares * games / (games - 1) + max(won * won for _, won in self._all)
        rarer = max(2, min(self.taken, self.offers - self.taken))
        drawn = sum(count * e * (1 - e) * won * won for (e, won), count in self._all.items())
        reach = confidence.reach_of_mean(games, min(games, rarer))
        half = reach * sqrt(max(seen, drawn)) / weight
        low, high = max(-1.0, mean - half), min(1.0, mean + half)
        return Effect(mean, low, high, abs(self._off(sums.won[action], drawn)), games)

    def _off(self, total: float, variance: float) -> float:
        """Return the standard normal value that is as extreme as the sum `total` if there is no effect."""
        if variance < DUST:
            return 0.0
        slope = total / variance
        for _ in range(STEPS):
            _, first, second = self._generated(slope)
            if second < DUST or abs(step := (total - first) / second) < DUST:
                break
            slope += max(-1.0, min(1.0, step))
            if abs(slope) > STEEPEST:
                break
        height, _, second = self._generated(slope)
        root = sqrt(max(0.0, 2 * (slope * total - height)))
        straight = total / sqrt(variance)
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
