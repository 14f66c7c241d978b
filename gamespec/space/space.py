"""The common base of all spaces, with the names of cells and the lines that run over them.

The adjacency of cells is in the board, which programs contain; see `gamespec.program.tables.Space`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from gamespec.program import tables
from gamespec.program.domain import NONE
from gamespec.program.tables import NOWHERE, runs

__all__ = ["OUTSIDE", "Pairs", "Point", "Space", "Touching"]

OUTSIDE = NOWHERE
"""Stands for the target of a step that leads nowhere."""

Point = tuple[int, int]
"""A point of the lattice on which grids, their edges and their corners lie; see `outline`."""


class Touching(NamedTuple):
    """For each member of a space, the members of another space, or of the same space, that touch it."""

    lists: tuple[tuple[int, ...], ...]


class Pairs(NamedTuple):
    """A value for certain pairs of numbers. The second number of a pair is below `size`."""

    values: Mapping[tuple[int, int], int]
    size: int


@dataclass(frozen=True, eq=False)
class Space:
    """A board. `steps[direction][cell]` is the cell one step away, or `OUTSIDE`.

    `extra[cell]` are the neighbours of a cell that lie in no direction, as in a graph. `axes` are the
    directions of lines, each with the cell-to-cell table of one step. `columns` and `rows` count from 1, and
    are 0 in a space that has none. A grid, and the spaces of its outline, have a point for each member; in an
    outline `board_of` is the grid. `hexes` says whether the cells are hexes. On a track with branches,
    several cells may be one step away in a direction. These are `onward[direction][cell]`, and `steps` is
    empty.
    """

    sort: Literal["grid", "track", "branches", "graph", "edges", "corners"]
    name: str
    names: tuple[str, ...]
    directions: tuple[str, ...]
    steps: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    axes: tuple[tuple[int, ...], ...]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    extra: tuple[tuple[int, ...], ...]
    points: tuple[Point, ...] = ()
    hexes: bool = False
    board_of: Space | None = None
    onward: tuple[tuple[tuple[int, ...], ...], ...] = ()

    @property
    def size(self) -> int:
        """The number of cells."""
        return len(self.names)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells one step away, ordered by direction, each once."""
        return tuple(
            tuple(dict.fromkeys([s[cell] for s in self.steps if s[cell] != OUTSIDE] + list(self.extra[cell])))
            for cell in range(self.size)
        )

    @cached_property
    def board(self) -> tables.Space:
        """The adjacency of the cells, in the form that programs contain."""
        return tables.Space(
            self.neighbours, self.steps, self.opposite[: len(self.steps)], self.ring, self.columns, self.rows
        )

    def longest_ray(self, direction: int | None = None) -> int:
        """Return the greatest number of cells beyond a cell in a direction, or in any if it is `None`."""
        among = self.board.ways if direction is None else (self.board.ways[direction],)
        return max((end - start for ways in among for _, start, end in ways), default=0)

    @cached_property
    def most_neighbours(self) -> int:
        """The greatest number of neighbours of a cell."""
        return max(len(n) for n in self.neighbours)

    @cached_property
    def coordinates(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The least and the greatest column, and the least and the greatest row."""
        return (min(self.columns), max(self.columns)), (min(self.rows), max(self.rows))

    @cached_property
    def ring(self) -> bool:
        """Whether the cells form a ring, which is so on a closed track."""
        return self.sort == "track" and self.steps[0][-1] != OUTSIDE

    def offset(self, cell: int, x: int, y: int) -> int:
        """Return the cell of a grid `x` columns east and `y` rows south of a cell, or `NONE`."""
        down = self.rows[0] <= self.rows[-1]
        return self.board.at.get((self.columns[cell] + x, self.rows[cell] + (y if down else -y)), NONE)

    @cached_property
    def gaps(self) -> Pairs:
        """For cells of a track with branches, the least number of steps forward from one to another."""
        found: dict[tuple[int, int], int] = {}
        for start in range(self.size):
            found[start, start] = 0
            queue = deque([start])
            while queue:
                cell = queue.popleft()
                for other in self.onward[0][cell]:
                    if (start, other) not in found:
                        found[start, other] = found[start, cell] + 1
                        queue.append(other)
        return Pairs(found, self.size)

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return all straight lines of `length` cells, each once."""
        if length == 1:
            return tuple((cell,) for cell in range(self.size)) if self.axes else ()
        found: list[tuple[int, ...]] = []
        for step in self.axes:
            long = [(run, i - 1) for run, i, end in runs(step) if end - i >= length - 1]
            if self.ring and length == self.size:  # the same from every cell
                del long[1:]
            found += [run[i : i + length] for run, i in long]
        return tuple(found)

    def cells_of_lines(self, length: int) -> int:
        """Return a lower bound for the number of cells in all lines of a length, without building them."""
        if length == 1:
            return self.size
        return sum(length for step in self.axes for _, i, end in runs(step) if end - i >= length - 1)
