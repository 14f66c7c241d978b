"""What a player sees of the features on planes of tiles: who has most components there, and how far they are.

A feature is a set of joined parts (`interpreter.kernels.tiling`). Parts that may be joined to one another, by
any number of tiles between them, are of one *sort*. What is observed of a feature depends on its sort, on the
components that stand on its parts, on how many ends are open, and on its size. Of a part that can't be joined
to any other, it is the number of tiles around it that counts.
"""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.tables import NOWHERE, Plane
from interpreter.kernels.terms import Room, Words

__all__ = ["Regions"]

NOBODY, MINE, SHARED, OTHERS = range(4)
STATES, MOST_ENDS, SIZES = 4, 9, (0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7)


class Regions:
    """The features on one plane. `most` is the greatest number of them, and `kinds` of what is seen of them."""

    def __init__(self, program: Program, plane: Plane, position: Words, room: Room) -> None:
        self.position, self.at, self.parts = position, plane.at, len(plane.tile_of)
        self.first_tile, self.players = plane.first_tile, program.players
        self.tile_of = tuple(tile - plane.first_tile for tile in plane.tile_of)
        self.near = tuple(n for ring in plane.ring for n in (*ring, *[-1] * (8 - len(ring))))
        self.sorts = sorts(plane)
        self.joins = tuple(int(ends > 0) for ends in plane.ends)
        layout = program.layout
        self.next, self.first = layout.next, layout.first
        self.owners = program.owners
        self.standing = tuple(
            family.first
            for family in program.families
            if family.count == self.parts and family.count > 1
        )
        self.kinds = (max(self.sorts, default=0) + 1) * STATES * (MOST_ENDS + 1) * 8
        self.seen, self.count = room.words(max(self.parts, 1)), room.words(1)
        self.tokens = room.words(program.players + 1)

    def find(self, seat: int) -> None:
        """Write to `seen` what a seat sees of each feature."""
        self.count[0] = 0
        for part in range(self.parts):
            if self.position[self.at.spot_of + self.tile_of[part]] != 0:
                if self.position[self.at.feature + part] == part:
                    self.add(seat, part)

    def add(self, seat: int, root: int) -> None:
        """Add a feature."""
        for i in range(self.players + 1):
            self.tokens[i] = 0
        size, here, any_ = 0, root, 0
        while size == 0 or here != root:
            size += 1
            for zones in self.standing:
                c = self.position[self.first + zones + here]
                while c >= 0:
                    self.tokens[self.owners[c] + 1] += 1
                    any_ += 1
                    c = self.position[self.next + c]
            here = self.position[self.at.ring + here]
        state, most = NOBODY, 0
        if any_ > 0:
            for other in range(self.players):
                if other != seat and self.tokens[other + 1] > most:
                    most = self.tokens[other + 1]
            mine = self.tokens[seat + 1]
            state = MINE if mine > most else SHARED if mine == most else OTHERS
        ends = self.position[self.at.ends + root]
        if self.joins[root] == 0:
            ends = self.around(self.tile_of[root])
        if ends > MOST_ENDS:
            ends = MOST_ENDS
        if size > 10:
            size = 10
        if state != NOBODY or ends > 0:
            kind = ((self.sorts[root] * STATES + state) * (MOST_ENDS + 1) + ends) * 8 + SIZES[size]
            self.seen[self.count[0]] = kind
            self.count[0] += 1

    def around(self, tile: int) -> int:
        """Return the number of tiles around a tile."""
        place, count = (self.position[self.at.spot_of + tile] - 1) // 4, 0
        for i in range(8):
            other = self.near[8 * place + i]
            if other >= 0:
                if self.position[self.at.tile_at + other] != 0:
                    count += 1
        return count


def sorts(plane: Plane) -> tuple[int, ...]:
    """Return the sort of each part of a plane, as a number from 0 on."""
    of = list(range(len(plane.tile_of)))

    def root(part: int) -> int:
        while of[part] != part:
            part = of[part]
        return part

    meeting = dict[tuple[int, int], int]()
    for edges, facing in zip(plane.edges, plane.facing, strict=True):
        for sides, parts in zip(edges, facing, strict=True):
            for edge, ports in zip(sides, parts, strict=True):
                for port, part in enumerate(ports):
                    if part == NOWHERE:
                        continue
                    mate = plane.meets[edge], len(ports) - 1 - port
                    for key in ((edge, port), mate):
                        of[root(meeting.setdefault(key, part))] = root(part)
    alone = [part for part, ends in enumerate(plane.ends) if not ends]
    for part in alone:
        of[part] = alone[0]
    numbers = dict[int, int]()
    return tuple(numbers.setdefault(root(part), len(numbers)) for part in range(len(of)))
