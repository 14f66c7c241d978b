"""Formats pieces and values as short texts, for cells of boards and for rows."""

from __future__ import annotations

from collections.abc import Iterator

from interpreter.scene.things import Cell, Heading, Piece, Value

__all__ = ["ARROWS", "UNSEEN", "heading", "in_cell", "piece", "value"]

ARROWS = {
    "north": "↑", "northeast": "↗", "east": "→", "southeast": "↘",
    "south": "↓", "southwest": "↙", "west": "←", "northwest": "↖",
}  # fmt: skip
"""The arrow for each direction. It follows the symbol of a mark at that side."""


UNSEEN = "?"
"""Stands for a value that the reader may not know."""

FEW = 3
"""The greatest number of equal pieces that a cell shows one by one, if each is a single character."""


def piece(it: Piece, whose: int | None = None, *, apart: str = "") -> str:
    """Format a piece with its short form, marks at its sides, owner, values, and content.

    The owner is omitted if it is the player `whose`. The text `apart` separates the marks from the short
    form.
    """
    marks = "".join(f"{mark.symbol}{ARROWS.get(mark.side, mark.side)}" for mark in it.marks)
    own = " ".join(value(each) for each in it.values)
    held = " + ".join(_several(each) for place in it.holds for each in place.pieces)
    text = f"{it.short}{apart}{marks}" if marks else it.short
    if it.owner is not None and it.owner != whose and it.look.symbol and it.look.symbol not in text:
        text += it.look.symbol
    inside = ", ".join(part for part in (own, held) if part)
    return f"{text} ({inside})" if inside else text


def _several(it: Piece) -> str:
    return piece(it) if it.count == 1 else f"{it.count} x {piece(it)}"


def value(it: Value) -> str:
    """Format a value on a cell as its symbol, or else as its text. A number is preceded by its name."""
    if it.hidden:
        return UNSEEN
    if it.look.symbol:
        return it.look.symbol
    number = it.text.lstrip("-").isdecimal()
    return f"{it.name} {it.text}" if number and it.name else it.text


def in_cell(cell: Cell, apart: str = " ") -> Iterator[str]:
    """Yield the texts of the marks on a cell, except computed values, and then the texts of the pieces on it.

    The text `apart` separates the short form of a piece from the marks at its sides.
    """
    for mark in cell.marks:
        if not mark.computed:
            yield value(mark)
    for each in cell.pieces:
        text = piece(each, apart=apart)
        few = len(text) == 1 and each.count <= FEW
        yield text * each.count if few or each.count == 1 else f"{each.count} x {text}"


def heading(it: Heading) -> str:
    """Format the heading of a row or column, with its symbol if it has one."""
    return f"{it.look.symbol} {it.text}" if it.look.symbol else it.text
