"""Planes of tiles: where a tile can be laid, and how the parts printed on tiles join into features.

A feature is a set of joined parts, named by the least of them. Each part knows its feature; the parts of a
feature form a ring, so two features are joined by exchanging two links; the number of open ends is kept
at the part that names the feature. Laying a tile costs no more than the features it joins.
"""

from __future__ import annotations

from gamespec.program.tables import NOWHERE, Plane
from interpreter.play import faults

__all__ = ["Tiling"]

Position = list[int]


class Tiling:
    """What happens on one plane."""

    def __init__(self, number: int, plane: Plane) -> None:
        self.number = number
        self.plane = plane
        self.at = plane.at

    def spots(self, p: Position, tile: int) -> list[int]:
        """The spots at which a tile fits; the centre if nothing lies there yet."""
        plane, tile_at, first = self.plane, self.at.tile_at, tile - self.plane.first_tile
        edges, turns = plane.edges[first], plane.turns[first]
        places = sorted(self._free(p))
        if not places:
            return [4 * plane.centre + turn for turn in turns]
        found: list[int] = []
        for place in places:
            walls = self._walls(p, place, tile_at)
            for turn in turns:
                edge = edges[turn]
                if all(edge[side] == wall for side, wall in walls):
                    found.append(4 * place + turn)
        return found

    def _free(self, p: Position) -> set[int]:
        """The empty places beside laid tiles."""
        plane, at = self.plane, self.at
        free: set[int] = set()
        for spot in p[at.spot_of : at.spot_of + plane.tiles]:
            if spot:
                for place in plane.beside[(spot - 1) // 4]:
                    if place >= 0 and not p[at.tile_at + place]:
                        free.add(place)
        return free

    def _walls(self, p: Position, place: int, tile_at: int) -> list[tuple[int, int]]:
        """What the sides of a tile laid at a place must show, where it has neighbours."""
        plane = self.plane
        walls: list[tuple[int, int]] = []
        for side, other in enumerate(plane.beside[place]):
            lying = p[tile_at + other] if other >= 0 else 0
            if lying:
                turn = (p[self.at.spot_of + lying - 1] - 1) % 4
                walls.append((side, plane.meets[plane.edges[lying - 1][turn][(side + 2) % 4]]))
        return walls

    def lay(self, p: Position, tile: int, spot: int, code_at: int) -> None:
        """Lay a tile at a spot and join its parts. Raises `Fault` if it does not fit."""
        plane, at = self.plane, self.at
        number, (place, turn) = tile - plane.first_tile, divmod(spot, 4)
        edge = plane.edges[number][turn]
        walls = self._walls(p, place, at.tile_at)
        fits = all(edge[side] == wall for side, wall in walls)
        if not walls:  # the first tile
            fits = place == plane.centre and not any(p[at.spot_of : at.spot_of + plane.tiles])
        if p[at.tile_at + place] or p[at.spot_of + number] or not fits:
            raise faults.MISFIT.at(code_at, spot=spot, plane=self.number)
        p[at.tile_at + place], p[at.spot_of + number] = number + 1, spot + 1
        for side, other in enumerate(plane.beside[place]):
            lying = p[at.tile_at + other] - 1 if other >= 0 else -1
            if lying < 0:
                continue
            turned = (p[at.spot_of + lying] - 1) % 4
            facing = plane.facing[lying][turned][(side + 2) % 4]
            for mine, theirs in zip(plane.facing[number][turn][side], reversed(facing), strict=True):
                if mine != NOWHERE:
                    self._join(p, mine, theirs)

    def _join(self, p: Position, a: int, b: int) -> None:
        """Two parts meet at a port each."""
        at = self.at
        first, second = p[at.feature + a], p[at.feature + b]
        if first == second:
            p[at.ends + first] -= 2
            return
        if second < first:
            first, second = second, first
        p[at.ends + first] += p[at.ends + second] - 2
        p[at.ends + second] = 0
        part = second
        while True:
            p[at.feature + part] = first
            part = p[at.ring + part]
            if part == second:
                break
        p[at.ring + first], p[at.ring + second] = p[at.ring + second], p[at.ring + first]

    def feature(self, p: Position, part: int) -> int:
        """The feature of a part, named by its least part."""
        return p[self.at.feature + part]

    def joined(self, p: Position, part: int) -> list[int]:
        """All parts of a part's feature, in order."""
        found, ring = [part], self.at.ring
        following = p[ring + part]
        while following != part:
            found.append(following)
            following = p[ring + following]
        return sorted(found)

    def tiles(self, p: Position, part: int) -> list[int]:
        """The tiles over which a part's feature extends."""
        return sorted({self.plane.tile_of[x] for x in self.joined(p, part)})

    def open_ends(self, p: Position, part: int) -> int:
        """At how many ports a part's feature can still grow."""
        return p[self.at.ends + p[self.at.feature + part]]

    def touching(self, p: Position, part: int) -> list[int]:
        """The features that touch a part's feature."""
        feature, touches = self.at.feature, self.plane.touches
        return sorted({p[feature + x] for own in self.joined(p, part) for x in touches[own]})

    def features(self, p: Position) -> list[int]:
        """The features of all laid tiles."""
        at = self.at
        laid = (t for t, spot in enumerate(p[at.spot_of : at.spot_of + self.plane.tiles]) if spot)
        return sorted({p[at.feature + part] for tile in laid for part in self.plane.parts_of[tile]})

    def around(self, p: Position, tile: int) -> list[int]:
        """The tiles on the eight places around a laid tile; none if it is not laid."""
        at, first = self.at, self.plane.first_tile
        spot = p[at.spot_of + tile - first]
        if not spot:
            return []
        lying = (p[at.tile_at + place] for place in self.plane.ring[(spot - 1) // 4])
        return sorted(first + tile - 1 for tile in lying if tile)
