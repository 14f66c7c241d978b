"""Makes accessible names, which describe everything visible of a piece, a cell or a zone."""

from __future__ import annotations

from collections.abc import Iterable

from interpreter.drawn.html.pen import TIMES, Pen
from interpreter.scene.things import Cell, Feature, Part, Piece, Place, Value

__all__ = ["back_told", "cell_told", "feature_told", "part_told", "piece_told", "place_told", "value_told"]


UNKNOWN = "?"
"""The short form of a component about which the reader knows nothing."""


def value_told(value: Value) -> str:
    """Describe a value together with its name and key, such as `moves 3` or `taken (red) 2`."""
    name = f"{value.name} ({value.key})" if value.key else value.name
    return name if value.text == name else f"{name} {value.text}".strip()


def piece_told(pen: Pen, piece: Piece, where: str = "") -> str:
    """Describe a component by its count, name, owner, place, attributes and content, and any change."""
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
    """Describe a part of a tile by its name, its place, and the pieces on it."""
    said = [part.name, part.more, where, *_short(pen, part.pieces)]
    return ", ".join(filter(None, said))


def feature_told(pen: Pen, feature: Feature) -> str:
    """Describe a feature by its tiles, whether it can grow, who has components on it, and its values."""
    texts = pen.texts
    said = [texts.ngettext("{count} tile", "{count} tiles", feature.tiles)]
    if feature.open:
        said.append(texts.ngettext("open at {count} side", "open at {count} sides", feature.open))
    elif feature.open is not None:
        said.append(texts.gettext("complete"))
    said += [f"{pen.called(seat)} {count}" for seat, count in feature.owners]
    return ", ".join([*said, *(value_told(value) for value in feature.values if not value.blank)])


def cell_told(pen: Pen, cell: Cell) -> str:
    """Describe a cell and its content, such as `a1: pawn` or `a2: empty`."""
    lies = [cell.called] if cell.called else []
    lies += [value_told(mark) for mark in cell.marks if not mark.blank or mark.changed]
    lies += _short(pen, cell.pieces)
    told = ", ".join(lies) or pen.texts.gettext("empty")
    return _with_changed(pen, [f"{cell.name}: {told}"], changed=cell.changed)


def place_told(pen: Pen, place: Place) -> str:
    """Describe a zone by its name, its key, and the number of components in it."""
    said = [f"{place.name} {place.key}".strip()]
    if not place.size:
        said.append(pen.texts.gettext("empty"))
    elif place.counted:
        said.append(place.counted)
    elif place.capacity:
        said.append(pen.texts.gettext("{size} of {capacity}", size=place.size, capacity=place.capacity))
    else:
        said.append(str(place.size))
    return _with_changed(pen, said, changed=place.changed)


def back_told(pen: Pen, piece: Piece) -> str:
    """Describe briefly what is known of an unknown component. The result is "" if nothing is known."""
    if piece.short not in {"", UNKNOWN}:
        return piece.short
    hidden = pen.texts.gettext("hidden")
    told = piece.name[len(hidden) :].strip(" ()") if piece.name.startswith(f"{hidden} (") else ""
    owner = pen.texts.gettext("of {player}", player=pen.called(piece.owner))
    return told.replace(owner, "").strip(", ") if piece.owner is not None else told


def _headline(pen: Pen, piece: Piece) -> str:
    name = f"{piece.count} {TIMES} {piece.name}" if piece.count > 1 else piece.name
    return name or pen.texts.gettext("hidden")


def _short(pen: Pen, pieces: Iterable[Piece]) -> list[str]:
    """Describe pieces by name and owner, for use in the description of the thing they lie on."""
    told = []
    for piece in pieces:
        owner = pen.called(piece.owner)
        whose = f" ({owner})" if owner and owner not in piece.name else ""
        told.append(_headline(pen, piece) + whose)
    return told


def _with_changed(pen: Pen, said: list[str], *, changed: bool) -> str:
    return ", ".join([*said, *([pen.texts.gettext("changed")] if changed else [])])
