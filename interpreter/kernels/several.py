"""Picks of several values: an iterator over the combinations that can be chosen.

Values that are alike form a *sort*. A combination is determined by the number of values of each sort, so that
the cost does not grow with the number of copies. Of each sort the first copies are taken. Other copies are
tried only if the condition may distinguish them and rejects the first ones.

The row `every` has each sort as often as it has copies. A combination of `k` values takes `k` places of this
row, from the left on, which count up like the digits of an odometer. The chosen copies (`which`) form another
odometer.
"""

from __future__ import annotations

from gamespec.program import Pick, Program
from interpreter.kernels.decider import Decider
from interpreter.kernels.sorting import ascending
from interpreter.kernels.terms import Position, Room, Words

__all__ = ["Several"]


class Several:
    """An iterator over the combinations of one pick."""

    def __init__(self, program: Program, pick: Pick, room: Room) -> None:
        assert pick.counts is not None  # noqa: S101 - asked by the caller
        most, chosen = pick.source.domain.most, max(pick.counts[1], 1)
        self.pick, self.faces, self.decider = pick, program.faces, Decider(program)
        self.slot = program.slots[pick.slot].place
        self.values = self.slot + 1
        self.members, self.sort_of, self.every = room.words(most), room.words(most), room.words(most)
        self.caps, self.filled, self.of_sort = room.words(most), room.words(most), room.words(most)
        self.begins = room.words(most + 1)
        self.taken, self.which, self.indexes = room.words(chosen), room.words(chosen), room.words(chosen)

    def begin(self, p: Position, members: Words, count: int) -> int:
        """Group distinct members into sorts, ordered by their first members; return the number of sorts."""
        sorts = 0
        for i in range(count):
            self.members[i] = members[i]
            self.sort_of[i] = sorts
            if self.pick.alike:
                for j in range(i):
                    if self.alike(p, members[j], members[i]):
                        self.sort_of[i] = self.sort_of[j]
                        break
            if self.sort_of[i] == sorts:
                self.caps[sorts] = 0
                sorts += 1
            self.caps[self.sort_of[i]] += 1
        at = 0
        for sort in range(sorts):
            self.begins[sort], self.filled[sort] = at, at
            at += self.caps[sort]
        self.begins[sorts] = count
        for i in range(count):
            sort = self.sort_of[i]
            self.of_sort[self.filled[sort]] = i
            self.every[self.filled[sort]] = sort
            self.filled[sort] += 1
        return sorts

    def alike(self, p: Position, a: int, b: int) -> bool:
        """Return whether two members are of one sort: they look the same, and the decider knows both."""
        return self.faces[a] == self.faces[b] and (
            not self.pick.hidden or (self.decider.knows(p, a) and self.decider.knows(p, b))
        )

    def first(self, k: int) -> None:
        """Start with the first combination of `k` values; there are at least `k` members."""
        for i in range(k):
            self.taken[i] = self.every[i]
        self.first_copies(0, k)

    def raised(self, count: int, k: int) -> bool:
        """Go on to the next combination of `k` members; return whether there is one.

        The last place that can move on moves to the next sort, and those after it take the places that
        follow.
        """
        i = k - 1
        while i >= 0 and self.taken[i] >= self.every[count - k + i]:
            i -= 1
        if i < 0:
            return False
        at = self.begins[self.taken[i] + 1]
        for j in range(i, k):
            self.taken[j] = self.every[at]
            at += 1
        self.first_copies(0, k)
        return True

    def others(self, k: int) -> bool:
        """Go on to the next copies of the same sorts; return whether there are any.

        The last place that can move on moves within its sort. The following places of that sort take the next
        copies, and those of other sorts begin anew.
        """
        i, end = k - 1, k
        while i >= 0 and self.which[i] >= self.caps[self.taken[i]] - (end - i):
            if i > 0 and self.taken[i - 1] != self.taken[i]:
                end = i
            i -= 1
        if i < 0:
            return False
        self.which[i] += 1
        self.first_copies(i + 1, k)
        return True

    def first_copies(self, first: int, k: int) -> None:
        """Assign the first remaining copies to the places from an index on, in order."""
        for i in range(first, k):
            again = i > 0 and self.taken[i - 1] == self.taken[i]
            self.which[i] = self.which[i - 1] + 1 if again else 0

    def lay(self, p: Position, k: int) -> None:
        """Write the chosen members into the slot, in the order of their list."""
        for i in range(k):
            self.indexes[i] = self.of_sort[self.begins[self.taken[i]] + self.which[i]]
        ascending(self.indexes, 0, k)
        p[self.slot] = k
        for i in range(k):
            p[self.values + i] = self.members[self.indexes[i]]
