"""Maximum matching: how many members can each be given a different candidate.

The problem is a maximum bipartite matching of members and candidates. Members are added one by one. Each is
given a free candidate, or a candidate whose owner can take another one, and so on, along an *augmenting path*
(H. W. Kuhn, The Hungarian method for the assignment problem, Naval Research Logistics Quarterly 2, 1955). A
member without such a path never gets one later, and when no augmenting path is left, the matching is maximum
(C. Berge, Two theorems in graph theory, Proceedings of the National Academy of Sciences 43, 1957). The search
for paths is breadth first.
"""

from __future__ import annotations

from interpreter.kernels.budget import spend
from interpreter.kernels.terms import Room, Work

__all__ = ["Matching"]

NOBODY = -1


class Matching:
    """The input of a matching: up to `members` members, with up to `candidates` candidates in total.

    `values` holds the candidates of all members one after another. `starts` holds the index at which each
    member's candidates begin, and finally the index at which the last ones end. Equal values are the same
    candidate, which is represented by the first index of that value.
    """

    def __init__(self, room: Room, members: int, candidates: int) -> None:
        self.values, self.same = room.words(candidates), room.words(candidates)
        self.starts = room.words(members + 1)
        self.owner, self.wanted = room.words(candidates), room.words(candidates)
        self.given, self.asking = room.words(members), room.words(members)

    def served(self, work: Work, count: int, at: int) -> int:
        """Return how many of the first `count` members can be given a candidate.

        Each candidate that is examined costs one unit of the budget.
        """
        flat, found = self.starts[count], 0
        for t in range(flat):
            first = 0
            while self.values[first] != self.values[t]:
                first += 1
            self.same[t] = first
            self.owner[t] = NOBODY
        for member in range(count):
            self.given[member] = NOBODY
        for member in range(count):
            found += self.serve(work, member, flat, at)
        return found

    def serve(self, work: Work, member: int, flat: int, at: int) -> bool:
        """Try to give a member a candidate, reassigning others if necessary; return whether it has one."""
        for t in range(flat):
            self.wanted[t] = NOBODY
        self.asking[0] = member
        head, tail = 0, 1
        while head < tail:
            asks = self.asking[head]
            spend(work, self.starts[asks + 1] - self.starts[asks], at)
            for t in range(self.starts[asks], self.starts[asks + 1]):
                candidate = self.same[t]
                if self.wanted[candidate] == NOBODY:
                    self.wanted[candidate] = asks
                    if self.owner[candidate] == NOBODY:
                        self.exchange(candidate)
                        return True
                    self.asking[tail] = self.owner[candidate]
                    tail += 1
            head += 1
        return False

    def exchange(self, candidate: int) -> None:
        """Apply an augmenting path that ends at the free candidate `candidate`.

        The member that wanted the candidate takes it, and the candidate that this member gives up goes to the
        member that wanted that one, and so on.
        """
        while candidate != NOBODY:
            takes = self.wanted[candidate]
            self.owner[candidate] = takes
            before = self.given[takes]
            self.given[takes] = candidate
            candidate = before
