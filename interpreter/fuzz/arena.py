"""The arena: the graph of the situations that can follow from one another.

The nodes are situations (`situations`); the edges are the options, and the outcomes of chance. Chance is
explicit, so the edges of a chance node are all its outcomes, and nothing is sampled. The edges of a node are
found when somebody asks for them. The `limit` of decisions is no part of the arena: in it, a game goes on as
if there were none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from time import monotonic

from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.fuzz.situations import situation, uncounted
from interpreter.play.errors import Fault
from interpreter.protocol import Engine, Playing

__all__ = ["CHANCE", "OVER", "Arena", "Budget", "ranked"]

OVER = 0
"""The node of all ends. A fault ends a game, too."""

CHANCE = -1
"""The owner of a chance node; the owner of any other node is the seat that decides."""

MOST_SITUATIONS = 100_000
"""Maximum number of nodes."""

MOST_INTEGERS = 20_000_000
"""Maximum number of integers in the positions of all nodes; up to 160 MB while they are unexplored."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How far to explore an arena: until a time of `monotonic`, and up to a number of nodes.

    Nodes are counted when they are found, and those that follow the last explored node may exceed the number.
    """

    until: float
    nodes: int


class Arena:
    """The situations of a program that have been found so far, as numbers from 0; number 0 is `OVER`.

    A node is *explored* if its edges are known.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine, self._program = engine, engine.program
        self._owners = [CHANCE]
        self._after: list[tuple[int, ...] | None] = [()]
        self._numbers = dict[tuple[bool, bytes], int]()
        self._unexplored = dict[int, Playing]()

    @property
    def explored(self) -> int:
        """The number of situations, chance nodes included, that are explored."""
        return len(self._numbers) - len(self._unexplored)

    def budget(self, until: float) -> Budget:
        """Return the greatest budget until a time of `monotonic`."""
        return Budget(until, min(MOST_SITUATIONS, MOST_INTEGERS // self._program.layout.length))

    def share(self, budget: Budget, parts: int) -> Budget:
        """Return one of so many equal parts of what is left of a budget."""
        now, size = monotonic(), len(self._after)
        return Budget(now + (budget.until - now) / parts, size + (budget.nodes - size) // parts)

    def exhausted(self, budget: Budget) -> bool:
        """Return whether a budget is used up."""
        return len(self._after) >= budget.nodes or monotonic() > budget.until

    def node(self, position: Sequence[int]) -> int:
        """Return the node of a decision's position, which it adds if necessary. Raises `Fault`."""
        return self._node(self._engine.restore(uncounted(position), explicit=True))

    def beginning(self) -> int:
        """Return the node with which all games begin, which it adds if necessary. Raises `Fault`."""
        return self._node(ranked(self._engine.begin(explicit=True)))

    def known(self, key: bytes) -> int | None:
        """Return the node of a decision by its situation; `None` if it has not been found."""
        return self._numbers.get((False, key))

    def owner(self, node: int) -> int:
        """Return the seat that decides in a situation, or `CHANCE`."""
        return self._owners[node]

    def after(self, node: int) -> tuple[int, ...]:
        """Return the nodes to which the edges of a node lead, each once; the node is explored thereby."""
        after = self._after[node]
        if after is None:
            found = self._following(self._unexplored.pop(node))
            numbers = [*map(self._node, found)]
            self._met(node, found, numbers)
            after = self._after[node] = tuple(dict.fromkeys(numbers))
        return after

    def _met(self, node: int, found: Sequence[Playing | Fault], numbers: Sequence[int]) -> None:
        """Hook for subclasses, called with what follows a node and the numbers of the nodes."""

    def answers(self, way: Sequence[int]) -> list[int]:
        """Return the numbers of the options taken along a way of nodes, the first of which begins all games.

        The way ends where an option or an outcome leads to a fault; this option is the last.
        """
        game, numbers = self._engine.begin(explicit=True), list[int]()
        for node in (*way[1:], None):
            options, found = game.options, self._following(game)
            ends = [None if isinstance(each, Fault) else self._node(each) for each in found]
            index = ends.index(node)
            if game.chance is None:
                numbers.append(options[index].number)
            after = found[index]
            if not isinstance(after, Fault):
                game = after
        return numbers

    def without_end(self, root: int, budget: Budget) -> set[int] | None:
        """Return all nodes reachable from a root if none of them is an end.

        Return `None` if one is, or if the budget does not suffice to explore them all.
        """
        queue = deque([root])
        seen = {root}
        while queue:
            if self.exhausted(budget):
                return None
            after = self.after(queue.popleft())
            if OVER in after:
                return None
            queue.extend(node for node in after if node not in seen)
            seen.update(after)
        return seen

    def _following(self, game: Playing) -> list[Playing | Fault]:
        """Return the games that can follow from a game by an option or an outcome of chance."""
        if game.chance is not None:
            return [_attempt(partial(_settled, game, outcome)) for outcome in game.chance.outcomes]
        if game.position[Head.DECISIONS] + 1 >= self._program.limit.decisions:
            game = self._engine.restore(uncounted(game.position), explicit=True)
        return [
            each if isinstance(each, Fault) else _attempt(partial(ranked, each)) for each in game.children()
        ]

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


def _attempt(make: Callable[[], Playing]) -> Playing | Fault:
    """Return the game that a function makes, or the fault that it raises."""
    try:
        return make()
    except Fault as fault:
        return fault


def _settled(game: Playing, outcome: int) -> Playing:
    """Return the game after an outcome of chance. Raises `Fault`."""
    after = game.clone()
    after.settle(outcome)
    return ranked(after)


def ranked(game: Playing) -> Playing:
    """Return a game whose result has a value if it is over. Raises `Fault`."""
    _ = game.result
    return game
