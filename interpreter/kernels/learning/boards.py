"""What the numbers of an observation say about the cells of boards."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from math import prod
from typing import NamedTuple

from gamespec.program import Program
from gamespec.program.domain import INT_MIN
from gamespec.program.tables import NOWHERE
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.arrays.rows import Rows
from interpreter.kernels.terms import Real, Room, inline
from interpreter.play.chance import fnv1a, mix
from interpreter.play.encoding import Encoding, Field

__all__ = ["TOUCHED", "Boards", "Cells"]

STATES = 61
"""Maximum number of states of a cell, a prime number. If a game has more, they are folded by division."""

FOLDED = 1 << 20
"""More states are not counted."""

TOUCHED, SETTLING = range(2)
"""Indexes of the integers that make up the state of `Cells`."""

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

    The slots hold what was observed when the cells were last settled, so an observation visits only the cells
    that differ since, which are `touched`. `restore` makes them as they were. A slot also has the `value` to
    which it belongs; the least integer stands for none.
    """

    by_slot, with_tiles = True, False

    def __init__(self, boards: Boards, size: int, room: Room) -> None:
        super().__init__(size, room)
        self.boards, self.on_boards = boards, _OnBoards(self)
        self.sum, self.settled = room.words(boards.size), room.words(boards.size)
        """For each cell, the sum of the digits observed now, and when the cells were last settled."""
        self.touched, self.is_touched = room.words(boards.size), room.words(boards.size)
        """The cells whose sums may differ, and whether each cell is one of them."""
        self.state = room.words(2)
        """How many cells are touched, and whether cells are being settled."""

    def of(self, field: Field) -> Rows:
        """Return what writes the numbers of a field, all or none of which are about cells."""
        return self.on_boards if self.boards.cell[field.members.at[0]] > 0 else self

    def lay(self, room: Room, rows: int, listed: int, most: Iterable[int]) -> None:
        """Provide tables; `most` is as in `Rows.begin`."""
        self.many = self.slots
        self.written, self.value = room.words(self.many), room.words(self.many)
        super().lay(room, rows, listed, most)

    @inline
    def prepare(self) -> None:
        """Before the first observation, let no slot have a value."""
        for slot in range(self.many):
            self.value[slot] = INT_MIN

    @inline
    def has_slots(self, at: int) -> bool:
        """Return whether the number at an index is about a cell."""
        return self.boards.cell[at] > 0

    @inline
    def mark(self, slot: int, to: int, at: int) -> None:  # noqa: ARG002 - as `Rows` takes it
        """Let a slot hold the index `at` if it is about a cell. Otherwise, list it unless it is 0."""
        here = at if self.boards.cell[at] > 0 else 0
        if self.written[slot] != here:
            self.swap(slot, here)
        if at != here:
            self.enter(at, 1.0)

    def swap(self, slot: int, at: int) -> None:
        """Let a slot hold another index, which is 0 or about a cell."""
        before = self.written[slot]
        if before != 0:
            self.change(before, -1)
        if at != 0:
            self.change(at, 1)
        if self.state[SETTLING]:
            self.written[slot] = at

    def change(self, number: int, times: int) -> None:
        """Add the digit of a number that is about a cell to the sum of the cell, a number of times."""
        cell = self.boards.cell[number]
        if self.is_touched[cell] == 0:
            self.is_touched[cell] = 1
            self.touched[self.state[TOUCHED]] = cell
            self.state[TOUCHED] += 1
        self.sum[cell] += self.boards.digit[number] * times

    def revalue(self, slot: int, number: int, key: int) -> None:
        """Let a slot hold another key, which the digit of a number counts."""
        self.change(number, (key & LARGE) - (self.written[slot] & LARGE))
        if self.state[SETTLING]:
            self.written[slot] = key

    @inline
    def differs(self, cell: int) -> int:
        """Return the state of a cell less its state when the cells were last settled."""
        before, now = self.settled[cell], self.sum[cell]
        if self.boards.folds:
            before, now = before % STATES, now % STATES
        return now - before

    @inline
    def begin_settling(self) -> None:
        """Begin to settle the cells with the next observation."""
        self.state[SETTLING] = 1

    @inline
    def settle(self) -> None:
        """Settle the cells that are touched."""
        for i in range(self.state[TOUCHED]):
            cell = self.touched[i]
            self.settled[cell], self.is_touched[cell] = self.sum[cell], 0
        self.state[TOUCHED], self.state[SETTLING] = 0, 0

    @inline
    def restore(self) -> None:
        """Restore the cells that are touched."""
        for i in range(self.state[TOUCHED]):
            cell = self.touched[i]
            self.sum[cell], self.is_touched[cell] = self.settled[cell], 0
        self.state[TOUCHED] = 0


class _OnBoards(Rows):
    """Writes the numbers of a field that is about cells."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells

    @inline
    def is_new(self, slot: int, value: int) -> bool:
        """Return whether a value differs from that of a slot when the cells were last settled."""
        is_new = self.cells.value[slot] != value
        if is_new and self.cells.state[SETTLING]:
            self.cells.value[slot] = value
        return is_new

    @inline
    def mark(self, slot: int, to: int, at: int) -> None:  # noqa: ARG002 - as `Rows` takes it
        """Let a slot hold the index `at`, which is about a cell unless it is 0."""
        if self.cells.written[slot] != at:
            self.cells.swap(slot, at)

    @inline
    def put(self, slot: int, number: int, key: int, value: Real) -> None:  # noqa: ARG002 - as above
        """Let a slot hold a key, which the digit of a number counts."""
        if self.cells.written[slot] != key:
            self.cells.revalue(slot, number, key)


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
