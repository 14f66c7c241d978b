"""Computes tail probabilities of the binomial distribution, and harmonic numbers."""

from __future__ import annotations

from functools import lru_cache
from math import exp, lgamma, log, log1p

__all__ = ["at_least", "at_most", "harmonic"]

GAMMA = 0.5772156649015329
"""The Euler-Mascheroni constant."""

SUMMED = 100
"""The greatest `count` for which `harmonic` adds up all terms. Beyond it, the series is accurate to sixteen
digits.
"""


@lru_cache(maxsize=1 << 16)
def at_least(hits: int, trials: int, chance: float) -> float:
    """Return the probability of at least `hits` hits in `trials` trials.

    `chance` is the probability of a hit in one trial, strictly between 0 and 1.
    """
    if hits <= 0:
        return 1.0
    if hits <= chance * trials:
        return 1.0 - at_most(hits - 1, trials, chance)
    odds = chance / (1 - chance)
    term = total = _exactly(hits, trials, chance)
    for k in range(hits, trials):
        term *= odds * (trials - k) / (k + 1)
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, total)


def at_most(hits: int, trials: int, chance: float) -> float:
    """Return the probability of at most `hits` hits in `trials` trials."""
    return at_least(trials - hits, trials, 1 - chance)


def _exactly(hits: int, trials: int, chance: float) -> float:
    ways = lgamma(trials + 1) - lgamma(hits + 1) - lgamma(trials - hits + 1)
    return exp(ways + hits * log(chance) + (trials - hits) * log1p(-chance))


@lru_cache(maxsize=1 << 12)
def harmonic(count: int) -> float:
    """Return 1 + 1/2 + … + 1/count, added term by term or computed with the Euler-Maclaurin series."""
    if count <= SUMMED:
        return sum(1 / k for k in range(1, count + 1))
    square = 1.0 / (count * count)
    return log(count) + GAMMA + 1 / (2 * count) - square / 12 + square * square / 120
