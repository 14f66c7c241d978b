"""Draws pieces that lie in zones, each with an accessible name that describes everything visible.

Pieces are drawn as cards, tokens, tiles or backs.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawn.html.letters import ems, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import TIMES, Pen, classes, written
from interpreter.drawn.html.tiles import tile_alone
from interpreter.drawn.html.tokens import attributes, is_token, outlined
from interpreter.drawn.html.told import back_told, piece_told, value_told
from interpreter.scene.things import Fact, Mark, Piece

__all__ = ["piece_lying"]

ROOM, CORNER_ROOM, BACK_ROOM = 3.3, 2.9, 2.7
"""The width available for text on a card, in the corner of a card, and on the back of a card, in rem."""

LEAST = 0.5
"""The minimum font size on a card, in rem."""


def piece_lying(pen: Pen, piece: Piece) -> Html:
    """Draw a piece as it lies in a zone."""
    if piece.parts:
        return tile_alone(pen, piece)
    if is_token(piece):
        return _token(pen, piece)
    return _card(pen, piece)


def _card(pen: Pen, piece: Piece) -> Html:
    """Draw a card.

    A known card has its short form in a corner, its symbol in the middle, and its other attributes below.
    """
    kind = classes("card", "" if piece.known else "back")
    symbol = pen.symbol(piece)
    if piece.known:
        inner = [
            _sized("corner", piece.short if symbol else piece.look.symbol, 0.95, CORNER_ROOM),
            _sized("middle", symbol or piece.short, 1.6, ROOM),
        ]
        facts = [_fact(fact, symbol) for fact in _unsaid(piece)]
        inner.append(element("span", {"class": "facts"}, *facts, *map(_mark, piece.marks)))
        told_values = [value_told(value) for value in piece.values if not value.blank]
        inner += [element("span", {"class": "value"}, told) for told in told_values]
    else:
        inner = [_sized("middle", back_told(pen, piece), 1.6, BACK_ROOM)]
    if piece.count > 1:
        inner.append(element("span", {"class": "times"}, f"{TIMES}{piece.count}"))
    return _faced(pen, piece, kind, inner)


def _faced(pen: Pen, piece: Piece, kind: str, drawn: Sequence[str]) -> Html:
    """Draw a piece as two layers: an element with an accessible name, and the decorative face above it."""
    told = piece_told(pen, piece)
    color = pen.look(piece).color or None
    face = element(
        "span", {"class": classes("face", kind), "aria-hidden": "true", "data-color": color}, *drawn
    )
    return element(
        "div", {"class": "laid"}, element("div", {**attributes(pen, piece, told, kind), "title": told}), face
    )


def _unsaid(piece: Piece) -> list[Fact]:
    """Return those attributes of a card that appear neither in its short form nor in its symbol."""
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


def _sized(kind: str, words: str, most: float, room: float) -> Html:
    """Draw `words` on a card, with a font size of at most `most` rem.

    The font size is chosen to make the longest word fit into a width of `room` rem.
    """
    size = min(most, max(LEAST, room / max(map(ems, words.split()), default=1.0)))
    return element("span", {"class": kind, "style": f"font-size:{round(size, 2):g}rem"}, words)


def _fact(fact: Fact, symbol: str) -> Html:
    """Draw an attribute with its symbol, unless the card already shows the same symbol as `symbol`."""
    own = fact.look.symbol not in {symbol, *fact.text}
    said = f"{fact.look.symbol} {fact.text}" if own else fact.text
    size = min(0.72, max(LEAST, ROOM / max(map(ems, said.split()), default=1.0)))
    style = f"font-size:{round(size, 2):g}rem"
    return element("span", {"class": "fact", "data-color": fact.look.color or None, "style": style}, said)


def _mark(mark: Mark) -> Html:
    said = mark.text if mark.symbol in mark.text else f"{mark.symbol} {mark.text}"
    return element("span", {"class": "fact", "data-color": mark.color or None}, said)


def _token(pen: Pen, piece: Piece) -> Html:
    """Draw a token in the shape that belongs to its owner, with the number of equal tokens."""
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
