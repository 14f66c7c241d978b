"""The tables of a program: what lies in a position and where, and the boards that never change.

A position is one list of 32-bit integers (`Layout` says what lies where):

    head        HEAD integers, then one a chance stream, then one a player: the final place
    components  zone, next, previous, known: one block each, indexed by component
    zones       first, last, size: one block each, indexed by zone
    attributes  that are shown by themselves: for each component of the kind and each player what is excluded
    stores      resources, each with its bank last, then variables
    planes      for each place, tile and part what lies and joins there
    histories   how many situations there are, then room for as many as there may be
    frames      locals of routines; routines that can never be active together share places
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from gamespec.program.domain import Domain
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
    """The instruction that runs next; while a decision is pending, that decision."""
    OUTCOME = 1
    """0 while the game goes on, else one of the constants below, or `END` plus the entry of `end`."""
    DECISIONS = 2
    """How many decisions have been made."""
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
    """All phases are over."""
    LIMIT_RANK = 2
    LIMIT_DRAW = 3
    TRUNCATED = 4
    END = 8
    """`END + i`: the i-th entry of `end`."""


HEAD = 8
"""How many integers the fixed part of the head has."""

BY_OWNER, BY_OTHERS = -1, -2
"""In `Zone.seen`: only the component's owner sees it, all but the owner do."""

NOWHERE = -1
"""A step that leads nowhere; a port that belongs to no part; what there is none of."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Offsets of the parts of a position."""

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
    """A local of a routine: `size` integers of the position from `place`.

    A list begins with its length; one that a loop goes through with a cursor before it.
    """

    place: Count
    size: Count
    domain: Domain


@dataclass(frozen=True, slots=True)
class Store:
    """A variable or resource, or a family of them: its members lie from `place` on.

    `dims` are first key and number of keys of each dimension; the last varies fastest. `start` is what they
    begin with, and `seen` has for each a bit for each player who sees it. A resource has a bank, or one for
    each value of its last key, of which tokens are conserved by themselves; banks lie behind the members and
    stand last in `start`; `bank` is the least that one may hold. `component` says that the values are
    components.
    """

    place: Count
    domain: Domain
    dims: tuple[tuple[int, Count], ...]
    start: tuple[int, ...]
    seen: tuple[int, ...]
    bank: int | None
    component: bool

    @property
    def count(self) -> int:
        """How many members the family has."""
        return len(self.seen)

    @property
    def banks(self) -> int:
        """How many banks there are."""
        return len(self.start) - len(self.seen)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of component: `size` of them from number `first`."""

    first: Count
    size: Count


MOST_VALUES = 31
"""The most values of an attribute that is shown by itself: the bits of an integer that is not negative."""


@dataclass(frozen=True, eq=False)
class Attribute:
    """An attribute of a kind that players are shown by itself: `printed` is its value on each component.

    From `place` on lies, for each component of the kind and for each player, a bit for each of `values` that
    the player knows is not printed there; 0 where the player knows the component.
    """

    kind: KindNumber
    place: Count
    printed: tuple[int, ...]

    @cached_property
    def values(self) -> tuple[int, ...]:
        """The values that occur, ascending: bit *i* stands for the *i*-th."""
        return tuple(sorted(set(self.printed)))

    @property
    def all(self) -> int:
        """A bit for each value."""
        return (1 << len(self.values)) - 1

    def bit(self, value: int) -> int:
        """The bit of a value; 0 if it is printed on no component."""
        return 1 << self.values.index(value) if value in self.values else 0


@dataclass(frozen=True, slots=True)
class Family:
    """A zone or a family of zones of one kind of component; `first` is the number of the first of them."""

    first: Count
    dims: tuple[tuple[int, Count], ...]
    kind: KindNumber

    @property
    def count(self) -> int:
        """How many zones there are."""
        total = 1
        for _, size in self.dims:
            total *= size
        return total


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: `seen` has a bit for each player who sees into it, or is `BY_OWNER` or `BY_OTHERS`.

    `stream` is the chance stream that shuffles it, or that draws what was chosen there unseen; or `NOWHERE`.
    Its `owner` is the seat that is the first of its keys that is a player, or `NOWHERE`.
    """

    family: FamilyNumber
    ordered: bool
    capacity: Count
    seen: Annotated[int, Least(BY_OTHERS)]
    stream: Annotated[int, Index("streams", NOWHERE)]
    owner: Annotated[int, Least(NOWHERE)]

    @property
    def tells(self) -> bool:
        """Whether a place in it says which component lies there."""
        return self.ordered or self.capacity == 1


MOST_OF_A_WORD = 2**31
"""How many numbers a word of a situation may be."""


@dataclass(frozen=True, slots=True)
class Digit:
    """A part of a situation: one of `size` numbers, which adds `weight` times itself to a `word`.

    What is read of a position is

    - the `value` at the place `of`: by how much it exceeds `first`; with `optional` one more, 0 for `none`
    - the `occupant` of zone `of` at the place `which`, from the top: `table` has its number, 0 is nobody
    - the `whereabouts` of component `of`: `table` has a number for each zone
    - the `count` of components in zone `of` for which `table` has a 1

    In a table of components the number of one stands by how much it exceeds `first`. A `size` of 0 is that of
    a value which may be any integer, and is the whole word, as it is.
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
    """Past situations: at `place` lies how many there are, then they do, each in so many `words`.

    They ascend, so that histories of the same situations are the same; what lies beyond them is 0. There is
    room for `length`.
    """

    place: Count
    length: Annotated[int, Least(1)]
    words: Count
    digits: tuple[Digit, ...]

    @property
    def size(self) -> int:
        """How many integers it takes."""
        return 1 + self.length * self.words


Run = tuple[tuple[int, ...], int, int]
"""Cells in a row; the place in it after a cell, and where its ray ends."""


@dataclass(frozen=True, eq=False)
class Space:
    """A board: `steps[direction][cell]` is the cell one step away, or `NOWHERE`.

    `neighbours[cell]` are those one step away, by direction, then those that lie in none. `columns` and
    `rows` count from 1 and are 0 where a space has none.

    The cells that lie one after another in a direction are a *run*: it begins where no step comes from, or
    goes round. A run is kept once; where a ray ends, which cell is so many steps away and which cells are a
    line is then a matter of counting, however long the way.
    """

    neighbours: tuple[tuple[int, ...], ...]
    steps: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    ring: bool
    columns: tuple[int, ...]
    rows: tuple[int, ...]

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.neighbours)

    @cached_property
    def links(self) -> int:
        """The number of neighbours of all cells together."""
        return sum(len(n) for n in self.neighbours)

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The cell in a column and row."""
        return {(c, r): i for i, (c, r) in enumerate(zip(self.columns, self.rows, strict=True))}

    @cached_property
    def direction_to(self) -> dict[tuple[int, int], int]:
        """For two cells the first direction in which the one is a step from the other."""
        found: dict[tuple[int, int], int] = {}
        for d, step in enumerate(self.steps):
            for cell, other in enumerate(step):
                found.setdefault((cell, other), d)
        return found

    @cached_property
    def ways(self) -> tuple[tuple[Run, ...], ...]:
        """`ways[direction][cell]`: the run on which a cell lies."""
        return tuple(runs(step) for step in self.steps)

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells beyond `cell` in a direction, nearest first, without `cell` itself."""
        run, start, end = self.ways[direction][cell]
        return run[start:end]

    def distances_from(self, start: int) -> tuple[int, ...]:
        """The least number of steps from a cell to each, `NOWHERE` where there is no way."""
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
    """For each cell the run that it lies on in a direction; no two cells have a step to the same one."""
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
    """Offsets of the parts of a plane.

    For each place the tile there plus 1 (0 for none), for each tile its spot plus 1; for each part the
    feature it belongs to, the next part of that feature (a ring), and, at the feature's first part, its open
    ends.
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

    A *spot* is a place and how a tile is turned there, `4 * place + turn`. `turns[tile]` are those in which a
    tile looks different, tiles being counted from `first_tile`; `facing[tile][turn][side]` are the parts on a
    side, clockwise, and `edges[tile][turn][side]` numbers what must match there: two tiles fit where
    `meets[edge]` of the one is the edge of the other. `tile_of[part]` is the tile on which a part is printed,
    `touches[part]` are the parts beside it there, `ends[part]` is how many ports it has.
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
        """How many tiles there are."""
        return len(self.edges)

    @property
    def places(self) -> int:
        """How many places the plane has."""
        return self.side * self.side

    @property
    def centre(self) -> int:
        """The place in the middle."""
        return (self.side // 2) * self.side + self.side // 2

    @cached_property
    def parts_of(self) -> tuple[tuple[int, ...], ...]:
        """The parts of each tile."""
        found: list[list[int]] = [[] for _ in range(self.tiles)]
        for part, tile in enumerate(self.tile_of):
            found[tile - self.first_tile].append(part)
        return tuple(tuple(x) for x in found)

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each place the places north, east, south and west of it, `NOWHERE` beyond the edge."""
        return tuple(self._around(_STEPS))

    @cached_property
    def ring(self) -> tuple[tuple[int, ...], ...]:
        """For each place the eight places around it, without those beyond the edge."""
        steps = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y)
        return tuple(tuple([p for p in around if p >= 0]) for around in self._around(steps))

    def _around(self, steps: tuple[tuple[int, int], ...]) -> Iterator[tuple[int, ...]]:
        """For each place those that are so many columns and rows away, at most one, or `NOWHERE`."""
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
