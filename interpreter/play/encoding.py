"""The encoding of observations as arrays of numbers from 0 to 1, for learning programs.

An encoding follows from a program alone. It consists of fields, one after another. Each *member* of a field,
such as one zone of a family, has *channels*. If the members are the cells of a board with columns and rows,
each channel is a plane, whose rows and columns come last in the shape.

`interpreter.kernels.arrays.observing` fills the fields, in every engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Literal, TypeAlias

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.program.tables import NOWHERE, Space
from interpreter.play.actions import Actions

__all__ = [
    "BY_PLACE",
    "ENCODING",
    "MOST_CELLS",
    "MOST_VALUES",
    "OF_TILE",
    "Encoding",
    "Field",
    "Members",
    "Part",
]

ENCODING = 1
"""The version of the encoding. It increases with every change that gives some program another encoding."""

MOST_VALUES = 32
"""Maximum number of values that have a channel each. If there are more, one channel holds a number from 0,
for the least value, to 1.
"""

MOST_CELLS = 256
"""The same maximum for values that are cells of a space or components."""

BY_PLACE = 12
"""Maximum capacity of an ordered zone whose components are encoded place by place.

For a larger zone, components are counted, and the top one is encoded besides.
"""

OF_TILE = 7
"""Number of channels of a tile: whether it has been laid, its column and row, and its four rotations."""

SPARSE = 2
"""A board has planes if its columns and rows have at most this many times as many places as it has cells."""

_Keys: TypeAlias = tuple[tuple[tuple[int, int], ...], tuple[int, ...]]
"""The dimensions of a family or store, and their spaces, as in `Store`."""

Part: TypeAlias = Literal[
    "seat", "phase", "turn", "me", "over", "zones", "values", "banks", "tiles", "picked"
]
"""What a field encodes."""


@dataclass(frozen=True, slots=True)
class Members:
    """Where the channels of each member of a field are.

    `at` is the index of a member's first channel in the whole encoding, and `stride` the distance from one
    channel to the next. `channels` is their number.
    """

    at: tuple[int, ...]
    stride: int
    channels: int


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the encoding: `size` numbers from the index `at` on, in row-major order of `shape`.

    `number` is that of the family, store or plane in the program, or 0 for any other part. The shape has an
    axis for each dimension of the family or store, and then those of the channels. If the cells of a board
    are the dimension with the index `board`, then the last two axes, its rows and columns, replace that
    dimension; otherwise `board` is `NOWHERE`.
    """

    part: Part
    number: int
    at: int
    shape: tuple[int, ...]
    board: int
    members: Members

    @property
    def size(self) -> int:
        """The number of numbers in the field."""
        return prod(self.shape)


class Encoding:
    """The encoding of the observations of one program.

    These fields follow one another, each with one 1 unless stated otherwise:

    - `seat`: who observes
    - `phase`, `turn`, `me`: as in an observation (`interpreter.play.observation`); the last channel is `none`
    - `over`: 1 if the game is over, otherwise 0
    - `zones`, for each family: in each zone, the components. Their channels are those of `faces`, then of
      `backs` for components that the seat does not know, then, for each attribute that is shown alone, those
      of the values that the seat excludes. If the zone is ordered and holds at most `BY_PLACE` components,
      each place has these channels, from the top. Otherwise, the number of components in a channel is
      divided by the greatest number that can be there; in a larger ordered zone, the channels of its top
      component follow.
    - `values`, for each resource or variable: in each member, a channel for each value, if there are few.
      Otherwise, the first channel is the value, from 0 for the least to 1 for the greatest possible one. Then
      come a channel for `none`, if the value is optional, and a channel for a value that is hidden from the
      seat, if a value may be hidden from somebody.
    - `banks`, for each resource with a limited supply: the share of its supply that each bank has, after the
      field of its members.
    - `tiles`, for each plane: for each tile, 1 if it has been laid, then its column and row, from 0 to 1, and
      its rotation. All are 0 if it has not been laid.
    - `picked`, if options are chosen by pick (`interpreter.play.actions`): a 1 for each action that has been
      taken of the pending choice, by its player or because there was no other; a share of 1, if it can be
      taken again for a copy. For any other seat, all are 0.

    Like an observation, the encoding has no locals of steps: a player does not observe what was chosen, drawn
    or handed over earlier in the same turn, unless a variable or a zone holds it. Of what a seat excludes for
    the components of an unordered zone, only numbers are told. Numbers are rounded to 32 bits.

    `by_pick` is as in `Actions`.
    """

    def __init__(self, program: Program, *, by_pick: bool | None = None) -> None:
        self.program, self.actions = program, Actions(program, by_pick=by_pick)
        self.faces, self.backs = _among(program, program.alike), _among(program, program.backs)
        """For each component, its number among the different faces, or backs, of its kind."""
        fields, end = list[Field](), 0
        for part, number, keys, axes in self._parts():
            shape, board, members = _laid(program, end, keys, axes)
            fields.append(Field(part, number, end, shape, board, members))
            end += fields[-1].size
        self.fields, self.size = tuple(fields), end
        """The fields in order, and the number of numbers in an encoded observation."""

    def _parts(self) -> Iterator[tuple[Part, int, _Keys, tuple[int, ...]]]:
        """Yield, for each field, its part and number, the keys of its members, and the axes of channels."""
        program = self.program
        none = ((), ())
        yield "seat", 0, none, (program.players,)
        yield "phase", 0, none, (len(program.phases) + 1,)
        yield "turn", 0, none, (program.players + 1,)
        yield "me", 0, none, (program.players + 1,)
        yield "over", 0, none, (1,)
        for number, family in enumerate(program.families):
            blocks, channels = self.places(number) + self.counts(number), self.channels(family.kind)
            axes = (blocks, channels) if blocks > 1 else (channels,)
            yield "zones", number, (family.dims, family.spaces), axes
        for number, store in enumerate(program.stores):
            values = max(self.values(number), default=0) + 1
            channels = values + store.domain.optional + self.hides(number)
            yield "values", number, (store.dims, store.spaces), (channels,)
            if store.bank == 0:
                yield "banks", number, none, (store.banks,)
        for number, plane in enumerate(program.planes):
            yield "tiles", number, (((0, plane.tiles),), (NOWHERE,)), (OF_TILE,)
        if self.actions.by_pick:
            yield "picked", 0, none, (self.actions.size,)

    def of(self, part: Part) -> tuple[Field, ...]:
        """Return the fields that encode a part of an observation, in order."""
        return tuple(field for field in self.fields if field.part == part)

    # --- components -----------------------------------------------------------------------------------

    def count(self, kind: int, of: Sequence[int]) -> int:
        """Return how many different numbers `of`, which is `faces` or `backs`, has for a kind."""
        kinds = self.program.kinds[kind]
        return len({*of[kinds.first : kinds.first + kinds.size]})

    def channels(self, kind: int) -> int:
        """Return the number of channels for the components of a kind."""
        excluded = sum(len(attribute.values) for attribute in self.program.shown[kind])
        return self.count(kind, self.faces) + self.count(kind, self.backs) + excluded

    def places(self, family: int) -> int:
        """Return how many places in the zones of a family have channels of their own, from the top."""
        zones = [zone for zone in self.program.zones if zone.family == family]
        most = max(zone.capacity for zone in zones)
        if not zones[0].ordered or most <= 1:
            return 0
        return most if most <= BY_PLACE else 1

    def counts(self, family: int) -> bool:
        """Return whether the components in the zones of a family are counted."""
        capacity = max(zone.capacity for zone in self.program.zones if zone.family == family)
        return self.places(family) < max(capacity, 1)

    # --- values ---------------------------------------------------------------------------------------

    def values(self, store: int) -> tuple[int, ...]:
        """Return the channel of each value of a store, from its least value on; none if they are too many.

        Components with equal faces have the same channel.
        """
        of = self.program.stores[store]
        low, size = of.domain.low, of.domain.high - of.domain.low + 1
        if size > (MOST_CELLS if of.component or of.space != NOWHERE else MOST_VALUES):
            return ()
        if not of.component:
            return tuple(range(size))
        numbers = dict[int, int]()
        return tuple(numbers.setdefault(each, len(numbers)) for each in self.program.alike[low : low + size])

    def hides(self, store: int) -> bool:
        """Return whether a value of a store may be hidden from somebody."""
        everybody = (1 << self.program.players) - 1
        return any(seen != everybody for seen in self.program.stores[store].seen)

    def supplies(self, store: int) -> tuple[int, ...]:
        """Return, for each bank of a resource, the number of tokens that belong to it."""
        of = self.program.stores[store]
        members, banks = of.start[: of.count], of.start[of.count :]
        return tuple(bank + sum(members[i :: len(banks)]) for i, bank in enumerate(banks))


def _among(program: Program, firsts: Sequence[int]) -> tuple[int, ...]:
    """Return, for each component, the number of its entry in `firsts` among those of its kind."""
    found = list[int]()
    for kind in program.kinds:
        numbers = dict[int, int]()
        found += [numbers.setdefault(each, len(numbers)) for each in firsts[kind.first :][: kind.size]]
    return tuple(found)


def _laid(
    program: Program, at: int, keys: _Keys, axes: tuple[int, ...]
) -> tuple[tuple[int, ...], int, Members]:
    """Return the shape of a field at index `at`, the dimension that is a board, and its members."""
    sizes, spaces, channels = [size for _, size in keys[0]], keys[1], prod(axes)
    boards = [i for i, space in enumerate(spaces) if space != NOWHERE and _flat(program.spaces[space])]
    if not boards:
        each = tuple(at + channels * i for i in range(prod(sizes)))
        return (*sizes, *axes), NOWHERE, Members(each, 1, channels)
    axis, board = boards[-1], program.spaces[spaces[boards[-1]]]
    width, height = max(board.columns), max(board.rows)
    others = sizes[:axis] + sizes[axis + 1 :]
    starts = list[int]()
    for index in product(*map(range, sizes)):
        member = 0
        for size, i in zip(others, index[:axis] + index[axis + 1 :], strict=True):
            member = member * size + i
        place = width * (board.rows[index[axis]] - 1) + board.columns[index[axis]] - 1
        starts.append(at + member * channels * width * height + place)
    return (*others, *axes, height, width), axis, Members(tuple(starts), width * height, channels)


def _flat(space: Space) -> bool:
    """Return whether the cells of a space have columns and rows, and fill enough of them for planes."""
    if 0 in space.columns or 0 in space.rows or not space.size:
        return False
    return max(space.columns) * max(space.rows) <= SPARSE * space.size
