"""`trail` and `path`: the longest way over members of a list, each visited once.

Both use one search. A *state* is a member and, for a trail, the end by which it is left: three for each
member, the third for none. A bit matrix says which states can follow each. The depth-first search
starts from each state, and ends as soon as it has found `most` members in a row. The problem has no fast
algorithm: the time grows with the number of ways, and each step costs one unit.
"""

from __future__ import annotations

from interpreter.kernels.budget import spend
from interpreter.kernels.terms import Long, Room, Words, Work, clear, lowest_bit

__all__ = ["Ways"]

BITS = 64
ALL = (1 << BITS) - 1


class Ways:
    """Lists of at most `members` members, with at most `entries` entries in total.

    `flat` holds the lists of all members one after another; `starts` says where each begins, and where the
    last ends.
    """

    def __init__(self, room: Room, kind: str, members: int, entries: int) -> None:
        self.members, self.ends = members, 3 if kind == "trail" else 1
        self.row = members * self.ends // BITS + 1
        self.flat, self.starts = room.words(entries), room.words(members + 1)
        self.matrix, self.free = room.longs(self.row * members * self.ends), room.longs(self.row)
        self.stack, self.following = room.words(members + 1), room.words(members + 1)

    def longest(self, work: Work, members: Words, count: int, most: int, at: int) -> int:
        """Return the number of members of the longest way, at most `most` and at most `count`."""
        clear(self.matrix, self.row * self.members * self.ends)
        if self.ends == 1:
            self.by_next(members, count)
        else:
            self.by_ends(count)
        return self.search(work, count * self.ends, min(most, count), at)

    def by_next(self, members: Words, count: int) -> None:
        """Record, for each member, that the members in its list can follow it."""
        for m in range(count):
            for i in range(self.starts[m], self.starts[m + 1]):
                for other in range(count):
                    if members[other] == self.flat[i]:
                        self.follow(m, other)

    def by_ends(self, count: int) -> None:
        """Record, for each end of a member, that other members with that end can follow it.

        A member that is entered by one end is left by the other.
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
        """Return the end by which a member entered at the `i`-th entry is left: 2 if it has no other end."""
        return 1 - (i - self.starts[member]) if self.starts[member + 1] - self.starts[member] > 1 else 2

    def follow(self, state: int, following: int) -> None:
        """Record that a state can follow another."""
        self.matrix[state * self.row + following // BITS] |= Long(1) << following % BITS

    def search(self, work: Work, states: int, most: int, at: int) -> int:
        """Search depth first from each state. Raises `Fault` at a place when the budget runs out."""
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
        """Return the first state from `first` on that can follow another and whose member is free, or -1."""
        mask = ALL << first % BITS & ALL
        for word in range(first // BITS, self.row):
            bits = self.matrix[state * self.row + word] & self.free[word] & mask
            if bits != 0:
                return word * BITS + lowest_bit(bits)
            mask = ALL
        return -1

    def turn(self, state: int) -> None:
        """Toggle whether the member of a state is used."""
        for end in range(self.ends):
            one = state // self.ends * self.ends + end
            self.free[one // BITS] ^= Long(1) << one % BITS
