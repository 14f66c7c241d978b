"""The values of all situations of a game, from the graph of its situations (`graph`).

`Winners` finds out who can force a win, and in how many decisions, by retrograde analysis: a situation is won
for the side that decides if some option leads to one that is won for that side, and lost if every option
leads to one that is lost. All others are drawn: nobody can force a win, and the game may go on for ever.

`Values` computes bounds of the value of each situation, by iteration from the least or the greatest value. In
a graph without cycles, both bounds become equal. Where the game may go on for ever, they need not. Where
chance decides, a value is an expectation.
"""

from __future__ import annotations

from interpreter.kernels.solving.graph import ENDED
from interpreter.kernels.terms import Real, Reals, Room, Words

__all__ = ["CHANCE", "Values", "Winners"]

CHANCE = 2
"""Stands for chance in place of a side."""


class Winners:
    """Retrograde analysis of a graph whose nodes have been expanded."""

    def __init__(self, mover: Words, first: Words, edges: Words, room: Room, nodes: int = 0) -> None:
        self.mover, self.first, self.edges = mover, first, edges
        self.winner = room.words(nodes)
        """For each node, 1 if the first side wins, -1 if the other side wins, and 0 if neither is known."""
        self.distance = room.words(nodes)
        """For each node with a winner, the number of decisions until the end with best play."""

    def sweep(self, nodes: int, edges: int, number: int) -> int:
        """Settle the nodes from which a win takes `number` decisions, all smaller numbers being done.

        Return how many nodes were settled.
        """
        settled, end = 0, edges
        node = nodes - 1
        while node >= 0:
            if self.winner[node] == 0:
                won = self.settled(node, end, number)
                if won != 0:
                    self.winner[node], self.distance[node] = won, number
                    settled += 1
            end = self.first[node]
            node -= 1
        return settled

    def settled(self, node: int, end: int, number: int) -> int:
        """Return who wins from a node, whose edges end before `end`, or 0 if that is not known yet."""
        mine = 1 if self.mover[node] == 0 else -1
        lost = 1
        for edge in range(self.first[node], end):
            won = self.won(edge, number)
            if won == mine:
                return mine
            if won == 0:
                lost = 0
        return 0 - mine * lost

    def won(self, edge: int, number: int) -> int:
        """Return who wins after an edge in less than `number` decisions, or 0 if nobody does."""
        after = self.edges[edge]
        if after < 0:
            value = after + ENDED
            return (value > 0) - (value < 0)
        if self.distance[after] >= number:
            return 0
        return self.winner[after]


class Values:
    """A bound of the value of each node: a lower one if all begin with the least value, or an upper one.

    With `weighs`, there are chance nodes, and their edges have weights.
    """

    def __init__(  # noqa: PLR0913 - the arrays of the graph
        self,
        mover: Words,
        first: Words,
        edges: Words,
        weights: Reals,
        room: Room,
        nodes: int = 0,
        *,
        weighs: bool = False,
    ) -> None:
        self.mover, self.first, self.edges, self.weights, self.weighs = mover, first, edges, weights, weighs
        self.value = room.reals(nodes)

    def sweep(self, nodes: int, edges: int) -> int:
        """Improve the bounds of all nodes, the last node first. Return how many of them have changed."""
        changed, end = 0, edges
        node = nodes - 1
        while node >= 0:
            before, value = self.value[node], self.bound(node, end)
            if value != before:
                changed += 1
                self.value[node] = value
            end = self.first[node]
            node -= 1
        return changed

    def bound(self, node: int, end: int) -> Real:
        """Return the bound of a node, whose edges end before `end`, from those of the nodes after it."""
        mover, first = self.mover[node], self.first[node]
        best = self.after(first)
        if self.weighs and mover == CHANCE:
            best = best * self.weights[first]
        for edge in range(first + 1, end):
            value = self.after(edge)
            if self.weighs and mover == CHANCE:
                best = best + value * self.weights[edge]
            elif (mover == 0 and value > best) or (mover == 1 and value < best):
                best = value
        return best

    def after(self, edge: int) -> Real:
        """Return the bound of what is after an edge."""
        after = self.edges[edge]
        return Real(after + ENDED) if after < 0 else self.value[after]
