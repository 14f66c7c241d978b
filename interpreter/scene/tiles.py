"""The drawing of tiles, with the shapes of the parts that own the ports along the sides.

A tile is a square of side 1. The ports of a side divide it evenly; port k of a side with n ports covers (k -
1)/n to k/n of it, clockwise. The shapes of the parts follow from their ports alone, as
`interpreter.scene.regions` says. The first part painted fills the tile, so no gap remains.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from gamespec.space import Plane
from gamespec.space.plane import PORTLESS
from interpreter.scene.regions import MIDDLE, WHOLE, Regions, inside
from interpreter.scene.things import Outline, Point

__all__ = ["Drawn", "drawn_tile", "inside", "turned"]


@dataclass(frozen=True)
class Drawn:
    """A part of a tile as it is drawn, with its outline and the point where pieces on it are placed."""

    part: int
    outline: Outline
    at: Point


def drawn_tile(plane: Plane, tile: int) -> tuple[Drawn, ...]:
    """Return the parts of a tile without rotation, in the order in which they are painted.

    `tile` is counted from the plane's first tile.
    """
    parts = plane.parts_of[tile]
    number = {part: i for i, part in enumerate(parts)}
    ports = tuple(number[part] if part != PORTLESS else PORTLESS for part in plane.ports[tile])
    return tuple(replace(drawn, part=parts[drawn.part]) for drawn in _drawn(plane.width, ports, len(parts)))


@lru_cache(maxsize=4096)
def _drawn(width: int, ports: tuple[int, ...], count: int) -> tuple[Drawn, ...]:
    """Return the drawn parts of a tile that has `width` ports on each side and `count` parts.

    `ports` gives the part that owns each port.
    """
    regions = Regions(width, ports, count)
    painted = regions.painted()
    found: list[Drawn] = []
    for place, (part, outline) in enumerate(painted):
        over = [other for _, other in painted[place + 1 :]]
        at = regions.middle(part) if part in regions.ways else _anchor(outline, over)
        found.append(Drawn(part, outline if place else WHOLE, at))
    return tuple(found)


def turned(points: Outline, turn: int) -> Outline:
    """Rotate points of a tile by `turn` clockwise quarter turns."""
    for _ in range(turn % 4):
        points = tuple((round(1 - y, 4), round(x, 4)) for x, y in points)
    return points


_SAMPLES = 12


def _anchor(outline: Outline, above: list[Outline]) -> Point:
    """Return the point of a part's visible area that is farthest from the borders of that area.

    Only a sample of points is considered.
    """
    grid = [((i + 0.5) / _SAMPLES, (j + 0.5) / _SAMPLES) for j in range(_SAMPLES) for i in range(_SAMPLES)]
    mine = [p for p in grid if inside(outline, p) and not any(inside(o, p) for o in above)]
    if not mine:
        return MIDDLE
    theirs = [p for p in grid if p not in set(mine)]
    theirs += [(-0.02, y) for _, y in grid[::_SAMPLES]] + [(1.02, y) for _, y in grid[::_SAMPLES]]
    theirs += [(x, -0.02) for x, _ in grid[:_SAMPLES]] + [(x, 1.02) for x, _ in grid[:_SAMPLES]]
    return max(mine, key=lambda p: min((p[0] - x) ** 2 + (p[1] - y) ** 2 for x, y in theirs))
