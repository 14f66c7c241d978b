"""Accessible names: descriptions for screen readers of everything visible of a piece, a cell or a zone."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.drawn.html.pen import TIMES, Pen
from interpreter.scene.things import Cell, Part, Piece, Place, Value

__all__ = ["back_told", "cell_told", "part_told", "piece_told", "place_told", "value_told"]


UNKNOWN = "?"
"""The short form of a component about which nothing is known."""


def value_told(value: Value) -> str:
    """Describe a value with its name and key: `moves 3`, `taken (red) 2`."""
    name = f"{value.name} ({value.key})" if value.key else value.name
    return f"{name} {value.text}".strip()


def piece_told(pen: Pen, piece: Piece, where: str = "") -> str:
    """Describe a component: count, name, owner, place, attributes, content, and whether it has changed."""
    said = [_headline(pen, piece)]
    owner = pen.called(piece.owner)
    if owner and owner not in piece.name:
        said.append(owner)
    said += [where] if where else []
    sides = {mark.text for mark in piece.marks}
    printed = [(fact.text, f"{fact.name} {fact.text}") for fact in piece.facts]
    said += [told for text, told in printed if text not in piece.name and told not in sides]
    said += [mark.text for mark in piece.marks]
    said += [value_told(value) for value in piece.values if not value.blank]
    said += [pen.texts.gettext("with {what}", what=place_told(pen, place)) for place in piece.holds]
    return _with_changed(pen, said, changed=piece.changed)


def part_told(pen: Pen, part: Part, where: str) -> str:
    """Describe a part of a tile: its name, its place, and the pieces on it."""
    said = [part.name, part.more, where, *_short(pen, part.pieces)]
    return ", ".join(filter(None, said))


def cell_told(pen: Pen, cell: Cell) -> str:
    """Describe a cell with its content: `a1: pawn`, `a2: empty`."""
    lies = [value_told(mark) for mark in cell.marks if not mark.blank or mark.changed]
    lies += _short(pen, cell.pieces)
    told = ", ".join(lies) or pen.texts.gettext("empty")
    return _with_changed(pen, [f"{cell.name}: {told}"], changed=cell.changed)


def place_told(pen: Pen, place: Place) -> str:
    """Describe a zone: its name, its key, and the number of its components."""
    said = [f"{place.name} {place.key}".strip()]
    if not place.size:
        said.append(pen.texts.gettext("empty"))
    elif place.capacity:
        said.append(pen.texts.gettext("{size} of {capacity}", size=place.size, capacity=place.capacity))
    else:
        said.append(str(place.size))
    return _with_changed(pen, said, changed=place.changed)


def back_told(pen: Pen, piece: Piece) -> str:
    """Describe briefly what is known of an unknown component; the text is "" if nothing is known."""
    if piece.short not in {"", UNKNOWN}:
        return piece.short
    hidden = pen.texts.gettext("hidden")
    return piece.name[len(hidden) :].strip(" ()") if piece.name.startswith(f"{hidden} (") else ""


def _headline(pen: Pen, piece: Piece) -> str:
    name = f"{piece.count} {TIMES} {piece.name}" if piece.count > 1 else piece.name
    return name or pen.texts.gettext("hidden")


def _short(pen: Pen, pieces: Iterable[Piece]) -> list[str]:
    """Describe pieces for the description of the thing they are on: by name and owner."""
    told = []
    for piece in pieces:
        owner = pen.called(piece.owner)
        whose = f" ({owner})" if owner and owner not in piece.name else ""
        told.append(_headline(pen, piece) + whose)
    return told


def _with_changed(pen: Pen, said: list[str], *, changed: bool) -> str:
    return ", ".join([*said, *([pen.texts.gettext("changed")] if changed else [])])
