"""A reference model of how tiles join on a plane, computed from the parts printed on the laid tiles.

It follows section 6 of the reference, independently of the engine: each port of a side faces a port of the
neighbor's side, the first one the last; parts that face each other belong to the same feature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from strategies.words import Plane, Words

__all__ = ["Ground", "Spot"]

SIDES = "nesw"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Spot = tuple[int, int, int]
"""Columns east and rows south of the center, and quarter turns clockwise."""
Port = tuple[int, int]
"""A side, clockwise from north, and the number of the port on it, from 0."""


@dataclass(frozen=True)
class Ground:
    """A plane with its laid tiles by name."""

    words: Words
    plane: Plane
    laid: Mapping[str, Spot]

    @property
    def parts(self) -> list[str]:
        """All parts in order, each named by its tile and its id."""
        return [f"{row['tile']}_{row['id']}" for row in self.plane.parts.rows]

    @property
    def width(self) -> int:
        """Number of ports of a side."""
        return max(
            (int(p[1]) for row in self.plane.parts.rows for p in row.get("ports", "").split()), default=1
        )

    def ports(self, tile: str, turn: int) -> dict[Port, str]:
        """Return the part that owns each port of a turned tile."""
        owned: dict[Port, str] = {}
        for row in self.plane.parts.rows:
            for port in row.get("ports", "").split() if row["tile"] == tile else ():
                owned[(SIDES.index(port[0]) + turn) % 4, int(port[1]) - 1] = f"{tile}_{row['id']}"
        return owned

    def facing(self, x: int, y: int, port: Port) -> tuple[tuple[int, int], Port]:
        """Return the place and the port that a port of the tile at a place faces."""
        dx, dy = STEPS[port[0]]
        return (x + dx, y + dy), ((port[0] + 2) % 4, self.width - 1 - port[1])

    @property
    def at(self) -> dict[tuple[int, int], str]:
        """The tile at each place."""
        return {(x, y): tile for tile, (x, y, _) in self.laid.items()}

    def _open(self) -> Iterator[tuple[str, str | None]]:
        """Yield the part at each owned port of a laid tile, with the part that it meets, or `None`."""
        for tile, (x, y, turn) in self.laid.items():
            for port, part in self.ports(tile, turn).items():
                place, other = self.facing(x, y, port)
                beside = self.at.get(place)
                if beside is None:
                    yield part, None
                    continue
                met = self.ports(beside, self.laid[beside][2]).get(other)
                assert met is not None, f"{part} meets nothing on {beside}"
                yield part, met

    def features(self) -> dict[str, list[str]]:
        """Return all parts of the feature of each part, in order."""
        group = {part: {part} for part in self.parts}
        for part, met in self._open():
            if met is not None and group[part] is not group[met]:
                joined = group[part] | group[met]
                for each in joined:
                    group[each] = joined
        return {part: [p for p in self.parts if p in group[part]] for part in self.parts}

    def open_ends(self, feature: list[str]) -> int:
        """Return the number of ports of laid tiles at which a feature can still grow."""
        return sum(met is None and part in feature for part, met in self._open())

    def touching(self, part: str) -> list[str]:
        """Return the first parts of the other features that touch the feature of a part, in order."""
        features, found = self.features(), set()
        for row in self.plane.parts.rows:
            one = f"{row['tile']}_{row['id']}"
            for word in row.get("touches", "").split():
                other = f"{row['tile']}_{word}"
                for a, b in ((one, other), (other, one)):
                    if a in features[part] and b not in features[part]:
                        found.add(features[b][0])
        return [p for p in self.parts if p in found]

    def fits(self, tile: str, spot: Spot) -> bool:
        """Return whether a tile can be laid at a spot, next to at least one laid tile."""
        x, y, turn = spot
        half = self.plane.within // 2
        if max(abs(x), abs(y)) > half or (x, y) in self.at:
            return False
        if not self.laid:
            return (x, y) == (0, 0)
        terrain = {f"{r['tile']}_{r['id']}": r[self.plane.parts.match] for r in self.plane.parts.rows}
        own, near = self.ports(tile, turn), False
        for side in range(4):
            for k in range(self.width):
                place, other = self.facing(x, y, (side, k))
                beside = self.at.get(place)
                if beside is None:
                    continue
                near = True
                a, b = own.get((side, k)), self.ports(beside, self.laid[beside][2]).get(other)
                if (a is None) != (b is None) or (a and b and terrain[a] != terrain[b]):
                    return False
        return near

    def fitting(self, tile: str) -> set[Spot]:
        """Return the spots at which a tile fits."""
        half = self.plane.within // 2
        across = range(-half, half + 1)
        return {
            (x, y, turn) for x in across for y in across for turn in range(4) if self.fits(tile, (x, y, turn))
        }
