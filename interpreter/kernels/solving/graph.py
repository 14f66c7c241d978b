"""All situations of a game without chance and hidden information: breadth-first exploration.

Each *node* is a situation, which is a position without the number of decisions made so far, unless that
number matters because of a limit. Nodes are numbered in the order in which they are found, so those that
fewer decisions lead to come first. Each option of a node has an *edge*, which holds the node that the option
leads to or, if the game ends, its value minus `ENDED`.

A hash table finds the node of a position. Positions are stored and compared in full, so no two situations are
ever taken for one.
"""

from __future__ import annotations

from interpreter.kernels.solving.outcomes import WON, Outcomes
from interpreter.kernels.solving.positions import Game, Keys
from interpreter.kernels.terms import Long, Room
from interpreter.play.chance import ALL

__all__ = [
    "BEST", "BEST_DEPTH", "BEST_NODE", "BEST_OPTION", "DONE", "EDGES", "EDGE_ROOM", "ENDED", "EXHAUSTED",
    "FAR", "FOUND", "FULL", "KEEPS", "KIND", "MASK", "NODES", "ROOM", "STATUS", "Graph", "Size",
]  # fmt: skip

(
    NODES, DONE, EDGES, STATUS, KIND, KEEPS, MASK, ROOM, EDGE_ROOM, BEST, BEST_DEPTH, BEST_NODE, BEST_OPTION,
) = range(13)  # fmt: skip
"""Indexes of the integers that make up the state of an exploration.

They are the number of nodes, how many of them were expanded, and the number of edges; the status, the kind of
value, and whether nodes keep the number of decisions; the number of slots of the hash table less 1, and the
greatest numbers of nodes and edges. The rest tells of the best end of a game that was found: its value, the
number of decisions that lead to it, and its last node and option.
"""

GOING, EXHAUSTED, FOUND, FULL, FAR = range(5)
"""The status: the exploration goes on, has found all situations, has found all shortest ways to win, is out
of memory, or has come to the end of a game whose value is too far from 0.
"""

ENDED = 1 << 30
"""Subtracted from the value of a finished game, so that its edge is negative."""

WAYS = 0
"""Index of the number of shortest ways to the best end, in `solutions`."""


class Size:
    """The lengths of the arrays whose lengths the host determines."""

    def __init__(self, nodes: int = 0, edges: int = 0) -> None:
        self.nodes, self.edges = nodes, edges

    @property
    def slots(self) -> int:
        """The number of slots of the hash table."""
        return 2 * self.nodes


NO_SIZE = Size()
"""The size of an exploration that is being compiled."""


class Graph:
    """The arrays of an exploration, and its steps. A position has `length` integers."""

    def __init__(  # noqa: PLR0913 - the game, and what is computed of it
        self, game: Game, outcomes: Outcomes, keys: Keys, length: int, room: Room, size: Size = NO_SIZE
    ) -> None:
        self.game, self.outcomes, self.keys, self.sides = game, outcomes, keys, outcomes.sides
        self.pairs, self.odd = length // 2, length % 2
        self.state, self.solutions = room.words(13), room.longs(1)
        self.slots, self.tags = room.words(size.slots), room.words(size.slots)
        """For each slot of the hash table, its node plus 1 or 0, and a part of the node's key."""
        self.mover, self.depth = room.words(size.nodes), room.words(size.nodes)
        """For each node, the side that decides, and the least number of decisions that lead there."""
        self.first = room.words(size.nodes)
        """For each node that was expanded, its first edge."""
        self.parent, self.option, self.ways = (
            room.words(size.nodes), room.words(size.nodes), room.longs(size.nodes),
        )  # fmt: skip
        """For each node, the node and the option from which it was found, and the number of shortest ways."""
        self.edges = room.words(size.edges)
        self.lasts, self.positions = room.words(size.nodes), room.longs(size.nodes * self.pairs)
        """The position of each node: its last integer if their number is odd, and the others in pairs."""

    def explore(self, begins: int, nodes: int) -> int:
        """Expand at most a number of nodes. Return whether the exploration goes on.

        `begins` says whether it begins at the first position, which must not be the end of a game.
        """
        if begins > 0:
            self.begin()
        done = 0
        while done < nodes and self.state[STATUS] == GOING:
            self.proceed()
            done += 1
        return 1 if self.state[STATUS] == GOING else 0

    def begin(self) -> None:
        """Make a node of the first position."""
        many = self.game.start()
        assert many > 0  # noqa: S101 - as the caller knows
        self.state[NODES], self.state[DONE], self.state[EDGES], self.state[STATUS] = 0, 0, 0, GOING
        self.state[BEST], self.state[BEST_NODE] = 0 - ENDED, -1
        node = self.node(self.state[NODES])
        self.depth[node], self.parent[node], self.option[node] = 0, -1, -1
        self.ways[node] = Long(1)

    def proceed(self) -> None:
        """Expand the next node, unless nothing is left to do."""
        node = self.state[DONE]
        if node == self.state[NODES]:
            self.state[STATUS] = EXHAUSTED
        elif self.state[KIND] == WON and self.state[BEST] > 0 and self.depth[node] >= self.state[BEST_DEPTH]:
            self.state[STATUS] = FOUND
        else:
            self.expand(node)

    def expand(self, node: int) -> None:
        """Take each option of a node, and store where it leads."""
        count = self.recall(node)
        if self.state[NODES] + count > self.state[ROOM] or self.state[EDGES] + count > self.state[EDGE_ROOM]:
            self.state[STATUS] = FULL
            return
        self.first[node] = self.state[EDGES]
        self.game.save(0)
        for k in range(count):
            if k > 0:
                self.game.load(0)
            more = self.game.take(k)
            if more > 0:
                self.edges[self.state[EDGES]] = self.reach(node, k)
            else:
                value = self.outcomes.value(self.state[KIND])
                if self.outcomes.is_far(value):
                    self.state[STATUS] = FAR
                    return
                self.end(node, k, value)
                self.edges[self.state[EDGES]] = value - ENDED
            self.state[EDGES] += 1
        self.state[DONE] += 1

    def reach(self, node: int, k: int) -> int:
        """Return the node of the position in memory, to which an option of another node has led."""
        found, depth = self.state[NODES], self.depth[node] + 1
        if self.state[KEEPS] == 0:
            self.game.forget()
        after = self.node(found)
        if after == found:
            self.depth[after], self.parent[after], self.option[after] = depth, node, k
            self.ways[after] = self.ways[node]
        elif self.depth[after] == depth:
            self.ways[after] = self.sum(self.ways[after], self.ways[node])
        return after

    def end(self, node: int, k: int, value: int) -> None:
        """Take note of the end of a game, to which an option of a node leads."""
        depth = self.depth[node] + 1
        if value > self.state[BEST]:
            self.state[BEST], self.state[BEST_DEPTH] = value, depth
            self.state[BEST_NODE], self.state[BEST_OPTION] = node, k
            self.solutions[WAYS] = self.ways[node]
        elif value == self.state[BEST] and depth == self.state[BEST_DEPTH]:
            self.solutions[WAYS] = self.sum(self.solutions[WAYS], self.ways[node])

    def sum(self, first: Long, second: Long) -> Long:
        """Return the sum of two numbers of ways, or the greatest number if that is exceeded."""
        total = first + second & ALL
        if total < first:
            total = ALL
        return total

    # --- positions ------------------------------------------------------------------------------------

    def node(self, new: int) -> int:
        """Return the node of the position in memory, which is added as number `new` if there is none."""
        self.game.look()
        at, tag = int(self.keys.seen[0] & Long(self.state[MASK])), int(self.keys.seen[1] & Long(0x7FFFFFFF))
        while self.slots[at] > 0:
            there = self.slots[at] - 1
            if self.tags[at] == tag and self.is_at(there):
                return there
            at = at + 1 & self.state[MASK]
        self.slots[at], self.tags[at] = new + 1, tag
        self.state[NODES] += 1
        self.mover[new] = self.sides[self.game.player()]
        base = new * self.pairs
        for i in range(self.pairs):
            self.positions[base + i] = self.game.now[i]
        if self.odd:
            self.lasts[new] = self.game.position[2 * self.pairs]
        return new

    def is_at(self, node: int) -> bool:
        """Return whether the position in memory is that of a node."""
        base = node * self.pairs
        for i in range(self.pairs):
            if self.positions[base + i] != self.game.now[i]:
                return False
        return not self.odd or self.lasts[node] == self.game.position[2 * self.pairs]

    def recall(self, node: int) -> int:
        """Go to the position of a node and list its options. Return their number."""
        base = node * self.pairs
        for i in range(self.pairs):
            self.game.now[i] = self.positions[base + i]
        if self.odd:
            self.game.position[2 * self.pairs] = self.lasts[node]
        return self.game.resume()
