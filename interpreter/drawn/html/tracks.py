"""Draws tracks: the trail below the fields, with arrows that show where it leads, and the fields on it."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from interpreter.drawn.html.letters import UNIT, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import classes
from interpreter.drawn.html.shapes import number, short, trail
from interpreter.scene.things import Board, Cell, Point

__all__ = ["FIELD", "TRAIL", "field_named", "field_shape", "lanes", "trail_drawn"]

FIELD = 0.84
"""The side of a field, in units."""

TRAIL = 0.94
"""The width of the trail, in units."""

BEND = 0.46
"""How far from the corner of a trail its bend begins, in units."""

TIP, WING = 0.045, 0.11
"""Half of the length and of the width of an arrow, in units."""

ROUND = 19
"""The radius of the corners of a field, in user units."""


def lanes(board: Board) -> Iterator[tuple[Point, Point]]:
    """Yield the parts of the trail, from the centre of a field to that of the next."""
    return ((board.cells[one].at, board.cells[other].at) for one, other in board.links)


def trail_drawn(board: Board) -> Html:
    """Draw the trail, first its rim, and an arrow between any two fields."""
    d = _bent([cell.at for cell in board.cells if cell.sort == "cell"], closed=_closed(board))
    arrows = "".join(_arrow(*lane) for lane in lanes(board))
    return element(
        "g",
        {"class": "way", "aria-hidden": "true"},
        *(element("path", {"class": kind, "d": d}) for kind in ("trail rim", "trail")),
        element("path", {"class": "arrows", "d": arrows}),
    )


def _closed(board: Board) -> bool:
    return len(board.links) > 1 and board.links[-1][1] == 0


def _bent(points: list[Point], *, closed: bool) -> str:
    """Return the SVG path of lines through points, with bends in place of corners."""
    if closed:
        (ax, ay), (bx, by) = points[:2]
        start = ((ax + bx) / 2, (ay + by) / 2)
        points = [start, *points[1:], points[0], start]
    drawn = [f"M{_at(points[0])}"]
    for before, corner, after in zip(points, points[1:], points[2:], strict=False):
        if _way(before, corner) != _way(corner, after):
            drawn.append(f"L{_at(_toward(corner, before))}Q{_at(corner)} {_at(_toward(corner, after))}")
    return f"{''.join(drawn)}L{_at(points[-1])}"


def _way(one: Point, other: Point) -> tuple[float, float]:
    long = hypot(other[0] - one[0], other[1] - one[1]) or 1.0
    return round((other[0] - one[0]) / long, 3), round((other[1] - one[1]) / long, 3)


def _toward(corner: Point, other: Point) -> Point:
    """Return the point where the bend at a corner begins, on the way to another."""
    x, y = _way(corner, other)
    return corner[0] + BEND * x, corner[1] + BEND * y


def _at(point: Point) -> str:
    return f"{short(point[0] * UNIT)},{short(point[1] * UNIT)}"


def _arrow(one: Point, other: Point) -> str:
    """Return the SVG path of an arrow in the middle of the way from one field to another."""
    (x, y), (across, down) = ((one[0] + other[0]) / 2, (one[1] + other[1]) / 2), _way(one, other)
    wings = [
        (x - TIP * across - side * WING * down, y - TIP * down + side * WING * across) for side in (1, -1)
    ]
    points = [wings[0], (x + TIP * across, y + TIP * down), wings[1]]
    return trail([(px * UNIT, py * UNIT) for px, py in points], places=0)


def field_shape(kind: str, x: float, y: float, share: float = 1.0) -> Html:
    """Draw the ground or the halo of a field around (x, y), in user units."""
    half = UNIT * FIELD / 2 * share
    at = {"x": number(x - half), "y": number(y - half), "width": number(2 * half), "height": number(2 * half)}
    return element("rect", {"class": kind, **at, "rx": number(ROUND * share)})


def field_named(cell: Cell, x: float, y: float) -> Html:
    """Draw the number of a field, small in its corner."""
    written = letters(cell.name, x + UNIT * 0.25, y - UNIT * 0.29, UNIT * 0.32, UNIT * 0.25)
    kind = classes("name", "corner")
    return element(
        "g", {"class": kind, "aria-hidden": "true", "data-ground": cell.look.color or None}, written
    )
