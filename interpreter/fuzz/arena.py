"""The arena: the graph of the situations that can follow from one another, and safety games on it.

The nodes are situations (`situations`); the edges are the options, and the outcomes of chance. Chance is
explicit, so the edges of a chance node are all its outcomes, and nothing is sampled. Exploration is
breadth-first and may stop early; then some nodes are *unexplored*, and their edges are unknown. The `limit`
of decisions is no part of the arena: in it, a game goes on as if the limit did not exist.

In a *safety game* a coalition of seats tries to avoid the end for ever, against everybody else and chance.
The end's attractor is the least set of nodes that contains the end, each node of an opponent or of chance
with an edge into the set, and each node of the coalition with all edges into it. The coalition wins from
exactly the nodes outside (W. Thomas, "On the synthesis of strategies in infinite games", STACS 1995; in
essence Zermelo, 1913). Time is linear in the number of edges. Players are taken to see everything.
"""

from __future__ import annotations

from array import array
from collections import deque
from collections.abc import Collection, Iterable
from time import monotonic

from gamespec.program.tables import Head
from interpreter.fuzz.situations import situation, uncounted
from interpreter.play.errors import Fault
from interpreter.protocol import Engine, Playing

__all__ = ["CHANCE", "OVER", "Arena"]

OVER = 0
"""The node of all ends. A fault ends a game, too."""

CHANCE = -1
"""The owner of a chance node; the owner of any other node is the seat that decides."""

MOST_SITUATIONS = 50_000
"""Maximum number of nodes."""

MOST_INTEGERS = 10_000_000
"""Maximum number of integers in the positions of unexplored nodes, about 80 MB."""


class Arena:
    """The situations of a program that have been found so far, as numbers from 0; number 0 is `OVER`."""

    def __init__(self, engine: Engine, most: int = MOST_SITUATIONS) -> None:
        self._engine, self._program = engine, engine.program
        self._most = min(most, 1 + MOST_INTEGERS // engine.program.layout.length)
        self._owners = [CHANCE]
        self._after: list[tuple[int, ...] | None] = [()]
        self._numbers = dict[tuple[bool, bytes], int]()
        self._unexplored = dict[int, Playing]()

    @property
    def explored(self) -> int:
        """The number of situations, chance nodes included, whose edges are known."""
        return len(self._numbers) - len(self._unexplored)

    def node(self, position: list[int]) -> int:
        """Return the node of a decision's position, which it adds if necessary. Raises `Fault`."""
        return self._node(self._engine.restore(uncounted(position), explicit=True))

    def known(self, key: bytes) -> int | None:
        """Return the node of a decision by its situation; `None` if it has not been found."""
        return self._numbers.get((False, key))

    def explore(self, roots: Iterable[int], until: float) -> bool:
        """Explore what is reachable from the roots, nearest first, until a time of `monotonic`.

        Return whether all of it is explored.
        """
        return self._walk(roots, until, to_end=False) is not None

    def without_end(self, root: int, until: float) -> set[int] | None:
        """Return all nodes reachable from a root if all are explored and none is an end; otherwise `None`.

        Exploration stops at the first end, and at a time of `monotonic`.
        """
        return self._walk([root], until, to_end=True)

    def _walk(self, roots: Iterable[int], until: float, *, to_end: bool) -> set[int] | None:
        queue = deque(roots)
        seen = set(queue)
        while queue:
            node = queue.popleft()
            after = self._after[node]
            if after is None:
                if len(self._after) > self._most or monotonic() > until:
                    return None
                after = self._expanded(node)
            if to_end and OVER in after:
                return None
            queue.extend(child for child in after if child not in seen)
            seen.update(after)
        return seen

    def _expanded(self, node: int) -> tuple[int, ...]:
        """Find the edges of a node, and return the nodes to which they lead, each once."""
        game = self._unexplored.pop(node)
        if game.chance is None and game.position[Head.DECISIONS] + 1 >= self._program.limit.decisions:
            game = self._engine.restore(uncounted(game.position), explicit=True)
        found: list[Playing | Fault] = []
        if game.chance is None:
            found += game.children()
        else:
            for outcome in game.chance.outcomes:
                found.append(_settled(game, outcome))
        after = tuple(dict.fromkeys(map(self._node, found)))
        self._after[node] = after
        return after

    def _node(self, game: Playing | Fault) -> int:
        if isinstance(game, Fault) or game.over:
            return OVER
        chance = game.chance is not None
        key = chance, situation(self._program, game.position)
        number = self._numbers.setdefault(key, len(self._after))
        if number == len(self._after):
            self._after.append(None)
            self._owners.append(CHANCE if chance else game.player)
            self._unexplored[number] = game
        return number

    def safe(self, coalition: Collection[int], *, hopeful: bool) -> set[int]:
        """Return the nodes from which the seats of a coalition can avoid the end for ever.

        An unexplored node counts as the end, so that the nodes returned are proven to be safe. If `hopeful`,
        it counts as safe, so that the nodes not returned are proven not to be.
        """
        lost = array("b", bytes(len(self._after)))
        left = [0 if after is None else len(after) for after in self._after]
        queue = [OVER, *(() if hopeful else self._unexplored)]
        for node in queue:
            lost[node] = 1
        before = self._before()
        while queue:
            for node in before[queue.pop()]:
                left[node] -= 1
                if not lost[node] and (self._owners[node] not in coalition or not left[node]):
                    lost[node] = 1
                    queue.append(node)
        return {node for node, gone in enumerate(lost) if not gone}

    def _before(self) -> list[list[int]]:
        """Return, for each node, the nodes with an edge to it."""
        before: list[list[int]] = [[] for _ in self._after]
        for node, after in enumerate(self._after):
            for child in after or ():
                before[child].append(node)
        return before


def _settled(game: Playing, outcome: int) -> Playing | Fault:
    """Return the game after an outcome of chance, or the fault that the outcome leads to."""
    after = game.clone()
    try:
        after.settle(outcome)
    except Fault as fault:
        return fault
    return after
