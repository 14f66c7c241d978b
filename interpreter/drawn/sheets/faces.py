"""Draws both sides of components for paper: what the table shows, on a ground that reaches beyond the cut."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.drawn.html.faces import HEIGHT, drawing
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import number
from interpreter.drawn.html.tiles import WHOLE, drawn
from interpreter.drawn.html.tokens import is_token, token_drawn
from interpreter.drawn.sheets.sizes import DISC, SIZES, SQUARE, CardSize, Size

if TYPE_CHECKING:
    from interpreter.drawn.html.pen import Pen
    from interpreter.scene.components import Component
    from interpreter.scene.things import Format, Piece

__all__ = ["back", "front", "size_of"]

BEYOND = 10.0
"""How far the ground reaches beyond the cut, in user units."""


def size_of(component: Component, cards: CardSize) -> Size:
    """Return the size of a component if cards have the size `cards`."""
    if component.front.parts:
        return SQUARE
    if is_token(component.front):
        return DISC
    return SIZES[cards] if component.front.format == "card" else SQUARE


def front(pen: Pen, component: Component, size: Size) -> Html:
    """Draw the front of a component as an image of the given size."""
    piece = component.front
    if size.round:
        return _image(pen, piece, size, "translate(50 50)", token_drawn(pen, piece, 36))
    if piece.parts:
        return _image(pen, piece, size, "translate(50 50)", drawn(pen, piece, WHOLE, ""))
    return _faced(pen, piece, size)


def back(pen: Pen, component: Component, size: Size) -> Html | None:
    """Draw the back of a component; tokens have none."""
    return None if size.round else _faced(pen, component.back, size)


def _faced(pen: Pen, piece: Piece, size: Size) -> Html:
    """Draw a face, as large as fits into the middle of the given size."""
    shape: Format = "square" if size.width == size.height else "card"
    high = 100 * size.height / size.width
    scale = min(1.0, high / HEIGHT[shape])
    corner = f"translate({number(50 - 50 * scale)} {number((high - scale * HEIGHT[shape]) / 2)})"
    shrunk = f"{corner} scale({scale:.4f})"
    return _image(pen, piece, size, shrunk, drawing(pen, piece, shape))


def _image(pen: Pen, piece: Piece, size: Size, transform: str, inner: list[Html]) -> Html:
    high = 100 * size.height / size.width
    ground = {
        "class": "paper",
        "x": number(-BEYOND),
        "y": number(-BEYOND),
        "width": number(100 + 2 * BEYOND),
        "height": number(high + 2 * BEYOND),
    }
    color = pen.look(piece).color or None
    return element(
        "svg",
        {"class": "sheet", "viewBox": f"0 0 100 {high:.3f}", "data-color": color},
        element("rect", ground),
        element("g", {"transform": transform}, *inner),
    )
