"""Planes of tiles: where a tile can be laid, and how the parts printed on tiles join into features.

A feature is a set of joined parts, and is identified by the part with the lowest number. Each part stores its
feature. The parts of a feature form a ring, so two features are joined by exchanging two links. The part with
the lowest number also stores how many open ends the feature has. Laying a tile costs no more than the size of
the features that it joins.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.program.tables import NOWHERE, Plane
from interpreter.kernels.terms import Position, Room, Words
from interpreter.play import faults

__all__ = ["Tiling"]

SIDES = 4
ANY = -1
"""Marks a side of a place as unconstrained, because no tile lies beside it."""


class Tiling:
    """The queries and changes that one plane of tiles supports."""

    def __init__(self, number: int, plane: Plane, room: Room) -> None:
        self.number, self.plane, self.at = number, plane, plane.at
        self.tile_of = tuple(tile - plane.first_tile for tile in plane.tile_of)
        self.turns = tuple(tuple(turn in allowed for turn in range(SIDES)) for allowed in plane.turns)
        self.ports = max(
            (len(side) for turns in plane.facing for sides in turns for side in sides), default=0
        )
        self.walls, self.free = room.words(SIDES), room.words(plane.places)
        self.gathered = room.gathered(max(len(plane.tile_of), plane.tiles, plane.places))

    # --- possible spots -------------------------------------------------------------------------------

    def spots(self, p: Position, tile: int, to: Words) -> int:  # noqa: C901 - free places, then turns
        """Write to `to` the spots at which a tile fits, and return their number.

        If no tile has been laid yet, the only possible place is the centre.
        """
        own, count = tile - self.plane.first_tile, 0
        for laid in range(self.plane.tiles):
            spot = p[self.at.spot_of + laid]
            if spot:
                for side in range(SIDES):
                    other = self.plane.beside[(spot - 1) // 4][side]
                    if other >= 0 and not p[self.at.tile_at + other]:
                        self.gathered.add(other)
        places = self.gathered.drain(self.free, 0, self.plane.places)
        if not places:
            for turn in range(SIDES):
                if self.turns[own][turn]:
                    to[count] = 4 * self.plane.centre + turn
                    count += 1
        for i in range(places):
            self.faced(p, self.free[i])
            for turn in range(SIDES):
                if self.turns[own][turn] and self.fits(own, turn):
                    to[count] = 4 * self.free[i] + turn
                    count += 1
        return count

    def faced(self, p: Position, place: int) -> int:
        """Record what a tile at a place must show on each side; return how many sides are constrained."""
        count = 0
        for side in range(SIDES):
            other = self.plane.beside[place][side]
            lying = p[self.at.tile_at + other] if other >= 0 else 0
            self.walls[side] = ANY
            if lying:
                turn = (p[self.at.spot_of + lying - 1] - 1) % 4
                self.walls[side] = self.plane.meets[self.plane.edges[lying - 1][turn][(side + 2) % 4]]
                count += 1
        return count

    def fits(self, tile: int, turn: int) -> bool:
        """Return whether a turned tile shows on its sides what `faced` has recorded.

        `tile` counts from the plane's first tile, which is 0.
        """
        for side in range(SIDES):
            if (self.walls[side] != ANY) & (self.plane.edges[tile][turn][side] != self.walls[side]):
                return False
        return True

    # --- laying ---------------------------------------------------------------------------------------

    def lay(self, p: Position, tile: int, spot: int, at: int) -> None:
        """Lay a tile at a spot and join its parts. Raises `Fault` at `at` if the tile does not fit."""
        number, place, turn = tile - self.plane.first_tile, spot // 4, spot % 4
        fits = self.fits(number, turn) if self.faced(p, place) else self.first(p, place)
        if p[self.at.tile_at + place] or p[self.at.spot_of + number] or not fits:
            raise faults.MISFIT.at(at, spot=spot, plane=self.number)
        p[self.at.tile_at + place] = number + 1
        p[self.at.spot_of + number] = spot + 1
        for side in range(SIDES):
            other = self.plane.beside[place][side]
            lying = p[self.at.tile_at + other] - 1 if other >= 0 else -1
            if lying >= 0:
                turned = (p[self.at.spot_of + lying] - 1) % 4
                for port in range(self.ports):
                    mine = self.plane.facing[number][turn][side][port]
                    theirs = self.plane.facing[lying][turned][(side + 2) % 4][self.ports - 1 - port]
                    if mine != NOWHERE:
                        self.join(p, mine, theirs)

    def first(self, p: Position, place: int) -> bool:
        """Return whether no tile has been laid and `place` is where the first tile must be laid."""
        for tile in range(self.plane.tiles):
            if p[self.at.spot_of + tile]:
                return False
        return place == self.plane.centre

    def join(self, p: Position, a: int, b: int) -> None:
        """Join two parts that meet at a port."""
        first, second = p[self.at.feature + a], p[self.at.feature + b]
        if first == second:
            p[self.at.ends + first] -= 2
            return
        if second < first:
            first, second = second, first
        p[self.at.ends + first] += p[self.at.ends + second] - 2
        p[self.at.ends + second] = 0
        for part in self.ring(p, second):
            p[self.at.feature + part] = first
        p[self.at.ring + first], p[self.at.ring + second] = p[self.at.ring + second], p[self.at.ring + first]

    # --- features -------------------------------------------------------------------------------------

    def ring(self, p: Position, part: int) -> Iterator[int]:
        """Yield each part of the feature to which `part` belongs once, starting with `part`."""
        here = part
        while True:
            yield here
            here = p[self.at.ring + here]
            if here == part:
                break

    def feature(self, p: Position, part: int) -> int:
        """Return the feature of a part, identified by the lowest part in the feature."""
        return p[self.at.feature + part]

    def open_ends(self, p: Position, part: int) -> int:
        """Return the number of ports at which the feature of a part can still grow."""
        return p[self.at.ends + p[self.at.feature + part]]

    def joined(self, p: Position, part: int, to: Words) -> int:
        """Write to `to` all parts in the feature of `part`, and return their number."""
        for own in self.ring(p, part):
            self.gathered.add(own)
        return self.gathered.drain(to, 0, len(self.tile_of))

    def tiles(self, p: Position, part: int, to: Words) -> int:
        """Write to `to` the tiles over which the feature of `part` extends, and return their number."""
        for own in self.ring(p, part):
            self.gathered.add(self.tile_of[own])
        return self.gathered.drain(to, self.plane.first_tile, self.plane.tiles)

    def touching(self, p: Position, part: int, to: Words) -> int:
        """Write to `to` the features that touch the feature of `part`, and return their number."""
        for own in self.ring(p, part):
            for other in self.plane.touches[own]:
                self.gathered.add(p[self.at.feature + other])
        return self.gathered.drain(to, 0, len(self.tile_of))

    def features(self, p: Position, to: Words) -> int:
        """Write to `to` the features of all laid tiles, and return their number."""
        for part in range(len(self.tile_of)):
            if p[self.at.spot_of + self.tile_of[part]]:
                self.gathered.add(p[self.at.feature + part])
        return self.gathered.drain(to, 0, len(self.tile_of))

    def around(self, p: Position, tile: int, to: Words) -> int:
        """Write to `to` the tiles on the eight places around a laid tile, and return their number.

        If `tile` has not been laid, there are none.
        """
        spot = p[self.at.spot_of + tile - self.plane.first_tile]
        if spot:
            for place in self.plane.ring[(spot - 1) // 4]:
                lying = p[self.at.tile_at + place]
                if lying:
                    self.gathered.add(lying - 1)
        return self.gathered.drain(to, self.plane.first_tile, self.plane.tiles)
