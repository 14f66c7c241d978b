"""Safety games on small graphs, against the definition of the attractor."""

from __future__ import annotations

from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from interpreter.fuzz.arena import CHANCE, OVER, Budget
from interpreter.fuzz.safety import SafetyGame

if TYPE_CHECKING:
    from random import Random

PLAYERS = 3


class DrawnArena:
    """An arena with given owners and edges, all of which are within any budget but one of no nodes."""

    def __init__(self, nodes: list[tuple[int, list[int]]]) -> None:
        self.nodes = [(CHANCE, []), *nodes]

    def owner(self, node: int) -> int:
        """Return the seat that decides, or `CHANCE`."""
        return self.nodes[node][0]

    def after(self, node: int) -> tuple[int, ...]:
        """Return the nodes that follow."""
        return tuple(self.nodes[node][1])

    def exhausted(self, budget: Budget) -> bool:
        """Return whether the budget has no nodes."""
        return budget.nodes == 0


@st.composite
def arenas(draw: st.DrawFn) -> DrawnArena:
    """Draw an arena of up to nine nodes and the end; each node but the end has edges."""
    size = draw(st.integers(1, 9))
    edges = st.lists(st.integers(0, size), min_size=1, max_size=3, unique=True)
    return DrawnArena([(draw(st.integers(CHANCE, PLAYERS - 1)), draw(edges)) for _ in range(size)])


def attractor(arena: DrawnArena, coalition: tuple[int, ...]) -> set[int]:
    """Return the least set with the end and with what follows from it, by the definition."""
    lost = {OVER}
    while True:
        more = {
            node
            for node, (owner, after) in enumerate(arena.nodes)
            if node != OVER and (all if owner in coalition else any)(each in lost for each in after)
        }
        if more <= lost:
            return lost
        lost |= more


@given(arenas(), st.randoms(use_true_random=False))
def test_the_strategies_win_exactly_outside_the_attractor(arena: DrawnArena, random: Random) -> None:
    """For every coalition and node, asked in any order, the answer is that of the definition."""
    budget = Budget(monotonic() + 60, 1)
    for size in (1, 2, 3):
        for coalition in combinations(range(PLAYERS), size):
            lost, game = attractor(arena, coalition), SafetyGame(arena, coalition)
            nodes = list(range(len(arena.nodes)))
            random.shuffle(nodes)
            assert {node: game.wins(node, budget) for node in nodes} == {
                node: node not in lost for node in nodes
            }


def test_without_a_budget_nothing_is_decided() -> None:
    """A node that loops to itself is won by anybody, but only after it was explored."""
    game = SafetyGame(DrawnArena([(0, [1])]), (0,))
    assert game.wins(1, Budget(monotonic() + 60, 0)) is None
    assert game.wins(1, Budget(monotonic() + 60, 1)) is True
    assert game.wins(OVER, Budget(monotonic() + 60, 0)) is False
