"""Where places of an older text lie in a newer one, as far as they still exist."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

__all__ = ["Moved", "moved"]

_MARK = "\ufeff"


@dataclass(frozen=True)
class Moved:
    """The change from an older text to a newer one: one part, between equal beginnings and equal ends.

    `start` is where the part begins in both; `old` and `new` are where it ends. `mark` is the length of a
    byte order mark that the newer text alone begins with, and that the other places leave out.
    """

    start: int
    old: int
    new: int
    mark: int = 0

    def forward(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where a span of the older text lies in the newer one, or `None` if the change touches it."""
        if end < self.start or (end == self.start and start < end) or self.start == self.old == self.new:
            return start + self.mark, end + self.mark
        if start >= self.old and (start > self.start or self.old > self.start):
            shift = self.new - self.old + self.mark
            return start + shift, end + shift
        return None

    def back(self, offset: int) -> int:
        """Return the place in the older text that is nearest to one in the newer text."""
        offset = max(0, offset - self.mark)
        if offset <= self.start:
            return offset
        return offset - self.new + self.old if offset >= self.new else min(offset, self.old)


@lru_cache(maxsize=64)
def moved(old: str, new: str) -> Moved:
    """Return the change from one text to another."""
    mark = len(_MARK) if new.startswith(_MARK) and not old.startswith(_MARK) else 0
    new = new[mark:]
    if old == new:
        return Moved(len(old), len(old), len(new), mark)
    start = _common(old, new)
    most = min(len(old), len(new)) - start
    tail = _common(old[len(old) - most :][::-1], new[len(new) - most :][::-1])
    return Moved(start, len(old) - tail, len(new) - tail, mark)


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
