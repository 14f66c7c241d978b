"""Draws pieces that lie in zones, each with an accessible name that describes everything visible.

Pieces are drawn as cards, tokens, tiles or backs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from interpreter.drawn.html.faces.face import face
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import TIMES, Pen, classes
from interpreter.drawn.html.remembering import MOST
from interpreter.drawn.html.tags import tags_on
from interpreter.drawn.html.tiles import tile_alone
from interpreter.drawn.html.tokens import attributes, is_token, token_drawn
from interpreter.drawn.html.told import piece_told, value_told
from interpreter.scene.things import Piece

__all__ = ["piece_lying"]


@lru_cache(maxsize=MOST)
def piece_lying(pen: Pen, piece: Piece) -> Html:
    """Draw a piece as it lies in a zone."""
    if piece.parts:
        return tile_alone(pen, piece)
    if is_token(piece):
        return _token(pen, piece)
    return _card(pen, piece)


def _card(pen: Pen, piece: Piece) -> Html:
    """Draw a card or a square with its face."""
    square = "" if piece.format == "card" else "square"
    kind = classes("card", square, "" if piece.known else "back")
    return _faced(pen, piece, kind, [face(pen, piece, "square" if square else "card")])


def _faced(pen: Pen, piece: Piece, kind: str, drawn: Sequence[str]) -> Html:
    """Draw a piece as two layers: an element with an accessible name, and the decorative face above it."""
    told = piece_told(pen, piece)
    color = pen.look(piece).color or None
    layer = {"class": classes("face", kind), "aria-hidden": "true", "data-color": color}
    pointed = element("div", {**attributes(pen, piece, told, kind), "title": told})
    tags = tags_on(piece.values)
    return element("div", {"class": "laid"}, pointed, element("span", layer, *drawn, *tags))


def _token(pen: Pen, piece: Piece) -> Html:
    """Draw a token in the shape that belongs to its owner, with the number of equal tokens."""
    picture = element("svg", {"viewBox": "-50 -50 100 100"}, *token_drawn(pen, piece, 44))
    times = [element("span", {"class": "times"}, f"{TIMES}{piece.count}")] if piece.count > 1 else []
    values = [
        element("span", {"class": "value"}, value_told(value))
        for value in piece.values
        if not (value.blank or value.computed)
    ]
    return _faced(pen, piece, "token", [picture, *times, *values])
