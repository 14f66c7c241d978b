"""A reference model of how tiles join on a plane, computed from the parts printed on the laid tiles.

It follows section 6 of the reference, independently of the engine. Each port of a side faces a port of the
neighbor's side, the first port facing the last. Parts that face each other belong to the same feature.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from strategies.words import Plane, Words

__all__ = ["Ground", "Spot"]

SIDES = "nesw"
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))

Spot = tuple[int, int, int]
"""Columns east of the center, rows south of the center, and quarter turns clockwise."""
Port = tuple[int, int]
"""A side, counted clockwise from 0 for north, and the index of the port on that side."""


@dataclass(frozen=True)
class Ground:
    """A plane, with the spots of its laid tiles by the tiles' names."""

    words: Words
    plane: Plane
    laid: Mapping[str, Spot]

    @property
    def parts(self) -> list[str]:
        """The names of all parts, in declared order, each made of the tile's name and the part's id."""
        return [f"{row['tile']}_{row['id']}" for row in self.plane.parts.rows]

    @property
    def width(self) -> int:
        """Number of ports on each side of a tile."""
        return max(
            (int(p[1]) for row in self.plane.parts.rows for p in row.get("ports", "").split()), default=1
        )

    def ports(self, tile: str, turn: int) -> dict[Port, str]:
        """Return the ports of a turned tile that belong to a part, each with the name of its part."""
        owned: dict[Port, str] = {}
        for row in self.plane.parts.rows:
            for port in row.get("ports", "").split() if row["tile"] == tile else ():
                owned[(SIDES.index(port[0]) + turn) % 4, int(port[1]) - 1] = f"{tile}_{row['id']}"
        return owned

    def facing(self, x: int, y: int, port: Port) -> tuple[tuple[int, int], Port]:
        """Return the place and the port that are opposite a port of the tile at column `x` and row `y`."""
        dx, dy = STEPS[port[0]]
        return (x + dx, y + dy), ((port[0] + 2) % 4, self.width - 1 - port[1])

    @property
    def at(self) -> dict[tuple[int, int], str]:
        """The name of the tile at each occupied place, by column and row."""
        return {(x, y): tile for tile, (x, y, _) in self.laid.items()}

    def _open(self) -> Iterator[tuple[str, str | None]]:
        """Yield the part at each port of the laid tiles, with the part that it meets.

        The second part is `None` if there is no tile on that side. Ports without a part are skipped.
        """
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
        """Return, for each part, all parts of its feature, in declared order."""
        group = {part: {part} for part in self.parts}
        for part, met in self._open():
            if met is not None and group[part] is not group[met]:
                joined = group[part] | group[met]
                for each in joined:
                    group[each] = joined
        return {part: [p for p in self.parts if p in group[part]] for part in self.parts}

    def open_ends(self, feature: list[str]) -> int:
        """Return the number of ports at which a feature can still grow, because no tile lies next to them."""
        return sum(met is None and part in feature for part, met in self._open())

    def touching(self, part: str) -> list[str]:
        """Return the first part of each other feature that touches the feature of `part`, in order."""
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
        """Return whether a tile can be laid at a spot, which must be next to a laid tile if there is one."""
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
        """Return all spots at which a tile can be laid."""
        half = self.plane.within // 2
        across = range(-half, half + 1)
        return {
            (x, y, turn) for x in across for y in across for turn in range(4) if self.fits(tile, (x, y, turn))
        }
