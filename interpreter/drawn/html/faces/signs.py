"""Draws signs: icons, shapes that stand for symbols, or symbols as letters, in the tint of a look."""

from __future__ import annotations

from gamespec.icons import SIDE, icons
from interpreter.drawn.html.faces.strewn import bounds
from interpreter.drawn.html.letters import Sizes, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import figure, number
from interpreter.scene.things import Look

__all__ = ["SMALL", "halved", "icon", "sign"]

SMALL = Sizes(7, 200)
"""The font sizes on faces, which people can enlarge."""


def sign(look: Look, x: float, y: float, size: float) -> Html:
    """Draw the sign of a look, centred at (x, y), in a square of side `size`, in user units."""
    color = {"class": "sign", "data-color": look.color or None}
    if look.icon:
        drawn = halved(look, x, y, size) if look.half else icon(look.icon, x, y, size)
        return element("g", color, drawn)
    shape = figure(look.symbol, size * 0.42)
    if shape is None:
        return element("g", color, letters(look.symbol, x, y, size, size * 1.15, SMALL))
    at = {**color, "transform": f"translate({number(x)} {number(y)})"}
    inner = [element("path", {"class": "inner", "d": shape.inner})] if shape.inner else []
    return element("g", at, element("path", {"d": shape.path}), *inner)


def halved(look: Look, x: float, y: float, size: float, wide: float = 0) -> Html:
    """Draw half of an icon, as large as fits into a box with the middle (x, y), so high and `wide`.

    It touches the side of the box at which the other half continues.
    """
    left, top, right, bottom = bounds(look.icon, look.half)
    wide = wide or size
    scale = min(wide / (right - left), size / (bottom - top))
    across, down = (right - left) * scale, (bottom - top) * scale
    start = x + wide / 2 - across if look.half == "left" else x - wide / 2
    at = {
        "x": number(start),
        "y": number(y + size / 2 - down),
        "width": number(across),
        "height": number(down),
    }
    box = f"{left:g} {top:g} {right - left:g} {bottom - top:g}"
    shown = element("path", {"class": "icon", "d": icons()[look.icon].path})
    return element("svg", {"class": "half", **at, "viewBox": box}, shown)


def icon(name: str, x: float, y: float, size: float) -> Html:
    """Draw the icon with the given name, centred at (x, y), in a square of side `size`."""
    scale = f"{size / SIDE:.3f}".rstrip("0").rstrip(".")
    corner = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({scale})"
    return element("path", {"class": "icon", "d": icons()[name].path, "transform": corner})
