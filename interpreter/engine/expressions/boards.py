"""Compiles expressions about cells, directions, rays and distances to closures.

Distances from a cell are found by breadth-first search. On a small space, the search is run once from every
cell, and its results are kept in a table. On a large space, the search is run from a cell when a distance
from that cell is first needed, and the computation is charged for the visited cells. The charge is the same
whether or not the result of an earlier computation is still in the cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, assert_never

from gamespec.program import expressions as x
from gamespec.program.budget import PARTS
from gamespec.program.domain import NONE
from gamespec.program.tables import NOWHERE, Space
from interpreter.kernels.budget import charged, spend
from interpreter.play import faults

if TYPE_CHECKING:
    from interpreter.engine.expressions.evaluate import Evaluator, Listing, Number

__all__ = ["Board", "BoardNode", "closure"]

Position = list[int]
Table = tuple[tuple[int, ...], ...]

SMALL = 2**16
"""The greatest size of a space's precomputed tables, in pairs of cells or in members of all rays together."""

KEPT = 2**20
"""The greatest number of distances that are cached for a large space."""


class Board:
    """The tables of one space that an engine needs, each made when it is first used."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.small = space.size * space.size <= SMALL
        self.price = space.size + space.links // PARTS
        self._computation = 0
        self._paid: dict[int, tuple[int, ...]] = {}
        self._kept: dict[int, tuple[int, ...]] = {}

    @cached_property
    def steps(self) -> Table:
        """The cell that one step leads to, as `steps[cell][direction]`; `none` if there is no such cell."""
        return tuple(zip(*(_or_none(step) for step in self.space.steps), strict=True))

    @cached_property
    def rays(self) -> tuple[Table, ...] | None:
        """The cells of each ray, as `rays[cell][direction]`; `None` if there are too many of them."""
        if sum(end - start for ways in self.space.ways for _, start, end in ways) > SMALL:
            return None
        return tuple(
            tuple(run[start:end] for run, start, end in ways) for ways in zip(*self.space.ways, strict=True)
        )

    @cached_property
    def distances(self) -> Table:
        """The distances between the cells of a small space, as `distances[start][end]`."""
        return tuple(_or_none(self.space.distances_from(cell)) for cell in range(self.space.size))

    def distances_from(self, cell: int, scratch: list[int], at: int) -> tuple[int, ...]:
        """Return the distances from `cell` to all cells, charged once per computation. Raises `Fault`."""
        if scratch[1] != self._computation:
            self._computation = scratch[1]
            self._kept |= self._paid
            self._paid = {}
            if len(self._kept) * self.space.size > KEPT:
                self._kept = {}
        row = self._paid.get(cell)
        if row is None:
            spend(scratch, self.price, at)
            row = self._kept.get(cell) or _or_none(self.space.distances_from(cell))
            self._paid[cell] = row
        return row


def _or_none(cells: Sequence[int]) -> tuple[int, ...]:
    return tuple(NONE if c == NOWHERE else c for c in cells)


BoardNode = x.Neighbours | x.Step | x.Steps | x.Ray | x.Direction | x.Distance | x.Gap | x.CellAt


def closure(e: Evaluator, node: BoardNode) -> Any:
    """Compile an expression about cells to a closure."""
    space = e.board(node.space).space
    match node:
        case x.Neighbours(_, _, _, of):
            cell, neighbours = e.number(of), space.neighbours
            return lambda p: neighbours[cell(p)]
        case x.Step(_, _, _, start, way):
            cell, direction, steps = e.number(start), e.number(way), e.board(node.space).steps
            return lambda p: steps[cell(p)][direction(p)]
        case x.Steps():
            return _steps(e, node, space)
        case x.Ray():
            return _ray(e, node, space)
        case x.Direction(_, _, _, start, end):
            a, b, found = e.number(start), e.number(end), space.direction_to
            return lambda p: found.get((a(p), b(p)), NONE)
        case x.Distance():
            return _distance(e, node)
        case x.Gap():
            return _gap(e, node, space)
        case x.CellAt():
            return _cell(e, node, space)
        case _:
            assert_never(node)


def _steps(e: Evaluator, node: x.Steps, space: Space) -> Number:
    cell, direction, count = e.number(node.cell), e.number(node.direction), e.number(node.count)
    ways, opposite = space.ways, space.opposite
    ring = space.size if space.ring else 0

    def steps(p: Position) -> int:
        c, d, n = cell(p), direction(p), count(p)
        if n < 0:
            d, n = opposite[d], -n
        if ring:
            n %= ring
        run, after, end = ways[d][c]
        return run[after - 1 + n] if after - 1 + n < end else NONE

    return steps


def _ray(e: Evaluator, node: x.Ray, space: Space) -> Listing:
    cell, direction, rays = e.number(node.cell), e.number(node.direction), e.board(node.space).rays
    if rays is not None:
        return lambda p: rays[cell(p)][direction(p)]
    ways = space.ways

    def ray(p: Position) -> tuple[int, ...]:
        c = cell(p)
        run, start, end = ways[direction(p)][c]
        return run[start:end]

    return charged(e.scratch, ray, node.at)


def _distance(e: Evaluator, node: x.Distance) -> Number:
    a, b, scratch, at = e.number(node.start), e.number(node.end), e.scratch, node.at
    board = e.board(node.space)
    if board.small:
        table = board.distances
        return lambda p: table[a(p)][b(p)]
    return lambda p: board.distances_from(a(p), scratch, at)[b(p)]


def _gap(e: Evaluator, node: x.Gap, track: Space) -> Number:
    a, b = e.number(node.start), e.number(node.end)
    ring, size = track.ring, track.size

    def gap(p: Position) -> int:
        steps = -a(p) + b(p)
        return steps % size if ring else steps if steps >= 0 else NONE

    return gap


def _cell(e: Evaluator, node: x.CellAt, space: Space) -> Number:
    column, row, cells, at = e.number(node.column), e.number(node.row), space.at, node.at

    def cell(p: Position) -> int:
        place = column(p), row(p)
        if place not in cells:
            raise faults.NO_CELL.at(at, column=place[0], row=place[1])
        return cells[place]

    return cell
