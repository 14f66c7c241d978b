"""Means and shares with honest error bars, in constant memory."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

__all__ = ["Mean", "wilson"]

Z95 = 1.959963984540054
"""The standard normal distribution has 95 % of its mass between -Z95 and Z95."""


@dataclass(slots=True)
class Mean:
    """The mean of numbers that come one by one, by Welford's method (Technometrics 4, 1962)."""

    count: int = 0
    _mean: float = 0.0
    _squares: float = 0.0
    least: float | None = None
    greatest: float | None = None

    def add(self, value: float) -> None:
        """Take one more number into account."""
        self.count += 1
        off = value - self._mean
        self._mean += off / self.count
        self._squares += off * (value - self._mean)
        self.least = value if self.least is None else min(self.least, value)
        self.greatest = value if self.greatest is None else max(self.greatest, value)

    @property
    def mean(self) -> float | None:
        """The mean; None of no numbers."""
        return self._mean if self.count else None

    @property
    def variance(self) -> float | None:
        """The unbiased estimate of the variance; None of fewer than two numbers."""
        return self._squares / (self.count - 1) if self.count > 1 else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean; None of fewer than two numbers."""
        return None if self.variance is None else sqrt(self.variance / self.count)


def wilson(hits: float, trials: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson, JASA 22, 1927).

    Unlike the standard error it is honest near 0 and 1. Of no trials, everything is possible: (0, 1).
    """
    if trials == 0:
        return 0.0, 1.0
    share, z2 = hits / trials, Z95 * Z95
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)
