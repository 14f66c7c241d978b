"""What all spaces have in common."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property

__all__ = ["OUTSIDE", "Space"]

OUTSIDE = -1
"""A step that leads nowhere."""


@dataclass(frozen=True, eq=False)
class Space:
    """A board: `steps[direction][cell]` is the cell one step away, or `OUTSIDE`.

    `extra[cell]` are neighbours that lie in no direction (a graph's). `axes` are the directions along
    which lines run, each with the cell-to-cell table of one step; `columns` and `rows` count from 1
    and are 0 where a space has none.
    """

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
    def distances(self) -> tuple[tuple[int, ...], ...]:
        """The least number of steps from cell to cell, `OUTSIDE` where there is no way."""
        return tuple(self._distances_from(cell) for cell in range(self.size))

    def _distances_from(self, start: int) -> tuple[int, ...]:
        found = [OUTSIDE] * self.size
        found[start] = 0
        queue = deque([start])
        while queue:
            cell = queue.popleft()
            for other in self.neighbours[cell]:
                if found[other] == OUTSIDE:
                    found[other] = found[cell] + 1
                    queue.append(other)
        return tuple(found)

    @cached_property
    def at(self) -> dict[tuple[int, int], int]:
        """The cell in a column and row."""
        return {(c, r): i for i, (c, r) in enumerate(zip(self.columns, self.rows, strict=True))}

    def ray(self, cell: int, direction: int) -> tuple[int, ...]:
        """The cells beyond `cell` in a direction, nearest first, without `cell` itself."""
        step, found = self.steps[direction], [cell]
        while step[found[-1]] != OUTSIDE and step[found[-1]] not in found:
            found.append(step[found[-1]])
        return tuple(found[1:])

    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """All straight rows of `length` cells, each once."""
        found: dict[frozenset[int], tuple[int, ...]] = {}
        for step in self.axes:
            for start in range(self.size):
                line = [start]
                while len(line) < length and step[line[-1]] != OUTSIDE:
                    line.append(step[line[-1]])
                if len(line) == length and len(set(line)) == length:
                    found.setdefault(frozenset(line), tuple(line))
        return tuple(found.values())
