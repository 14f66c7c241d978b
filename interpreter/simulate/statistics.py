"""Means with standard errors, in constant memory. For intervals see `interpreter.simulate.intervals`."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

__all__ = ["Mean"]


@dataclass(slots=True)
class Mean:
    """The running mean of a sequence of numbers, by Welford's method (Technometrics 4, 1962)."""

    count: int = 0
    _mean: float = 0.0
    _squares: float = 0.0
    least: float | None = None
    greatest: float | None = None

    def add(self, value: float) -> None:
        """Include `value` in the mean."""
        self.count += 1
        off = value - self._mean
        self._mean += off / self.count
        self._squares += off * (value - self._mean)
        if self.least is None or value < self.least:
            self.least = value
        if self.greatest is None or value > self.greatest:
            self.greatest = value

    def set(self, count: float, mean: float, squares: float, least: float, greatest: float) -> None:
        """Set the mean to a running mean that was computed elsewhere, of at least one number."""
        self.count, self._mean, self._squares = int(count), mean, squares
        self.least, self.greatest = least, greatest

    @property
    def state(self) -> tuple[float, ...]:
        """The numbers that `set` takes; all 0 if no numbers have been added."""
        return self.count, self._mean, self._squares, self.least or 0, self.greatest or 0

    @property
    def mean(self) -> float | None:
        """The mean, or `None` if no numbers have been added."""
        return self._mean if self.count else None

    @property
    def variance(self) -> float | None:
        """The unbiased estimate of the variance, or `None` for fewer than two numbers."""
        return self._squares / (self.count - 1) if self.count > 1 else None

    @property
    def error(self) -> float | None:
        """The standard error of the mean, or `None` for fewer than two numbers."""
        return None if self.variance is None else sqrt(self.variance / self.count)
