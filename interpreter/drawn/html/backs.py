"""Draws the backs of components, with a pattern for each kind and a plate that says what is known of them."""

from __future__ import annotations

from functools import lru_cache

from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import number, rounded
from interpreter.drawn.html.signs import SMALL

__all__ = ["DYES", "back_drawn"]

DYES = ("navy", "wine", "moss", "umber", "slate", "plum")
"""The colours of backs, by the number of the kind."""

INSET = 7.0
"""The width of the white margin around the pattern, in user units."""

STEP = 14.0
"""The distance at which a pattern repeats, at most, in user units."""


def back_drawn(told: str, series: int, wide: float, high: float) -> list[Html]:
    """Draw the pattern of a back `wide` and `high` user units, and on a plate the words `told`, if any."""
    dye = DYES[series % len(DYES)]
    panel = rounded(INSET, INSET, wide - INSET, high - INSET, 5)
    drawn = [
        element("path", {"class": "panel", "d": panel}),
        element("path", {"class": "lattice", "d": _pattern(series % len(PATTERNS), wide, high)}),
    ]
    if told:
        plate = rounded(wide * 0.12, high / 2 - 22, wide * 0.88, high / 2 + 22, 6)
        drawn.append(element("path", {"class": "plate", "d": plate}))
        drawn.append(letters(told, wide / 2, high / 2, wide * 0.7, 38, SMALL))
    return [element("g", {"class": "rear", "data-dye": dye}, *drawn)]


@lru_cache(maxsize=64)
def _pattern(which: int, wide: float, high: float) -> str:
    """Return the SVG path of a pattern in the panel of a back."""
    across, down = wide - 2 * INSET, high - 2 * INSET
    columns, rows = round(across / STEP), round(down / STEP)
    x_step, y_step = across / columns, down / rows
    tiles = (
        (INSET + column * x_step, INSET + row * y_step) for row in range(rows) for column in range(columns)
    )
    return "".join(_drawn(PATTERNS[which], x, y, x_step, y_step) for x, y in tiles)


def _drawn(lines: tuple[tuple[tuple[float, float], ...], ...], x: float, y: float, w: float, h: float) -> str:
    """Return the path of the lines of a tile of a pattern, whose points are fractions of the tile."""
    return "".join(
        "M" + "L".join(f"{number(x + px * w)},{number(y + py * h)}" for px, py in line) for line in lines
    )


PATTERNS = (
    (((0, 0), (1, 1)), ((1, 0), (0, 1))),
    (((0.5, 0.15), (0.85, 0.5), (0.5, 0.85), (0.15, 0.5), (0.5, 0.15)),),
    (((0, 0.7), (0.5, 0.3), (1, 0.7)),),
    (((0.5, 0.2), (0.5, 0.8)), ((0.2, 0.5), (0.8, 0.5))),
    (((0, 0.25), (0.75, 0.25), (0.75, 1)), ((0.25, 0.5), (0.5, 0.5), (0.5, 0.75))),
    (((0, 0.5), (0.5, 0)), ((0.5, 1), (1, 0.5))),
)
"""The lines in a tile of each pattern."""
