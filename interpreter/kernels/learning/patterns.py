"""Patterns: what a player observes on a few cells of a board together.

Weights of single numbers add up, so they cannot say that three cells in a row belong to somebody. Each
*pattern* is a few cells, and each combination of what may be observed there has a weight. Such features are
known as n-tuples (W. Bledsoe and I. Browning, "Pattern recognition and reading by machine", 1959). S. Lucas
took random walks as patterns (Australian Journal of Intelligent Information Processing Systems 9, 2008).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate, chain, product

from gamespec.program.tables import NOWHERE, Space
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.learning.boards import Boards
from interpreter.kernels.terms import Long, Longs, Room, clear
from interpreter.play.chance import ALL, GAMMA, mix

__all__ = ["MOST", "OUTSIDE", "Patterns", "shapes", "walks"]

LINE, AROUND = 4, 5
"""Number of cells in a line, and maximum number of cells in a pattern of a cell and its neighbours."""

MOST = 128
"""Maximum number of patterns of a program that weigh actions."""

WALKS, WALK, OF_WALK = 64, 6, 1 << 10
"""Number of walks, and the maximum numbers of cells and of weights of each."""

OF_SHAPE = 1 << 16
"""Maximum number of weights of the shapes on a board."""

OUTSIDE = 0
"""Stands for a cell outside the board in a shape."""

AROUND_CELL = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""The cells of a shape on a board with columns and rows."""


class Patterns:
    """The patterns that weigh beside what is observed. `count` is their number."""

    def __init__(self, boards: Boards, listed: Listed, room: Room) -> None:
        patterns = _lines_and_surroundings(boards)
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


def walks(boards: Boards) -> list[tuple[int, ...]]:
    """Return random walks on all boards, which always are the same. They begin at cells evenly chosen."""
    length = 1
    while length < WALK and boards.states ** (length + 1) <= OF_WALK:
        length += 1
    found, drawn = dict[tuple[int, ...], None](), 0
    for first, space in boards.spaces:
        near = [sorted({*space.neighbours[cell], *_around(space, cell)}) for cell in range(space.size)]
        count = WALKS // len(boards.spaces)
        for number in range(count):
            cell = number * space.size // count
            walk = {cell}
            for _ in range(length * length):
                if len(walk) < length and near[cell]:
                    drawn += 1
                    cell = near[cell][mix(drawn * GAMMA & ALL) % len(near[cell])]
                    walk.add(cell)
            found[tuple(first + cell for cell in sorted(walk))] = None
    return [*found]


def shapes(boards: Boards) -> list[list[tuple[int, ...]]]:
    """Return, for each board, the shapes around its cells, whose members correspond to each other.

    What is observed on a shape means the same wherever it lies, so these patterns share their weights. They
    have as many members as `OF_SHAPE` allows.
    """
    found = list[list[tuple[int, ...]]]()
    for first, space in boards.spaces:
        if _has_columns(space):
            near = [[space.at.get(at, NOWHERE) for at in _places(space, cell)] for cell in range(space.size)]
        elif space.steps:
            near = [[cell, *(step[cell] for step in space.steps)] for cell in range(space.size)]
        else:
            most = max(map(len, space.neighbours), default=0)
            near = [[i, *each, *[NOWHERE] * (most - len(each))] for i, each in enumerate(space.neighbours)]
        length = 1
        while length < len(near[0]) and (boards.states + 1) ** (length + 1) <= OF_SHAPE:
            length += 1
        found.append([tuple(OUTSIDE if c == NOWHERE else first + c for c in each[:length]) for each in near])
    return found


def _has_columns(space: Space) -> bool:
    return len(space.at) == space.size


def _places(space: Space, cell: int) -> list[tuple[int, int]]:
    """Return the column and row of a cell, and of those around it."""
    return [(space.columns[cell] + x, space.rows[cell] + y) for x, y in AROUND_CELL]


def _around(space: Space, cell: int) -> list[int]:
    """Return the cells around a cell, if the board has columns and rows."""
    if not _has_columns(space):
        return []
    return [space.at[at] for at in _places(space, cell)[1:] if at in space.at]


def _lines_and_surroundings(boards: Boards) -> list[tuple[int, ...]]:
    """Return lines, as long as they fit up to `LINE`, and surroundings; at most `MOST`, evenly chosen."""
    found = list[tuple[int, ...]]()
    for first, space in boards.spaces:
        for length in range(LINE, 2, -1):
            lines = {tuple(sorted(line)): None for line in _lines(space, length)}
            if lines:
                break
        around = [(cell, *near[: AROUND - 1]) for cell, near in enumerate(space.neighbours)]
        found += [tuple(first + cell for cell in pattern) for pattern in (*lines, *around)]
    count = min(len(found), MOST)
    return [found[i * len(found) // count] for i in range(count)]


def _lines(space: Space, length: int) -> Iterator[list[int]]:
    """Yield the lines of so many cells along columns, rows and diagonals, or in the board's directions."""
    if _has_columns(space):
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
