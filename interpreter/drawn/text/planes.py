"""Draws planes as maps of tiles, where each tile is a block of characters that shows its parts.

A tile has three lines with three fields each, along its sides and in the middle, and a field is two
characters wide. Therefore adjoining sides of two tiles are next to each other on the map. A field in a corner
shows the part along the north or south side. A part is shown by its symbol, or else by its first letter. The
second character of a field is a number if a tile has several parts with the same sign. A piece on a part is
shown instead of the part.
"""

from __future__ import annotations

import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.drawn.text.canvas import Canvas
from interpreter.drawn.text.tokens import piece
from interpreter.locale import catalogue
from interpreter.scene.tiles import inside, turned

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.scene.things import Board, Cell, Part, Piece

__all__ = ["FREE", "map_lines", "part_signs", "tile_block", "turned_blocks"]

SAMPLES = 3
"""The number of lines of a tile, which is also half of its width in characters."""

GAP = 1

FREE = "[]"
"""Stands at a spot where a tile may lie."""

MORE = "*"
"""The mark after the symbol of a part that has further attributes."""

_ALONG = (0.04, 0.5, 0.96)
"""The coordinates of the fields in a tile with side 1, which are near the sides and in the middle."""


def tile_block(tile: Piece) -> list[str]:
    """Return the lines of a tile. Parts with the same sign are numbered in reading order."""
    rows: list[list[Part | None]] = []
    for j in range(SAMPLES):
        ways = [
            (_ALONG[i], _ALONG[j]) if 1 in {i, j} else ((i + 0.5) / SAMPLES, _ALONG[j])
            for i in range(SAMPLES)
        ]
        rows.append([_at(tile, point) for point in ways])
    sign = _signs([part for row in rows for part in row if part is not None])
    texts = [[sign[part.ref] if part is not None else "  " for part in row] for row in rows]
    for part in tile.parts:
        i, j = (min(SAMPLES - 1, int(x * SAMPLES)) for x in part.at)
        first = _letter(part)
        if part.more:
            texts[j][i] = first + MORE
        if part.pieces:
            stands = "".join(piece(each) for each in part.pieces)
            texts[j][i] = stands[:2].ljust(2) if len(stands) > 1 else stands + first
    return ["".join(row) for row in texts]


def _letter(part: Part) -> str:
    return part.look.symbol[:1] or part.name[:1]


def _signs(parts: Sequence[Part]) -> dict[str, str]:
    """Return the two characters that stand for each part of a tile, keyed by the part's ref.

    Parts with the same letter are numbered in the order in which they appear.
    """
    found: dict[str, str] = {}
    count: dict[str, int] = {}
    for part in parts:
        if part.ref not in found:
            letter = _letter(part)
            count[letter] = count.get(letter, 0) + 1
            found[part.ref] = letter + (letter if count[letter] == 1 else str(count[letter]))
    return found


def turned_blocks(tile: Piece, language: str) -> Iterator[str]:
    """Yield lines that show a tile in all its distinct rotations, side by side."""
    blocks: dict[int, list[str]] = {}
    for turn in tile.turns:
        parts = tuple(
            replace(
                part, outlines=tuple(turned(o, turn) for o in part.outlines), at=turned((part.at,), turn)[0]
            )
            for part in tile.parts
        )
        blocks[turn] = tile_block(replace(tile, parts=parts))
    width = max(2 * SAMPLES, *(len(_turn(turn, language)) for turn in blocks)) + 3
    yield "".join(_turn(turn, language).ljust(width) for turn in blocks).rstrip()
    for lines in zip(*blocks.values(), strict=True):
        yield "".join(line.ljust(width) for line in lines).rstrip()


def _turn(turn: int, language: str) -> str:
    texts = catalogue(language)
    return texts.gettext("turned {degrees}", degrees=90 * turn) if turn else texts.gettext("as it is")


def _at(tile: Piece, point: tuple[float, float]) -> Part | None:
    """Return the part that is visible at a point of a tile, or `None`."""
    parts = reversed(tile.parts)
    return next((part for part in parts if any(inside(outline, point) for outline in part.outlines)), None)


def map_lines(board: Board, width: int, *, legend: bool = True) -> Iterator[str]:
    """Yield the lines of a map, and of a `legend` of the parts on it.

    A map that is wider than `width` characters is drawn in several parts.
    """
    margin = max(len(text) for _, text in board.rows) + 1
    pitch = 2 * SAMPLES + GAP
    fits = max(1, (width - margin) // pitch)
    xs = [x for x, _ in board.columns]
    for start in range(0, len(xs), fits):
        if start:
            yield ""
        yield from _band(board, set(xs[start : start + fits]), xs[start], margin, pitch)
    listed = ", ".join(f"{sign} {name}" for sign, name in part_signs(board).items())
    if listed and legend:
        yield from textwrap.wrap(listed, width)


def part_signs(board: Board) -> dict[str, str]:
    """Return the signs of the parts on a map with their names, in the order of the names."""
    parts = [part for cell in board.cells for tile in cell.pieces for part in tile.parts]
    signs = {_letter(part): part.name for part in parts}
    signs |= {f"{_letter(part)}{MORE}": f"{part.name}, {part.more}" for part in parts if part.more}
    return dict(sorted(signs.items(), key=lambda entry: entry[1]))


def _band(board: Board, xs: set[float], first: float, margin: int, pitch: int) -> Iterator[str]:
    canvas = Canvas()
    lines = _lines_of_rows([cell for cell in board.cells if cell.at[0] in xs])
    for x, text in board.columns:
        if x in xs:
            canvas.put(0, margin + round((x - first) * pitch) + SAMPLES - (len(text) + 1) // 2, text)
    for y, text in ((y, text) for y, text in board.rows if y in lines):
        canvas.put(lines[y], margin - 1 - len(text), text)
    for cell in board.cells:
        x, y = cell.at
        if x not in xs:
            continue
        at = margin + round((x - first) * pitch)
        if cell.pieces:
            for number, line in enumerate(tile_block(cell.pieces[0])):
                canvas.put(lines[y] + number - SAMPLES // 2, at, line)
        else:
            canvas.put(lines[y], at + SAMPLES - 1, FREE)
    yield from canvas.lines()


def _lines_of_rows(cells: Sequence[Cell]) -> dict[float, int]:
    """Return the number of the middle line of each row of cells, keyed by the row's y coordinate.

    A row without tiles has a single line.
    """
    tiles = {cell.at[1] for cell in cells if cell.pieces}
    found: dict[float, int] = {}
    at = 1
    for y in sorted({cell.at[1] for cell in cells}):
        height = SAMPLES if y in tiles else 1
        found[y] = at + height // 2
        at += height
    return found
