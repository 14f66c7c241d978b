"""What a seat sees of the features on a plane of tiles: whose they are, and how far they have grown.

A feature is a set of joined parts (`interpreter.kernels.tiling`). Parts are of one *sort* if tiles exist that
may join them, whatever lies between them. What is seen of a feature is its sort, who has most components on
its parts, how many ends are open, and about how many parts it has; and if somebody has any component there,
how many complete features it touches. A part that nothing can be joined to is a feature of its own, and the
tiles around it count in place of open ends.

Zones stand on parts if a family has as many of them as there are parts. A program does not say whether its
keys are parts; if they are not, the weights mean little, but do no harm.
"""

from __future__ import annotations

from itertools import accumulate, chain

from gamespec.program import Program
from gamespec.program.tables import NOWHERE, Plane
from interpreter.kernels.terms import Room, Words, clear

__all__ = ["Regions", "sorts"]

NOBODY, MINE, SHARED, OTHERS = range(4)
"""Who has most components on a feature: nobody has any, the seat, the seat and others, or only others."""

OWNERS, ENDS, SIZES, TOUCHED = 4, 10, 8, 5
"""The numbers of values of what is seen of a feature."""

SIZE = (0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7)
"""What is seen of the number of parts of a feature, up to the last number."""

AROUND = 8
"""Maximum number of tiles around a tile."""


class Regions:
    """Finds what a seat sees of the features on one plane.

    `seen` has a number less than `kinds` for each feature, and another one if components stand on it. `count`
    is how many there are, at most `most`.
    """

    def __init__(self, program: Program, plane: Plane, position: Words, room: Room) -> None:
        self.position, self.at, self.parts = position, plane.at, len(plane.tile_of)
        self.players, self.owners = program.players, program.owners
        self.first, self.next = program.layout.first, program.layout.next
        self.tile_of = tuple(tile - plane.first_tile for tile in plane.tile_of)
        self.tiles, self.printed = plane.tiles, tuple(chain(*plane.parts_of)) or (0,)
        self.parts_of = (0, *accumulate(map(len, plane.parts_of)))
        """The parts printed on all tiles, and where those of each tile begin and end."""
        self.sorts, self.joins = sorts(plane), tuple(int(ends > 0) for ends in plane.ends)
        self.around = tuple(n for ring in plane.ring for n in (*ring, *[NOWHERE] * (AROUND - len(ring))))
        """For each place, the places around it."""
        self.on_parts = tuple(family.first for family in program.families if family.count == self.parts)
        """The first zone of each family of zones that stand on parts."""
        self.touches = tuple(chain(*plane.touches)) or (0,)
        self.touches_of = (0, *accumulate(map(len, plane.touches)))
        """The parts beside all parts, and where those beside each part begin and end."""
        self.grown = (1 + max(self.sorts, default=0)) * OWNERS * ENDS * SIZES
        """The number of kinds of features that do not say what a feature touches; the others follow."""
        self.kinds = self.grown + (1 + max(self.sorts, default=0)) * OWNERS * TOUCHED
        self.touched_by = room.words(max(self.parts, 1))
        """For each feature, the last one that was found to touch it, plus 1."""
        self.most = 2 * self.parts
        self.seen, self.count = room.words(max(self.most, 1)), room.words(1)
        self.pieces = room.words(program.players + 2)
        """The numbers of components on a feature: those of nobody, those of each seat, and all of them."""

    def find(self, seat: int) -> None:
        """Find what a seat sees of each feature. One that is complete, and nobody's, does not count."""
        count = 0
        clear(self.touched_by, 0, self.parts)
        for tile in range(self.tiles):
            if self.position[self.at.spot_of + tile] != 0:
                for i in range(self.parts_of[tile], self.parts_of[tile + 1]):
                    part = self.printed[i]
                    if self.position[self.at.feature + part] == part:
                        size = self.stand(part)
                        owner, ends = self.owner(seat), self.ends(part)
                        of = self.sorts[part] * OWNERS + owner
                        if owner != NOBODY or ends > 0:
                            self.seen[count] = (of * ENDS + ends) * SIZES + size
                            count += 1
                        if owner != NOBODY:
                            self.seen[count] = self.grown + of * TOUCHED + self.touched(part)
                            count += 1
        self.count[0] = count

    def stand(self, feature: int) -> int:
        """Count the components of each seat on a feature, and return what is seen of its size."""
        if self.pieces[self.players + 1] > 0:
            clear(self.pieces, 0, self.players + 2)
        size, here, goes_on = 0, feature, 1
        while goes_on:
            for zones in self.on_parts:
                c = self.position[self.first + zones + here]
                while c >= 0:
                    self.pieces[self.owners[c] + 1] += 1
                    self.pieces[self.players + 1] += 1
                    c = self.position[self.next + c]
            size += size < len(SIZE) - 1
            here = self.position[self.at.ring + here]
            goes_on = here != feature
        return SIZE[size]

    def owner(self, seat: int) -> int:
        """Return who has most components on the feature whose components were counted last."""
        found, mine, most = NOBODY, self.pieces[seat + 1], 0
        if self.pieces[self.players + 1] > 0:
            for other in range(self.players):
                if other != seat and self.pieces[other + 1] > most:
                    most = self.pieces[other + 1]
            if mine > most:
                found = MINE
            elif most > mine:
                found = OTHERS
            elif mine > 0:
                found = SHARED
        return found

    def ends(self, feature: int) -> int:
        """Return how many ends of a feature are open, or how many tiles lie around it, at most `ENDS` - 1."""
        found = self.position[self.at.ends + feature]
        if self.joins[feature] == 0:
            found = self.tiles_around((self.position[self.at.spot_of + self.tile_of[feature]] - 1) // 4)
        return found if found < ENDS else ENDS - 1

    def touched(self, feature: int) -> int:
        """Return how many complete features a feature touches, at most `TOUCHED` - 1."""
        count, here, goes_on = 0, feature, 1
        while goes_on:
            for i in range(self.touches_of[here], self.touches_of[here + 1]):
                other = self.position[self.at.feature + self.touches[i]]
                if self.touched_by[other] != feature + 1:
                    self.touched_by[other] = feature + 1
                    if self.joins[other] == 1 and self.position[self.at.ends + other] == 0:
                        count += 1
            here = self.position[self.at.ring + here]
            goes_on = here != feature
        return count if count < TOUCHED else TOUCHED - 1

    def tiles_around(self, place: int) -> int:
        """Return how many tiles lie around a place."""
        count = 0
        for i in range(AROUND):
            other = self.around[AROUND * place + i]
            if other >= 0:
                count += self.position[self.at.tile_at + other] != 0
        return count


def sorts(plane: Plane) -> tuple[int, ...]:
    """Return the sort of each part of a plane, as a number from 0 on."""
    of = list(range(len(plane.tile_of)))

    def first(part: int) -> int:
        while of[part] != part:
            part = of[part]
        return part

    meets = dict[tuple[int, int], int]()
    for edges, facing in zip(chain(*plane.edges), chain(*plane.facing), strict=True):
        for edge, ports in zip(edges, facing, strict=True):
            for port, part in enumerate(ports):
                for key in ((edge, port), (plane.meets[edge], len(ports) - 1 - port)):
                    if part != NOWHERE:
                        of[first(meets.setdefault(key, part))] = first(part)
    alone = [part for part, ends in enumerate(plane.ends) if not ends]
    for part in alone:
        of[part] = alone[0]
    numbers = dict[int, int]()
    return tuple(numbers.setdefault(first(part), len(numbers)) for part in range(len(of)))
