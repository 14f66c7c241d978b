"""Cuts boards down to the rows and columns that matter most, for screens without room for a whole board."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

    from interpreter.scene.things import Board, Cell, Piece, Ref

__all__ = ["columns_cut", "cropped", "rows_cut"]

CHANGED = 3
"""How many cells that can be chosen one changed cell outweighs in the choice of a window."""

Line = float
"""The coordinate of a row or column of cells: y of a row, x of a column."""


def rows_cut(board: Board, fits: Callable[[Board], bool], wanted: Collection[Ref]) -> Board:
    """Return as many adjacent rows of a board as fit: those in which most happens.

    These are the rows with the most cells that can be chosen, that is with a ref in `wanted`, and that have
    changed. If even one row does not fit, that row is the result.
    """
    return _cut(board, fits, wanted, lambda cell: round(cell.at[1], 3))


def columns_cut(board: Board, fits: Callable[[Board], bool], wanted: Collection[Ref]) -> Board:
    """Return as many adjacent columns of a board as fit, chosen as by `rows_cut`."""
    return _cut(board, fits, wanted, lambda cell: round(cell.at[0], 3))


def cropped(board: Board) -> Board:
    """Return a board without the rows and columns at its edges on which nothing lies."""
    used = [cell.at for cell in board.cells if cell.pieces or cell.marks]
    if not used:
        return board
    left, top = (min(at[axis] for at in used) for axis in (0, 1))
    right, bottom = (max(at[axis] for at in used) for axis in (0, 1))
    return _part(board, lambda cell: left <= cell.at[0] <= right and top <= cell.at[1] <= bottom)


def _cut(
    board: Board,
    fits: Callable[[Board], bool],
    wanted: Collection[Ref],
    line_of: Callable[[Cell], Line],
) -> Board:
    worth: defaultdict[Line, int] = defaultdict(int)
    pieces: defaultdict[Line, int] = defaultdict(int)
    for cell in board.cells:
        worth[line_of(cell)] += _worth(cell, wanted)
        pieces[line_of(cell)] += len(cell.pieces)
    lines = sorted(worth)
    for count in range(len(lines), 0, -1):
        start = _best_start(lines, count, worth, pieces)
        first, last = lines[start], lines[start + count - 1]
        part = board if count == len(lines) else _between(board, line_of, first, last)
        if count == 1 or fits(part):
            return part
    return board


def _between(board: Board, line_of: Callable[[Cell], Line], first: Line, last: Line) -> Board:
    return _part(board, lambda cell: first <= line_of(cell) <= last)


def _best_start(
    lines: Sequence[Line], count: int, worth: Mapping[Line, int], pieces: Mapping[Line, int]
) -> int:
    """Return where the `count` lines begin that are worth most. If several are, more pieces decide."""

    def value(start: int) -> tuple[int, int, float]:
        window = lines[start : start + count]
        middle = abs(start + count / 2 - len(lines) / 2)
        return sum(worth[line] for line in window), sum(pieces[line] for line in window), -middle

    return max(range(len(lines) - count + 1), key=value)


def _worth(cell: Cell, wanted: Collection[Ref]) -> int:
    changed = cell.changed or any(piece.changed for piece in cell.pieces)
    chosen = any(ref in wanted for ref in _refs(cell))
    return chosen + CHANGED * changed


def _refs(cell: Cell) -> Iterator[Ref]:
    """Yield the refs of a cell and of all that lies on it."""
    yield cell.ref
    for piece in cell.pieces:
        yield from _refs_of(piece)


def _refs_of(piece: Piece) -> Iterator[Ref]:
    yield from piece.refs
    for part in piece.parts:
        yield part.ref
        for each in part.pieces:
            yield from _refs_of(each)


def _part(board: Board, kept: Callable[[Cell], bool]) -> Board:
    """Return the part of a board with the cells that are `kept`, with their headings and links."""
    numbers = {old: new for new, old in enumerate(i for i, cell in enumerate(board.cells) if kept(cell))}
    cells = tuple(board.cells[i] for i in numbers)
    xs, ys = [cell.at[0] for cell in cells], [cell.at[1] for cell in cells]
    extent = min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5
    return replace(
        board,
        cells=cells,
        extent=extent,
        columns=tuple((x, text) for x, text in board.columns if extent[0] < x < extent[2]),
        rows=tuple((y, text) for y, text in board.rows if extent[1] < y < extent[3]),
        links=tuple((numbers[a], numbers[b]) for a, b in board.links if a in numbers and b in numbers),
    )
