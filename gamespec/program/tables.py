"""The tables of a program: the layout of a position, and the boards, which never change.

A position is a single list of 32-bit integers. `Layout` gives the offsets of its parts:

    head        HEAD integers, then one per chance stream, then one per player: the final place
    components  zone, next, previous, known: one block each, indexed by component
    zones       first, last, size: one block each, indexed by zone
    attributes  shown without the component: for each component and player, the excluded values
    stores      resources, each with its bank last, then variables
    planes      the tile at each place, and the spot, features and open ends of tiles and parts
    histories   the number of situations, then room for the greatest number
    frames      locals of routines; routines that are never active together share places
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Literal

from gamespec.program.domain import Domain
from gamespec.program.frozen import dataclass
from gamespec.program.marks import Count, FamilyNumber, Index, KindNumber, Least, ZoneNumber

__all__ = [
    "BY_OTHERS",
    "BY_OWNER",
    "HEAD",
    "MOST_OF_A_WORD",
    "MOST_VALUES",
    "NOWHERE",
    "Attribute",
    "Digit",
    "Family",
    "Head",
    "History",
    "Kind",
    "Layout",
    "Plane",
    "PlaneLayout",
    "Run",
    "Slot",
    "Space",
    "Store",
    "Zone",
    "runs",
]


class Head:
    """Offsets in the head of a position."""

    PC = 0
    """The instruction that runs next, or the instruction of the decision that is pending."""
    OUTCOME = 1
    """Either 0 while the game goes on, or one of the outcomes below, or `END` plus the number of an entry in
    `end`.
    """
    DECISIONS = 2
    """The number of decisions made so far."""
    TURN = 3
    """The player whose turn it is, or `none`."""
    ME = 4
    """The player who acts, or `none`."""
    PHASE = 5
    """The number of the current phase."""
    SEED_LOW = 6
    SEED_HIGH = 7

    RUNNING = 0
    FINISHED = 1
    """The outcome of a game whose phases are all over."""
    LIMIT_RANK = 2
    LIMIT_DRAW = 3
    TRUNCATED = 4
    END = 8
    """`END + i` is the outcome of a game that the entry `i` of `end` has ended."""


HEAD = 8
"""Number of integers in the part of the head whose length does not depend on the program."""

BY_OWNER, BY_OTHERS = -1, -2
"""Values of `Zone.seen`: only the owner of each component sees it, or everyone except its owner."""

NOWHERE = -1
"""Stands for no entry, as for a step that leads nowhere, or for a port that belongs to no part."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The offsets of the parts of a position."""

    streams: Count
    places: Count
    zone_of: Count
    next: Count
    previous: Count
    known: Count
    first: Count
    last: Count
    size: Count
    stores: Count
    frames: Count
    length: Count


@dataclass(frozen=True, slots=True)
class Slot:
    """A local of a routine, which takes `size` integers of the position from `place` on.

    A list is stored with its length before it. The list of a loop is also preceded by a cursor.
    """

    place: Count
    size: Count
    domain: Domain


@dataclass(frozen=True, slots=True)
class Store:
    """A variable or resource, or a family of them, whose members start at `place`.

    `dims` gives the first key and the number of keys of each dimension; the last dimension varies fastest.
    `start` holds the initial values. For each member, `seen` has a bit for each player who sees it. A
    resource has a bank, or one for each value of its last key; the tokens of each bank are conserved
    separately. Banks follow the members, and their values are last in `start`; `bank` is the least value that
    a bank may hold. `component` says whether the values are components. `spaces` has, for each dimension, the
    space whose cells are the keys, or `NOWHERE`, and `space` is the space whose cells are the values.
    """

    place: Count
    domain: Domain
    dims: tuple[tuple[int, Count], ...]
    start: tuple[int, ...]
    seen: tuple[int, ...]
    bank: int | None
    component: bool
    spaces: tuple[Annotated[int, Index("spaces", NOWHERE)], ...]
    space: Annotated[int, Index("spaces", NOWHERE)]

    @property
    def count(self) -> int:
        """The number of members, without banks."""
        return len(self.seen)

    @property
    def banks(self) -> int:
        """The number of banks."""
        return len(self.start) - len(self.seen)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component, with `size` components numbered from `first`."""

    first: Count
    size: Count


MOST_VALUES = 31
"""Maximum number of values of an attribute that is shown without the component. It is the number of bits in a
non-negative 32-bit integer.
"""


@dataclass(frozen=True, eq=False)
class Attribute:
    """An attribute of a kind that is shown without the component. `printed` is its value on each component.

    From `place` on there is an integer for each component of the kind and each player. It has a bit for each
    of `values` that the player knows not to be printed on the component, and is 0 if the player knows the
    component.
    """

    kind: KindNumber
    place: Count
    printed: tuple[int, ...]

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The values that occur, in ascending order. Bit *i* stands for the value at index *i*."""
        return tuple(sorted(set(self.printed)))

    @property
    def all(self) -> int:
        """The bit set of all values."""
        return (1 << len(self.values)) - 1

    def bit(self, value: int) -> int:
        """Return the bit for a value, or 0 if no component has the value."""
        return 1 << self.values.index(value) if value in self.values else 0


@dataclass(frozen=True, slots=True)
class Family:
    """A zone or a family of zones for one kind of component. `first` is the number of the first zone.

    `dims` and `spaces` are as in `Store`.
    """

    first: Count
    dims: tuple[tuple[int, Count], ...]
    kind: KindNumber
    spaces: tuple[Annotated[int, Index("spaces", NOWHERE)], ...]

    @property
    def count(self) -> int:
        """The number of zones in the family."""
        total = 1
        for _, size in self.dims:
            total *= size
        return total


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone. `seen` has a bit for each player who sees into it, or is `BY_OWNER` or `BY_OTHERS`.

    `stream` is the chance stream that shuffles the zone, or that draws what was chosen there unseen. It is
    `NOWHERE` if neither can happen. `owner` is the seat that the first of the zone's player keys gives, or
    `NOWHERE`.
    """

    family: FamilyNumber
    ordered: bool
    capacity: Count
    seen: Annotated[int, Least(BY_OTHERS)]
    stream: Annotated[int, Index("streams", NOWHERE)]
    owner: Annotated[int, Least(NOWHERE)]

    @property
    def tells(self) -> bool:
        """Whether a place in the zone identifies the component that lies there."""
        return self.ordered or self.capacity == 1


MOST_OF_A_WORD = 2**31
"""The number of values that a word of a situation can have."""


@dataclass(frozen=True, slots=True)
class Digit:
    """A part of a situation, which is one of `size` numbers and is added to a `word` with its `weight`.

    It reads one of these from the position:

    - the `value` at the place `of`, as its difference from `first`; with `optional` plus one, and 0 for
      `none`
    - the `occupant` of zone `of` at the place `which`, from the top, as its number in `table`; 0 if there is
      none
    - the `whereabouts` of component `of`, as the number of its zone in `table`
    - the `count` of the components in zone `of` for which `table` has a 1

    A table of components is indexed by the component's number minus `first`. A `size` of 0 marks a value that
    may be any integer; it is stored unchanged and takes the whole word.
    """

    word: Count
    weight: Annotated[int, Least(1)]
    size: Count
    read: Literal["value", "occupant", "whereabouts", "count"]
    of: Count
    which: Count
    first: int
    optional: bool
    table: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class History:
    """Past situations in ascending order, so that histories of the same situations are equal.

    The number of situations is at `place`. The situations follow, each of which takes `words` words. There is
    room for `length` situations; the unused words are 0.
    """

    place: Count
    length: Annotated[int, Least(1)]
    words: Count
    digits: tuple[Digit, ...]

    @property
    def size(self) -> int:
        """The number of integers that the history takes in a position."""
        return 1 + self.length * self.words


Run = tuple[tuple[int, ...], int, int]
"""The run of a cell: the cells of the run, the cell's index in it, and the index at which the cell's ray
ends.
"""


@dataclass(frozen=True, eq=False)
class Space:
    """A board. `steps[direction][cell]` is the cell one step away, or `NOWHERE`.

    `neighbours[cell]` are the cells one step away, ordered by direction, and then those that are adjacent in
    no direction. `columns` and `rows` count from 1, and are 0 in a space that has none.

    The cells that follow one another in a direction form a *run*. It begins at a cell to which no step leads,
    or it is a ring. Each run is stored once. The end of a ray, the cell a number of steps away and the cells
    of a line then follow by arithmetic, at any distance.
    """

    neighbours: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    ring: bool
    columns: tuple[int, ...]
    rows: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.neighbours)

    @cached_property
    def links(self) -> int:
        """The sum of the numbers of neighbours of all cells."""
        return sum(len(n) for n in self.neighbours)

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The cell at each column and row."""
        return {(c, r): i for i, (c, r) in enumerate(zip(self.columns, self.rows, strict=True))}

    @cached_property
    def direction_to(self) -> dict[tuple[int, int], int]:
        """For each pair of cells, the first direction in which a step leads from one to the other."""
        found: dict[tuple[int, int], int] = {}
        for d, step in enumerate(self.steps):
            for cell, other in enumerate(step):
                found.setdefault((cell, other), d)
        return found

    @cached_property
    def ways(self) -> tuple[tuple[Run, ...], ...]:
        """`ways[direction][cell]` is the run that contains the cell."""
        return tuple(runs(step) for step in self.steps)

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """Return the cells beyond `cell` in a direction, nearest first, without `cell` itself."""
        run, start, end = self.ways[direction][cell]
        return run[start:end]

    def distances_from(self, start: int) -> tuple[int, ...]:
        """Return the least number of steps from `start` to each cell, or `NOWHERE` if there is no path."""
        found = [NOWHERE] * self.size
        found[start] = 0
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            onward = found[cell] + 1
            for other in self.neighbours[cell]:
                if found[other] == NOWHERE:
                    found[other] = onward
                    queue.append(other)
        return tuple(found)


def runs(step: tuple[int, ...]) -> tuple[Run, ...]:
    """Return, for each cell, its run in a direction. No two cells may step to the same cell."""
    ways: list[Run | None] = [None] * len(step)
    entered = set(step)
    for first in [c for c in range(len(step)) if c not in entered] + list(range(len(step))):
        if ways[first] is not None:
            continue
        run = [first]
        while step[run[-1]] not in (NOWHERE, first):
            run.append(step[run[-1]])
        length, round_ = len(run), step[run[-1]] == first
        cells = tuple(run * 2) if round_ else tuple(run)
        for i, cell in enumerate(run, 1):
            ways[cell] = cells, i, i + length - 1 if round_ else length
    return tuple(way for way in ways if way is not None)


@dataclass(frozen=True, slots=True)
class PlaneLayout:
    """The offsets of the parts of a plane.

    There is an integer for each place: the tile there plus 1, or 0 for none. For each tile there is its spot
    plus 1. For each part there are its feature, the next part of that feature (in a ring), and, at the
    feature's first part, its open ends.
    """

    tile_at: Count
    spot_of: Count
    feature: Count
    ring: Count
    ends: Count


_STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


@dataclass(frozen=True, eq=False)
class Plane:
    """A square of `side` times `side` places on which tiles are laid. Parts are counted from 0.

    A *spot* is a place together with a rotation, `4 * place + turn`. `turns[tile]` are the rotations in which
    a tile looks different; tiles are counted from `first_tile`. `facing[tile][turn][side]` are the parts on a
    side, clockwise, and `edges[tile][turn][side]` is the number of the pattern on that side. Two tiles fit if
    `meets[edge]` of one is the edge of the other. `tile_of[part]` is the tile on which a part is printed,
    `touches[part]` are the parts beside it on that tile, and `ends[part]` is its number of ports.
    """

    side: Count
    zone: ZoneNumber
    first_tile: Count
    turns: tuple[tuple[int, ...], ...]
    facing: tuple[tuple[tuple[tuple[int, ...], ...], ...], ...]
    edges: tuple[tuple[tuple[int, ...], ...], ...]
    meets: tuple[int, ...]
    tile_of: tuple[int, ...]
    touches: tuple[tuple[int, ...], ...]
    ends: tuple[int, ...]
    at: PlaneLayout

    @property
    def tiles(self) -> int:
        """The number of tiles."""
        return len(self.edges)

    @property
    def places(self) -> int:
        """The number of places."""
        return self.side * self.side

    @property
    def centre(self) -> int:
        """The place in the middle of the plane."""
        return (self.side // 2) * self.side + self.side // 2

    @cached_property
    def parts_of(self) -> tuple[tuple[int, ...], ...]:
        """For each tile, the parts printed on it."""
        found: list[list[int]] = [[] for _ in range(self.tiles)]
        for part, tile in enumerate(self.tile_of):
            found[tile - self.first_tile].append(part)
        return tuple(tuple(x) for x in found)

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the places north, east, south and west of it, or `NOWHERE` beyond the edge."""
        return tuple(self._around(_STEPS))

    @cached_property
    def ring(self) -> tuple[tuple[int, ...], ...]:
        """For each place, the up to eight places around it."""
        steps = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
        return tuple(tuple([p for p in around if p >= 0]) for around in self._around(steps))

    def _around(self, steps: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, ...]]:
        """Yield, for each place, the places at the given distances in columns and rows, or `NOWHERE`.

        Distances are at most one.
        """
        side, offsets = self.side, [dy * self.side + dx for dx, dy in steps]
        for place in range(self.places):
            row, column = divmod(place, side)
            if 0 < row < side - 1 and 0 < column < side - 1:
                yield tuple([place + offset for offset in offsets])
                continue
            yield tuple(
                place + offset if 0 <= column + dx < side and 0 <= row + dy < side else NOWHERE
                for offset, (dx, dy) in zip(offsets, steps, strict=True)
            )
