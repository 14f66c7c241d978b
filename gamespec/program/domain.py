"""Domains, which are the sets of integers that a stored or computed value may have.

All bounds are domains.
"""

from __future__ import annotations

from gamespec.program.frozen import dataclass

__all__ = ["INT_MAX", "INT_MIN", "NONE", "Domain"]

NONE = -(2**31)
"""The integer that represents the value `none`."""

INT_MIN, INT_MAX = NONE + 1, 2**31 - 1
"""The bounds of numbers. The least 32-bit integer is reserved for `none`."""

SINGLE = -1


@dataclass(frozen=True, slots=True)
class Domain:
    """The integers from `low` to `high`, and also `none` if `optional` is set.

    If `low` is greater than `high`, there are no integers. If `most` is not -1, the domain consists of lists
    of at most `most` such values.
    """

    low: int
    high: int
    optional: bool = False
    most: int = SINGLE

    @property
    def is_list(self) -> bool:
        """Whether the domain consists of lists."""
        return self.most != SINGLE

    @property
    def member(self) -> Domain:
        """The domain of the members of a list in this domain."""
        return Domain(self.low, self.high, self.optional)

    def holds(self, value: int) -> bool:
        """Return whether the domain contains the single value `value`."""
        return self.low <= value <= self.high or (self.optional and value == NONE)

    def join(self, other: Domain) -> Domain:
        """Return the smallest domain that contains two domains of single values."""
        if self.low > self.high or other.low > other.high:
            bounds = other if self.low > self.high else self
            return Domain(bounds.low, bounds.high, self.optional or other.optional)
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Domain(low, high, self.optional or other.optional)

    def __str__(self) -> str:
        said = f"{self.low}..{self.high}" + ("?" if self.optional else "")
        return f"at most {self.most} of {said}" if self.is_list else said
