"""The geometry of boards, with centres and outlines of cells, headings, and links.

Grids follow their lattice (see `gamespec.space.outline`). The cell in column c and row r is at (6c, 6r), and
each row of hexes is shifted by half a cell to the east. A track is a line that turns back at the end of each
row. A ring runs around a rectangle or, if it is long, through its columns. A graph follows its author's
drawing under `view`, if there is one. Otherwise linked cells are drawn together by a fixed number of steps of
the method of Fruchterman and Reingold (Graph drawing by force-directed placement, 1991). The method starts
from a circle, so that the same board always looks the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, pi, sin, sqrt

from gamespec.space import Space
from interpreter.scene.things import Form, Outline, Point

__all__ = ["Layout", "layout_of", "line_of", "side_point"]

LINES = range(6, 11)
"""Possible numbers of cells in each row of a track that turns."""

DECADES = 50
"""Number of cells above which each row of a track has ten, so that rows are decades."""

SHORT = 28
"""Number of cells up to which a ring runs around a rectangle."""

GAP, TIGHT = 0.34, 0.22
"""Space between adjacent lanes of a long ring, and between the rows of a line."""

SHAPE = 4 / 3
"""Width of a long ring, relative to its height."""

STEPS = 150
HEIGHT = sqrt(3) / 2


@dataclass(frozen=True)
class Layout:
    """The drawing of a board, in the units of `things`.

    All fields except headings and links are indexed by cell. `lattice` gives each cell a column and a row
    (from 0), for drawings that consist of characters.
    """

    form: Form
    at: tuple[Point, ...]
    outlines: tuple[Outline, ...]
    lattice: tuple[tuple[int, int], ...]
    columns: tuple[tuple[float, str], ...] = ()
    rows: tuple[tuple[float, str], ...] = ()
    links: tuple[tuple[int, int], ...] = ()


@lru_cache(maxsize=64)
def _kept(space: Space, drawn: tuple[tuple[str, tuple[int, int]], ...]) -> Layout:
    match space.sort:
        case "grid" | "edges" | "corners":
            return _grid(space)
        case "track" if not drawn:
            return _ring(space) if space.ring else line_of(space.size)
        case _:
            return _graph(space, dict(drawn))


def layout_of(space: Space, drawn: Mapping[str, tuple[int, int]] | None = None) -> Layout:
    """Return the layout of the board of a space.

    `drawn` maps the name of each cell to its column and row, if the author has drawn the space.
    """
    return _kept(space, tuple((drawn or {}).items()))


def side_point(space: Space, point: tuple[int, int]) -> Point:
    """Convert a point of a grid's lattice to the units of the drawing."""
    x, y = point
    hexes = (space.board_of or space).hexes
    return (x / 6 + y / 12, y / 6 * HEIGHT) if hexes else (x / 6, y / 6)


_SQUARE: Outline = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
_RADIUS = 1 / sqrt(3)
_HEXAGON: Outline = tuple((_RADIUS * sin(pi / 3 * i), -_RADIUS * cos(pi / 3 * i)) for i in range(6))


def _around(at: Point, outline: Outline) -> Outline:
    return tuple((round(at[0] + x, 4), round(at[1] + y, 4)) for x, y in outline)


def _grid(space: Space) -> Layout:
    at = tuple(side_point(space, point) for point in space.points)
    if space.sort != "grid":
        return Layout("squares", at, ((),) * space.size, space.points)
    outline = _HEXAGON if space.hexes else _SQUARE
    letters = {name.rstrip("0123456789"): x for name, (x, _) in zip(space.names, at, strict=True)}
    numbers = {str(row): y for row, (_, y) in zip(space.rows, at, strict=True)}
    if space.hexes:
        letters = _heads_of_hexes(space, at)
    lattice = tuple((x // 6, y // 6) for x, y in space.points)
    return Layout(
        "hexes" if space.hexes else "squares",
        at,
        tuple(_around(point, outline) for point in at),
        lattice,
        tuple((x, letter) for letter, x in letters.items()),
        tuple((y, number) for number, y in numbers.items()),
    )


def _heads_of_hexes(space: Space, at: tuple[Point, ...]) -> dict[str, float]:
    """Return the horizontal position of each column letter, above the first row of hexes."""
    top = min(y for _, y in at)
    first = ((name, x) for name, (x, y) in zip(space.names, at, strict=True) if y == top)
    return {name.rstrip("0123456789"): x for name, x in first}


def line_of(size: int) -> Layout:
    """Return the layout of `size` cells in a line that turns back at the end of each row."""
    long = size if size < LINES.stop else max(LINES)
    if LINES.stop <= size <= DECADES:
        long = min(reversed(LINES), key=lambda each: -size % each)  # the last row lacks as few as possible
    places = (divmod(i, long) for i in range(size))
    lattice = tuple((long - 1 - column if row % 2 else column, row) for row, column in places)
    ways = tuple((i, i + 1) for i in range(size - 1))
    return _laned(lattice, range(long), [row * (1 + TIGHT) for row in range(size)], ways)


def _ring(space: Space) -> Layout:
    """Return the layout of a ring, which runs clockwise from its top left corner.

    A short ring runs around a rectangle that is 1.5 times as wide as it is high. A long one would be mostly
    empty, so it runs along the top of a rectangle and back through its columns, down one and up the next.
    """
    size = max(space.size, 4)
    if size <= SHORT:
        way, gap = _around_rectangle(size), 0.0
    else:
        way, gap = _through_columns(size), GAP
    xs, ys = ([i * (1 + gap) for i in range(size)], [i + (gap if i else 0.0) for i in range(size)])
    links = tuple((i, (i + 1) % space.size) for i in range(space.size))
    return _laned(tuple(way[: space.size]), xs, ys, links)


def _around_rectangle(size: int) -> list[tuple[int, int]]:
    half = (size + 1) // 2
    down = max(1, 2 * half // 5)
    across = half - down
    way = [(i, 0) for i in range(across)] + [(across, i) for i in range(down)]
    return way + [(across - i, down) for i in range(across)] + [(0, down - i) for i in range(down)]


def _through_columns(size: int) -> list[tuple[int, int]]:
    """Return a closed way through a rectangle. The last columns are shorter if it does not fill them."""
    columns = 2 * round(sqrt(size * SHAPE) / 2)
    rows = -(-size // columns)
    shorter = (columns * rows - size) // 2  # pairs of columns that lack their lowest cells
    way = [(i, 0) for i in range(columns)]
    for column in reversed(range(columns)):
        deep = rows - (column // 2 >= columns // 2 - shorter)
        lane = [(column, row) for row in range(1, deep)]
        way += lane if column % 2 else lane[::-1]
    return way


def _laned(
    lattice: tuple[tuple[int, int], ...],
    xs: Sequence[float],
    ys: Sequence[float],
    links: tuple[tuple[int, int], ...],
) -> Layout:
    """Return the layout of a track, whose columns lie at `xs` and whose rows lie at `ys`."""
    at = tuple((round(xs[x], 4), round(ys[y], 4)) for x, y in lattice)
    return Layout("track", at, tuple(_around(p, _SQUARE) for p in at), lattice, links=links)


def _graph(space: Space, drawn: Mapping[str, tuple[int, int]]) -> Layout:
    ways = {(min(a, b), max(a, b)) for a, near in enumerate(space.neighbours) for b in near if a != b}
    links = tuple(sorted(ways))
    if drawn:
        return _pointed(tuple(drawn[name] for name in space.names), links)
    return _pointed(_snapped(_sprung(space.size, links)), links)


def _pointed(lattice: tuple[tuple[int, int], ...], links: tuple[tuple[int, int], ...]) -> Layout:
    at = tuple((float(x), float(y)) for x, y in lattice)
    return Layout("graph", at, tuple(_around(p, _SQUARE) for p in at), lattice, links=links)


def _sprung(size: int, links: tuple[tuple[int, int], ...]) -> list[Point]:
    """Return the positions of cells that repel one another and are pulled together by links.

    The module's docstring names the method.
    """
    room = max(1.0, sqrt(size))
    at = [(room * cos(2 * pi * i / size), room * sin(2 * pi * i / size)) for i in range(size)]
    steps = min(STEPS, max(10, 2_000_000 // max(1, size * size)))
    for step in range(steps):
        most = room * (1 - step / steps) / 4
        force = [[0.0, 0.0] for _ in range(size)]
        for a in range(size):
            for b in range(a):
                x, y = at[a][0] - at[b][0], at[a][1] - at[b][1]
                far = max(hypot(x, y), 0.01)
                for which, sign in ((a, 1), (b, -1)):
                    force[which][0] += sign * x / far**2
                    force[which][1] += sign * y / far**2
        for a, b in links:
            x, y = at[a][0] - at[b][0], at[a][1] - at[b][1]
            far = max(hypot(x, y), 0.01)
            for which, sign in ((a, -1), (b, 1)):
                force[which][0] += sign * x * far
                force[which][1] += sign * y * far
        moved: list[Point] = []
        for (x, y), (fx, fy) in zip(at, force, strict=True):
            long = max(hypot(fx, fy), 0.01)
            moved.append((x + fx / long * min(long, most), y + fy / long * min(long, most)))
        at = moved
    return at


def _snapped(at: list[Point]) -> tuple[tuple[int, int], ...]:
    """Return a point of the lattice near each of the given points, with no two of them equal."""
    left, top = min(x for x, _ in at), min(y for _, y in at)
    taken: dict[tuple[int, int], int] = {}
    for number in sorted(range(len(at)), key=lambda i: (at[i][1], at[i][0])):
        x, y = round(at[number][0] - left), round(at[number][1] - top)
        free = next(
            (x + dx, y + dy)
            for reach in range(len(at) + 1)
            for dy in range(-reach, reach + 1)
            for dx in range(-reach, reach + 1)
            if max(abs(dx), abs(dy)) == reach
            and x + dx >= 0
            and y + dy >= 0
            and (x + dx, y + dy) not in taken
        )
        taken[free] = number
    found = {number: place for place, number in taken.items()}
    return tuple(found[number] for number in range(len(at)))
