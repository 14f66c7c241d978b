"""Describes the position of a part on its rotated tile in words, such as `northwest`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gamespec.space import Plane

__all__ = ["side_of"]

_SIDES = (
    ("northwest", "north", "northeast"),
    ("west", "middle", "east"),
    ("southwest", "south", "southeast"),
)


def side_of(plane: Plane, part: int, turn: int) -> str:
    """Return the side of a tile on which a part lies, after `turn` quarter turns of the tile.

    The side is determined by the mean position of the part's ports. A part without ports lies in the middle.
    `part` is counted from the first part of the plane.
    """
    tile = plane.tile_of[part] - plane.first_tile
    owned = [divmod(i, plane.width) for i, owner in enumerate(plane.ports[tile]) if owner == part]
    points = [_along((side + turn) % 4, (k + 0.5) / plane.width) for side, k in owned] or [(0.5, 0.5)]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return _SIDES[min(2, int(3 * y))][min(2, int(3 * x))]


def _along(side: int, share: float) -> tuple[float, float]:
    """Return the point at a fraction of one side of a unit square, measured clockwise.

    Side 0 is north, and side 1 is east.
    """
    return ((share, 0.0), (1.0, share), (1 - share, 1.0), (0.0, 1 - share))[side]
