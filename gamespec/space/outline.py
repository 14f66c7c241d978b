"""Edges and corners of grids as spaces.

Edges are the sides of cells, and corners the points where sides meet.

All of them lie on one lattice, on which the cell in column *c* and row *r* is at `(6c, 6r)`. The side of a
cell in direction `d` is half a step away, at `3d`, whatever lies beyond it. A corner of a square is at the
sum of two such vectors. A corner of a hex is at two thirds of that sum, since three hexes meet there. So each
edge or corner has a single point, however many cells share it, and the difference of two points decides
whether two parts touch.

An edge or corner is named after the first cell to which it belongs and its position there. `a1_east` is the
side between `a1` and `b1`, and `a1_southeast` is the corner below it. They are ordered by that cell, and for
one cell, edges are ordered by direction and corners clockwise from north.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from gamespec.space.space import OUTSIDE, Pairs, Point, Space, Touching

__all__ = ["between", "corners", "directions_to", "edges", "touching"]

Vectors = Mapping[str, Point]


class _Form(NamedTuple):
    """The positions of a cell's sides and corners, and the directions of the sides at a corner, clockwise."""

    sides: Vectors
    points: Vectors
    ways: Vectors


_SQUARE_SIDES = {"north": (0, -3), "east": (3, 0), "south": (0, 3), "west": (-3, 0)}
_SQUARES = _Form(
    _SQUARE_SIDES,
    {"northeast": (3, -3), "southeast": (3, 3), "southwest": (-3, 3), "northwest": (-3, -3)},
    _SQUARE_SIDES,
)
_HEXES = _Form(
    {
        "east": (3, 0),
        "southeast": (0, 3),
        "southwest": (-3, 3),
        "west": (-3, 0),
        "northwest": (0, -3),
        "northeast": (3, -3),
    },
    {
        "north": (2, -4),
        "northeast": (4, -2),
        "southeast": (2, 2),
        "south": (-2, 4),
        "southwest": (-4, 2),
        "northwest": (-2, -2),
    },
    {
        "north": (1, -2),
        "northeast": (2, -1),
        "southeast": (1, 1),
        "south": (-1, 2),
        "southwest": (-2, 1),
        "northwest": (-1, -1),
    },
)


def edges(name: str, board: Space, *, inner: bool) -> Space:
    """Make the edges of a grid, where edges that share a corner are neighbours.

    With `inner`, only the sides between two cells are kept.
    """
    form = _form(board)
    all_ = _named(board, form.sides)
    sides = _inner(all_, board, form.sides, 2) if inner else all_
    at = {point: i for i, point in enumerate(sides)}
    points = _named(board, form.points)
    beside: list[tuple[int, ...]] = []
    for side in sides:
        ends = [end for way in form.ways.values() if (end := _plus(side, way)) in points]
        near = {at[p] for end in ends for way in form.ways.values() if (p := _plus(end, way)) in at}
        beside.append(tuple(sorted(near - {at[side]})))
    return _space("edges", name, board, sides, extra=tuple(beside))


def corners(name: str, board: Space, *, inner: bool) -> Space:
    """Make the corners of a grid, where corners that a side joins are neighbours.

    With `inner`, only the corners with cells all round are kept.
    """
    form = _form(board)
    all_ = _named(board, form.points)
    found = _inner(all_, board, form.points, 4 if form is _SQUARES else 3) if inner else all_
    at, sides = {point: i for i, point in enumerate(found)}, _named(board, form.sides)

    def leads(point: Point, way: Point) -> int:
        middle = _plus(point, way)
        return at.get(_plus(middle, way), OUTSIDE) if middle in sides else OUTSIDE

    return _space(
        "corners",
        name,
        board,
        found,
        directions=tuple(form.ways),
        steps=tuple(tuple(leads(p, way) for p in found) for way in form.ways.values()),
        opposite=_opposite(form.ways),
    )


def _space(  # noqa: PLR0913 - what a space consists of
    sort: str,
    name: str,
    board: Space,
    named: Mapping[Point, str],
    *,
    directions: tuple[str, ...] = (),
    steps: tuple[tuple[int, ...], ...] = (),
    opposite: tuple[int, ...] = (),
    extra: tuple[tuple[int, ...], ...] | None = None,
) -> Space:
    none = (0,) * len(named)
    return Space(
        sort="edges" if sort == "edges" else "corners",
        name=name,
        names=tuple(named.values()),
        directions=directions,
        steps=steps,
        opposite=opposite,
        axes=(),
        columns=none,
        rows=none,
        extra=extra if extra is not None else ((),) * len(named),
        points=tuple(named),
        hexes=board.hexes,
        board_of=board,
    )


# --- adjacency ----------------------------------------------------------------------------------------------


def touching(space: Space, other: Space) -> Touching | None:
    """Return, for each member of a space, the members of another space that touch it.

    Each of the two spaces is a board, its edges or its corners. Around a cell or corner the order is
    clockwise, from the first direction or the northern corner. Around an edge it is the order of declaration.
    Returns `None` unless both spaces belong to the same board.
    """
    vectors = _vectors(space, other)
    if vectors is None:
        return None
    at = {point: i for i, point in enumerate(other.points)}
    lists = (_found(point, vectors.values(), at) for point in space.points)
    return Touching(tuple(tuple(sorted(x)) if space.sort == "edges" else tuple(x) for x in lists))


def directions_to(space: Space, side: Space) -> Pairs | None:
    """Return, for each cell or corner and each edge that touches it, the direction of the edge.

    Returns `None` unless `space` are cells or corners and `side` are edges of the same board.
    """
    if space.sort == "edges" or side.sort != "edges":
        return None
    vectors = _vectors(space, side)
    if vectors is None:
        return None
    at = {point: i for i, point in enumerate(side.points)}
    found = {
        (i, at[_plus(point, vector)]): space.directions.index(name)
        for i, point in enumerate(space.points)
        for name, vector in vectors.items()
        if name in space.directions and _plus(point, vector) in at
    }
    return Pairs(found, side.size)


def between(space: Space, other: Space) -> Pairs | None:
    """Return, for two members of a space, the member of another space that touches both.

    It is the edge between two cells, the edge between two corners, or the corner between two edges. Returns
    `None` if there may be several, or if the spaces do not belong to the same board.
    """
    if other.sort == "grid" or (space.sort, other.sort) == ("grid", "corners"):
        return None
    touched = touching(other, space)
    if touched is None:
        return None
    found = {(a, b): i for i, members in enumerate(touched.lists) for a in members for b in members if a != b}
    return Pairs(found, space.size)


def _vectors(space: Space, other: Space) -> Vectors | None:
    if (space.board_of or space) is not (other.board_of or other):
        return None
    form = _form(space)
    match {space.sort, other.sort}:
        case sorts if sorts == {"grid", "edges"}:
            return form.sides
        case sorts if sorts == {"grid", "corners"}:
            return form.points
        case sorts if sorts == {"edges", "corners"}:
            return form.ways
        case _:
            return None


def _form(space: Space) -> _Form:
    return _HEXES if space.hexes else _SQUARES


def _named(board: Space, vectors: Vectors) -> dict[Point, str]:
    """Return the points around the cells of a board with their names, in the order of the cells."""
    found: dict[Point, str] = {}
    for cell, point in zip(board.names, board.points, strict=True):
        for name, vector in vectors.items():
            found.setdefault(_plus(point, vector), f"{cell}_{name}")
    return found


def _inner(named: Mapping[Point, str], board: Space, vectors: Vectors, cells: int) -> dict[Point, str]:
    """Return the points that have `cells` cells around them, with their names."""
    at = {point: i for i, point in enumerate(board.points)}
    return {p: name for p, name in named.items() if len(_found(p, vectors.values(), at)) == cells}


def _found(point: Point, vectors: Iterable[Point], at: Mapping[Point, int]) -> list[int]:
    return [at[p] for vector in vectors if (p := _plus(point, vector)) in at]


def _plus(a: Point, b: Point) -> Point:
    return a[0] + b[0], a[1] + b[1]


def _opposite(vectors: Vectors) -> tuple[int, ...]:
    all_ = list(vectors.values())
    return tuple(all_.index((-x, -y)) for x, y in all_)
