"""What the numbers of an observation say about the cells of boards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from math import prod
from typing import NamedTuple

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.terms import Real, Room, clear, inline
from interpreter.play.chance import fnv1a, mix
from interpreter.play.encoding import Encoding, Field

__all__ = ["Boards", "Cells"]

STATES = 61
"""Maximum number of states of a cell, a prime number. If a game has more, they are folded by division."""

FOLDED = 1 << 20
"""More states are not counted."""


LARGE = (1 << 16) - 1
"""A mask: of a number that a digit counts, only the lowest bits matter, so that states do not overflow."""


class Boards:
    """The boards about whose cells something is observed, with a number for each cell, from 1 on."""

    def __init__(self, program: Program, encoding: Encoding) -> None:
        self.cell, self.code, self.digit = ([0] * encoding.size for _ in range(3))
        """For each number observed, the cell that it is about, or 0 if it is about none; a hash of what it
        says about its cell; and what it adds to the cell's state.
        """
        starts = (0, *accumulate(space.size for space in program.spaces))
        self.size, seen = starts[-1] + 1, set[int]()
        """The number of cells, with the number 0, which stands for none."""
        states = [1] * self.size
        for field in encoding.fields:
            board = _board_of(program, field)
            if board is not None:
                seen.add(board.space)
                digits = _digits(program, encoding, field)
                for i, cell in enumerate(board.cells):
                    here = starts[board.space] + cell + 1
                    self._mark(field, i, (here, board.others[i]), digits, states[here])
                    states[here] = min(states[here] * digits.base**digits.groups, FOLDED)
        self.folds, self.states = max(states) > STATES, min(max(states), STATES)
        """Whether states are folded, and how many there are."""
        if self.folds:
            self.digit = [digit % STATES for digit in self.digit]
        self.spaces = tuple((starts[number] + 1, program.spaces[number]) for number in sorted(seen))
        """The spaces of the boards, each with the number of its first cell."""

    def _mark(self, field: Field, i: int, where: tuple[int, int], digits: _Digits, unit: int) -> None:
        """Set the tables for the channels of the `i`-th member of a field, whose least digit counts `unit`.

        `where` has its cell, and a number for its other keys.
        """
        channels = field.members.channels
        each = channels // digits.groups
        for channel in range(channels):
            number = field.members.at[i] + field.members.stride * channel
            self.cell[number] = where[0]
            self.code[number] = mix(fnv1a(repr((field.at, where[1], channel))))
            group, value = divmod(channel, each)
            self.digit[number] = unit * digits.base**group * (value + digits.least)


class Cells(Listed):
    """Lists the numbers that are about no cell. Those about a cell make up its *state*.

    They are digits of the state, in a mixed radix. A state is less than `Boards.states`. If there are too
    many states, different ones are equal.
    """

    def __init__(self, boards: Boards, size: int, room: Room) -> None:
        super().__init__(size, room)
        self.boards, self.cells = boards, boards.size
        self.state = room.words(boards.size)
        """The state of each cell."""

    def lay(self, room: Room, rows: int, listed: int, most: Iterable[int]) -> None:
        """Provide tables; `most` is as in `Rows.begin`."""
        super().lay(room, rows, listed, most)
        first, numbers = 0, list[int]()
        for i in range(len(self.shares)):
            first = i if i in self.starts else first
            numbers.append(i - first)
        self.numbers = tuple(numbers)
        """How many things each of `shares` stands for."""

    def empty(self) -> None:
        """Empty the list and the cells."""
        self.count[0] = 0
        clear(self.state, 0, self.cells)

    @inline
    def mark(self, slot: int, to: int, at: int) -> None:  # noqa: ARG002 - as `Rows` takes it
        """Add a 1 with the index `at`, unless that is 0."""
        if at != 0:
            cell = self.boards.cell[at]
            if cell > 0:
                self.state[cell] += self.boards.digit[at]
            else:
                self.enter(to + at, 1.0)

    @inline
    def put(self, slot: int, number: int, key: int, value: Real) -> None:  # noqa: ARG002 - as above
        """Add the value that a key stands for, which is 0.0 for the key 0."""
        if key != 0:
            self.tell(number, key, value)

    @inline
    def share(self, row: int, to: int, first: int) -> None:  # noqa: ARG002 - as above
        """Add what has been counted."""
        for i in range(self.tally[self.counted]):
            at = self.tally[self.size + i]
            step = self.tally[at]
            self.tally[at] = 0
            self.tell(to + at, self.numbers[step], self.shares[step])
        self.tally[self.counted] = 0

    def tell(self, number: int, times: int, value: Real) -> None:
        """Add a number that is observed, whose digit counts a number of times."""
        cell = self.boards.cell[number]
        if cell > 0:
            self.state[cell] += self.boards.digit[number] * (times & LARGE)
        else:
            self.enter(number, value)

    @inline
    def fold(self) -> None:
        """Fold the states, if there are too many."""
        if self.boards.folds:
            for cell in range(self.cells):
                self.state[cell] = self.state[cell] % STATES


class _Board(NamedTuple):
    """The board of a field. For each member, it has the cell, and the other keys as a number."""

    space: int
    cells: tuple[int, ...]
    others: tuple[int, ...]


class _Digits(NamedTuple):
    """The digits for a member of a field: their base, their number, and what the first channel stands for.

    The channels of a member are in as many groups as there are digits.
    """

    base: int
    groups: int
    least: int


def _board_of(program: Program, field: Field) -> _Board | None:
    """Return the board of a field, or `None` unless exactly one of the keys of its members is a cell."""
    if field.part == "zones":
        dims, spaces = program.families[field.number].dims, program.families[field.number].spaces
    elif field.part == "values":
        dims, spaces = program.stores[field.number].dims, program.stores[field.number].spaces
    else:
        return None
    axes = [i for i, space in enumerate(spaces) if space != NOWHERE]
    if len(axes) != 1:
        return None
    sizes, axis = [size for _, size in dims], axes[0]
    after = prod(sizes[axis + 1 :])
    members = range(prod(sizes))
    return _Board(
        spaces[axis],
        tuple(i // after % sizes[axis] for i in members),
        tuple(i // (after * sizes[axis]) * after + i % after for i in members),
    )


def _digits(program: Program, encoding: Encoding, field: Field) -> _Digits:
    """Return the digits for a member of a field with a board."""
    channels, number = field.members.channels, field.number
    if field.part == "zones":
        places, counts = encoding.places(number), encoding.counts(number)
        groups = max(places + counts, 1)
        most = max(zone.capacity for zone in program.zones if zone.family == number) if counts else 1
        return _Digits(channels // groups * max(most, 1) + 1, groups, 1)
    if encoding.values(number):
        return _Digits(channels, 1, 0)
    domain = program.stores[number].domain
    values = 1 << domain.high.bit_length() if domain.low >= 0 else FOLDED
    return _Digits(values + channels, 1, 1)
