"""Intervals that hold the truth in 95 of 100 runs, also where a look at them decides when a run ends.

Of so many games fixed before, an interval reaches as many standard errors to each side as the normal
distribution says, or Student's where the variance is estimated (`Fixed`).

Who looks again and again and stops when an interval is narrow looks at the wrong moment more often than once
in twenty (P. Armitage, C. McPherson, B. Rowe, "Repeated significance tests on accumulating data", JRSS A 132,
1969). `Until` has intervals for it, that hold at all looks together. Of n games the sum of what was observed
is off by S(n). For a Brownian motion, which sums come near, the reflection principle says

    P(|S(n)| > c sigma sqrt(N) for any n up to N) <= 4 (1 - F(c))

with the normal distribution F: no more than one in twenty for c = 2.2414, at whatever n one looks. It is the
bound of P. O'Brien and T. Fleming ("A multiple testing procedure for clinical trials", Biometrics 35, 1979)
with any number of looks. So after n games an interval reaches c sqrt(N / n) standard errors to each side. As
the standard deviation of a share is at most 1/2, N = (c / 2h)^2 games are enough for an interval that reaches
no more than h to each side: how many games there can be is known before the first one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import atan, ceil, cos, erfc, isinf, log1p, pi, sin, sqrt
from statistics import NormalDist
from typing import Protocol

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
"""How often an interval may miss the truth."""

LOOKS = 100
"""About so many times it is asked whether an interval is narrow."""

DUST = 1e-12
"""What is smaller comes of rounding."""

_EXACT = 200
"""Up to so many degrees of freedom Student's distribution is added up; beyond, a series is as good."""


class Confidence(Protocol):
    """How far intervals reach, in standard errors to each side."""

    def reach(self, count: int) -> float:
        """That of a share, of so many games."""

    def reach_of_mean(self, count: int, known: int | None = None) -> float:
        """That of a mean of `count` numbers whose variance was estimated from `known` of them, two or more.

        The default of `known` is all.
        """

    def chance(self, off: float, count: int) -> float:
        """The probability that such a mean is found so many standard errors off, or more, if it is not."""


@dataclass(frozen=True, slots=True)
class Fixed:
    """A number of games that was fixed before."""

    def reach(self, count: int) -> float:  # noqa: ARG002 - it is the same for all
        """As the normal distribution says."""
        return _normal(MISSES / 2)

    def reach_of_mean(self, count: int, known: int | None = None) -> float:
        """As Student's distribution says (Biometrika 6, 1908)."""
        return student(MISSES / 2, (known or count) - 1)

    def chance(self, off: float, count: int) -> float:
        """As Student's distribution says."""
        return beyond(off, count - 1)


@dataclass(frozen=True, slots=True)
class Until:
    """Games until intervals reach no more than `half` to each side: 0.01 is a percentage point.

    What they are of has at most the standard deviation `spread`: a share ½, a difference of two shares 1.
    """

    half: float
    spread: float = 0.5

    @property
    def most(self) -> int:
        """So many games with a result are always enough."""
        return ceil((_normal(MISSES / 4) * self.spread / self.half) ** 2)

    @property
    def every(self) -> int:
        """After each so many games with a result it is asked whether that is enough."""
        return max(1, self.most // LOOKS)

    def is_due(self, completed: int) -> bool:
        """Whether it is asked after so many games with a result."""
        return completed % self.every == 0

    def reach(self, count: int) -> float:
        """So far that the interval holds at all looks together."""
        return _normal(MISSES / 4) * self._wider(count)

    def reach_of_mean(self, count: int, known: int | None = None) -> float:
        """So far that the interval holds at all looks together."""
        return student(MISSES / 4, (known or count) - 1) * self._wider(count)

    def chance(self, off: float, count: int) -> float:
        """That at some look, of all there can be, it is so far off as to be found so here: at most."""
        return min(1.0, 2 * beyond(off / self._wider(count), count - 1))

    def _wider(self, count: int) -> float:
        return sqrt(max(1.0, self.most / max(1, count)))

    def narrow(self, mean: Mean) -> bool:
        """Whether the interval of a mean of numbers from 0 to 1 is narrow enough."""
        low, high = bounded_mean_of(mean, self)
        return high - low <= 2 * self.half


def share_of(hits: float, trials: int, confidence: Confidence) -> tuple[float, float]:
    """The interval of a share (E. Wilson, JASA 22, 1927): all shares that are no further off than it reaches.

    Unlike one that is made of the observed standard error it is honest near 0 and 1. Of no trials, everything
    is possible: (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    z = confidence.reach(trials)
    share, z2 = hits / trials, z * z
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """The interval of a share, of a number of games that was fixed before."""
    return share_of(hits, trials, Fixed())


def mean_of(mean: Mean, confidence: Confidence) -> tuple[float, float] | None:
    """The interval of a mean; `None` of fewer than two numbers."""
    if mean.mean is None or mean.error is None:
        return None
    half = confidence.reach_of_mean(mean.count) * mean.error
    return mean.mean - half, mean.mean + half


def bounded_mean_of(mean: Mean, confidence: Confidence) -> tuple[float, float]:
    """The interval of a mean of numbers from 0 to 1, most of which may be 0 or 1.

    Where z is how far an interval reaches, z²/2 zeros and as many ones are added, as A. Agresti and B. Coull
    do for shares ("Approximate is better than 'exact'", The American Statistician 52, 1998). Of no numbers,
    everything is possible: (0, 1).

    Where all numbers are 0, or all are 1, one end is exact: n numbers whose mean is p are all 1 with a
    probability of p^n at most, so with the probability t of each tail the lower end is t^(1/n) (C. Clopper
    and E. Pearson, Biometrika 26, 1934).
    """
    if mean.mean is None:
        return 0.0, 1.0
    return bounded(mean.count, mean.mean, mean.variance or 0.0, confidence)


def bounded(n: int, mean: float, variance: float, confidence: Confidence) -> tuple[float, float]:
    """The same of n numbers, one or more, with this mean and variance."""
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
    """What a standard normal number exceeds with this probability."""
    return NormalDist().inv_cdf(1 - tail)


@lru_cache(maxsize=1024)
def student(tail: float, freedom: int) -> float:
    """What a number by Student's distribution, of so many degrees of freedom, exceeds with this probability.

    M. Abramowitz, I. Stegun, "Handbook of Mathematical Functions" (1964): 26.7.3 and 26.7.4, solved by
    halving, or for many degrees of freedom the series 26.7.5.
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
    """The probability of a number by Student's distribution that is more than t away from 0.

    For more than 200 degrees of freedom it is that of a normal number, by the transformation of D. Wallace
    ("Bounds on normal approximations to Student's and the chi-square distributions", Annals of Mathematical
    Statistics 30, 1959), which is right to a thousandth of the probability down to 10^-9.
    """
    t = abs(t)
    if isinf(t):
        return 0.0
    if freedom <= _EXACT:
        return max(0.0, 1.0 - _within(t, freedom))
    z = (8 * freedom + 1) / (8 * freedom + 3) * sqrt(freedom * log1p(t * t / freedom))
    return erfc(z / sqrt(2))


def _within(t: float, freedom: int) -> float:
    """The probability of a number between -t and t: A(t | freedom)."""
    angle = atan(t / sqrt(freedom))
    factor, total = (1.0, 0.0) if freedom % 2 == 0 else (cos(angle), 0.0)
    for k in range(2 if freedom % 2 == 0 else 3, freedom + 1, 2):
        total += factor
        factor *= cos(angle) ** 2 * (k - 1) / k
    return sin(angle) * total if freedom % 2 == 0 else 2 / pi * (angle + sin(angle) * total)
