"""Draws signs: icons, shapes that stand for symbols, or symbols as letters, in the tint of a look."""

from __future__ import annotations

from gamespec.icons import SIDE, icons
from interpreter.drawn.html.letters import Sizes, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import figure, number
from interpreter.scene.things import Look

__all__ = ["SMALL", "icon", "sign"]

SMALL = Sizes(7, 200)
"""The font sizes on faces, which people can enlarge."""


def sign(look: Look, x: float, y: float, size: float) -> Html:
    """Draw the sign of a look, centred at (x, y), in a square of side `size`, in user units."""
    color = {"class": "sign", "data-color": look.color or None}
    if look.icon:
        return element("g", color, icon(look.icon, x, y, size))
    shape = figure(look.symbol, size * 0.42)
    if shape is None:
        return element("g", color, letters(look.symbol, x, y, size, size * 1.15, SMALL))
    at = {**color, "transform": f"translate({number(x)} {number(y)})"}
    inner = [element("path", {"class": "inner", "d": shape.inner})] if shape.inner else []
    return element("g", at, element("path", {"d": shape.path}), *inner)


def icon(name: str, x: float, y: float, size: float) -> Html:
    """Draw the icon with the given name, centred at (x, y), in a square of side `size`."""
    scale = f"{size / SIDE:.3f}".rstrip("0").rstrip(".")
    corner = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({scale})"
    return element("path", {"class": "icon", "d": icons()[name].path, "transform": corner})
