"""Grids of squares and of hexes.

Cells are numbered row by row from the top left. `a1` is the top left cell. The letter gives the column (after
`z` come `aa`, `ab` …), and the number gives the row. If rows count from the bottom, `a1` is the bottom left
cell, and nothing else changes. In particular, north is still up.

A hexagon of hexes is a rhombus without two of its corners, and a triangle is a rhombus without one.
"""

from __future__ import annotations

from collections.abc import Callable
from collections.abc import Set as AbstractSet

from gamespec.space.space import OUTSIDE, Space

__all__ = ["COMPASS", "cell_name", "hexagon", "hexes", "squares", "triangle"]

_ORTHOGONAL = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
_DIAGONAL = {"northeast": (1, -1), "southeast": (1, 1), "southwest": (-1, 1), "northwest": (-1, -1)}
COMPASS = {
    "north": (0, -1),
    "northeast": (1, -1),
    "east": (1, 0),
    "southeast": (1, 1),
    "south": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (-1, -1),
}
"""The eight directions of squares, clockwise from the north, each with its step to the right and down."""
_LINKS = {"orthogonal": _ORTHOGONAL, "diagonal": _DIAGONAL, "all": COMPASS}
_HEX = {
    "east": (1, 0),
    "southeast": (0, 1),
    "southwest": (-1, 1),
    "west": (-1, 0),
    "northwest": (0, -1),
    "northeast": (1, -1),
}
_AXES = ((1, 0), (0, 1), (1, 1), (1, -1))
_HEX_AXES = ((1, 0), (0, 1), (-1, 1))


def cell_name(column: int, row: int) -> str:
    """Return the name of the cell in a column and a row, both counted from 1."""
    letters = ""
    while column:
        column, digit = divmod(column - 1, 26)
        letters = chr(ord("a") + digit) + letters
    return f"{letters}{row}"


def squares(  # noqa: PLR0913 - what a grid of squares consists of
    name: str, columns: int, rows: int, links: str, without: AbstractSet[str], *, upward: bool = False
) -> Space:
    """Make a grid of squares, without the cells named in `without`.

    `links` is `orthogonal`, `diagonal` or `all`. With `upward`, `a1` is at the bottom.
    """
    return _grid(name, columns, rows, _LINKS[links], _AXES, without, hexes=False, upward=upward)


def hexes(name: str, columns: int, rows: int, without: AbstractSet[str], *, upward: bool = False) -> Space:
    """Make a rhombus of hexes, in which each row lies half a cell to the right of the row above."""
    return _grid(name, columns, rows, _HEX, _HEX_AXES, without, hexes=True, upward=upward)


def hexagon(name: str, side: int, without: AbstractSet[str]) -> Space:
    """Make a hexagon with `side` hexes on each side."""
    size = 2 * side - 1
    return _hexes_of(name, size, lambda c, r: side < c + r < 3 * side, without)


def triangle(name: str, side: int, without: AbstractSet[str]) -> Space:
    """Make a triangle with `side` hexes on each side, and with a tip at the top."""
    return _hexes_of(name, side, lambda c, r: c + r > side, without)


def _hexes_of(name: str, size: int, within: Callable[[int, int], bool], without: AbstractSet[str]) -> Space:
    """Make the part of a rhombus of hexes in which `within` holds for column and row."""
    numbers = range(1, size + 1)
    beyond = {cell_name(c, r) for c in numbers for r in numbers if not within(c, r)}
    return hexes(name, size, size, beyond | without)


def _grid(  # noqa: PLR0913 - what a grid consists of
    name: str,
    columns: int,
    rows: int,
    directions: dict[str, tuple[int, int]],
    axes: tuple[tuple[int, int], ...],
    without: AbstractSet[str],
    *,
    hexes: bool,
    upward: bool,
) -> Space:
    def row(r: int) -> int:
        return rows + 1 - r if upward else r

    places = [
        (c, r)
        for r in range(1, rows + 1)
        for c in range(1, columns + 1)
        if cell_name(c, row(r)) not in without
    ]
    number = {place: i for i, place in enumerate(places)}

    def table(dx: int, dy: int) -> tuple[int, ...]:
        return tuple(number.get((c + dx, r + dy), OUTSIDE) for c, r in places)

    vectors = list(directions.values())
    return Space(
        sort="grid",
        name=name,
        names=tuple(cell_name(c, row(r)) for c, r in places),
        directions=tuple(directions),
        steps=tuple(table(*v) for v in vectors),
        opposite=tuple(vectors.index((-dx, -dy)) for dx, dy in vectors),
        axes=tuple(table(*v) for v in axes),
        columns=tuple(c for c, _ in places),
        rows=tuple(row(r) for _, r in places),
        extra=((),) * len(places),
        points=tuple((6 * c, 6 * r) for c, r in places),
        hexes=hexes,
    )
