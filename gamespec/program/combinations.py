"""Combinations of values of several sorts, and their ranks.

The *cap* of a sort is the maximum number of values taken from it. It is 1 for distinguishable values, and the
number of copies for components with equal faces. A combination lists its sorts in ascending order, each as
often as it is taken. Ranks begin at 0. Combinations of fewer values come first, and those of equal size
follow in lexicographic order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb

__all__ = ["MANY", "Combinations", "combinations_of", "in_sorts", "ways"]

MANY = 2**64
"""Counts above this number need not be exact."""


def ways(size: int, counts: tuple[int, int]) -> int:
    """Return the number of ways to choose between `counts[0]` and `counts[1]` of `size` values.

    The result is not exact above `MANY`.
    """
    total = 0
    for k in range(counts[0], min(counts[1], size) + 1):
        total += comb(size, min(k, size - k, 64))  # C(n, 64) with n > 128 already exceeds MANY
        if total > MANY:
            break
    return total


def in_sorts(caps: Sequence[int], counts: tuple[int, int]) -> int:
    """Return the number of ways to take `counts[0]` to `counts[1]` values of sorts with the given caps.

    The result is not exact above `MANY`.
    """
    caps = [cap for cap in caps if cap]
    there = sum(caps)
    low, high = counts[0], min(counts[1], there)
    if low > high:
        return 0
    if there - low < high:  # taking some is equivalent to leaving the others
        low, high = there - high, there - low
    if max(caps, default=0) <= 1 or ways(len(caps), (low, high)) > MANY:
        return ways(len(caps), (low, high))
    found = [1] + [0] * high
    for cap in sorted(caps):
        found = _with(found, cap)
        if sum(found[low:]) > MANY:  # more sorts never give fewer
            break
    return sum(found[low:])


def _with(without: Sequence[int], cap: int) -> list[int]:
    """Return the numbers of ways to take 0, 1, 2, ... values after one more sort with a cap is added.

    `without` holds these numbers for the sorts so far.
    """
    found: list[int] = []
    sliding = 0
    for k, number in enumerate(without):
        sliding += number - (without[k - cap - 1] if k > cap else 0)
        found.append(sliding)
    return found


class Combinations:
    """The combinations of `counts[0]` to `counts[1]` values of sorts with `caps`.

    There must be so few of them that they can be numbered, as option numbers of a program require.
    """

    def __init__(self, caps: Sequence[int], counts: tuple[int, int]) -> None:
        self.caps = tuple(caps)
        self.least, self.most = counts[0], min(counts[1], sum(caps))
        self.total = in_sorts(caps, counts)

    @cached_property
    def _left(self) -> list[list[int]] | None:
        """`_left[i][k]` is the number of ways to take k values of the sorts from i on.

        It is `None` if all caps are 1.
        """
        if set(self.caps) <= {1}:
            return None
        left = [[1] + [0] * max(self.most, 0)]
        for cap in reversed(self.caps):
            left.append(_with(left[-1], cap))
        return left[::-1]

    def rank(self, taken: Sequence[int]) -> int:
        """Return the rank of a combination, which is given by its sorts in ascending order."""
        rank = sum(self.ways_from(0, k) for k in range(self.least, len(taken)))
        at, used = 0, 0  # the sort of the previous value, and how many are taken of it
        for i, sort in enumerate(taken):
            left = len(taken) - i - 1
            for other in range(at, sort):
                rank += self._after(other, used + 1 if other == at else 1, left)
            used = used + 1 if sort == at else 1
            at = sort
        return rank

    def combination(self, rank: int) -> tuple[int, ...]:
        """Return the combination with a given rank, which must be below `total`."""
        count = self.least
        while rank >= self.ways_from(0, count):
            rank -= self.ways_from(0, count)
            count += 1
        taken: list[int] = []
        at, used = 0, 0
        while len(taken) < count:
            beyond = self._after(at, used + 1, count - len(taken) - 1)
            if rank < beyond:
                taken.append(at)
                used += 1
            else:
                rank -= beyond
                at, used = at + 1, 0
        return tuple(taken)

    def ways_from(self, sort: int, count: int) -> int:
        """Return the number of ways to take `count` values of the sorts from `sort` on."""
        if self._left is None:
            return comb(len(self.caps) - sort, count)
        return self._left[sort][count]

    def _after(self, sort: int, used: int, count: int) -> int:
        """Return the number of ways to take `count` more values of the sorts from `sort` on.

        `used` values of `sort` itself are already taken. The result is 0 if it has fewer.
        """
        spare = self.caps[sort] - used
        return sum(self.ways_from(sort + 1, count - more) for more in range(min(spare, count) + 1))


@lru_cache(maxsize=64)
def combinations_of(caps: tuple[int, ...], counts: tuple[int, int]) -> Combinations:
    """Return the combinations for the given caps and counts. Recent results are cached."""
    return Combinations(caps, counts)
