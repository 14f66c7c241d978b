"""Safety games: whether a coalition of seats can avoid the end for ever, against everybody else and chance.

A node is *lost* if it belongs to the attractor of the end. This is the least set of nodes that contains the
end, each node of an opponent or of chance with an edge into the set, and each node of the coalition with all
edges into it. The coalition wins from exactly the nodes outside (W. Thomas, "On the synthesis of strategies
in infinite games", STACS 1995).

The attractor is computed on the fly (in the manner of Liu and Smolka, "Simple linear-time algorithms for
minimal fixed points", ICALP 1998), because arenas are large. A strategy takes one edge from each node of the
coalition, to a node that is not known to be lost. Only nodes that it can reach are explored. When one turns
out to be lost, the strategy changes. If all that it can reach is explored and not lost, it wins.

Players are taken to see everything, and opponents to know the strategy and what chance will bring.
"""

from __future__ import annotations

from collections import defaultdict

from interpreter.fuzz.arena import OVER, Arena, Budget

__all__ = ["SafetyGame"]


class SafetyGame:
    """The safety game of a coalition on an arena."""

    def __init__(self, arena: Arena, coalition: tuple[int, ...]) -> None:
        self.coalition = coalition
        """The seats of the coalition, from 0."""
        self._arena = arena
        self._lost = {OVER}
        self._left = dict[int, int]()
        """For each node that is taken into account, the number of edges to nodes that are not lost."""
        self._before = defaultdict[int, list[int]](list)
        """The nodes taken into account that have an edge to a node."""

    def wins(self, root: int, budget: Budget) -> bool | None:
        """Return whether the coalition wins from a node, which is a proof either way.

        Return `None` if the budget does not suffice to decide it.
        """
        while root not in self._lost:
            nodes = self._new_nodes(root)
            if not nodes:
                return True
            for node in nodes:
                if self._arena.exhausted(budget):
                    return None
                self._add(node)
        return False

    def _new_nodes(self, root: int) -> list[int]:
        """Return the nodes that a strategy can reach from a root and that are not taken into account yet.

        The strategy prefers nodes that it can reach anyway, and then nodes that are taken into account.
        """
        stack, seen, found = [root], {root}, list[int]()
        while stack:
            node = stack.pop()
            if node not in self._left:
                found.append(node)
                continue
            after = self._arena.after(node)
            if self._arena.owner(node) in self.coalition:
                able = [each for each in after if each not in self._lost]
                after = (min(able, key=lambda each: (each not in seen, each not in self._left)),)
            for each in after:
                if each not in seen:
                    seen.add(each)
                    stack.append(each)
        return found

    def _add(self, node: int) -> None:
        """Take a node into account, and find which nodes are lost for this reason."""
        after = self._arena.after(node)
        for each in after:
            self._before[each].append(node)
        self._left[node] = sum(each not in self._lost for each in after)
        stack = [node] if self._is_lost(node) else []
        self._lost.update(stack)
        while stack:
            for each in self._before[stack.pop()]:
                self._left[each] -= 1
                if each not in self._lost and self._is_lost(each):
                    self._lost.add(each)
                    stack.append(each)

    def _is_lost(self, node: int) -> bool:
        """Return whether a node is lost by its edges."""
        if self._arena.owner(node) in self.coalition:
            return self._left[node] == 0
        return self._left[node] < len(self._arena.after(node))
