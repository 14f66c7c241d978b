"""Planes, which are square grids on which tiles are laid so that their printed parts join.

Each side of a tile has the same number of ports, counted clockwise around the tile. `n1` is the west end of
the north side, `e1` the north end of the east side, `s1` the east end of the south side, and `w1` the south
end of the west side. A part owns ports. Port k of a side faces port (last + 1 - k) of the opposite side. Two
tiles fit if, at each such pair, either both ports belong to parts that match, or neither port belongs to a
part.

A *spot* is a place together with a rotation, and is a number below `4 · side²`. Spots are ordered by place,
row by row from the top left, and for each place by quarter turns clockwise. A tile that looks the same after
a turn is offered once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

__all__ = ["PORTLESS", "Plane", "read_ports"]

PORTLESS = -1
"""Stands in a table of ports for a port that belongs to no part."""

_SIDES = "nesw"


def read_ports(text: str) -> list[tuple[int, int]] | None:
    """Return the (side, port) pairs in a text such as `n1 n2 e3`, or `None` if the text is malformed."""
    pairs: list[tuple[int, int]] = []
    for word in text.split():
        side, port = _SIDES.find(word[:1]), word[1:]
        if side < 0 or not re.fullmatch("[1-9]", port):
            return None
        pairs.append((side, int(port)))
    return pairs


def _spot_at(side: int, spot: int) -> tuple[int, int, int]:
    place, turn = divmod(spot, 4)
    return place % side - side // 2, place // side - side // 2, turn


def _spot_name(side: int, spot: int) -> str:
    x, y, turn = _spot_at(side, spot)
    return f"({x}, {y})" + (f" turned {90 * turn}" if turn else "")


@lru_cache(4)
def _spot_names(side: int) -> tuple[str, ...]:
    return tuple(_spot_name(side, spot) for spot in range(4 * side * side))


@dataclass(frozen=True, eq=False)
class Plane:
    """The tables of a plane. Tiles are counted from `first_tile`, and parts from 0.

    `ports[tile][side * width + k]` is the part at a port, or `PORTLESS`. Two parts match if their
    `kind[part]` is equal. `touches[part]` lists the parts printed beside the part on its tile. `alike[part]`
    is equal for parts with equal attributes.
    """

    name: str
    zone: str
    side: int
    width: int
    first_tile: int
    tile_of: tuple[int, ...]
    ports: tuple[tuple[int, ...], ...]
    kind: tuple[int, ...]
    touches: tuple[tuple[int, ...], ...]
    alike: tuple[tuple[int, ...], ...]

    @property
    def places(self) -> int:
        """The number of places."""
        return self.side * self.side

    @property
    def spots(self) -> int:
        """The number of spots."""
        return 4 * self.places

    @property
    def centre(self) -> int:
        """The place in the middle of the plane."""
        return (self.side // 2) * self.side + self.side // 2

    def spot(self, x: int, y: int, turn: int) -> int | None:
        """Return the spot `x` places east and `y` places south of the centre, with `turn` quarter turns.

        Returns `None` if that lies outside the plane.
        """
        column, row = x + self.side // 2, y + self.side // 2
        if not (0 <= column < self.side and 0 <= row < self.side):
            return None
        return 4 * (row * self.side + column) + turn % 4

    def spot_name(self, spot: int) -> str:
        """Format a spot, as in `(1, -2) turned 90`."""
        return _spot_name(self.side, spot)

    @property
    def spot_names(self) -> tuple[str, ...]:
        """The names of all spots. Planes with equal sides share them."""
        return _spot_names(self.side)

    def spot_at(self, spot: int) -> tuple[int, int, int]:
        """Return how far a spot lies east and south of the centre, and its number of quarter turns."""
        return _spot_at(self.side, spot)

    @cached_property
    def parts_of(self) -> tuple[tuple[int, ...], ...]:
        """For each tile, the parts printed on it."""
        found: list[list[int]] = [[] for _ in self.ports]
        for part, tile in enumerate(self.tile_of):
            found[tile - self.first_tile].append(part)
        return tuple(tuple(x) for x in found)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """For each part, the number of its ports."""
        count = [0] * len(self.tile_of)
        for row in self.ports:
            for part in row:
                if part != PORTLESS:
                    count[part] += 1
        return tuple(count)

    def facing(self, tile: int, turn: int, side: int) -> tuple[int, ...]:
        """Return the parts along one side of a turned tile, clockwise.

        A port without a part is `PORTLESS`.
        """
        start = ((side - turn) % 4) * self.width
        return self.ports[tile][start : start + self.width]

    @cached_property
    def edges(self) -> tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]:
        """`edges[tile][turn][side]` are the values to match along a side of a turned tile, clockwise."""
        return tuple(
            tuple(tuple(self._kinds(self.facing(tile, turn, side)) for side in range(4)) for turn in range(4))
            for tile in range(len(self.ports))
        )

    def _kinds(self, parts: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(PORTLESS if p == PORTLESS else self.kind[p] for p in parts)

    @cached_property
    def turns(self) -> tuple[tuple[int, ...], ...]:
        """For each tile, the numbers of quarter turns after which it looks different."""
        return tuple(self._distinct_turns(tile) for tile in range(len(self.ports)))

    def _distinct_turns(self, tile: int) -> tuple[int, ...]:
        found: dict[object, int] = {}
        for turn in range(4):
            found.setdefault(self._look(tile, turn), turn)
        return tuple(found.values())

    def _look(self, tile: int, turn: int) -> object:
        """Return a key for the look of a turned tile: its parts by their ports, and which parts touch."""
        where: dict[int, list[int]] = {part: [] for part in self.parts_of[tile]}
        for side in range(4):
            for k, part in enumerate(self.facing(tile, turn, side)):
                if part != PORTLESS:
                    where[part].append(side * self.width + k)
        shape = {part: (tuple(ports), self.alike[part]) for part, ports in where.items()}
        return frozenset((shape[part], frozenset(shape[x] for x in self.touches[part])) for part in where)
