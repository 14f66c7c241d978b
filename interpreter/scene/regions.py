"""The shapes of the parts of a tile, which follow from the ports that the parts own along its sides.

A tile is a square of side 1. The perimeter is measured clockwise from the north-western corner: it is n at
the start of side n, from 0 for north to 3 for west, and n + 1/2 in the middle of that side.

- A *way* is a part all of whose ports stand alone, with another port on either side of each. It is a band of
  constant width around its middle line, which leads from port to port, or from its only port to where the
  part ends: in the centre of the tile, or at another part if the parts on its two sides are different.
- Any other part with ports is an *area*. It reaches along the sides as far as its ports, and to the middle of
  ways beside them. From the end of one stretch to the start of the next, its border is a curve that depends
  on both ends alone, so two areas that meet share it. Along ways, it follows their middle lines.
- A part without ports is a disc in the centre, or the ground if nothing else is in the centre.

Areas are painted first, then ways, then the areas at which ways end, then discs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from math import cos, hypot, pi, sin
from typing import TypeVar

from gamespec.program.frozen import dataclass
from gamespec.space.plane import PORTLESS
from interpreter.scene.things import Outline, Point

__all__ = ["MIDDLE", "WHOLE", "Regions", "inside"]

Item = TypeVar("Item")

MIDDLE: Point = (0.5, 0.5)
WHOLE: Outline = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))

HALF = 0.075
"""Half of the width of a way."""

DISC = 0.235
"""The radius of a part without ports."""

DEPTH = 0.26
"""How far a border between two points on the same side reaches into the tile."""

BEND = 0.276
"""How far the control points of a curve lie inside the tile; it makes a quarter of a circle at a corner."""

ARM = 0.42
"""How far along an arm of a way things stand on it, as a share of its length from the side of the tile."""

STEPS = 8
"""The number of lines by which a curve is approximated."""

NEAR = 0.06
"""The distance from the centre at which an area still reaches it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of the perimeter that a part owns: its ends, and the parts beyond both ends."""

    start: float
    end: float
    before: int
    after: int


@dataclass(frozen=True)
class Regions:
    """The outlines of the parts of a tile with `width` ports a side and `count` parts.

    `ports` gives the part that owns each port.
    """

    width: int
    ports: tuple[int, ...]
    count: int

    def painted(self) -> list[tuple[int, Outline]]:
        """Return the parts with their outlines, in the order in which they are painted."""
        outlines = {part: self._outline(part) for part in range(self.count)}
        ground = self._ground(outlines)
        if ground is not None:
            outlines[ground] = WHOLE

        def order(part: int) -> tuple[int, float, int]:
            if part == ground:
                return -1, 0, part
            if not self.stretches[part]:
                return 4, 0, part
            if part in self.ways:
                return 2, 0, part
            late = 3 if part in self.reached else 0 if self._overlaps(part) else 1
            return late, -_area(outlines[part]), part

        return [(part, outlines[part]) for part in sorted(range(self.count), key=order)]

    # --- what the ports say ------------------------------------------------------------------------

    @cached_property
    def ways(self) -> frozenset[int]:
        """The parts that are ways."""
        size = len(self.ports)
        alone = [
            0 < port % self.width < self.width - 1
            and owner not in {self.ports[port - 1], self.ports[(port + 1) % size]}
            for port, owner in enumerate(self.ports)
        ]
        found = {owner for owner in self.ports if owner != PORTLESS}
        return frozenset(found - {owner for owner, lone in zip(self.ports, alone, strict=True) if not lone})

    @cached_property
    def stretches(self) -> list[list[Stretch]]:
        """The stretches of each part, clockwise."""
        found: list[list[Stretch]] = [[] for _ in range(self.count)]
        size = len(self.ports)
        starts = [port for port in range(size) if self.ports[port] != self.ports[port - 1]]
        if not starts and self.ports[0] != PORTLESS:
            found[self.ports[0]] = [Stretch(0, 4, self.ports[0], self.ports[0])]
        for start, after in pairwise([*starts, *(port + size for port in starts[:1])]):
            owner = self.ports[start]
            if owner == PORTLESS:
                continue
            before, beyond = self.ports[start - 1], self.ports[after % size]
            grown = 0 if owner in self.ways else 0.5 / self.width
            found[owner].append(
                Stretch(
                    start / self.width - (grown if before in self.ways else 0),
                    after / self.width + (grown if beyond in self.ways else 0),
                    before,
                    beyond,
                )
            )
        return found

    def _port_of(self, way: int) -> list[float]:
        """Return where the ports of a way are."""
        return [(each.start + each.end) / 2 for each in self.stretches[way]]

    # --- ways --------------------------------------------------------------------------------------

    @cached_property
    def ends(self) -> dict[int, tuple[Point, int | None]]:
        """Where each way with a single port ends, and the area at which it ends, if it does."""
        single = [way for way in sorted(self.ways) if len(self.stretches[way]) == 1]
        return {way: self._end(way, meeting=len(single) > 1) for way in single}

    @property
    def reached(self) -> frozenset[int]:
        """The areas at which ways end."""
        return frozenset(area for _, area in self.ends.values() if area is not None)

    def _end(self, way: int, *, meeting: bool) -> tuple[Point, int | None]:
        (stretch,) = self.stretches[way]
        beside = {
            part for each in self.ways for own in self.stretches[each] for part in (own.before, own.after)
        }
        others = [
            part for part in range(self.count) if self.stretches[part] and part not in self.ways | beside
        ]
        if stretch.before == stretch.after or not others:
            return MIDDLE, None
        simple = {part: self._simple(part) for part in others}
        central = [part for part in others if _reaches(simple[part], MIDDLE)]
        if central:
            return MIDDLE, central[0]
        if meeting or any(not each for each in self.stretches):
            return MIDDLE, None
        border = {part: _halfway(self.stretches[part]) for part in others}
        nearest = min(others, key=lambda part: _distance(border[part], MIDDLE))
        return border[nearest], nearest

    def _simple(self, part: int) -> Outline:
        """Return the outline of an area that no way touches."""
        ends = [(each.start, each.end) for each in self.stretches[part]]
        return _closed(
            ends, [_curve(end, start) for (_, end), (start, _) in zip(ends, _next(ends), strict=True)]
        )

    def _line(self, way: int, port: float) -> list[Point]:
        """Return the middle line of a way from a port to its end, or half of it if it goes on from there."""
        if way in self.ends:
            end, _ = self.ends[way]
            start = _point(port)
            return [start, end] if end == MIDDLE else _bezier(start, MIDDLE, MIDDLE, end)
        ports = self._port_of(way)
        if len(ports) > 2:  # noqa: PLR2004 - more than a way through
            return [_point(port), MIDDLE]
        other = next(each for each in ports if each % 4 != port % 4)
        return _curve(port, other)[: STEPS // 2 + 1]

    def middle(self, way: int) -> Point:
        """Return where things stand on a way: in the middle of it, away from where it ends."""
        ports = self._port_of(way)
        if len(ports) == 2:  # noqa: PLR2004 - a way through
            return _curve(*ports)[STEPS // 2]
        (ax, ay), (bx, by) = self._line(way, ports[0])[0], self._line(way, ports[0])[-1]
        return round(ax + (bx - ax) * ARM, 4), round(ay + (by - ay) * ARM, 4)

    def _way(self, way: int) -> Outline:
        ports = self._port_of(way)
        if len(ports) == 1:
            return _band(self._line(way, ports[0]), _inward(ports[0]))
        if len(ports) == 2:  # noqa: PLR2004 - a way through
            return _band(_curve(*ports), _inward(ports[0]), _inward(ports[1]))
        found: list[Point] = []
        for port, after in zip(ports, _next(ports), strict=True):
            (ax, ay), (bx, by) = _inward(port), _inward(after)
            x, y = _point(port)
            found += [(x + ay * HALF, y - ax * HALF), (x - ay * HALF, y + ax * HALF)]
            opposite = ax * bx + ay * by < 0
            found.append(
                (0.5 - ay * HALF, 0.5 + ax * HALF)
                if opposite
                else (0.5 - (ax + bx) * HALF, 0.5 - (ay + by) * HALF)
            )
        return _rounded(found)

    # --- areas -------------------------------------------------------------------------------------

    def _outline(self, part: int) -> Outline:
        if not self.stretches[part]:
            return _rounded([(0.5 + DISC * cos(pi * i / 8), 0.5 + DISC * sin(pi * i / 8)) for i in range(16)])
        if part in self.ways:
            return self._way(part)
        own = self.stretches[part]
        if len(own) == 1 and own[0].end - own[0].start >= 4:  # noqa: PLR2004 - the sides of a tile
            return WHOLE
        between = [self._border(one, other) for one, other in zip(own, _next(own), strict=True)]
        return _closed([(each.start, each.end) for each in own], between)

    def _border(self, one: Stretch, other: Stretch) -> list[Point]:
        """Return the border from the end of a stretch to the start of the next one."""
        first, last = one.after in self.ways, other.before in self.ways
        if not (first or last):
            return _curve(one.end, other.start)
        if first and last and one.after == other.before and one.after not in self.ends:
            return _curve(one.end, other.start)
        way = self._line(one.after, one.end) if first else self._past(one.end, one.after, 0.5)
        back = self._line(other.before, other.start) if last else self._past(other.start, other.before, -0.5)
        return [*way, *back[::-1]]

    def _past(self, at: float, beside: int, share: float) -> list[Point]:
        """Return a point of the perimeter, and one past it if the part there is painted over the border."""
        over = beside >= 0 and not self._overlaps(beside)
        return [_point(at), _point(at + share)] if over else [_point(at)]

    def _overlaps(self, part: int) -> bool:
        """Return whether a part is drawn larger than it is, so that others have to be painted on it."""
        own = self.stretches[part]
        pairs = zip(own, _next(own), strict=True)
        return any((one.after in self.ways) != (other.before in self.ways) for one, other in pairs)

    def _ground(self, outlines: dict[int, Outline]) -> int | None:
        """Return a part without ports that lies in the middle of everything, if there is one."""
        inner = next((part for part in range(self.count) if not self.stretches[part]), None)
        around = [part for part in range(self.count) if self.stretches[part]]
        if inner is None or any(part in self.ways or inside(outlines[part], MIDDLE) for part in around):
            return None
        return inner if len(around) > 2 else None  # noqa: PLR2004 - two areas meet in the centre


# --- geometry ---------------------------------------------------------------------------------------


def _next(items: Sequence[Item]) -> Sequence[Item]:
    """Return for each item the one after it, and for the last the first."""
    return [*items[1:], *items[:1]]


def _point(at: float) -> Point:
    """Return a point of the perimeter."""
    side, share = int(at % 4), at % 1
    return ((share, 0.0), (1.0, share), (1 - share, 1.0), (0.0, 1 - share))[side]


def _inward(at: float) -> Point:
    """Return the direction into the tile from a point of the perimeter, of length 1; corners look inward."""
    x, y = _point(at)
    if at % 1 == 0:
        return 1 - 2 * x, 1 - 2 * y
    return ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))[int(at % 4)]


def _curve(start: float, end: float) -> list[Point]:
    """Return a curve through the tile between two points of the perimeter, both included."""
    (ax, ay), (bx, by) = _point(start), _point(end)
    if ax == bx in {0, 1} or ay == by in {0, 1}:  # both on one side
        long = hypot(bx - ax, by - ay)
        depth = min(DEPTH, long * 0.6) / 0.75
        down, right = (depth if ay == 0 else -depth, 0.0) if ay == by else (0.0, depth if ax == 0 else -depth)
        one = (ax + (bx - ax) * 0.1 + right, ay + (by - ay) * 0.1 + down)
        other = (bx - (bx - ax) * 0.1 + right, by - (by - ay) * 0.1 + down)
        return _bezier((ax, ay), one, other, (bx, by))
    (ux, uy), (vx, vy) = _inward(start), _inward(end)
    return _bezier((ax, ay), (ax + ux * BEND, ay + uy * BEND), (bx + vx * BEND, by + vy * BEND), (bx, by))


def _bezier(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """Return points on a cubic curve, or its ends if it is a straight line."""
    found = []
    for step in range(STEPS + 1):
        t = step / STEPS
        shares = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        x, y = (
            sum(share * p[axis] for share, p in zip(shares, (a, b, c, d), strict=True)) for axis in (0, 1)
        )
        found.append((round(x, 4), round(y, 4)))
    return found


def _band(line: list[Point], start: Point, end: Point | None = None) -> Outline:
    """Return the outline of a band around a line, clockwise.

    `start` is the direction into the tile at the first point, and `end` at the last one if it is on a side.
    """
    left: list[Point] = []
    right: list[Point] = []
    for index, (x, y) in enumerate(line):
        (ax, ay), (bx, by) = line[max(0, index - 1)], line[min(len(line) - 1, index + 1)]
        along = (bx - ax, by - ay)
        if index == 0:
            along = start
        elif end is not None and index == len(line) - 1:
            along = (-end[0], -end[1])
        long = hypot(*along) or 1.0
        across, down = along[1] / long * HALF, along[0] / long * HALF
        left.append((x + across, y - down))
        right.append((x - across, y + down))
    return _rounded([*left, *right[::-1]])


def _closed(ends: list[tuple[float, float]], between: list[list[Point]]) -> Outline:
    """Return an outline that follows the perimeter along stretches, and lines between them."""
    found: list[Point] = []
    for (start, end), line in zip(ends, between, strict=True):
        found.append(_point(start))
        found += [_point(corner) for corner in range(int(start) + 1, int(end) + 1) if start < corner < end]
        found += line if len(line) > 1 else [_point(end)]
    return _rounded(found)


def _rounded(points: list[Point]) -> Outline:
    """Return points without those that repeat the one before."""
    near = [(round(x, 3), round(y, 3)) for x, y in points]
    return tuple(p for index, p in enumerate(near) if p != near[index - 1])


def _halfway(own: Sequence[Stretch]) -> Point:
    """Return the middle of the border that an area has after its first stretch."""
    line = _curve(own[0].end, own[-1 if len(own) == 1 else 1].start)
    return line[len(line) // 2]


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _reaches(outline: Outline, point: Point) -> bool:
    """Return whether a point is inside an outline, or hardly outside it."""
    x, y = point
    around = [point, (x + NEAR, y), (x - NEAR, y), (x, y + NEAR), (x, y - NEAR)]
    return any(inside(outline, each) for each in around)


def _edges(outline: Outline) -> Iterator[tuple[Point, Point]]:
    return zip(outline, (*outline[1:], outline[0]), strict=True)


def _area(outline: Outline) -> float:
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in _edges(outline))) / 2


def inside(outline: Outline, point: Point) -> bool:
    """Return whether a point is inside an outline, by counting the crossings of a ray to the east."""
    x, y = point
    within = False
    for (ax, ay), (bx, by) in _edges(outline):
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            within = not within
    return within
