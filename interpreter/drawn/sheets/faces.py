"""Draws both sides of components for paper: what the table shows, on a ground that reaches beyond the cut."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from interpreter.drawn.html.faces.face import HEIGHT, drawing
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import number
from interpreter.drawn.html.tiles import WHOLE, drawn
from interpreter.drawn.html.tokens import is_token, token_drawn
from interpreter.drawn.sizes import COIN, COUNTER, DISC, FIGURE, SQUARE, Size

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.drawn.html.pen import Pen
    from interpreter.scene.components import Component
    from interpreter.scene.contents import Counter
    from interpreter.scene.things import Format, Piece

__all__ = ["back", "counter", "front", "size_of", "size_of_counter", "with_bleed"]

BEYOND = 15.0
"""How far the ground reaches beyond the cut, in user units."""

VIEW = re.compile('viewBox="[^"]*"')


def size_of(component: Component, cards: Size, upright: Collection[str] = ()) -> Size:
    """Return the size of a component if cards have the size `cards` and tokens of some kinds are figures."""
    if component.front.parts:
        return SQUARE
    if is_token(component.front):
        return FIGURE if component.front.kind in upright else DISC
    return cards if component.front.format == "card" else SQUARE


def size_of_counter(counted: Counter) -> Size:
    """Return the size of a counter."""
    return COIN if counted.sort == "coin" else COUNTER


def front(pen: Pen, component: Component, size: Size) -> Html:
    """Draw the front of a component as an image of the given size."""
    piece = component.front
    if size.round or size == FIGURE:
        return _token(pen, piece)
    if piece.parts:
        tile = drawn(pen, piece, WHOLE, "")
        beyond = element("g", {"transform": f"scale({1 + 2 * BEYOND / 100:g})"}, *tile)
        return _image(pen, piece, size, "translate(50 50)", [beyond, *tile])
    return _faced(pen, piece, size)


def counter(pen: Pen, counted: Counter) -> Html:
    """Draw a counter or a token of a resource as a square image, in which a disc fits."""
    return _token(pen, counted.piece)


def _token(pen: Pen, piece: Piece) -> Html:
    return _image(pen, piece, DISC, "translate(50 50)", token_drawn(pen, piece, 36))


def with_bleed(image: str, size: Size, bleed: float) -> str:
    """Return an image of the given size that reaches `bleed` millimetres further on each side."""
    more, high = 100 * bleed / size.width, 100 * size.height / size.width
    seen = f"{-more:.3f} {-more:.3f} {100 + 2 * more:.3f} {high + 2 * more:.3f}"
    return VIEW.sub(f'viewBox="{seen}"', image, count=1)


def back(pen: Pen, component: Component, size: Size) -> Html | None:
    """Draw the back of a component; tokens have none."""
    return None if size.round or size == FIGURE else _faced(pen, component.back, size)


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
