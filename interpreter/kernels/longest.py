"""Evaluates `trail` and `path`, which measure the longest way over members of a list that visits none twice.

The two use one search over *states*. For `path`, each member is one state. For `trail`, each member has three
states: left by its first end, left by its second end, and left by no end. A bit matrix says which states can
follow each state. A depth-first search starts from each state, and stops as soon as it has found `most`
members in a row. No fast algorithm is known for this problem. The time grows with the number of ways, and
each step costs one unit of the budget.
"""

from __future__ import annotations

from interpreter.kernels.budget import spend
from interpreter.kernels.terms import Long, Room, Words, Work, clear, lowest_bit

__all__ = ["Ways"]

BITS = 64
ALL = (1 << BITS) - 1


class Ways:
    """The input of a search: lists of up to `members` members, with up to `entries` entries in total.

    `flat` holds the lists of all members one after another. `starts` holds the index at which each list
    begins, and finally the index at which the last one ends.
    """

    def __init__(self, room: Room, kind: str, members: int, entries: int) -> None:
        self.members, self.ends = members, 3 if kind == "trail" else 1
        self.row = members * self.ends // BITS + 1
        self.flat, self.starts = room.words(entries), room.words(members + 1)
        self.matrix, self.free = room.longs(self.row * members * self.ends), room.longs(self.row)
        self.stack, self.following = room.words(members + 1), room.words(members + 1)

    def longest(self, work: Work, members: Words, count: int, most: int, at: int) -> int:
        """Return the number of members on the longest way, but no more than `most`."""
        clear(self.matrix, 0, self.row * self.members * self.ends)
        if self.ends == 1:
            self.by_next(members, count)
        else:
            self.by_ends(count)
        return self.search(work, count * self.ends, min(most, count), at)

    def by_next(self, members: Words, count: int) -> None:
        """Record, for each member, that the members named in its list can follow it."""
        for m in range(count):
            for i in range(self.starts[m], self.starts[m + 1]):
                for other in range(count):
                    if members[other] == self.flat[i]:
                        self.follow(m, other)

    def by_ends(self, count: int) -> None:
        """Record, for each end of each member, that other members with the same end can follow it.

        A way that enters a member at one end leaves it at the other end.
        """
        for m in range(count):
            for i in range(self.starts[m], self.starts[m + 1]):
                for other in range(count):
                    if other != m:
                        for j in range(self.starts[other], self.starts[other + 1]):
                            if self.flat[i] == self.flat[j]:
                                self.follow(
                                    3 * m + (i - self.starts[m]), 3 * other + self.other_end(other, j)
                                )

    def other_end(self, member: int, i: int) -> int:
        """Return the end at which a way leaves a member that it entered at the `i`-th entry of `flat`.

        The ends are 0 and 1; the result is 2 if the member has no other end.
        """
        return 1 - (i - self.starts[member]) if self.starts[member + 1] - self.starts[member] > 1 else 2

    def follow(self, state: int, following: int) -> None:
        """Record that the state `following` can come after the state `state`."""
        self.matrix[state * self.row + following // BITS] |= Long(1) << following % BITS

    def search(self, work: Work, states: int, most: int, at: int) -> int:
        """Return the length of the longest way found by depth-first search from each state.

        The search stops when it has found `most` members. Raises `Fault` at `at` if the budget is exhausted.
        """
        best = 0
        for word in range(self.row):
            self.free[word] = ALL
        for start in range(states):
            self.turn(start)
            self.stack[0] = start
            self.following[0] = 0
            depth = 1
            while depth:
                spend(work, 1, at)
                best = max(best, depth)
                if best >= most:
                    return best
                state = self.stack[depth - 1]
                following = self.next_free(state, self.following[depth - 1])
                if following >= 0:
                    self.following[depth - 1] = following + 1
                    self.turn(following)
                    self.stack[depth] = following
                    self.following[depth] = 0
                    depth += 1
                else:
                    self.turn(state)
                    depth -= 1
        return best

    def next_free(self, state: int, first: int) -> int:
        """Return the first state, not less than `first`, that can follow `state` and whose member is unused.

        Return -1 if there is none.
        """
        mask = ALL << first % BITS & ALL
        for word in range(first // BITS, self.row):
            bits = self.matrix[state * self.row + word] & self.free[word] & mask
            if bits != 0:
                return word * BITS + lowest_bit(bits)
            mask = ALL
        return -1

    def turn(self, state: int) -> None:
        """Toggle whether the member to which a state belongs counts as used."""
        for end in range(self.ends):
            one = state // self.ends * self.ends + end
            self.free[one // BITS] ^= Long(1) << one % BITS
