"""Draws zones as HTML, in the form of piles, hands, rows or squares, with the pieces in them.

To point at a zone, people point at its heading instead of the box around its pieces, because each piece can
be pointed at itself. The top piece of a pile and an empty place have the zone's ref in `data-also`, which
allows a script to treat a click on them as a click on the zone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from interpreter.drawn.html.cards import piece_lying
from interpreter.drawn.html.markup import Attributes, Html, element, joined
from interpreter.drawn.html.pen import Pen, aside, classes, refs
from interpreter.scene.things import Piece, Place

__all__ = ["places_drawn"]

TOP = 3
"""The level of the headings of zones and families that lie in no other."""


def places_drawn(pen: Pen, places: Sequence[Place]) -> list[Html]:
    """Draw zones in order. Adjacent zones of the same family share a box that has the family's name."""
    drawn: list[Html] = []
    for _, family in groupby(places, key=lambda place: (place.name, bool(place.key))):
        members = list(family)
        if members[0].key and len(members) > 1:
            drawn.append(_family(pen, members))
        else:
            drawn += [_place(pen, place, _called(place), TOP) for place in members]
    return drawn


def _family(pen: Pen, members: Sequence[Place]) -> Html:
    """Draw zones of a family below its name.

    Zones of one component for each player lie in a circle, as the players sit: the reader's is nearest to the
    reader, and the others follow clockwise.
    """
    heading = joined([element("h3", {}, members[0].name), *_noted(members[0])])
    seats = len(pen.players)
    if {place.owner for place in members} != set(pen.players) or any(_crowded(place) for place in members):
        inner = [_place(pen, place, place.key, 4) for place in members]
        return element("div", {"class": "family"}, heading, element("div", {"class": "members"}, *inner))
    inner = [
        _place(pen, place, place.key, 4, {"style": f"--at:{((place.owner or 0) - pen.reader) % seats}"})
        for place in members
    ]
    kind = classes("members", "ring", "pair" if seats == 2 else "")  # noqa: PLR2004 - opposite, they lie side by side
    ring = element("div", {"class": kind, "style": f"--seats:{seats}"}, *inner)
    return element("div", {"class": "family ringed"}, heading, ring)


def _noted(place: Place) -> list[Html]:
    """Draw what people read below the name of a zone."""
    return [element("p", {"class": "note"}, place.note)] if place.note else []


def _crowded(place: Place) -> bool:
    return place.stands != "center" or place.size > 1


def _place(pen: Pen, place: Place, name: str, level: int, more: Attributes | None = None) -> Html:
    """Draw a zone as a heading, which people can point at, and its content."""
    said = [element("span", {"class": "called"}, name)]
    if place.capacity != 1 or place.size > 1:
        said.append(_size(pen, place))
    if place.changed:
        said.append(aside(", " + pen.texts.gettext("changed")))
    spot = element("span", {"class": "spot", **refs((place.ref,))}, *said)
    return element(
        "div",
        {
            "class": classes(
                "place",
                place.lies,
                "changed" if place.changed else "",
                "" if place.size else "bare",
                "alone" if place.size == 1 and place.lies != "pile" else "",
                "meeting" if place.owner is not None and place.stands == "center" else "",
            ),
            "data-color": _color(pen, place) if more else None,
            **(more or {}),
        },
        element(f"h{level}", {}, spot),
        *(() if more or level != TOP else _noted(place)),
        _inside(pen, place, level),
    )


def _color(pen: Pen, place: Place) -> str | None:
    player = None if place.owner is None else pen.players.get(place.owner)
    return (player.look.color or None) if player else None


def _size(pen: Pen, place: Place) -> Html:
    """Draw what people count in a zone, or the number of its components, with its capacity if limited."""
    if not place.size:
        return aside(": " + pen.texts.gettext("empty"))
    if place.counted:
        told, shown = f": {place.counted}", place.counted
    elif place.capacity and place.capacity > 1:
        told = ": " + pen.texts.gettext("{size} of {capacity}", size=place.size, capacity=place.capacity)
        shown = f"{place.size}/{place.capacity}"
    else:
        told, shown = f": {place.size}", str(place.size)
    return element("span", {"class": "size"}, element("span", {"aria-hidden": "true"}, shown), aside(told))


def _inside(pen: Pen, place: Place, level: int) -> Html:
    if not place.pieces:
        empty = element(
            "span", {"class": "card none", "data-also": place.ref}, aside(pen.texts.gettext("empty"))
        )
        return element("div", {"class": "pieces"}, empty)
    if place.lies == "pile" and len(place.pieces) > 1:
        return _heap(pen, place, level)
    pieces = place.pieces
    if place.lies == "pile":
        return _list(pen, pieces, level, place.ref)
    if place.ordered:
        pieces = tuple(each for piece in pieces for each in _one_by_one(piece))
    return _list(pen, pieces, level)


def _one_by_one(piece: Piece) -> list[Piece]:
    """Split a stack of unknown pieces into single pieces if each piece has its own place in the order."""
    if piece.known or len(piece.refs) != piece.count:
        return [piece]
    return [replace(piece, refs=(ref,), count=1) for ref in piece.refs]


def _heap(pen: Pen, place: Place, level: int) -> Html:
    """Draw a pile of several pieces.

    The top piece is visible. The other pieces are in an element that can be opened. On top of a pile without
    an order lies what came last.
    """
    pieces = place.pieces if place.ordered else sorted(place.pieces, key=lambda piece: not piece.changed)
    top, rest = pieces[:1], pieces[1:]
    said = pen.texts.gettext("show all {count}", count=place.size)
    summary = element("summary", {}, said, aside(f": {place.name} {place.key}".rstrip()))
    more = element("details", {"data-keep": place.ref}, summary, _list(pen, rest, level))
    return element("div", {"class": "heap"}, _list(pen, top, level, place.ref), more)


def _list(pen: Pen, pieces: Sequence[Piece], level: int, also: str | None = None) -> Html:
    return element("ul", {"class": "pieces"}, *(_item(pen, piece, level, also) for piece in pieces))


def _item(pen: Pen, piece: Piece, level: int, also: str | None) -> Html:
    """Draw a piece, and beside it the zones that belong to the piece."""
    face = piece_lying(pen, piece)
    if not piece.holds:
        return element("li", {"data-also": also}, face)
    held = element(
        "div", {"class": "holds"}, *(_place(pen, each, _called(each), level + 1) for each in piece.holds)
    )
    return element("li", {"class": "holding"}, face, held)


def _called(place: Place) -> str:
    return f"{place.name} {place.key}".strip()
