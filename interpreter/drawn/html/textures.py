"""Draws textures on the parts of tiles, by which sorts of parts can be told apart without colours.

Coordinates are fractions of the side of a tile. A texture consists of strokes that lie inside the outline.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from math import hypot

from interpreter.drawn.html.shapes import number
from interpreter.scene.things import Outline, Point
from interpreter.scene.tiles import inside

__all__ = ["beyond", "borders", "lines", "texture", "texture_name"]

Stroke = tuple[Point, ...]

ROW, BRICK = 0.09, 0.18
"""The height and the width of a brick."""

APART = 0.16
"""The distance between tufts, waves or dots."""

NEAR = 0.02
"""How far beyond an edge its neighbour is looked for."""


@lru_cache(maxsize=4096)
def texture(which: int, outline: Outline, size: float) -> str:
    """Return the SVG path of a texture inside an outline. The tile is `size` user units wide."""
    return "".join(
        "M" + "L".join(f"{number(x * size)},{number(y * size)}" for x, y in stroke)
        for stroke in _strokes(which % len(TEXTURES), outline)
    )


def texture_name(which: int) -> str:
    """Return the name of the texture of a sort of part."""
    return TEXTURES[which % len(TEXTURES)][0]


def borders(outline: Outline) -> Iterator[tuple[Point, Point]]:
    """Yield the edges of a part that do not lie on a side of the tile."""
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if not ((ax == bx and ax in {0, 1}) or (ay == by and ay in {0, 1})):
            yield (ax, ay), (bx, by)


def beyond(edge: tuple[Point, Point]) -> Point:
    """Return a point just beyond the middle of an edge of an outline, which runs clockwise."""
    (ax, ay), (bx, by) = edge
    long = hypot(bx - ax, by - ay) or 1.0
    return (ax + bx) / 2 + (by - ay) / long * NEAR, (ay + by) / 2 - (bx - ax) / long * NEAR


def lines(edges: Iterable[tuple[Point, Point]], size: float) -> str:
    """Return the SVG path of edges on a tile that is `size` user units wide."""
    return "".join(
        f"M{number(ax * size)},{number(ay * size)}L{number(bx * size)},{number(by * size)}"
        for (ax, ay), (bx, by) in edges
    )


def _strokes(which: int, outline: Outline) -> tuple[Stroke, ...]:
    drawn = TEXTURES[which][1]
    return tuple(
        stroke for stroke in drawn() if all(inside(outline, (x, y)) for x, y in (*stroke, _middle(stroke)))
    )


def _middle(stroke: Stroke) -> Point:
    (ax, ay), (bx, by) = stroke[0], stroke[-1]
    return (ax + bx) / 2, (ay + by) / 2


def _bricks() -> Iterator[Stroke]:
    for row in range(1, round(1 / ROW) + 1):
        y, shift = row * ROW, BRICK / 2 * (row % 2)
        for brick in range(-1, round(1 / BRICK) + 1):
            x = brick * BRICK + shift
            yield (x, y), (x + BRICK, y)
            yield (x, y - ROW), (x, y)


def _nothing() -> Iterator[Stroke]:
    return iter(())


def _spots() -> Iterator[Point]:
    """Yield points in staggered rows."""
    rows = round(1 / APART)
    for row in range(rows):
        for column in range(rows + 1):
            yield (column + 0.25 + row % 2 / 2) * APART, (row + 0.6) * APART


def _tufts() -> Iterator[Stroke]:
    blades = ((-0.026, -0.03), (-0.008, 0.016), (0.004, -0.036), (0.016, 0.016), (0.034, -0.024))
    return (tuple((x + right, y + down) for right, down in blades) for x, y in _spots())


def _dots() -> Iterator[Stroke]:
    return (((x, y), (x, y)) for x, y in _spots())


def _waves() -> Iterator[Stroke]:
    return (((x - 0.05, y), (x - 0.02, y - 0.025), (x + 0.02, y + 0.025), (x + 0.05, y)) for x, y in _spots())


def _slants() -> Iterator[Stroke]:
    return (((x - 0.04, y + 0.04), (x + 0.04, y - 0.04)) for x, y in _spots())


TEXTURES: tuple[tuple[str, Callable[[], Iterator[Stroke]]], ...] = (
    ("bricks", _bricks),
    ("plain", _nothing),
    ("tufts", _tufts),
    ("dots", _dots),
    ("waves", _waves),
    ("slants", _slants),
)
"""The textures with their names, by the number of the sort of part."""
