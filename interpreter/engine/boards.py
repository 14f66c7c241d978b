"""What the built-ins for cells, directions and lines do.

How far it is from cell to cell is found by going outward from one of them until all cells are reached. On a
small space that is done once for all cells. On a large one it is done for a cell when somebody first asks
how far it is from there, at the price of the cells gone through; the price is the same whether or not an
earlier computation has left the answer behind.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.space import Space
from gamespec.space.space import OUTSIDE
from gamespec.work import PARTS
from interpreter.engine.errors import Fault
from interpreter.engine.fuel import charged, spend

if TYPE_CHECKING:
    from interpreter.engine.evaluate import Evaluator, Listing, Number

__all__ = ["BUILTINS", "Board"]

Position = list[int]
Args = tuple[core.Core, ...]
Table = tuple[tuple[int, ...], ...]
Maker = Callable[["Evaluator", core.Span, Args, Any], Any]

SMALL = 2**16
"""The most pairs of cells of a space whose distances are all computed at once, and members of its rays."""

KEPT = 2**20
"""How many distances of a large space are kept from one computation to the next."""


class Board:
    """The tables of one space that an engine needs, made when first asked for."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.small = space.size * space.size <= SMALL
        self.price = space.size + space.links // PARTS
        self._computation = 0
        self._paid: dict[int, tuple[int, ...]] = {}
        self._kept: dict[int, tuple[int, ...]] = {}

    @cached_property
    def steps(self) -> Table:
        """`steps[cell][direction]`, `none` where it leads nowhere."""
        return tuple(zip(*(_or_none(step) for step in self.space.steps), strict=True))

    @cached_property
    def rays(self) -> tuple[Table, ...] | None:
        """`rays[cell][direction]`; `None` where they are too many."""
        if sum(end - start for ways in self.space.ways for _, start, end in ways) > SMALL:
            return None
        return tuple(
            tuple(run[start:end] for run, start, end in ways) for ways in zip(*self.space.ways, strict=True)
        )

    @cached_property
    def distances(self) -> Table:
        """`distances[cell][cell]` of a small space."""
        return tuple(_or_none(self.space.distances_from(cell)) for cell in range(self.space.size))

    def distances_from(self, cell: int, scratch: list[int], span: core.Span) -> tuple[int, ...]:
        """The distances from a cell, paid for once in each computation. Raises `Fault`."""
        if scratch[1] != self._computation:
            self._computation = scratch[1]
            self._kept |= self._paid
            self._paid = {}
            if len(self._kept) * self.space.size > KEPT:
                self._kept = {}
        row = self._paid.get(cell)
        if row is None:
            spend(scratch, self.price, span)
            row = self._kept.get(cell) or _or_none(self.space.distances_from(cell))
            self._paid[cell] = row
        return row


def _or_none(cells: Sequence[int]) -> tuple[int, ...]:
    return tuple(t.NONE if c == OUTSIDE else c for c in cells)


def _neighbours(e: Evaluator, _: core.Span, args: Args, space: Space) -> Listing:
    cell, table = e.number(args[0]), space.neighbours
    return lambda p: table[cell(p)]


def _step(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    cell, direction = e.number(args[0]), e.number(args[1])
    if len(args) == 2:  # noqa: PLR2004 - cell and direction
        tables = e.board(space).steps
        return lambda p: tables[cell(p)][direction(p)]
    count, ways, opposite = e.number(args[2]), space.ways, space.opposite
    ring = space.size if space.ring else 0

    def steps(p: Position) -> int:
        c, d, n = cell(p), direction(p), count(p)
        if n < 0:
            d, n = opposite[d], -n
        if ring:
            n %= ring
        run, after, end = ways[d][c]
        return run[after - 1 + n] if after - 1 + n < end else t.NONE

    return steps


def _ray(e: Evaluator, span: core.Span, args: Args, space: Space) -> Listing:
    cell, direction, ways, rays = e.number(args[0]), e.number(args[1]), space.ways, e.board(space).rays
    if rays is not None:
        return lambda p: rays[cell(p)][direction(p)]

    def ray(p: Position) -> tuple[int, ...]:
        c = cell(p)
        run, start, end = ways[direction(p)][c]
        return run[start:end]

    return charged(e.scratch, ray, span)


def _direction(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    a, b, found = e.number(args[0]), e.number(args[1]), space.direction_to
    return lambda p: found.get((a(p), b(p)), t.NONE)


def _distance(e: Evaluator, span: core.Span, args: Args, space: Space) -> Number:
    a, b, scratch, board = e.number(args[0]), e.number(args[1]), e.scratch, e.board(space)
    if board.small:
        table = board.distances
        return lambda p: table[a(p)][b(p)]
    return lambda p: board.distances_from(a(p), scratch, span)[b(p)]


def _gap(e: Evaluator, _: core.Span, args: Args, track: Space) -> Number:
    a, b = e.number(args[0]), e.number(args[1])
    ring, size = track.ring, track.size

    def gap(p: Position) -> int:
        steps = -a(p) + b(p)
        return steps % size if ring else steps if steps >= 0 else t.NONE

    return gap


def _opposite(e: Evaluator, _: core.Span, args: Args, space: Space) -> Number:
    direction, table = e.number(args[0]), space.opposite
    return lambda p: table[direction(p)]


def _cell(e: Evaluator, span: core.Span, args: Args, space: Space) -> Number:
    column, row, at = e.number(args[0]), e.number(args[1]), space.at

    def cell(p: Position) -> int:
        place = column(p), row(p)
        if place not in at:
            raise Fault("GS510", f"there is no cell in column {place[0]}, row {place[1]}", span)
        return at[place]

    return cell


def _line_cells(e: Evaluator, _: core.Span, args: Args, lines: tuple[tuple[int, ...], ...]) -> Listing:
    line = e.number(args[0])
    return lambda p: lines[line(p)]


BUILTINS: dict[str, Maker] = {
    "neighbours": _neighbours,
    "step": _step,
    "ray": _ray,
    "direction": _direction,
    "distance": _distance,
    "gap": _gap,
    "opposite": _opposite,
    "cell": _cell,
    "line_cells": _line_cells,
}
"""Name -> maker, as in `interpreter.engine.lists`."""
