"""A reference model of how tiles join on a plane, computed from all parts printed on the laid tiles.

This follows the reference (section 6) and knows nothing of the engine: a port of a side faces one of the
neighbour's, the first of a side the last; parts that face each other are of one feature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from strategies.words import Plane, Words

__all__ = ["Ground", "Spot"]

SIDES = "nesw"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Spot = tuple[int, int, int]
"""Columns east and rows south of the centre, quarter turns clockwise."""
Port = tuple[int, int]
"""A side, from north clockwise, and the number of the port on it, from 0."""


@dataclass(frozen=True)
class Ground:
    """A plane with the tiles that lie on it, by name."""

    words: Words
    plane: Plane
    laid: Mapping[str, Spot]

    @property
    def parts(self) -> list[str]:
        """All parts in their order, each called by its tile and its id."""
        return [f"{row['tile']}_{row['id']}" for row in self.plane.parts.rows]

    @property
    def width(self) -> int:
        """How many ports a side has."""
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
        """The place and the port there that a port of the tile at a place faces."""
        dx, dy = STEPS[port[0]]
        return (x + dx, y + dy), ((port[0] + 2) % 4, self.width - 1 - port[1])

    @property
    def at(self) -> dict[tuple[int, int], str]:
        """Return the tile at each place."""
        return {(x, y): tile for tile, (x, y, _) in self.laid.items()}

    def _open(self) -> Iterator[tuple[str, str | None]]:
        """Each port of a laid tile that a part owns: the part, and the part it meets there, if any."""
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
        """For each part all parts of its feature, in their order."""
        group = {part: {part} for part in self.parts}
        for part, met in self._open():
            if met is not None and group[part] is not group[met]:
                joined = group[part] | group[met]
                for each in joined:
                    group[each] = joined
        return {part: [p for p in self.parts if p in group[part]] for part in self.parts}

    def open_ends(self, feature: list[str]) -> int:
        """At how many ports of laid tiles a feature can still grow."""
        return sum(met is None and part in feature for part, met in self._open())

    def touching(self, part: str) -> list[str]:
        """The first parts of the other features that touch a part's, in their order."""
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
        """Whether a tile can be laid at a spot, beside at least one that lies there."""
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
        """Where a tile fits, and how turned."""
        half = self.plane.within // 2
        across = range(-half, half + 1)
        return {
            (x, y, turn) for x in across for y in across for turn in range(4) if self.fits(tile, (x, y, turn))
        }
