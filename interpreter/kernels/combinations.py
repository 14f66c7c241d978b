"""Combinations that a random choice counts instead of listing them.

If no condition is evaluated for a combination, and no two values are alike, the number of combinations of k
values is a binomial coefficient, and the r-th combination is found by unranking. Its first value is the first
one for which r is less than the number of combinations that begin with that value or an earlier one. Its
other values are found in the same way. Combinations are ordered as in the module `several`: first by their
number of values, then by the indexes of the values in their list.
"""

from __future__ import annotations

from math import comb

from gamespec.program import Pick, Program
from gamespec.program.budget import BUDGET
from interpreter.kernels.terms import Position, Room, Words, inline

__all__ = ["Combinations"]


class Combinations:
    """Counts the combinations of one pick, and finds a combination by its index."""

    def __init__(self, program: Program, pick: Pick, room: Room) -> None:
        assert pick.counts is not None  # noqa: S101 - asked by the caller
        most, (self.low, self.high) = pick.source.domain.most, pick.counts
        self.slot = program.slots[pick.slot].place
        self.values = self.slot + 1
        self.members, self.size = room.words(most), room.words(1)
        self.some = room.words(self.high + 1)
        """The number of combinations that may be chosen, indexed by the number of values in them."""
        self.choose = tuple(
            tuple(min(comb(n, k), BUDGET + 1) for k in range(self.high + 1)) for n in range(most + 1)
        )
        """Binomial coefficients, indexed by n and then k; coefficients above the budget are cut off."""

    def begin(self, members: Words, size: int) -> None:
        """Store the values from which combinations are formed."""
        self.size[0] = size
        for i in range(size):
            self.members[i] = members[i]

    @inline
    def count(self, k: int, allowed: int) -> int:
        """Return the number of combinations of `k` values, and store it for `take`.

        The number is 0 if such combinations are not `allowed`.
        """
        some = 0
        if allowed and k <= self.size[0]:
            some = self.choose[self.size[0]][k]
        self.some[k] = some
        return some

    def take(self, p: Position, r: int) -> None:
        """Put the `r`-th combination into the pick's slot; `r` counts from 0."""
        k = self.low
        while r >= self.some[k]:
            r -= self.some[k]
            k += 1
        p[self.slot] = k
        i, at = 0, 0
        while i < k:
            # if this value is chosen, `k - i - 1` of the values after it remain to be chosen
            some = self.choose[self.size[0] - at - 1][k - i - 1]
            if r < some:
                p[self.values + i] = self.members[at]
                i += 1
            else:
                r -= some
            at += 1
