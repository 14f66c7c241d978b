"""Picks of several values, and an iterator over the combinations that can be chosen.

Values that are alike form a *sort*. A combination is determined by the number of values that it takes from
each sort, so the cost does not grow with the number of copies. Normally the first copies of each sort are
taken. Other copies are tried only if the condition may distinguish them and rejects the first ones.

The row `every` contains each sort as many times as it has copies. A combination of `k` values occupies `k`
places of this row, starting from the left. The places count up like the digits of an odometer. A second
odometer, `which`, runs through the chosen copies.
"""

from __future__ import annotations

from gamespec.program import Pick, Program
from interpreter.kernels.decider import Decider
from interpreter.kernels.sorting import ascending
from interpreter.kernels.terms import Position, Room, Words

__all__ = ["Several"]


class Several:
    """An iterator over the combinations of values for one pick."""

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
        """Group `count` distinct members into sorts, and return the number of sorts.

        Sorts are numbered in the order of their first members.
        """
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
        """Return whether two members belong to one sort.

        Members of one sort look the same. If the pick has hidden members, the decider must know both members.
        """
        return self.faces[a] == self.faces[b] and (
            not self.pick.hidden or (self.decider.knows(p, a) and self.decider.knows(p, b))
        )

    def first(self, k: int) -> None:
        """Start with the first combination of `k` values; at least `k` members are required."""
        for i in range(k):
            self.taken[i] = self.every[i]
        self.first_copies(0, k)

    def raised(self, count: int, k: int) -> bool:
        """Go on to the next combination of `k` of the `count` members; return whether there is one.

        The last place that can still move goes to the next sort. The places after it take the entries of
        `every` that follow.
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
        """Go on to other copies of the same sorts; return whether there are any.

        The last place that can still move goes to the next copy of its sort. Later places of that sort take
        the copies after it, and places of other sorts start again with their first copies.
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
        """Assign, to each place from the index `first` on, the first copy that its sort has left."""
        for i in range(first, k):
            again = i > 0 and self.taken[i - 1] == self.taken[i]
            self.which[i] = self.which[i - 1] + 1 if again else 0

    def lay(self, p: Position, k: int) -> None:
        """Write the `k` chosen members into the slot, in the order in which they were listed."""
        for i in range(k):
            self.indexes[i] = self.of_sort[self.begins[self.taken[i]] + self.which[i]]
        ascending(self.indexes, 0, k)
        p[self.slot] = k
        for i in range(k):
            p[self.values + i] = self.members[self.indexes[i]]
