"""The drawing of tiles, with the shapes of the parts that own the ports along the sides.

A tile is a square of side 1. The ports of a side divide it evenly; port k of a side with n ports covers (k -
1)/n to k/n of it, clockwise. The shape of a part follows from its ports alone:

- It is the convex hull of its ports, each a stretch of the side, together with the centre of the tile if they
  lie on opposite sides or on three sides, or meet at a corner.
- A part whose ports lie on one side only reaches a short way in; a single port reaches to the centre.
- A part without ports is a disc in the centre.

If a side has several ports, a part that owns a single one of them is drawn at half the port's width, unless
it goes on around the corner. Larger parts are painted first, and the first part fills the tile. So a narrow
part lies on top of its neighbours, and no gap remains.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from math import cos, pi, sin
from typing import TypeAlias

from gamespec.space import Plane
from gamespec.space.plane import PORTLESS
from interpreter.scene.things import Outline, Point

__all__ = ["Drawn", "drawn_tile", "inside", "turned"]

Port: TypeAlias = tuple[int, int]
"""The number of a tile's side, and the index of a port on that side.

Sides are numbered clockwise from north, and ports clockwise on each side, both from 0.
"""

MIDDLE: Point = (0.5, 0.5)
_WHOLE: Outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_DEPTH, _DISC = 0.27, 0.21
_HARDLY = 1e-9


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
    owned = [[divmod(i, width) for i, owner in enumerate(ports) if owner == part] for part in range(count)]
    outlines = [_outline(width, own) for own in owned]
    order = sorted(range(count), key=lambda part: (-_area(outlines[part]), part))
    found: list[Drawn] = []
    for place, part in enumerate(order):
        at = _anchor(outlines[part], [outlines[other] for other in order[place + 1 :]])
        found.append(Drawn(part, outlines[part] if place else _WHOLE, at))
    return tuple(found)


def turned(points: Outline, turn: int) -> Outline:
    """Rotate points of a tile by `turn` clockwise quarter turns."""
    for _ in range(turn % 4):
        points = tuple((round(1 - y, 4), round(x, 4)) for x, y in points)
    return points


def _along(side: int, share: float, depth: float = 0.0) -> Point:
    """Return the point at the fraction `share` of a side, clockwise, and at the distance `depth` inside it.

    Side 0 is north, and side 1 is east.
    """
    x, y = share, depth
    return turned(((x, y),), side)[0]


def _outline(width: int, ports: list[Port]) -> Outline:
    sides = sorted({side for side, _ in ports})
    if not sides:
        return tuple((0.5 + _DISC * cos(pi * i / 6), 0.5 + _DISC * sin(pi * i / 6)) for i in range(12))
    if len(sides) == 1:
        return _cap(width, sides[0], [k for _, k in ports])
    ends: list[Point] = []
    turning = [side for side in sides if {(side, width - 1), ((side + 1) % 4, 0)} <= set(ports)]
    for side in sides:
        own = [k for other, k in ports if other == side]
        goes_on = side in turning or (side - 1) % 4 in turning
        first, last = _stretch(width, own, narrow=not goes_on)
        ends += [_along(side, first), _along(side, last)]
    facing = any((side + 2) % 4 in sides for side in sides)
    return _hull([*ends, MIDDLE] if facing or turning else ends)


def _stretch(width: int, ports: list[int], *, narrow: bool = True) -> tuple[float, float]:
    """Return the ends of the stretch of a side that the ports of a part cover.

    A single port may be `narrow`. The module's docstring defines the stretch.
    """
    first, last = min(ports) / width, (max(ports) + 1) / width
    if narrow and width > 1 and len(ports) == 1:
        quarter = (last - first) / 4
        return first + quarter, last - quarter
    return first, last


def _cap(width: int, side: int, ports: list[int]) -> Outline:
    """Return the outline of a part whose ports are on one side only."""
    first, last = _stretch(width, ports)
    if width > 1 and len(ports) == 1:
        ways = [(first, 0.0), (last, 0.0), (last, 0.5), (first, 0.5)]
    else:
        inset = (last - first) / 5
        ways = [(first, 0.0), (last, 0.0), (last - inset, _DEPTH), (first + inset, _DEPTH)]
    return tuple(_along(side, share, depth) for share, depth in ways)


def _hull(points: list[Point]) -> Outline:
    """Return the convex hull of points, clockwise with y downward (Andrew's monotone chain, 1979)."""
    unique = sorted(set(points))

    def half(way: list[Point]) -> list[Point]:
        chain: list[Point] = []
        for x, y in way:
            while len(chain) > 1:
                (ax, ay), (bx, by) = chain[-2:]
                if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > _HARDLY:
                    break
                chain.pop()
            chain.append((x, y))
        return chain[:-1]

    return tuple(half(unique) + half(unique[::-1]))


def _area(outline: Outline) -> float:
    pairs = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairs)) / 2


def inside(outline: Outline, point: Point) -> bool:
    """Return whether a point is inside an outline, by counting the crossings of a ray to the east."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in zip(outline, (*outline[1:], outline[0]), strict=True):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within


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
