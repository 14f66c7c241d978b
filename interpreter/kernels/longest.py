"""`trail` and `path`: the longest way over members of a list, each once.

Both are one search. A *state* is a member and, of a trail, the end by which it is left: three for each member,
the third for none. Which states can follow each is written down first, as bits of a matrix. The search goes on
from each state, depth first, and ends where it has found as many members as are asked for. There is no quick
way to the answer: how long it takes grows with the number of ways, each step of which costs one unit.
"""

from __future__ import annotations

from interpreter.kernels.budget import spend
from interpreter.kernels.terms import Room, Words, Work, clear_octets

__all__ = ["Ways"]

OCTET = 8


class Ways:
    """Lists of at most `members` members, with at most `entries` entries together.

    `flat` has the list of one member behind that of the member before it; `starts` says where each begins, and
    where the last ends.
    """

    def __init__(self, room: Room, kind: str, members: int, entries: int) -> None:
        self.members, self.ends = members, 3 if kind == "trail" else 1
        self.row = (members * self.ends + OCTET - 1) // OCTET
        self.flat, self.starts = room.words(entries), room.words(members + 1)
        self.matrix = room.octets(self.row * members * self.ends)
        self.used = room.octets(members + 1)
        self.stack, self.following = room.words(members + 1), room.words(members + 1)

    def longest(self, work: Work, members: Words, count: int, most: int, at: int) -> int:
        """The number of members of the longest way, at most `most` and at most `count`."""
        clear_octets(self.matrix, self.row * self.members * self.ends)
        if self.ends == 1:
            self.by_next(members, count)
        else:
            self.by_ends(count)
        return self.search(work, count * self.ends, min(most, count), at)

    def by_next(self, members: Words, count: int) -> None:
        """A member is followed by those in its list."""
        for m in range(count):
            for i in range(self.starts[m], self.starts[m + 1]):
                for other in range(count):
                    if members[other] == self.flat[i]:
                        self.follow(m, other)

    def by_ends(self, count: int) -> None:
        """A member left by an end is followed by each other that has it, left by the other end if it has two."""
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
        """The end by which a member is left that is entered by another: the third, if it has one end."""
        return 1 - (i - self.starts[member]) if self.starts[member + 1] - self.starts[member] > 1 else 2

    def follow(self, state: int, following: int) -> None:
        """Write down that a state can follow another."""
        self.matrix[state * self.row + following // OCTET] |= 1 << following % OCTET

    def can_follow(self, state: int, following: int) -> bool:
        """Whether a state can follow another, whose member is not used."""
        bit = self.matrix[state * self.row + following // OCTET] >> following % OCTET & 1
        return bit > self.used[following // self.ends]

    def search(self, work: Work, states: int, most: int, at: int) -> int:
        """Depth first from each state. Raises `Fault` at a place where nothing is left of the budget."""
        best = 0
        clear_octets(self.used, self.members + 1)
        for start in range(states):
            self.used[start // self.ends] = 1
            self.stack[0] = start
            self.following[0] = 0
            depth = 1
            while depth:
                spend(work, 1, at)
                best = max(best, depth)
                if best >= most:
                    return best
                state, following = self.stack[depth - 1], self.following[depth - 1]
                while following < states and not self.can_follow(state, following):
                    following += 1
                if following < states:
                    self.following[depth - 1] = following + 1
                    self.used[following // self.ends] = 1
                    self.stack[depth] = following
                    self.following[depth] = 0
                    depth += 1
                else:
                    self.used[state // self.ends] = 0
                    depth -= 1
        return best
