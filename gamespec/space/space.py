"""What all spaces have in common.

The cells that lie one after another in a direction are a *run*: it begins where no step comes from, or goes
round. A run is kept once; where a ray ends, which cell is so many steps away and which cells are a line is
then a matter of counting, however long the way.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

__all__ = ["OUTSIDE", "Run", "Space"]

OUTSIDE = -1
"""A step that leads nowhere."""

Run = tuple[tuple[int, ...], int, int]
"""Cells in a row; the place in it after a cell, and where its ray ends."""

Steps = tuple[int, ...]


@dataclass(frozen=True, eq=False)
class Space:
    """A board: `steps[direction][cell]` is the cell one step away, or `OUTSIDE`.

    `extra[cell]` are neighbours that lie in no direction (a graph's). `axes` are the directions along
    which lines run, each with the cell-to-cell table of one step; `columns` and `rows` count from 1
    and are 0 where a space has none.
    """

    sort: Literal["grid", "track", "graph"]
    name: str
    names: tuple[str, ...]
    directions: tuple[str, ...]
    steps: tuple[tuple[int, ...], ...]
    opposite: tuple[int, ...]
    axes: tuple[tuple[int, ...], ...]
    columns: tuple[int, ...]
    rows: tuple[int, ...]
    extra: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """How many cells there are."""
        return len(self.names)

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell the cells one step away, in the order of directions, each once."""
        return tuple(
            tuple(dict.fromkeys([s[cell] for s in self.steps if s[cell] != OUTSIDE] + list(self.extra[cell])))
            for cell in range(self.size)
        )

    @cached_property
    def most_neighbours(self) -> int:
        """The greatest number of neighbours of a cell."""
        return max(len(n) for n in self.neighbours)

    @cached_property
    def links(self) -> int:
        """The number of neighbours of all cells together."""
        return sum(len(n) for n in self.neighbours)

    @cached_property
    def coordinates(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The least and the greatest column, and row."""
        return (min(self.columns), max(self.columns)), (min(self.rows), max(self.rows))

    def distances_from(self, start: int) -> tuple[int, ...]:
        """The least number of steps from a cell to each, `OUTSIDE` where there is no way."""
        found = [OUTSIDE] * self.size
        found[start] = 0
        queue, neighbours = deque([start]), self.neighbours
        while queue:
            cell = queue.popleft()
            onward = found[cell] + 1
            for other in neighbours[cell]:
                if found[other] == OUTSIDE:
                    found[other] = onward
                    queue.append(other)
        return tuple(found)

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The cell in a column and row."""
        return {(c, r): i for i, (c, r) in enumerate(zip(self.columns, self.rows, strict=True))}

    @cached_property
    def ring(self) -> bool:
        """Whether going on leads round."""
        return self.sort == "track" and self.steps[0][-1] != OUTSIDE

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
        return tuple(_ways(step) for step in self.steps)

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells beyond `cell` in a direction, nearest first, without `cell` itself."""
        run, start, end = self.ways[direction][cell]
        return run[start:end]

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All straight rows of `length` cells, each once."""
        if length == 1:
            return tuple((cell,) for cell in range(self.size)) if self.axes else ()
        found: list[tuple[int, ...]] = []
        for step in self.axes:
            long = [(run, i - 1) for run, i, end in _ways(step) if end - i >= length - 1]
            if self.ring and length == self.size:  # from every cell the same
                del long[1:]
            found += [run[i : i + length] for run, i in long]
        return tuple(found)

    def cells_of_lines(self, length: int) -> int:
        """How many cells all lines of a length have together, counted without making them; at least."""
        if length == 1:
            return self.size
        return sum(length for step in self.axes for _, i, end in _ways(step) if end - i >= length - 1)


def _ways(step: Steps) -> tuple[Run, ...]:
    """For each cell the run that it lies on in a direction; no two cells have a step to the same one."""
    ways: list[Run | None] = [None] * len(step)
    entered = set(step)
    for first in [c for c in range(len(step)) if c not in entered] + list(range(len(step))):
        if ways[first] is not None:
            continue
        run = [first]
        while step[run[-1]] not in (OUTSIDE, first):
            run.append(step[run[-1]])
        length, round_ = len(run), step[run[-1]] == first
        cells = tuple(run * 2) if round_ else tuple(run)
        for i, cell in enumerate(run, 1):
            ways[cell] = cells, i, i + length - 1 if round_ else length
    return tuple(way for way in ways if way is not None)
