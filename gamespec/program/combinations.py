"""Combinations of values of several sorts, and their numbers.

Of each sort as many can be taken as its *cap* says: one where values are told apart, of components that are
alike as many as there are. A combination is written as its sorts in ascending order, each as often as it is
taken. Combinations are numbered from 0: those of fewer values first, those of as many in lexicographic order.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import comb

__all__ = ["MANY", "Combinations", "combinations_of", "in_sorts", "ways"]

MANY = 2**64
"""What is more than this is not counted exactly."""


def ways(size: int, counts: tuple[int, int]) -> int:
    """In how many ways some of `size` values can be chosen; beyond `MANY` somewhere there."""
    total = 0
    for k in range(counts[0], min(counts[1], size) + 1):
        total += comb(size, min(k, size - k, 64))  # of more than 128 those of 64 are more than MANY
        if total > MANY:
            break
    return total


def in_sorts(caps: Sequence[int], counts: tuple[int, int]) -> int:
    """In how many ways some values of sorts with caps can be taken; beyond `MANY` somewhere there."""
    caps = [cap for cap in caps if cap]
    there = sum(caps)
    low, high = counts[0], min(counts[1], there)
    if low > high:
        return 0
    if there - low < high:  # to take some is to leave the others
        low, high = there - high, there - low
    if max(caps, default=0) <= 1 or ways(len(caps), (low, high)) > MANY:
        return ways(len(caps), (low, high))
    found = [1] + [0] * high
    for cap in sorted(caps):
        found = _with(found, cap)
        if sum(found[low:]) > MANY:  # with more sorts there are no fewer
            break
    return sum(found[low:])


def _with(without: Sequence[int], cap: int) -> list[int]:
    """For each number of values the ways to take them, where there is one sort more than in `without`."""
    found: list[int] = []
    sliding = 0
    for k, number in enumerate(without):
        sliding += number - (without[k - cap - 1] if k > cap else 0)
        found.append(sliding)
    return found


class Combinations:
    """The combinations of so many values, `counts[0]` to `counts[1]` of them, of sorts with `caps`.

    Only of those that are not too many to have numbers, that is, of a program's.
    """

    def __init__(self, caps: Sequence[int], counts: tuple[int, int]) -> None:
        self.caps = tuple(caps)
        self.least, self.most = counts[0], min(counts[1], sum(caps))
        self.total = in_sorts(caps, counts)

    @cached_property
    def _left(self) -> list[list[int]] | None:
        """For sort i, number k the ways to take k values of the sorts from i on; none if all caps are 1."""
        if set(self.caps) <= {1}:
            return None
        left = [[1] + [0] * max(self.most, 0)]
        for cap in reversed(self.caps):
            left.append(_with(left[-1], cap))
        return left[::-1]

    def rank(self, taken: Sequence[int]) -> int:
        """The number of a combination."""
        rank = sum(self._from(0, k) for k in range(self.least, len(taken)))
        at, used = 0, 0  # the sort of the value before, and how many are taken of it
        for i, sort in enumerate(taken):
            left = len(taken) - i - 1
            for other in range(at, sort):
                rank += self._after(other, used + 1 if other == at else 1, left)
            used = used + 1 if sort == at else 1
            at = sort
        return rank

    def combination(self, rank: int) -> tuple[int, ...]:
        """The combination that has a number, which is one of `total`."""
        count = self.least
        while rank >= self._from(0, count):
            rank -= self._from(0, count)
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

    def _from(self, sort: int, count: int) -> int:
        """In how many ways so many values can be taken of the sorts from one on."""
        if self._left is None:
            return comb(len(self.caps) - sort, count)
        return self._left[sort][count]

    def _after(self, sort: int, used: int, count: int) -> int:
        """The same where so many of the first of these sorts are taken before: 0 if it has not as many."""
        spare = self.caps[sort] - used
        return sum(self._from(sort + 1, count - more) for more in range(min(spare, count) + 1))


@lru_cache(maxsize=64)
def combinations_of(caps: tuple[int, ...], counts: tuple[int, int]) -> Combinations:
    """The combinations of so many values of sorts with caps; those that were asked for last are kept."""
    return Combinations(caps, counts)
