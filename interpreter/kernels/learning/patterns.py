"""Patterns: what a player observes on a few cells of a board together.

Weights of single numbers add up, so they cannot say that three cells in a row belong to somebody. Each
*pattern* is a few cells: some in a line, or a cell and its neighbours. What is observed on them has a hash,
and each hash has a weight. Such features are known as n-tuples (W. Bledsoe and I. Browning, "Pattern
recognition and reading by machine", 1959).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain, product
from math import prod
from typing import NamedTuple

from gamespec.program import Program
from gamespec.program.tables import NOWHERE, Space
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.terms import Long, Longs, Real, Room, clear, inline
from interpreter.play.chance import ALL, GAMMA, fnv1a, mix
from interpreter.play.encoding import Encoding, Field

__all__ = ["MOST", "Boards", "Cells", "Patterns", "long_patterns", "short_patterns"]

LINE, AROUND = 4, 5
"""Number of cells in a line, and maximum number of cells in a pattern of a cell and its neighbours."""

MOST = 128
"""Maximum number of patterns of a program."""


class Boards:
    """What the numbers of an observation say about the cells of boards."""

    def __init__(self, program: Program, encoding: Encoding) -> None:
        self.cell, self.code, self.digit = ([0] * encoding.size for _ in range(3))
        """For each number observed, the cell that it is about, counted from 1, or 0 if it is about none; a
        hash of what it says about its cell; and what it adds to the cell's state.
        """
        self.starts = (0, *accumulate(space.size for space in program.spaces))
        self.size = self.starts[-1] + 1
        seen, radix = set[int](), [1] * self.size
        for field in encoding.fields:
            board = _board_of(program, field)
            if board is not None:
                seen.add(board.space)
                most, groups, first = _digits(program, encoding, field)
                for i, (at, cell) in enumerate(zip(field.members.at, board.cells, strict=True)):
                    here, channels = self.starts[board.space] + cell + 1, field.members.channels
                    for channel in range(channels):
                        number = at + field.members.stride * channel
                        told = field.at, board.others[i], channel
                        self.code[number] = mix(fnv1a(repr(told)))
                        self.cell[number] = here
                        each = channels // groups
                        self.digit[number] = radix[here] * most ** (channel // each) * (channel % each + first)
                    radix[here] = min(radix[here] * most**groups, 1 << 20)
        self.states = max(radix)
        self.folds = self.states > STATES
        if self.folds:
            self.digit = [digit % STATES for digit in self.digit]
            self.states = STATES
        self.spaces = tuple((self.starts[number] + 1, program.spaces[number]) for number in sorted(seen))
        """The boards about which something is observed, each with the number of its first cell."""


STATES = 61


def _digits(program: Program, encoding: Encoding, field: Field) -> tuple[int, int, int]:
    """Return the base of the digits of a member, how many groups of channels have a digit each, and the least
    digit that a channel stands for.
    """
    channels = field.members.channels
    if field.part == "zones":
        places, counts = encoding.places(field.number), encoding.counts(field.number)
        capacity = max(zone.capacity for zone in program.zones if zone.family == field.number)
        each = channels // max(places + counts, 1)
        return each * (max(capacity, 1) if counts else 1) + 1, max(places + counts, 1), 1
    if encoding.values(field.number):
        return channels, 1, 0
    return (1 << program.stores[field.number].domain.high.bit_length()) + channels, 1, 1


class Patterns:
    """The patterns that weigh beside what is observed. `count` is their number."""

    def __init__(self, boards: Boards, listed: Listed, room: Room) -> None:
        patterns = short_patterns(boards)
        self.boards, self.listed, self.count = boards, listed, len(patterns)
        self.members = tuple(chain.from_iterable(patterns)) or (0,)
        self.ends = (0, *accumulate(map(len, patterns)))
        """The cells of all patterns, one pattern after another, and where each pattern ends."""
        self.cells = room.longs(boards.size)
        """For each cell, a hash of what is observed there."""

    def find(self, hashes: Longs) -> None:
        """Write the hash of each pattern to `hashes`, and list a 1 for it, after all numbers observed."""
        clear(self.cells, 0, self.boards.size)
        for i in range(self.listed.count[0]):
            at = self.listed.indexes[i]
            cell = self.boards.cell[at]
            self.cells[cell] = self.cells[cell] + self.boards.code[at] & ALL
        for number in range(self.count):
            told = Long(number + 1)
            for i in range(self.ends[number], self.ends[number + 1]):
                told = (told + self.cells[self.members[i]] & ALL) * GAMMA & ALL
            at = self.listed.count[0] + number
            hashes[at], self.listed.out[at] = mix(told), 1.0


class Cells(Listed):
    """Lists the numbers that are about no cell. Those of a cell make up its *state*, a number below `states`.

    What is observed of a cell are digits in a mixed radix. If there are more than `STATES` of them, they are
    folded, and different ones may have the same state.
    """

    def __init__(self, boards: Boards, size: int, room: Room) -> None:
        super().__init__(size, room)
        self.boards, self.size_ = boards, boards.size
        self.state_of = room.words(boards.size)
        """The state of each cell. What is about no cell does not matter at the index 0."""

    def lay(self, room: Room, rows: int, listed: int, most: Iterable[int]) -> None:
        """Provide tables; `most` is as in `Rows.begin`."""
        super().lay(room, rows, listed, most)
        ends = (*self.starts, len(self.shares))
        self.counts = tuple(
            at - max(start for start in ends if start <= at) for at in range(len(self.shares))
        )
        """How many things the shares stand for."""

    def empty(self) -> None:
        """Empty the list and the cells."""
        self.count[0] = 0
        clear(self.state_of, 0, self.size_)

    @inline
    def mark(self, slot: int, to: int, at: int) -> None:  # noqa: ARG002 - as `Rows` takes it
        """Add a 1 with the index `at`, unless that is 0."""
        if at != 0:
            cell = self.boards.cell[at]
            if cell > 0:
                self.state_of[cell] += self.boards.digit[at]
            else:
                self.enter(at, 1.0)

    @inline
    def put(self, slot: int, number: int, key: int, value: Real) -> None:  # noqa: ARG002 - as above
        """Add the value that a key stands for, which is 0.0 for the key 0."""
        if key != 0:
            self.told(number, key, value)

    @inline
    def share(self, row: int, to: int, first: int) -> None:  # noqa: ARG002 - as above
        """Add what has been counted."""
        for i in range(self.tally[self.counted]):
            at = self.tally[self.size + i]
            step = self.tally[at]
            self.tally[at] = 0
            self.told(to + at, self.counts[step], self.shares[step])
        self.tally[self.counted] = 0

    def told(self, number: int, key: int, value: Real) -> None:
        """Add a number that is observed, whose value the key tells."""
        cell = self.boards.cell[number]
        if cell > 0:
            self.state_of[cell] += self.boards.digit[number] * key
        else:
            self.enter(number, value)

    @inline
    def fold(self) -> None:
        """Fold the states, if there are too many."""
        if self.boards.folds:
            for cell in range(self.size_):
                self.state_of[cell] = self.state_of[cell] % STATES


class _Board(NamedTuple):
    """The board of a field. For each member, it has the cell, and the other keys as a number."""

    space: int
    cells: tuple[int, ...]
    others: tuple[int, ...]


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


def short_patterns(boards: Boards) -> list[tuple[int, ...]]:
    """Return the patterns of all boards: lines, as long as they fit up to `LINE`, and surroundings."""
    found = list[tuple[int, ...]]()
    for first, space in boards.spaces:
        for length in range(LINE, 2, -1):
            lines = {tuple(sorted(line)): None for line in _lines(space, length)}
            if lines:
                break
        around = [(cell, *near[: AROUND - 1]) for cell, near in enumerate(space.neighbours)]
        found += [tuple(first + cell for cell in pattern) for pattern in (*lines, *around)]
    return _chosen(found, MOST)


import os
WALKS = int(os.environ.get("WALKS", "80")); LONG = int(os.environ.get("LONGP", "8")); KINDP = os.environ.get("KINDP", "walk")


def long_patterns(boards: Boards) -> list[tuple[int, ...]]:
    """Return the patterns of all boards: random walks."""
    found = dict[tuple[int, ...], None]()
    for first, space in boards.spaces:
        lines = []
        if "line" in KINDP:
            for length in range(LINE, 2, -1):
                lines = [*{tuple(sorted(line)): None for line in _lines(space, length)}]
                if lines:
                    break
        for line in lines:
            found[tuple(first + c for c in line)] = None
        if "walk" in KINDP:
            near = [set(each) for each in space.neighbours]
            if len(space.at) == space.size:
                where = {cell: at for at, cell in space.at.items()}
                for cell, (x, y) in where.items():
                    for dx in (-1, 0, 1):
                        for dy in (-1, 0, 1):
                            other = space.at.get((x + dx, y + dy))
                            if other is not None and other != cell:
                                near[cell].add(other)
            number = 0
            for walk in range(WALKS):
                cell = walk * space.size // WALKS if WALKS >= space.size else mix(walk * GAMMA & ALL) % space.size
                got = {cell}
                at = cell
                for _ in range(200):
                    if len(got) >= LONG:
                        break
                    number += 1
                    ways = sorted(near[at])
                    if not ways:
                        break
                    at = ways[mix(number * GAMMA & ALL) % len(ways)]
                    got.add(at)
                found[tuple(first + c for c in sorted(got))] = None
    return [*found]


SHAPES = int(os.environ.get("SHAPES", "1"))


def shapes(boards: Boards) -> list[list[tuple[int, ...]]]:
    """Return the surroundings of all cells, which share weights."""
    found = []
    if not SHAPES:
        return found
    for first, space in boards.spaces:
        group = []
        for cell in range(space.size):
            if len(space.at) == space.size:
                where = {c: at for at, c in space.at.items()}
                x, y = where[cell]
                ways = ((0,0),(1, 0), (-1,0),(0,1),(0,-1),(1,1),(-1,-1),(1,-1),(-1,1))
                near = [space.at.get((x + dx, y + dy), -1) for dx, dy in ways]
            else:
                near = [cell, *(steps[cell] for steps in space.steps)]
            most = 1
            while most < len(near) and (boards.states + 1) ** (most + 1) <= 1 << 17:
                most += 1
            group.append(tuple(first + c if c >= 0 else 0 for c in near[:most]))
        found.append(group)
    return found


def _lines(space: Space, length: int) -> Iterator[list[int]]:
    """Yield the lines of so many cells along columns, rows and diagonals, or in the board's directions."""
    if len(space.at) == space.size:
        ways = ((1, 0), (0, 1), (1, 1), (1, -1))
        for (column, row), (across, up) in product(space.at, ways):
            found = [space.at.get((column + i * across, row + i * up)) for i in range(length)]
            inside = [cell for cell in found if cell is not None]
            if len(inside) == length:
                yield inside
        return
    for steps, cell in product(space.steps, range(space.size)):
        line = [cell]
        while len(line) < length and steps[line[-1]] not in (NOWHERE, *line):
            line.append(steps[line[-1]])
        if len(line) == length:
            yield line


def _chosen(patterns: list[tuple[int, ...]], most: int) -> list[tuple[int, ...]]:
    """Return at most so many of the patterns, evenly chosen."""
    count = min(len(patterns), most)
    return [patterns[i * len(patterns) // count] for i in range(count)]
