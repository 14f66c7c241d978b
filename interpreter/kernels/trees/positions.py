"""Tree search over positions, for deterministic games with perfect information.

Each node is a position, with one entry for each of its options. A node is *solved* if its game is over, or if
the values of the positions after its options determine its value. Its value is then exact, an iteration ends
there, and no random game is played (M. Winands, Y. Björnsson, J.-T. Saito, "Monte-Carlo tree search solver",
2008).

A position that is reached in several ways is a single node. Its key is a hash of the whole position, which
includes the number of decisions made so far. Therefore no way through the tree comes to a position twice, no
value depends on itself, and a limit on decisions is taken into account.
"""

from __future__ import annotations

from math import inf

from interpreter.kernels.terms import Long, Longs, Real, Room, inline
from interpreter.kernels.trees.search import (
    DONE,
    DRAWN,
    FREE,
    GREATEST,
    LEFT,
    LOGARITHM,
    NO_ENTRY,
    NO_NODE,
    NO_SIZE,
    NODE,
    ROOT,
    SPACE,
    Game,
    Search,
    Size,
    powered,
)
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL, GAMMA, WORD, mix
from interpreter.play.search import Stats

__all__ = ["SETTLED", "PositionSearch", "fingerprint", "sized"]

SETTLED = 8
"""The greatest number of iterations per playout. The limit is needed because an iteration that reaches a
solved node plays no random game.
"""

FEWEST, MOST = 1 << 10, 1 << 21
"""Minimum and maximum number of slots for nodes."""

SLOTS, ENTRIES, LEAST_ENTRIES, MOST_ENTRIES = 4, 64, 1 << 14, 1 << 22
"""Number of slots and of entries per playout, and minimum and maximum number of entries."""


def sized(playouts: int) -> Size:
    """Return the size of a search with a given number of playouts."""
    slots = powered(SLOTS * playouts, FEWEST, MOST)
    return Size(slots, min(max(LEAST_ENTRIES, ENTRIES * playouts), MOST_ENTRIES))


def fingerprint(of: Longs, count: int, last: int) -> Long:
    """Return a hash of `count` numbers of 64 bits and a last one of 32 bits.

    The shifts are needed because a multiplication carries no difference downwards, and many positions differ
    in the highest bit of some of their integers: this bit distinguishes `none` from 0.
    """
    found = Long(count)
    for i in range(count):
        found ^= of[i]
        found = (found ^ found >> 29) * GAMMA & ALL
        found ^= found >> 32
    return mix(found ^ Long(last) & WORD)


class PositionSearch(Search):
    """A search over positions."""

    def __init__(
        self, game: Game, worth: Worth, room: Room, size: Size = NO_SIZE, *, guided: bool = False
    ) -> None:
        super().__init__(game, worth, room, size, guided=guided)
        self.after = room.words(size.entries)
        """For each entry, the node after its option plus 1, or 0 if no such node is known."""
        self.nodes = room.words(size.steps)
        """The nodes at which the entries on the path were taken."""
        self.first, self.count = room.words(size.slots), room.words(size.slots)
        """For each node, its first entry, and the number of its entries, which is 0 until there are any."""
        self.visits, self.mover = room.words(size.slots), room.words(size.slots)
        """For each node, how often it was visited, and the seat that decides there."""
        self.known, self.value = room.words(size.slots), room.reals(size.slots * worth.players)
        """For each node, whether it is solved, and then the reward of each seat."""

    def settled(self) -> bool:
        """Return whether no further iteration is needed; runs in Python, not in a module."""
        root = self.state[ROOT]
        return root != NO_NODE and (self.state[LEFT] <= 0 or self.known[root] > 0)

    def fared(self, k: int) -> Stats:
        """Return the statistics of the `k`-th option of the root; runs in Python, not in a module."""
        root = self.state[ROOT]
        if root == NO_NODE or k >= self.count[root]:
            return Stats()
        entry = self.first[root] + k
        child, taken = self.after[entry] - 1, max(self.taken[entry], 0)
        if child < 0 or not self.known[child]:
            return Stats(taken, self.total[entry])
        return Stats(taken, self.total[entry], self.value[self.players * child + self.mover[root]])

    # --- nodes ----------------------------------------------------------------------------------------

    def begin(self, iteration: int) -> None:
        """Begin an iteration at the root."""
        self.state[DONE], self.state[DRAWN] = iteration, 0
        self.game.begin(iteration)
        if iteration == 0:
            self.game.look()
            self.state[ROOT] = self.find(self.seen[0])
        self.state[NODE] = self.state[ROOT]

    def is_done(self, iteration: int) -> bool:  # noqa: ARG002 - as `Search` passes it
        """Return whether all random games have been played, or the root is solved."""
        return self.state[LEFT] <= 0 or self.known[self.state[ROOT]] > 0

    def enter(self, many: int) -> bool:
        """Visit the current node, and make an entry for each option unless there is no room."""
        node = self.state[NODE]
        if node < 0:
            return False
        if self.count[node] == 0:
            if self.state[SPACE] - self.state[FREE] < many:
                return False
            self.expand(node, many)
        self.visits[node] += 1
        self.limits[LOGARITHM] = self.logarithm(self.visits[node])
        return True

    def expand(self, node: int, many: int) -> None:
        """Make an entry for each option of a node."""
        free = self.state[FREE]
        self.first[node], self.count[node], self.mover[node] = free, many, self.game.player()
        self.state[FREE] += many
        for entry in range(free, free + many):
            self.taken[entry], self.total[entry], self.after[entry] = 0, 0.0, 0

    def entry(self, k: int) -> int:
        """Return the entry of the `k`-th option."""
        return self.first[self.state[NODE]] + k

    def log_visits(self, entry: int) -> Real:  # noqa: ARG002 - as `Search` passes it
        """Return the logarithm of how often the current node was visited."""
        return self.limits[LOGARITHM]

    @inline
    def bound(self, entry: int) -> Real:
        """Return the upper confidence bound of an option, which is the option's value if that is known."""
        bound = self.estimate(entry)
        if self.is_known(entry):
            value = self.value[self.players * (self.after[entry] - 1) + self.mover[self.state[NODE]]]
            bound = self.scaled(value)
        return bound

    def is_known(self, entry: int) -> bool:
        """Return whether the position after the option with an entry is solved."""
        return entry >= 0 and self.after[entry] > 0 and self.known[self.after[entry] - 1] > 0

    def proceed(self, k: int, depth: int) -> bool:
        """Take an option unless the value of the position after it is known, and go to that position."""
        entry = self.path[depth - 1]
        self.nodes[depth - 1] = self.state[NODE]
        if self.is_known(entry):
            return False
        going = self.answer(k, depth)
        if going and k >= 0:
            self.arrive(entry)
            if self.is_known(entry):
                return False
        return going

    def arrive(self, entry: int) -> None:
        """Go to the node after the option with an entry."""
        if self.after[entry] == 0:
            self.game.look()
            self.after[entry] = self.find(self.seen[0]) + 1
        self.state[NODE] = self.after[entry] - 1

    def added(self, slot: int) -> None:
        """Begin a node, which is the slot."""
        self.count[slot], self.visits[slot], self.known[slot] = 0, 0, 0

    # --- results --------------------------------------------------------------------------------------

    def weigh(self, depth: int, played: bool) -> None:  # noqa: FBT001 - as `Search` passes it
        """Compute the reward of each seat, by the value of the last position if it is solved."""
        entry = self.path[depth - 1]
        if self.is_known(entry):
            child = self.after[entry] - 1
            for seat in range(self.players):
                self.worth[seat] = self.value[self.players * child + seat]
        else:
            self.reward(depth, played)
            if entry != NO_ENTRY and not played:
                self.arrive(entry)
                if self.after[entry] > 0:
                    self.solve(self.after[entry] - 1)

    def solve(self, node: int) -> None:
        """Store the rewards as the value of a node."""
        self.known[node] = 1
        for seat in range(self.players):
            self.value[self.players * node + seat] = self.worth[seat]

    def back(self, depth: int) -> None:
        """Add the rewards to the entries on the path, and solve the nodes whose values have become known."""
        self.add(depth)
        i, solved = depth - 1, self.is_known(self.path[depth - 1])
        while i >= 0 and solved:
            solved = self.prove(self.nodes[i])
            i -= 1

    def prove(self, node: int) -> bool:
        """Return whether the value of a node is known, and store the value if it is.

        The value is known if the values after all options are known, or if one of these values is the
        greatest possible one for the player who decides.
        """
        if self.known[node] > 0:
            return True
        count, found, best = 0, -1, -inf
        for entry in range(self.first[node], self.first[node] + self.count[node]):
            if self.is_known(entry):
                count += 1
                value = self.value[self.players * (self.after[entry] - 1) + self.mover[node]]
                if value > best:
                    found, best = self.after[entry] - 1, value
        if found < 0 or (count < self.count[node] and best < self.limits[GREATEST]):
            return False
        self.known[node] = 1
        for seat in range(self.players):
            self.value[self.players * node + seat] = self.value[self.players * found + seat]
        return True
