"""Patterns: what a player observes on a few cells of a board together.

Weights of single numbers add up, so they cannot say that three cells in a row belong to somebody. Each
*pattern* is a few cells: some in a line, or a cell and its neighbours. What is observed on them has a hash,
and each hash has weights like those of a number that is 1. Such features are known as n-tuples (W. Bledsoe
and I. Browning, "Pattern recognition and reading by machine", 1959).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain, product
from math import prod
from typing import NamedTuple

from gamespec.program import Program
from gamespec.program.tables import NOWHERE, Space
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.terms import Long, Longs, Room, clear
from interpreter.play.chance import ALL, GAMMA, fnv1a, mix
from interpreter.play.encoding import Encoding, Field

__all__ = ["MOST", "Patterns"]

LINE, AROUND = 4, 5
"""Number of cells in a line, and maximum number of cells in a pattern of a cell and its neighbours."""

MOST = 128
"""Maximum number of patterns of a program."""


class Patterns:
    """The patterns on the boards of one program. `count` is their number."""

    def __init__(self, program: Program, encoding: Encoding, listed: Listed, room: Room) -> None:
        self.listed, self.cell, self.code = listed, [0] * encoding.size, [0] * encoding.size
        """For each number observed, the cell that it is about, counted from 1, or 0 if it is about none; and
        a hash of what it says about its cell.
        """
        starts = (0, *accumulate(space.size for space in program.spaces))
        seen = set[int]()
        for field in encoding.fields:
            board = _board_of(program, field)
            if board is not None:
                seen.add(board.space)
                for i, (at, cell) in enumerate(zip(field.members.at, board.cells, strict=True)):
                    for channel in range(field.members.channels):
                        number = at + field.members.stride * channel
                        self.cell[number] = starts[board.space] + cell + 1
                        told = field.at, board.others[i], channel
                        self.code[number] = mix(fnv1a(repr(told)))
        patterns = _chosen(
            [
                [starts[number] + cell + 1 for cell in pattern]
                for number in sorted(seen)
                for pattern in _of_space(program.spaces[number])
            ]
        )
        self.count, self.size = len(patterns), starts[-1] + 1
        self.members = tuple(chain.from_iterable(patterns)) or (0,)
        self.ends = (0, *accumulate(map(len, patterns)))
        """The cells of all patterns, one pattern after another, and where each pattern ends."""
        self.cells = room.longs(self.size)
        """For each cell, a hash of what is observed there."""

    def find(self, hashes: Longs) -> None:
        """Write the hash of each pattern to `hashes`, and list a 1 for it, after all numbers observed."""
        clear(self.cells, 0, self.size)
        for i in range(self.listed.count[0]):
            at = self.listed.indexes[i]
            cell = self.cell[at]
            self.cells[cell] = self.cells[cell] + self.code[at] & ALL
        for number in range(self.count):
            told = Long(number + 1)
            for i in range(self.ends[number], self.ends[number + 1]):
                told = (told + self.cells[self.members[i]] & ALL) * GAMMA & ALL
            at = self.listed.count[0] + number
            hashes[at], self.listed.out[at] = mix(told), 1.0


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


def _of_space(space: Space) -> list[tuple[int, ...]]:
    """Return the patterns of a board: lines, as long as they fit up to `LINE`, and surroundings."""
    for length in range(LINE, 2, -1):
        lines = {tuple(sorted(line)): None for line in _lines(space, length)}
        if lines:
            break
    around = [(cell, *near[: AROUND - 1]) for cell, near in enumerate(space.neighbours)]
    return [*lines, *around]


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


def _chosen(patterns: list[list[int]]) -> list[list[int]]:
    """Return at most `MOST` of the patterns, evenly chosen."""
    count = min(len(patterns), MOST)
    return [patterns[i * len(patterns) // count] for i in range(count)]
