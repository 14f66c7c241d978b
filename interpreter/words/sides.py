"""The position of a part on its rotated tile, in words: `northwest`."""

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
    """Return the side on which the middle of a part's ports lies, with the tile rotated by quarter turns.

    A part without ports lies in the centre. Parts count from the plane's first.
    """
    tile = plane.tile_of[part] - plane.first_tile
    owned = [divmod(i, plane.width) for i, owner in enumerate(plane.ports[tile]) if owner == part]
    points = [_along((side + turn) % 4, (k + 0.5) / plane.width) for side, k in owned] or [(0.5, 0.5)]
    x, y = (sum(axis) / len(points) for axis in zip(*points, strict=True))
    return _SIDES[min(2, int(3 * y))][min(2, int(3 * x))]


def _along(side: int, share: float) -> tuple[float, float]:
    """Return a point at a fraction of a side of a square, clockwise. Side 0 is north, 1 is east."""
    return ((share, 0.0), (1.0, share), (1 - share, 1.0), (0.0, 1 - share))[side]
