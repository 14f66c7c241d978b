"""Means with standard errors, in constant memory. For intervals see `interpreter.simulate.intervals`.

Sums are exact, so it does not matter in which order numbers are added and means are merged.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

from interpreter.kernels.statistics.adding import FRACTION

__all__ = ["Mean"]

UNIT = 2.0**FRACTION


@dataclass(slots=True, repr=False)
class Mean:
    """The mean of numbers, each of which counts as a multiple of 2^-64, as in the kernel `adding`.

    `total` is their sum in units of 2^-64, and `squares` is that of their squares in units of 2^-128.
    """

    count: int = 0
    total: int = 0
    squares: int = 0
    least: float | None = None
    greatest: float | None = None

    def __repr__(self) -> str:
        return f"<Mean {self.mean} of {self.count} numbers>"

    def add(self, value: float, times: int = 1) -> None:
        """Include `value`, whose absolute value must be less than 2^53, so many times."""
        units = int(value * UNIT)
        self.merge(Mean(times, times * units, times * units * units, value, value))

    def merge(self, other: Mean) -> None:
        """Include all numbers of another mean."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.least = _outer(min, self.least, other.least)
        self.greatest = _outer(max, self.greatest, other.greatest)

    def __reduce__(self) -> tuple[Any, ...]:
        return Mean, (self.count, self.total, self.squares, self.least, self.greatest)

    @property
    def mean(self) -> float | None:
        """The mean, or `None` if no numbers have been added."""
        return self.total / (self.count << FRACTION) if self.count else None

    @property
    def variance(self) -> float | None:
        """The unbiased estimate of the variance, or `None` for fewer than two numbers."""
        if self.count <= 1:
            return None
        return (self.count * self.squares - self.total**2) / (self.count * (self.count - 1) << 2 * FRACTION)

    @property
    def error(self) -> float | None:
        """The standard error of the mean, or `None` for fewer than two numbers."""
        return None if self.variance is None else sqrt(self.variance / self.count)


def _outer(of: Any, one: float | None, other: float | None) -> float | None:
    """Return the lesser or the greater of two numbers, either of which may be missing."""
    return one if other is None else other if one is None else of(one, other)
