"""Tests for neighbors, rays, lines and distances on spaces.

The expected values are from counts by hand, formulas and chess.
"""

from __future__ import annotations

from math import hypot, isclose, sqrt

import pytest

from gamespec.space import (
    Space,
    between,
    corners,
    directions_to,
    edges,
    graph,
    hexagon,
    hexes,
    squares,
    touching,
    track,
    triangle,
)
from gamespec.space.grid import cell_name
from gamespec.space.space import OUTSIDE

NOWHERE: frozenset[str] = frozenset()
SIZES = [(1, 1), (1, 5), (2, 2), (3, 3), (4, 3), (7, 6), (8, 8)]


def named(space: Space, cells: tuple[int, ...]) -> list[str]:
    """Return the names of the cells with the given indexes."""
    return [space.names[c] for c in cells]


def around(space: Space, cell: str) -> list[str]:
    """Return the names of the neighbors of the cell called `cell`, in the order of the space."""
    return named(space, space.neighbours[space.names.index(cell)])


def beyond(space: Space, cell: str, direction: str) -> list[str]:
    """Return the names of the cells that a ray from the cell called `cell` passes, nearest first."""
    return named(space, space.board.ray(space.names.index(cell), space.directions.index(direction)))


# --- squares ----------------------------------------------------------------------------------------


def test_cells_are_named_by_column_and_row() -> None:
    """Cells are numbered row by row from `a1` at the top left, and are named by column and row.

    After column `z` come `aa`, `ab`, …, `az`, `ba`.
    """
    assert squares("board", 3, 2, "orthogonal", NOWHERE).names == ("a1", "b1", "c1", "a2", "b2", "c2")
    assert [cell_name(c, 9) for c in (1, 26, 27, 28, 52, 53)] == ["a9", "z9", "aa9", "ab9", "az9", "ba9"]


@pytest.mark.parametrize(
    ("links", "cell", "neighbours"),
    [
        ("orthogonal", "b2", ["b1", "c2", "b3", "a2"]),
        ("orthogonal", "a1", ["b1", "a2"]),
        ("diagonal", "b2", ["c1", "c3", "a3", "a1"]),
        ("diagonal", "a2", ["b1", "b3"]),
        ("all", "b2", ["b1", "c1", "c2", "c3", "b3", "a3", "a2", "a1"]),
        ("all", "c3", ["c2", "b3", "b2"]),
    ],
)
def test_neighbours_of_squares(links: str, cell: str, neighbours: list[str]) -> None:
    """Neighbors are orthogonal, diagonal or both, and are listed clockwise from north."""
    assert around(squares("board", 3, 3, links, NOWHERE), cell) == neighbours


@pytest.mark.parametrize(("links", "moves"), [("orthogonal", 896), ("diagonal", 560), ("all", 1456)])
def test_rays_are_the_moves_of_chess_pieces(links: str, moves: int) -> None:
    """The rays on a chess board are the moves of a rook, bishop or queen on the empty board.

    Over all squares these are 896, 560 and 1456 moves.
    """
    board = squares("board", 8, 8, links, NOWHERE)
    rays = [board.board.ray(c, d) for c in range(64) for d in range(len(board.directions))]
    assert sum(map(len, rays)) == moves


def test_a_king_has_420_moves() -> None:
    """Neighbors in all directions on a chess board are the moves of a king, of which there are 420."""
    assert sum(map(len, squares("board", 8, 8, "all", NOWHERE).neighbours)) == 420


@pytest.mark.parametrize(
    ("direction", "cells"),
    [
        ("north", ["b2", "b1"]),
        ("northeast", ["c2", "d1"]),
        ("east", ["c3", "d3"]),
        ("southeast", ["c4"]),
        ("south", ["b4"]),
        ("southwest", ["a4"]),
        ("west", ["a3"]),
        ("northwest", ["a2"]),
    ],
)
def test_rays_go_to_the_edge(direction: str, cells: list[str]) -> None:
    """A ray contains the cells in a direction, nearest first, without the cell where it starts."""
    assert beyond(squares("board", 4, 4, "all", NOWHERE), "b3", direction) == cells


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("links", ["orthogonal", "diagonal", "all"])
@pytest.mark.parametrize("length", [2, 3, 4, 5])
def test_lines_of_squares(columns: int, rows: int, links: str, length: int) -> None:
    """The number of lines of k cells on a board of squares agrees with a formula.

    It is w·rows + columns·h + 2·w·h, for w = columns - k + 1 and h = rows - k + 1.
    """
    w, h = max(0, columns - length + 1), max(0, rows - length + 1)
    lines = squares("board", columns, rows, links, NOWHERE).lines(length)
    assert len(lines) == w * rows + columns * h + 2 * w * h
    assert len({frozenset(line) for line in lines}) == len(lines)


def test_connect_four_has_69_lines() -> None:
    """The 7 x 6 board of Connect Four has 69 lines of four, and the board of tic-tac-toe has 8 of three."""
    assert len(squares("board", 7, 6, "orthogonal", NOWHERE).lines(4)) == 69
    assert len(squares("board", 3, 3, "orthogonal", NOWHERE).lines(3)) == 8


def test_lines_of_one_cell() -> None:
    """For each cell there is exactly one line of length 1."""
    assert len(squares("board", 4, 3, "all", NOWHERE).lines(1)) == 12


@pytest.mark.parametrize(
    ("links", "distance"),
    [
        ("orthogonal", lambda x, y: x + y),
        ("all", max),
        ("diagonal", lambda x, y: -1 if (x + y) % 2 else max(x, y)),
    ],
)
def test_distances_on_squares(links: str, distance: object) -> None:
    """With the three kinds of links, distances are those of a rook, a king and a bishop.

    If a square is x columns and y rows away, a rook moves x + y steps and a king the greater of x and y. A
    bishop cannot reach squares of the other color.
    """
    board = squares("board", 6, 6, links, NOWHERE)
    for a in range(36):
        for b in range(36):
            x, y = abs(a % 6 - b % 6), abs(a // 6 - b // 6)
            assert board.board.distances_from(a)[b] == distance(x, y)  # type: ignore[operator]


def test_cells_left_out_are_holes() -> None:
    """A hole is nobody's neighbor, ends rays, breaks lines and makes paths longer.

    Without its center, a 3 x 3 board keeps only the four lines along its sides, out of eight.
    """
    ring = squares("board", 3, 3, "orthogonal", frozenset({"b2"}))
    assert ring.names == ("a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3")
    assert around(ring, "b1") == ["c1", "a1"]
    assert beyond(ring, "b1", "south") == []
    assert beyond(ring, "a1", "south") == ["a2", "a3"]
    assert len(ring.lines(3)) == 4
    assert ring.board.distances_from(ring.names.index("b1"))[ring.names.index("b3")] == 4
    assert (2, 2) not in ring.board.at
    assert ring.board.at[3, 2] == ring.names.index("c2")


def test_columns_and_rows_count_from_one() -> None:
    """Columns and rows are counted from 1, so `c2` lies in column 3 and row 2."""
    board = squares("board", 4, 4, "all", NOWHERE)
    cell = board.names.index("c2")
    assert (board.columns[cell], board.rows[cell], board.board.at[3, 2]) == (3, 2, cell)


# --- hexes ------------------------------------------------------------------------------------------


def middle(column: int, row: int) -> tuple[float, float]:
    """Return the x and y coordinates of the center of a hex, in units of the distance between neighbors.

    Each row is shifted to the right by half a cell.
    """
    return column + row / 2, row * sqrt(3) / 2


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_neighbours_of_hexes_are_those_that_touch(columns: int, rows: int) -> None:
    """Two hexes are neighbors exactly if the distance of their centers is 1 in the reference's drawing."""
    board = hexes("board", columns, rows, NOWHERE)
    for a in range(board.size):
        xa, ya = middle(board.columns[a], board.rows[a])
        touching = {
            b
            for b in range(board.size)
            if isclose(hypot(middle(board.columns[b], board.rows[b])[0] - xa,
                             middle(board.columns[b], board.rows[b])[1] - ya), 1)
        }  # fmt: skip
        assert set(board.neighbours[a]) == touching


@pytest.mark.parametrize(
    ("direction", "cell", "x", "y"),
    [
        ("east", "c2", 1, 0),
        ("southeast", "b3", 0.5, 1),
        ("southwest", "a3", -0.5, 1),
        ("west", "a2", -1, 0),
        ("northwest", "b1", -0.5, -1),
        ("northeast", "c1", 0.5, -1),
    ],
)
def test_directions_of_hexes(direction: str, cell: str, x: float, y: int) -> None:
    """Each direction from b2 on a 3 x 3 rhombus leads to the hex that its name suggests."""
    board = hexes("board", 3, 3, NOWHERE)
    assert beyond(board, "b2", direction) == [cell]
    there, here = (middle(ord(name[0]), int(name[1])) for name in (cell, "b2"))
    assert isclose(there[0] - here[0], x)
    assert isclose(there[1] - here[1], y * sqrt(3) / 2)


@pytest.mark.parametrize(("columns", "rows"), SIZES)
def test_distances_of_hexes(columns: int, rows: int) -> None:
    """The distance between two hexes is the maximum of |x|, |y| and |x + y|.

    x is the difference of their columns, and y is the difference of their rows.
    """
    board = hexes("board", columns, rows, NOWHERE)
    for a in range(board.size):
        for b in range(board.size):
            x, y = board.columns[a] - board.columns[b], board.rows[a] - board.rows[b]
            assert board.board.distances_from(a)[b] == max(abs(x), abs(y), abs(x + y))


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("length", [2, 3, 4])
def test_lines_of_hexes(columns: int, rows: int, length: int) -> None:
    """Hexes have three axes, so there are w·rows + columns·h + w·h lines, with w and h as for squares."""
    w, h = max(0, columns - length + 1), max(0, rows - length + 1)
    assert len(hexes("board", columns, rows, NOWHERE).lines(length)) == w * rows + columns * h + w * h


# --- tracks -----------------------------------------------------------------------------------------


def test_an_open_track_has_ends() -> None:
    """The cells of an open track are named by number, and its first and last cells have one neighbor each."""
    row = track("row", 5, loop=False)
    assert row.names == ("1", "2", "3", "4", "5")
    assert [around(row, cell) for cell in ("1", "3", "5")] == [["2"], ["4", "2"], ["4"]]
    assert beyond(row, "2", "forward") == ["3", "4", "5"]
    assert beyond(row, "2", "backward") == ["1"]
    assert [len(row.lines(k)) for k in range(1, 7)] == [5, 4, 3, 2, 1, 0]
    assert row.board.distances_from(0) == (0, 1, 2, 3, 4)


def test_a_ring_has_none() -> None:
    """On a ring, the first cell follows the last, and a ray stops before the cell where it started."""
    ring = track("ring", 6, loop=True)
    assert around(ring, "1") == ["2", "6"]
    assert beyond(ring, "5", "forward") == ["6", "1", "2", "3", "4"]
    assert beyond(ring, "2", "backward") == ["1", "6", "5", "4", "3"]
    assert ring.board.distances_from(0) == (0, 1, 2, 3, 2, 1)
    assert [len(ring.lines(k)) for k in range(1, 7)] == [6, 6, 6, 6, 6, 1]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_small_rings(size: int) -> None:
    """On a ring of two cells, both neighbors of a cell are the other one; a single cell has no other."""
    ring = track("ring", size, loop=True)
    others = [set(range(size)) - {c} for c in range(size)]
    assert [set(ring.neighbours[c]) - {c} for c in range(size)] == others
    assert all(len(ring.board.ray(0, d)) == size - 1 for d in (0, 1))


# --- graphs -----------------------------------------------------------------------------------------


def test_links_of_a_graph_go_both_ways() -> None:
    """A link connects its two cells in both directions, and a repeated link counts only once.

    Neighbors are listed in the order in which links are declared.
    """
    net = graph("net", ("inn", "mill", "ford", "isle"), ((0, 1), (2, 1), (1, 0)))
    assert [around(net, cell) for cell in net.names] == [["mill"], ["inn", "ford"], ["mill"], []]
    assert net.board.distances_from(0) == (0, 1, 2, OUTSIDE)
    assert net.directions == ()
    assert net.lines(2) == ()


# --- properties of all spaces -----------------------------------------------------------------------

EVERY = [
    squares("board", 5, 4, "all", NOWHERE),
    squares("board", 5, 4, "diagonal", frozenset({"b2", "e4"})),
    hexes("board", 4, 5, frozenset({"a1"})),
    track("row", 7, loop=False),
    track("ring", 7, loop=True),
]


@pytest.mark.parametrize("space", EVERY, ids=lambda s: s.name)
def test_opposite_leads_back(space: Space) -> None:
    """From every cell that a direction leads to, the opposite direction leads back."""
    for d, step in enumerate(space.steps):
        assert space.opposite[space.opposite[d]] == d
        for cell, there in enumerate(step):
            if there != OUTSIDE:
                assert space.steps[space.opposite[d]][there] == cell


@pytest.mark.parametrize("space", EVERY, ids=lambda s: s.name)
def test_to_be_neighbours_is_mutual(space: Space) -> None:
    """The neighbor relation is symmetric, and exactly the cells at a distance of 1 are neighbors."""
    for a in range(space.size):
        for b in range(space.size):
            assert (
                (b in space.neighbours[a])
                == (a in space.neighbours[b])
                == (space.board.distances_from(a)[b] == 1)
            )


# --- edges and corners ------------------------------------------------------------------------------

BOARDS = [
    *(
        squares("board", c, r, links, NOWHERE)
        for c, r in SIZES
        for links in ("orthogonal", "all", "diagonal")
    ),
    *(hexes("board", c, r, NOWHERE) for c, r in SIZES),
    squares("board", 3, 3, "orthogonal", {"b2"}),
    squares("board", 3, 3, "all", {"a1", "b2", "c1"}),
    hexes("board", 5, 5, {"a1", "a2", "b1", "e5", "d5", "e4"}),
    hexagon("board", 3, NOWHERE),
    triangle("board", 4, {"d2"}),
    squares("board", 4, 3, "all", NOWHERE, upward=True),
]


def lists(space: Space, other: Space) -> tuple[tuple[int, ...], ...]:
    """Return, for each cell of `space`, the indexes of the cells of `other` that touch it."""
    found = touching(space, other)
    assert found is not None
    return found.lists


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{'hex' if b.hexes else 'square'} {b.size}")
def test_edges_and_corners_fit_together(board: Space) -> None:
    """The relations between cells, edges and corners are symmetric and have the right sizes.

    A square has 4 edges and 4 corners, and a hex has 6 of each. An edge has 2 ends and touches 1 or 2 cells.
    """
    wall, post = edges("wall", board, inner=False), corners("post", board, inner=False)
    for a, b in ((board, wall), (board, post), (wall, post)):
        there, back = lists(a, b), lists(b, a)
        assert {(x, y) for x, ys in enumerate(there) for y in ys} == {
            (x, y) for y, xs in enumerate(back) for x in xs
        }
    sides = 6 if board.hexes else 4
    assert {len(x) for x in lists(board, wall)} == {len(x) for x in lists(board, post)} == {sides}
    assert {len(x) for x in lists(wall, post)} == {2}
    assert {len(x) for x in lists(wall, board)} <= {1, 2}
    assert len(set(wall.names)) == wall.size
    assert len(set(post.names)) == post.size
    if board.size == max(board.columns) * max(board.rows):
        assert board.size - wall.size + post.size == 1, "Euler's formula for a board without holes"


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{'hex' if b.hexes else 'square'} {b.size}")
def test_what_lies_between_touches_both(board: Space) -> None:
    """`between` yields the only part of a board that touches two other parts.

    Two corners with a common edge are neighbors, and so are two edges with a common corner.
    """
    wall, post = edges("wall", board, inner=False), corners("post", board, inner=False)
    for of, other in ((board, wall), (post, wall), (wall, post)):
        near, found = lists(of, other), between(of, other)
        assert found is not None
        for a in range(of.size):
            for b in range(of.size):
                both = set(near[a]) & set(near[b]) if a != b else set()
                assert len(both) <= 1
                assert found.values.get((a, b)) == next(iter(both), None)
        if of is not board:
            assert set(found.values) == {(a, b) for a in range(of.size) for b in of.neighbours[a]}


@pytest.mark.parametrize("board", BOARDS, ids=lambda b: f"{'hex' if b.hexes else 'square'} {b.size}")
def test_an_edge_lies_where_the_step_leads(board: Space) -> None:
    """The edge between two neighbors lies in the direction that leads from each of them to the other.

    The neighbors are two cells or two corners.
    """
    wall, post = edges("wall", board, inner=False), corners("post", board, inner=False)
    for of in (board, post):
        lies, found = directions_to(of, wall), between(of, wall)
        assert lies is not None
        assert found is not None
        for (a, b), edge in found.values.items():
            if (a, b) in of.board.direction_to:
                assert lies.values[a, edge] == of.board.direction_to[a, b]
            else:
                assert "north" not in of.directions, "with diagonal links no step leads over a side"


def test_what_lies_within() -> None:
    """Inner edges lie between two cells, and inner corners between four.

    A 5 by 5 board has 2 · 5 · 4 = 40 inner edges and 4 · 4 inner corners.
    """
    board = squares("board", 5, 5, "orthogonal", NOWHERE)
    assert edges("wall", board, inner=True).size == 40
    assert corners("post", board, inner=True).size == 16
    assert edges("wall", board, inner=False).size == 60
    assert corners("post", board, inner=False).size == 36


def test_the_island_of_nineteen_hexes() -> None:
    """A hexagon of 19 hexes, three on each side, has 72 edges and 54 corners, like the board of Catan."""
    gone = {"a1", "b1", "a2", "e4", "d5", "e5"}
    board = hexagon("board", 3, NOWHERE)
    assert board.names == hexes("board", 5, 5, gone).names
    assert board.size == 19
    assert edges("road", board, inner=False).size == 72
    assert corners("town", board, inner=False).size == 54


@pytest.mark.parametrize("side", [1, 2, 3, 6, 20])
def test_hexagons_and_triangles(side: int) -> None:
    """The rings around a hexagon's center grow by 6 hexes each, and the rows of a triangle by 1 hex.

    The tips of a hexagon have 3 neighbors, and the tips of a triangle have 2.
    """
    board, cone = hexagon("board", side, NOWHERE), triangle("cone", side, NOWHERE)
    assert board.size == 1 + 6 * side * (side - 1) // 2
    assert cone.size == side * (side + 1) // 2
    if side > 1:
        assert [len(n) for n in board.neighbours].count(3) == 6
        assert [len(n) for n in cone.neighbours].count(2) == 3
        middle = board.names.index(cell_name(side, side))
        away = board.board.distances_from(middle)
        assert [away.count(n) for n in range(side)] == [1, *(6 * n for n in range(1, side))]


def test_rows_from_the_bottom_are_the_same_board() -> None:
    """Counting rows from the bottom changes only names and row numbers.

    Steps, lines and neighbors are still the same.
    """
    down = squares("board", 4, 3, "all", NOWHERE)
    up = squares("board", 4, 3, "all", NOWHERE, upward=True)
    assert up.names == ("a3", "b3", "c3", "d3", "a2", "b2", "c2", "d2", "a1", "b1", "c1", "d1")
    assert (up.steps, up.neighbours, up.lines(3)) == (down.steps, down.neighbours, down.lines(3))
    assert up.rows == tuple(4 - r for r in down.rows)
