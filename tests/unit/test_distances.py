"""Tests for distances between cells, which are compared with those of another algorithm.

They also check rays and lines, and that large boards never compute all distances at once.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec.space import Space, graph, hexes, squares, track
from gamespec.space.space import OUTSIDE
from gamespec.text.source import Source, Span
from gamespec.trees import types as t
from interpreter.engine.expressions import boards as cells
from interpreter.engine.expressions.boards import Board

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

PLACE = Span(Source("test", ""), 0, 0)
HOLES = frozenset({"b1", "b2", "b3", "d2", "d3", "d4"})
SPACES = [
    squares("open", 5, 4, "orthogonal", frozenset()),
    squares("walls", 5, 4, "orthogonal", HOLES),
    squares("diagonal", 5, 4, "diagonal", HOLES),
    squares("all", 5, 4, "all", HOLES),
    hexes("comb", 5, 4, HOLES),
    track("lane", 7, loop=False),
    track("ring", 7, loop=True),
    track("one", 1, loop=True),
    graph("net", ("a", "b", "c", "d", "e"), ((0, 1), (1, 2), (2, 0), (3, 4))),
]


def shortest(space: Space) -> dict[tuple[int, int], int]:
    """Return the length of the shortest path between each two cells, by the Floyd-Warshall algorithm."""
    every = range(space.size)
    far = {
        (a, b): 0 if a == b else 1 if b in space.neighbours[a] else space.size
        for a, b in product(every, every)
    }
    for via, a, b in product(every, every, every):
        far[a, b] = min(far[a, b], far[a, via] + far[via, b])
    return {pair: OUTSIDE if n >= space.size else n for pair, n in far.items()}


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
def test_distances_are_shortest_ways(space: Space) -> None:
    """The distances that a board counts step by step agree with the Floyd-Warshall algorithm."""
    for (a, b), n in shortest(space).items():
        assert space.board.distances_from(a)[b] == n


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
def test_large_spaces_answer_like_small_ones(space: Space, monkeypatch: pytest.MonkeyPatch) -> None:
    """Distances that are computed on demand are equal to those computed for all cells in advance.

    They are equal even if no computed distances are kept.
    """
    small = Board(space.board)
    monkeypatch.setattr(cells, "KEPT", 0)
    large, scratch = Board(space.board), [10**9, 1]
    for _ in range(3):
        scratch[1] += 1
        for a in range(space.size):
            row = large.distances_from(a, scratch, PLACE)
            assert row is large.distances_from(a, scratch, PLACE)
            assert row == small.distances[a]
            assert [n == t.NONE for n in row] == [n == OUTSIDE for n in space.board.distances_from(a)]


def test_a_row_is_paid_for_once_in_a_computation() -> None:
    """The distances from one cell are charged once per computation, and again in the next computation.

    On 20 · 20 cells with 2 · 2 · 20 · 19 links, they cost 400 + 1520 / 8 units.
    """
    board, scratch = Board(squares("board", 20, 20, "orthogonal", frozenset()).board), [10_000, 1]
    price = 400 + 2 * 2 * 20 * 19 // 8
    for asked in (5, 5, 5, 9, 9):
        board.distances_from(asked, scratch, PLACE)
    assert scratch[0] == 10_000 - 2 * price
    scratch[1] += 1
    board.distances_from(5, scratch, PLACE)
    assert scratch[0] == 10_000 - 3 * price


def test_the_largest_board_is_never_computed_whole(game_of: Callable[[str], Spec]) -> None:
    """On a board of 64 · 64 cells, only the distances from the cell in question are computed.

    The distances from the other 4,095 cells are not.
    """
    text = """
        spaces: {b: {grid: [64, 64]}}
        variables: {at: {type: b, start: c5}}
        phases:
          play:
            turns: clockwise
            do: [{choose: {x: {from: b, where: "default(distance(at, x), 9) == 1"}}}]
        """
    game = Named(game_of(text))
    assert [game.text(o) for o in game.options] == ["c4", "b5", "d5", "c6"]
    board = game.machine.evaluator.board(0)
    assert "distances" not in vars(board)
    corner, other = 0, 64 * 64 - 1
    assert board.space.distances_from(corner)[other] == 63 + 63


@pytest.mark.parametrize("space", SPACES, ids=lambda space: space.name)
def test_runs_are_steps(space: Space) -> None:
    """A ray consists of the cells reached by repeated steps, until the board ends or the ray returns."""
    for d, step in enumerate(space.steps):
        for cell in range(space.size):
            ray, at = [], step[cell]
            while at not in (OUTSIDE, cell):
                ray.append(at)
                at = step[at]
            assert space.board.ray(cell, d) == tuple(ray)


def test_lines_round_a_ring() -> None:
    """On a ring of 4096 cells, a line of 50 cells begins at each cell.

    The 204,800 cells of these lines are counted without constructing the lines.
    """
    ring = track("ring", 4096, loop=True)
    assert ring.cells_of_lines(50) == 4096 * 50
    assert len(ring.lines(50)) == 4096
    assert ring.lines(50)[4095] == (4095, *range(49))
    assert len(ring.lines(4096)) == 1
