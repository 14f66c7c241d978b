"""Where places of an older text lie in a newer one, as far as they still exist."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Moved", "moved"]


@dataclass(frozen=True)
class Moved:
    """The change from an older text to a newer one: one part, between equal beginnings and equal ends.

    `start` is where the part begins in both; `old` and `new` are where it ends.
    """

    start: int
    old: int
    new: int

    def forward(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a span of the older text lies in the newer one, or `None` if the change touches it."""
        if end < self.start or (end == self.start and start < end):
            return start, end
        if start >= self.old and (start > self.start or self.old > self.start):
            return start + self.new - self.old, end + self.new - self.old
        return (start, end) if self.start == self.old == self.new else None

    def back(self, offset: int) -> int:
        """Return the place in the older text that is nearest to one in the newer text."""
        if offset <= self.start:
            return offset
        return offset - self.new + self.old if offset >= self.new else min(offset, self.old)


@lru_cache(maxsize=64)
def moved(old: str, new: str) -> Moved:
    """Return the change from one text to another."""
    if old == new:
        return Moved(len(old), len(old), len(new))
    start = _common(old, new)
    most = min(len(old), len(new)) - start
    tail = _common(old[len(old) - most :][::-1], new[len(new) - most :][::-1])
    return Moved(start, len(old) - tail, len(new) - tail)


def _common(one: str, other: str) -> int:
    """Return the length of the beginning that two texts share, by halving."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
