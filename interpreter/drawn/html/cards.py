"""Zones: piles, hands, rows and squares, and the pieces in them as cards, tokens, tiles or backs.

The element that can be pointed at for a zone is its heading, not the box around its pieces, each of which can
be pointed at, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from interpreter.drawn.html.letters import ems, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import TIMES, Pen, aside, classes, own_symbol, refs, written
from interpreter.drawn.html.tiles import tile_alone
from interpreter.drawn.html.tokens import attributes, is_token, outlined
from interpreter.drawn.html.told import back_told, piece_told, value_told
from interpreter.scene.things import Fact, Mark, Piece, Place

__all__ = ["places_drawn"]

ROOM = 3.3
"""The width of what can be written on a card, in rem."""

LEAST = 0.5
"""The smallest letters on a card, in rem."""


def places_drawn(pen: Pen, places: Sequence[Place]) -> list[Html]:
    """Zones in their order; neighbours of one family stand in one box under its name."""
    drawn: list[Html] = []
    for _, family in groupby(places, key=lambda place: (place.name, bool(place.key))):
        members = list(family)
        if members[0].key and len(members) > 1:
            heading = element("h3", {}, members[0].name)
            inner = [_place(pen, place, place.key, 4) for place in members]
            drawn.append(
                element("div", {"class": "family"}, heading, element("div", {"class": "members"}, *inner))
            )
        else:
            drawn += [_place(pen, place, _called(place), 3) for place in members]
    return drawn


def _place(pen: Pen, place: Place, name: str, level: int) -> Html:
    """A zone: its heading, which can be pointed at, and what lies there."""
    said = [element("span", {"class": "called"}, name)]
    if place.capacity != 1 or place.size > 1:
        said.append(_size(pen, place))
    if place.changed:
        said.append(aside(f", {pen.say('changed')}"))
    spot = element("span", {"class": "spot", **refs((place.ref,))}, *said)
    return element(
        "div",
        {
            "class": classes(
                "place", place.lies, "changed" if place.changed else "", "" if place.size else "bare"
            ),
        },
        element(f"h{level}", {}, spot),
        _inside(pen, place, level),
    )


def _size(pen: Pen, place: Place) -> Html:
    """How much lies there, and how much may."""
    if not place.size:
        return aside(f": {pen.say('empty')}")
    if place.capacity and place.capacity > 1:
        told = f": {place.size} {pen.say('of')} {place.capacity}"
        shown = f"{place.size}/{place.capacity}"
    else:
        told, shown = f": {place.size}", str(place.size)
    return element("span", {"class": "size"}, element("span", {"aria-hidden": "true"}, shown), aside(told))


def _inside(pen: Pen, place: Place, level: int) -> Html:
    if not place.pieces:
        empty = element("span", {"class": "card none"}, aside(pen.say("empty")))
        return element("div", {"class": "pieces"}, empty)
    if place.lies == "pile" and len(place.pieces) > 1:
        return _heap(pen, place, level)
    pieces = place.pieces
    if place.ordered and place.lies != "pile":
        pieces = tuple(each for piece in pieces for each in _one_by_one(piece))
    return _list(pen, pieces, level)


def _one_by_one(piece: Piece) -> list[Piece]:
    """Those that nobody could tell apart but by where they lie in the order."""
    if piece.known or len(piece.refs) != piece.count:
        return [piece]
    return [replace(piece, refs=(ref,), count=1) for ref in piece.refs]


def _heap(pen: Pen, place: Place, level: int) -> Html:
    """A pile that is known: its top; all of it when it is opened."""
    top, rest = place.pieces[:1], place.pieces[1:]
    said = pen.say("show all").replace("{count}", str(place.size))
    summary = element("summary", {}, said, aside(f": {place.name} {place.key}".rstrip()))
    more = element("details", {"data-keep": place.ref}, summary, _list(pen, rest, level))
    return element("div", {"class": "heap"}, _list(pen, top, level), more)


def _list(pen: Pen, pieces: Sequence[Piece], level: int) -> Html:
    return element("ul", {"class": "pieces"}, *(_item(pen, piece, level) for piece in pieces))


def _item(pen: Pen, piece: Piece, level: int) -> Html:
    """A piece, with what is in its own zones beside it."""
    if piece.parts:
        face = tile_alone(pen, piece)
    elif is_token(piece):
        face = _token(pen, piece)
    else:
        face = _card(pen, piece)
    if not piece.holds:
        return element("li", {}, face)
    held = element(
        "div", {"class": "holds"}, *(_place(pen, each, _called(each), level + 1) for each in piece.holds)
    )
    return element("li", {"class": "holding"}, face, held)


def _called(place: Place) -> str:
    return f"{place.name} {place.key}".strip()


def _card(pen: Pen, piece: Piece) -> Html:
    """A card: in a corner what it is in short, its symbol in the middle, below what else is printed on it."""
    kind = classes("card", "" if piece.known else "back")
    symbol = own_symbol(piece.look)
    middle = symbol or (piece.short if piece.known else back_told(pen, piece))
    inner = [_sized("corner", piece.short if symbol else piece.look.symbol, 0.95)]
    inner.append(_sized("middle", middle, 1.6))
    if piece.known:
        facts = [*map(_fact, _unsaid(piece)), *map(_mark, piece.marks)]
        inner.append(element("span", {"class": "facts"}, *facts))
        told_values = [value_told(value) for value in piece.values if not value.blank]
        inner += [element("span", {"class": "value"}, told) for told in told_values]
    if piece.count > 1:
        inner.append(element("span", {"class": "times"}, f"{TIMES}{piece.count}"))
    return _faced(pen, piece, kind, inner)


def _faced(pen: Pen, piece: Piece, kind: str, drawn: Sequence[str]) -> Html:
    """What can be pointed at, which has a name, and upon it what is seen of the piece, which is only seen."""
    told = piece_told(pen, piece)
    color = pen.look(piece).color or None
    face = element(
        "span", {"class": classes("face", kind), "aria-hidden": "true", "data-color": color}, *drawn
    )
    return element(
        "div", {"class": "laid"}, element("div", {**attributes(pen, piece, told, kind), "title": told}), face
    )


def _unsaid(piece: Piece) -> list[Fact]:
    """What is printed on a card and not said by what it is in short, or by its symbol."""
    said = [piece.short, piece.look.symbol]
    sides = {mark.text for mark in piece.marks}
    shown = set()
    for fact in sorted(piece.facts, key=lambda fact: -len(fact.text)):
        for index, words in enumerate(said):
            if fact.text in words:
                said[index] = words.replace(fact.text, " ", 1)
                break
        else:
            if f"{fact.name} {fact.text}" not in sides:
                shown.add(fact)
    return [fact for fact in piece.facts if fact in shown]


def _sized(kind: str, words: str, most: float) -> Html:
    """Words on a card, with letters so large (in rem) that the longest one fits."""
    size = min(most, max(LEAST, ROOM / max(map(ems, words.split()), default=1.0)))
    return element("span", {"class": kind, "style": f"font-size:{round(size, 2):g}rem"}, words)


def _fact(fact: Fact) -> Html:
    said = f"{fact.look.symbol} {fact.text}" if fact.look.symbol not in fact.text else fact.text
    return element("span", {"class": "fact", "data-color": fact.look.color or None}, said.strip())


def _mark(mark: Mark) -> Html:
    said = mark.text if mark.symbol in mark.text else f"{mark.symbol} {mark.text}"
    return element("span", {"class": "fact", "data-color": mark.color or None}, said)


def _token(pen: Pen, piece: Piece) -> Html:
    """A token in the shape of its owner, with how many there are."""
    shape = pen.shape(piece.look, piece.owner, 44)
    picture = element(
        "svg",
        {"viewBox": "-50 -50 100 100"},
        *outlined(shape),
        letters(written(piece.look, piece.short), 0, 0, shape.width, shape.height),
    )
    times = [element("span", {"class": "times"}, f"{TIMES}{piece.count}")] if piece.count > 1 else []
    values = [
        element("span", {"class": "value"}, value_told(value)) for value in piece.values if not value.blank
    ]
    return _faced(pen, piece, "token", [picture, *times, *values])
