"""Draws boards as text, with every cell at its place, even if it is empty, and with headings.

All boards are drawn in the same way. Cells are placed at their centres, far enough apart for the longest text
to fit between two centres. If the board is then too wide, the texts are broken into several lines within the
cells, and empty lines separate the rows unless there must be no `gaps`. If that does not suffice, the board
is drawn in parts, from left to right.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from interpreter.drawn.text.canvas import Canvas
from interpreter.drawn.text.tokens import in_cell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from interpreter.scene.things import Board, Cell

__all__ = ["EMPTY", "NOTHING", "board_lines"]

NARROWEST = 6
"""The least width, in characters, to which cells are narrowed by breaking their texts when a board is too
wide.
"""

EMPTY = "."
"""Stands in a cell with nothing on it, if the board has headings."""

NOTHING = "·"
"""Stands at a side or corner with nothing on it."""

SOFT = "\x1f"
"""A space that is left out if the texts around it fit on one line only without it."""


@dataclass(frozen=True)
class _Scale:
    """The scale of a drawing, in characters.

    `width` is the width of a cell, and `pitch` is the distance between the centres of adjacent cells.
    """

    width: int
    pitch: int


def board_lines(board: Board, width: int, *, gaps: bool = True) -> Iterator[str]:
    """Yield the lines of a board that is not a plane, at most `width` characters wide.

    Without `gaps`, rows are not separated by empty lines, except in a graph.
    """
    texts = {cell.ref: _text(board, cell) for cell in board.cells}
    margin = max((len(text) for _, text in board.rows), default=0) + 2
    widest = max(len(text) for text in texts.values())
    room = width - margin
    left, _, right, _ = board.extent
    across = right - left
    narrowest = min(max(len(word) for text in texts.values() for word in text.split()), NARROWEST)
    scales = [_scale(board, texts, width) for width in range(widest, narrowest - 1, -1)]
    scale = next((scale for scale in scales if scale.pitch * across <= room), scales[-1])
    columns = max(1, int(room / scale.pitch))
    start = left
    while start < right - 0.01:
        end = right if columns >= across else start + columns
        cells = [
            cell
            for cell in board.cells
            if start - 0.01 <= cell.at[0] < end - 0.01 or end >= right > cell.at[0] >= start
        ]
        if cells:
            yield from _part(board, cells, texts, scale, start, end, margin, gaps=gaps)
        start = end
        if start < right - 0.01:
            yield ""
    yield from textwrap.wrap("; ".join(_fields(board)), max(width, 1), subsequent_indent="  ")


def _fields(board: Board) -> Iterator[str]:
    """Yield each look that is painted on cells, with the names of the cells, and the computed values."""
    looks = dict.fromkeys((cell.called, cell.look.symbol) for cell in board.cells)
    for called, symbol in looks:
        name = " ".join(filter(None, (called, symbol)))
        cells = [cell.name for cell in board.cells if (cell.called, cell.look.symbol) == (called, symbol)]
        if name:
            yield f"{name}: {', '.join(cells)}"
    for cell in board.cells:
        values = [f"{mark.name} {mark.text}" for mark in cell.marks if mark.computed and not mark.blank]
        if values:
            yield f"{cell.name}: {', '.join(values)}"


def _text(board: Board, cell: Cell) -> str:
    """Return the text in a cell, which begins with the cell's name if the board has no headings."""
    inside = " ".join(in_cell(cell, apart=SOFT))
    if cell.sort != "cell":
        return inside or NOTHING
    if board.rows or board.columns:
        return inside or EMPTY
    apart = "" if len(inside) == 1 and not inside.isalnum() else " "
    return f"{cell.name}{apart}{inside}".rstrip()


def _scale(board: Board, texts: dict[str, str], width: int) -> _Scale:
    fine = any(cell.sort != "cell" for cell in board.cells)
    wide = max((len(line) for text in texts.values() for line in _broken(text, width)), default=1)
    pitch = wide + (3 if fine else 1)
    if board.form == "hexes" or fine:
        pitch += pitch % 2
    if board.form == "graph":
        pitch = max(pitch, wide + 2)
    return _Scale(wide, pitch)


def _lines_of_rows(board: Board, texts: dict[str, str], width: int, *, gaps: bool) -> dict[float, int]:
    """Return the number of the first line of each row of cells, keyed by the row's y coordinate."""
    heights: dict[float, int] = {}
    for cell in board.cells:
        y = round(cell.at[1], 3)
        heights[y] = max(heights.get(y, 1), len(_broken(texts[cell.ref], width)))
    apart = board.form == "graph" or (gaps and max(heights.values()) > 1)
    found: dict[float, int] = {}
    at = 1 if board.columns else 0
    for y in sorted(heights):
        found[y] = at
        at += heights[y] + apart
    return found


def _broken(text: str, width: int) -> list[str]:
    """Break the text of a cell into lines, of as few as a soft space allows."""
    apart, joined = (textwrap.wrap(text.replace(SOFT, by), max(width, 1)) or [text] for by in (" ", ""))
    return joined if len(joined) < len(apart) else apart


def _part(  # noqa: PLR0913 - a part of a board, and how it is drawn
    board: Board,
    cells: Sequence[Cell],
    texts: dict[str, str],
    scale: _Scale,
    start: float,
    end: float,
    margin: int,
    *,
    gaps: bool,
) -> Iterator[str]:
    """Yield the lines for the part of a board between the x coordinates `start` and `end`."""
    canvas = Canvas()
    lines = _lines_of_rows(board, texts, scale.width, gaps=gaps)

    def column(x: float, text: str) -> int:
        middle = (x - start - 0.5) * scale.pitch + scale.width / 2
        return margin + max(0, round(middle - len(text) / 2 + 0.01))

    for x, text in board.columns:
        if start - 0.01 <= x < end:
            canvas.put(0, column(x, text), text)
    for y, text in board.rows:
        if round(y, 3) in lines:
            canvas.put(lines[round(y, 3)], margin - 2 - len(text), text)
    for cell in cells:
        for number, line in enumerate(_broken(texts[cell.ref], scale.width)):
            canvas.put(lines[round(cell.at[1], 3)] + number, column(cell.at[0], line), line)
    if board.form == "graph":
        yield from _joined(board, canvas, lines, column)
        return
    yield from canvas.lines()


def _joined(
    board: Board, canvas: Canvas, lines: dict[float, int], column: Callable[[float, str], int]
) -> Iterator[str]:
    """Yield the lines of a graph, with its straight links drawn, and then a list of the other links."""
    others: list[str] = []
    at = {i: (column(cell.at[0], "x"), lines[round(cell.at[1], 3)]) for i, cell in enumerate(board.cells)}
    taken = {place: i for i, place in at.items()}
    for a, b in board.links:
        (ax, ay), (bx, by) = sorted((at[a], at[b]))
        between = [(x, y) for x, y in taken if (x, y) not in {(ax, ay), (bx, by)}]
        if ay == by and not any(y == ay and ax < x < bx for x, y in between):
            canvas.across(ay, ax, bx, "-")
        elif ax == bx and not any(x == ax and min(ay, by) < y < max(ay, by) for x, y in between):
            canvas.down(ax, min(ay, by), max(ay, by), "|")
        else:
            others.append(f"{board.cells[a].name}-{board.cells[b].name}")
    yield from canvas.lines()
    if others:
        yield from textwrap.wrap(", ".join(others), 76, initial_indent="  ", subsequent_indent="  ")
