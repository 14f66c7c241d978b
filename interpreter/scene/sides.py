"""The sides of a grid: the edges of its cells that face outwards, for sides that belong to players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from interpreter.scene.layout import Layout

if TYPE_CHECKING:
    from interpreter.scene.things import Point

__all__ = ["sides_of"]

OUTWARDS = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
"""The direction in which each side faces, to the right and down."""


def sides_of(layout: Layout) -> dict[str, tuple[tuple[Point, Point], ...]]:
    """Return the edges of cells on each side of a grid.

    A cell lies on a side if it is the first or the last one of its row or column. Its free edges belong to
    the side; where a cell lies on two sides, an edge belongs to the side that it faces more.
    """
    found: dict[str, list[tuple[Point, Point]]] = {side: [] for side in OUTWARDS}
    seen: dict[frozenset[Point], int] = {}
    for outline in layout.outlines:
        for edge in _edges(outline):
            seen[_key(edge)] = seen.get(_key(edge), 0) + 1
    for cell, outline in enumerate(layout.outlines):
        sides = _on(layout, cell)
        for edge in _edges(outline):
            if sides and seen[_key(edge)] == 1:
                facing = {side: _facing(layout.at[cell], edge, side) for side in sides}
                side = max(facing, key=lambda each: facing[each])
                if facing[side] > 0:
                    found[side].append(edge)
    return {side: tuple(edges) for side, edges in found.items()}


def _on(layout: Layout, cell: int) -> list[str]:
    """Return the sides on which a cell lies."""
    column, row = layout.lattice[cell]
    start = min(y for _, y in layout.lattice)
    end = max(y for _, y in layout.lattice)
    beside = [x for x, y in layout.lattice if y == row]
    there = {
        "north": row == start,
        "east": column == max(beside),
        "south": row == end,
        "west": column == min(beside),
    }
    return [side for side, is_there in there.items() if is_there]


def _edges(outline: tuple[Point, ...]) -> Iterator[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _key(edge: tuple[Point, Point]) -> frozenset[Point]:
    return frozenset((round(x, 2), round(y, 2)) for x, y in edge)


def _facing(at: Point, edge: tuple[Point, Point], side: str) -> float:
    """Return how far the middle of an edge lies from the centre of its cell, in the direction of a side."""
    (ax, ay), (bx, by) = edge
    right, down = OUTWARDS[side]
    return right * ((ax + bx) / 2 - at[0]) + down * ((ay + by) / 2 - at[1])
