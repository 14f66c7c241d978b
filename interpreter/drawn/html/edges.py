"""Draws the marks at the sides and corners of a face, each as a strip in which its symbol is repeated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamespec.space.grid import COMPASS
from interpreter.drawn.html.faces.signs import SMALL
from interpreter.drawn.html.letters import ems, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import path, rounded
from interpreter.scene.things import Mark

__all__ = ["Free", "edges_drawn"]

INSET, THICK = 3.5, 17.0
"""The distance of a strip from the edge of the face, and its thickness, in user units."""


class Free(NamedTuple):
    """The part of a face that the marks at its sides leave free, in user units."""

    left: float
    top: float
    right: float
    bottom: float


def edges_drawn(marks: Sequence[Mark], wide: float, high: float) -> tuple[list[Html], Free]:
    """Draw marks at the sides of a face, and return them with the space that they leave."""
    left, top, right, bottom = 0.0, 0.0, wide, high
    drawn: list[Html] = []
    for mark in marks:
        x, y = COMPASS.get(mark.side, (0, 0))
        drawn.append(_mark(mark, x, y, wide, high))
        if x and not y:
            left, right = (left, wide - THICK) if x > 0 else (THICK, right)
        elif y and not x:
            top, bottom = (top, high - THICK) if y > 0 else (THICK, bottom)
    return drawn, Free(left, top, right, bottom)


def _mark(mark: Mark, x: int, y: int, wide: float, high: float) -> Html:
    """Draw a mark in the direction (x, y) from the middle of a face."""
    half = THICK / 2
    room_x, room_y = (wide / 2 - INSET, high / 2 - INSET)
    across = half if x else room_x
    down = half if y else room_y
    middle_x, middle_y = wide / 2 + x * (room_x - half), high / 2 + y * (room_y - half)
    corners = middle_x - across, middle_y - down, middle_x + across, middle_y + down
    drawn = [element("path", {"class": "strip", "d": rounded(*corners, 6)})]
    if mark.symbol:
        many = 1 if x and y else max(1, int((wide if y else high) / (26 * max(1.0, ems(mark.symbol)))))
        for index in range(many):
            off = (index - (many - 1) / 2) * 26
            at = (
                (middle_x + off, middle_y)
                if y and not x
                else (middle_x, middle_y + off)
                if not y
                else (middle_x, middle_y)
            )
            drawn.append(letters(mark.symbol, *at, 24, THICK + 5, SMALL))
    else:
        drawn.append(_arrow(x, y, middle_x, middle_y))
    return element("g", {"class": "side", "data-color": mark.color or None}, *drawn)


def _arrow(x: int, y: int, at_x: float, at_y: float) -> Html:
    """Draw a triangle that points outwards."""
    tip = (at_x + 6 * x, at_y + 6 * y)
    base = [(at_x - 5 * x + 8 * side * y, at_y - 5 * y - 8 * side * x) for side in (-1, 1)]
    return element("path", {"class": "icon", "d": path([tip, *base])})
