"""Confidence intervals that contain the truth in 95 of 100 runs, even if they decide when a run ends.

For a number of games fixed beforehand, an interval extends to each side by as many standard errors as the
normal distribution says, or Student's if the variance is estimated (see `Fixed`).

If the games stop as soon as a repeated check finds the interval narrow enough, the interval misses the truth
more often than once in twenty (P. Armitage, C. McPherson, B. Rowe, "Repeated significance tests on
accumulating data", JRSS A 132, 1969). `Until` provides intervals for this case, which hold at all looks
simultaneously. Let S(n) be the error of the sum of n observations. For a Brownian motion, which such sums
approximate, the reflection principle says

    P(|S(n)| > c sigma sqrt(N) for any n up to N) <= 4 (1 - F(c))

with the normal distribution F. This is at most one in twenty for c = 2.2414, for all n together. It is the
bound of P. O'Brien and T. Fleming ("A multiple testing procedure for clinical trials", Biometrics 35, 1979)
with any number of looks. So after n games an interval extends by c sqrt(N / n) standard errors to each side.
As the standard deviation of a share is at most 1/2, N = (c / 2h)^2 games suffice for an interval with
half-width h. So the maximum number of games is known before the first one is played.
"""

from __future__ import annotations

from functools import lru_cache
from math import atan, ceil, cos, erfc, isinf, log1p, pi, sin, sqrt
from statistics import NormalDist
from typing import Protocol

from gamespec.program.frozen import dataclass
from interpreter.simulate.statistics import Mean

__all__ = [
    "Confidence",
    "Fixed",
    "Until",
    "beyond",
    "bounded",
    "bounded_mean_of",
    "mean_of",
    "share_of",
    "student",
    "wilson",
]

MISSES = 0.05
"""Probability that an interval misses the truth."""

LOOKS = 100
"""Approximate number of times that a run checks whether its intervals are narrow enough."""

DUST = 1e-12
"""Maximum absolute value that counts as a rounding error."""

_EXACT = 200
"""Maximum number of degrees of freedom for which Student's distribution is summed exactly. Beyond this
number, a series is accurate enough.
"""


class Confidence(Protocol):
    """A rule for the half-width of confidence intervals, which is measured in standard errors."""

    def reach(self, count: int) -> float:
        """Return the half-width, in standard errors, of the interval of a share of `count` games."""

    def reach_of_mean(self, count: int, known: int | None = None) -> float:
        """Return the half-width, in standard errors, of the interval of a mean of `count` numbers.

        `known` is how many of the numbers the variance is estimated from. The default is all of them.
        """

    def chance(self, off: float, count: int) -> float:
        """Return the probability that a mean of `count` numbers is off by at least `off` standard errors."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """The rule for runs whose number of games was fixed beforehand."""

    def reach(self, count: int) -> float:  # noqa: ARG002 - it is the same for all
        """Return the half-width according to the normal distribution."""
        return _normal(MISSES / 2)

    def reach_of_mean(self, count: int, known: int | None = None) -> float:
        """Return the half-width according to Student's distribution (Biometrika 6, 1908)."""
        return student(MISSES / 2, (known or count) - 1)

    def chance(self, off: float, count: int) -> float:
        """Return the probability of an error of at least `off`, according to Student's distribution."""
        return beyond(off, count - 1)


@dataclass(frozen=True, slots=True)
class Until:
    """The rule for runs that stop as soon as the half-width of every interval is at most `half`, a share.

    `spread` is an upper bound on the standard deviation that the estimated quantity has from game to game. It
    is ½ for a share, and 1 for a difference of two shares.
    """

    half: float
    spread: float = 0.5

    @property
    def most(self) -> int:
        """The maximum number of games with a result that a run needs."""
        return ceil((_normal(MISSES / 4) * self.spread / self.half) ** 2)

    @property
    def every(self) -> int:
        """The number of games with a result that are played between two checks."""
        return max(1, self.most // LOOKS)

    def is_due(self, completed: int) -> bool:
        """Return whether a check is due after `completed` games with a result."""
        return completed % self.every == 0

    def reach(self, count: int) -> float:
        """Return the half-width with which the interval of a share holds at all looks simultaneously."""
        return _normal(MISSES / 4) * self._wider(count)

    def reach_of_mean(self, count: int, known: int | None = None) -> float:
        """Return the half-width with which the interval of a mean holds at all looks simultaneously."""
        return student(MISSES / 4, (known or count) - 1) * self._wider(count)

    def chance(self, off: float, count: int) -> float:
        """Bound the probability that, at some look, a mean is off by at least `off` standard errors."""
        return min(1.0, 2 * beyond(off / self._wider(count), count - 1))

    def _wider(self, count: int) -> float:
        return sqrt(max(1.0, self.most / max(1, count)))

    def narrow(self, mean: Mean) -> bool:
        """Return whether the interval of `mean`, whose numbers are from 0 to 1, is narrow enough to stop."""
        low, high = bounded_mean_of(mean, self)
        return high - low <= 2 * self.half


def share_of(hits: float, trials: int, confidence: Confidence) -> tuple[float, float]:
    """Return the ends of the interval of a share, by the method of E. Wilson (JASA 22, 1927).

    The interval consists of all true shares whose own half-width reaches the observed share. Unlike an
    interval with the observed standard error, it is accurate near 0 and 1. Without trials it is (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    z = confidence.reach(trials)
    share, z2 = hits / trials, z * z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """Return the ends of the interval of a share, for a number of trials that was fixed beforehand."""
    return share_of(hits, trials, Fixed())


def mean_of(mean: Mean, confidence: Confidence) -> tuple[float, float] | None:
    """Return the ends of the interval of a mean, or `None` if it has fewer than two numbers."""
    if mean.mean is None or mean.error is None:
        return None
    half = confidence.reach_of_mean(mean.count) * mean.error
    return mean.mean - half, mean.mean + half


def bounded_mean_of(mean: Mean, confidence: Confidence) -> tuple[float, float]:
    """Return the ends of the interval of a mean of numbers from 0 to 1, most of which may be 0 or 1.

    If the interval extends by z standard errors, z²/2 zeros and as many ones are added, as A. Agresti and B.
    Coull do for shares ("Approximate is better than 'exact'", The American Statistician 52, 1998). Without
    numbers the interval is (0, 1).

    If all numbers are 0, or all are 1, one end is exact. The probability that n numbers with the true mean p
    are all 1 is at most p^n. If each tail has probability t, the lower end is therefore t^(1/n) (C. Clopper
    and E. Pearson, Biometrika 26, 1934).
    """
    if mean.mean is None:
        return 0.0, 1.0
    return bounded(mean.count, mean.mean, mean.variance or 0.0, confidence)


def bounded(n: int, mean: float, variance: float, confidence: Confidence) -> tuple[float, float]:
    """Return the interval that `bounded_mean_of` returns for `n` numbers with this mean and variance.

    `n` must be positive.
    """
    z = confidence.reach(n)
    if min(mean, 1 - mean) < DUST:
        end: float = (erfc(z / sqrt(2)) / 2) ** (1 / n)
        return (end, 1.0) if mean > DUST else (0.0, 1 - end)
    more = n + z * z
    middle = (n * mean + z * z / 2) / more
    squares = (n * mean**2 + variance * (n - 1) + z * z / 2) / more
    half = z * sqrt(max(0.0, squares - middle**2) / more)
    return max(0.0, middle - half), min(1.0, middle + half)


@lru_cache(maxsize=64)
def _normal(tail: float) -> float:
    """Return the value that a standard normal variable exceeds with probability `tail`."""
    return NormalDist().inv_cdf(1 - tail)


@lru_cache(maxsize=1024)
def student(tail: float, freedom: int) -> float:
    """Return the quantile of Student's distribution that a number exceeds with probability `tail`.

    The distribution has `freedom` degrees of freedom. The formulas are 26.7.3 and 26.7.4 of M. Abramowitz, I.
    Stegun, "Handbook of Mathematical Functions" (1964), solved by bisection, or for many degrees of freedom
    the series 26.7.5.
    """
    if freedom > _EXACT:
        x = _normal(tail)
        first = (x**3 + x) / 4
        second = (5 * x**5 + 16 * x**3 + 3 * x) / 96
        third = (3 * x**7 + 19 * x**5 + 17 * x**3 - 15 * x) / 384
        return x + first / freedom + second / freedom**2 + third / freedom**3
    low, high = 0.0, 1.0
    while _within(high, freedom) < 1 - 2 * tail:
        high *= 2
    while (middle := (low + high) / 2) not in {low, high}:
        low, high = (middle, high) if _within(middle, freedom) < 1 - 2 * tail else (low, middle)
    return high


def beyond(t: float, freedom: int) -> float:
    """Return the probability that a number with Student's distribution is more than `t` away from 0.

    For more than 200 degrees of freedom the result is the corresponding probability of a normal number, by
    the transformation of D. Wallace ("Bounds on normal approximations to Student's and the chi-square
    distributions", Annals of Mathematical Statistics 30, 1959). Its relative error is a thousandth for
    probabilities down to 10^-9.
    """
    t = abs(t)
    if isinf(t):
        return 0.0
    if freedom <= _EXACT:
        return max(0.0, 1.0 - _within(t, freedom))
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return erfc(z / sqrt(2))


def _within(t: float, freedom: int) -> float:
    """Return the probability that a number with Student's distribution lies between `-t` and `t`.

    Abramowitz and Stegun write it as A(t | freedom).
    """
    angle = atan(t / sqrt(freedom))
    factor, total = (1.0, 0.0) if freedom % 2 == 0 else (cos(angle), 0.0)
    for k in range(2 if freedom % 2 == 0 else 3, freedom + 1, 2):
        total += factor
        factor *= cos(angle) ** 2 * (k - 1) / k
    return sin(angle) * total if freedom % 2 == 0 else 2 / pi * (angle + sin(angle) * total)
