"""Draws the backs of components: a pattern in a frame, and a plate that says what is known of them.

Each kind has a pattern and a colour of its own, unless the game names them. A back that shows who owns the
component has a band in the owner's colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from interpreter.drawn.html.faces.signs import SMALL
from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.shapes import number, rounded

__all__ = ["DYES", "PATTERNS", "Back", "back_drawn"]

DYES = ("navy", "wine", "moss", "umber", "slate", "plum")
"""The colours of backs, by the number of the kind."""

INSET = 5.5
"""The width of the white margin around the pattern, in user units."""

HEM = 10.0
"""The distance of the pattern from the edge, behind a line."""

WIDE = 100
"""The width of backs, in user units."""


class Back(NamedTuple):
    """The number of a kind, the pattern and the colour that the game names, if any, and what a band shows.

    A `full` back has no margin, so that backs side by side join.
    """

    series: int
    pattern: str = ""
    dye: str = ""
    owned: bool = False
    full: bool = False


def back_drawn(back: Back, told: str, high: float) -> list[Html]:
    """Draw a back as high as given, and on a plate the words `told`, if any."""
    dye = back.dye or DYES[back.series % len(DYES)]
    pattern = back.pattern or [*PATTERNS][back.series % len(DYES)]
    panel = (
        f"M0,0H{WIDE}V{number(high)}H0Z"
        if back.full
        else rounded(INSET, INSET, WIDE - INSET, high - INSET, 5)
    )
    drawn = [
        element("path", {"class": "panel", "d": panel}),
        element("path", {"class": "lattice", "d": _pattern(pattern, high)}),
    ]
    if not back.full:
        drawn.append(element("path", {"class": "trim", "d": rounded(8, 8, WIDE - 8, high - 8, 3.5)}))
    if back.owned:
        drawn.append(
            element(
                "path",
                {"class": "sash", "d": f"M{INSET},{number(high / 2 - 9)}h{WIDE - 2 * INSET}v18H{INSET}Z"},
            )
        )
    if told:
        plate = rounded(WIDE * 0.12, high / 2 - 22, WIDE * 0.88, high / 2 + 22, 6)
        drawn.append(element("path", {"class": "plate", "d": plate}))
        drawn.append(letters(told, WIDE / 2, high / 2, WIDE * 0.7, 38, SMALL))
    return [element("g", {"class": "rear", "data-dye": dye}, *drawn)]


@lru_cache(maxsize=64)
def _pattern(name: str, high: float) -> str:
    """Return the SVG path of the lines of a pattern, inside the frame of a back."""
    return PATTERNS[name](HEM, HEM, WIDE - HEM, high - HEM)


def _guilloche(left: float, top: float, right: float, bottom: float) -> str:
    """Return a rosette of ellipses, and rings in the corners."""
    x, y = (left + right) / 2, (top + bottom) / 2
    wide, high = (right - left) / 2, (bottom - top) / 2
    drawn = []
    for turn in range(14):
        angle = 2 * math.pi * turn / 14
        at = x + wide * 0.5 * math.cos(angle), y + high * 0.5 * math.sin(angle)
        drawn.append(_ellipse(*at, wide * 0.5, high * 0.5))
    corners = ((across, down) for across in (left + 7, right - 7) for down in (top + 7, bottom - 7))
    drawn += [_ellipse(*at, radius, radius) for at in corners for radius in (1.5, 4, 6.5)]
    return "".join(drawn)


def _ellipse(x: float, y: float, wide: float, high: float) -> str:
    radii = f"{number(wide)},{number(high)}"
    half = f"a{radii} 0 1 0 {number(2 * wide)},0a{radii} 0 1 0 {number(-2 * wide)},0"
    return f"M{number(x - wide)},{number(y)}{half}"


def _point(x: float, y: float) -> str:
    return f"{number(x)},{number(y)}"


def _rays(left: float, top: float, right: float, bottom: float) -> str:
    """Return rays from rings in the middle to the sides."""
    x, y = (left + right) / 2, (top + bottom) / 2
    drawn = [_ellipse(x, y, radius, radius) for radius in (4, 9, 11)]
    for turn in range(36):
        angle = 2 * math.pi * (turn + 0.5) / 36
        across, down = math.cos(angle), math.sin(angle)
        far = min((right - x) / max(abs(across), 1e-9), (bottom - y) / max(abs(down), 1e-9))
        start = 14 if turn % 2 else 19
        near = _point(x + start * across, y + start * down)
        drawn.append(f"M{near}L{_point(x + far * across, y + far * down)}")
    return "".join(drawn)


def _scales(left: float, top: float, right: float, bottom: float) -> str:
    """Return rows of scales, each of two arcs."""
    wide = (right - left) / 5
    rows = round((bottom - top) / 9)
    step = (bottom - top) / rows
    drawn = []
    for row in range(rows):
        y, odd = number(top + (row + 1) * step), row % 2
        for share in (1.0, 0.5):
            arc = f"a{_point(wide / 2 * share, step * share)} 0 0 1 {number(wide * share)} 0"
            gap = f"m{number(wide * (1 - share))} 0" if share < 1 else ""
            first = left + wide / 2 * (1 - share) + (0 if odd else wide / 2)
            drawn.append(f"M{number(first)} {y}{gap.join([arc] * (5 if odd else 4))}")
    return "".join(drawn)


def _fields(
    corners: tuple[float, float, float, float], columns: int
) -> list[tuple[int, float, float, float, float]]:
    """Return the fields of a pattern as nearly square, each with its number, middle and size."""
    left, top, right, bottom = corners
    wide = (right - left) / columns
    rows = round((bottom - top) / wide)
    high = (bottom - top) / rows
    return [
        (row + column, left + (column + 0.5) * wide, top + (row + 0.5) * high, wide, high)
        for row in range(rows)
        for column in range(columns)
    ]


def _weave(left: float, top: float, right: float, bottom: float) -> str:
    """Return strands that pass over and under each other."""
    drawn = []
    for which, x, y, wide, high in _fields((left, top, right, bottom), 5):
        for part in (-0.3, 0, 0.3):
            if which % 2:
                drawn.append(f"M{_point(x - wide / 2, y + high * part)}h{number(wide)}")
            else:
                drawn.append(f"M{_point(x + wide * part, y - high / 2)}v{number(high)}")
    return "".join(drawn)


def _starry(left: float, top: float, right: float, bottom: float) -> str:
    """Return a lattice of figures with eight points, each of two squares."""
    drawn = []
    for _, x, y, wide, high in _fields((left, top, right, bottom), 4):
        w, h = wide * 0.354, high * 0.354
        level = f"M{_point(x - w, y - h)}h{number(2 * w)}v{number(2 * h)}h{number(-2 * w)}z"
        steps = ((1, 1), (-1, 1), (-1, -1))
        upright = "".join(f"l{_point(across * wide / 2, down * high / 2)}" for across, down in steps)
        drawn.append(f"{level}M{_point(x, y - high / 2)}{upright}z")
    return "".join(drawn)


def _damask(left: float, top: float, right: float, bottom: float) -> str:
    """Return leaves in an ogee lattice."""
    columns = 4
    rows = round((bottom - top) / ((right - left) / columns * 1.5))
    wide, high = (right - left) / columns, (bottom - top) / rows
    drawn = []
    for row in range(rows):
        for column in range(columns):
            x, y = left + (column + 0.5) * wide, top + row * high
            drawn.append(f"M{_point(x, y)}{_quarters(wide / 2, high / 2)}")
            drawn.append(f"M{_point(x, y + high * 0.22)}{_leaf(wide * 0.3, high * 0.28)}")
    return "".join(drawn)


def _quarters(wide: float, high: float) -> str:
    """Return the four waved sides of a field of a lattice, from its upper corner."""
    ways = ((1, 1), (-1, 1), (-1, -1), (1, -1))
    upright = [
        f"c0,{number(y * high * 0.45)} {_point(x * wide, y * high * 0.55)} {_point(x * wide, y * high)}"
        for x, y in ways
    ]
    return "".join(upright)


def _leaf(wide: float, high: float) -> str:
    """Return a leaf with its rib, from its tip."""
    down, up = f"q{_point(wide, high)} 0,{number(2 * high)}", f"q{_point(-wide, -high)} 0,{number(-2 * high)}"
    return f"{down}{up}v{number(2 * high)}"


def _grove(left: float, top: float, right: float, bottom: float) -> str:
    """Return three firs on a hill."""
    x, y = (left + right) / 2, (top + bottom) / 2
    firs = [(x - 24, y + 26, 1.05), (x + 1, y + 37, 1.55), (x + 26, y + 24, 0.95)]
    hill = f"M{_point(left + 2, y + 40)}q{_point((right - left) / 2 - 2, -16)} {number(right - left - 4)},0"
    return hill + "".join(f"M{_point(at, foot)}{_fir(size)}" for at, foot, size in firs)


def _fir(size: float) -> str:
    """Return the outline of a fir with three tiers, from the foot of its trunk."""
    half = ((0, -6), (12, 0), (-7, -12), (5, 0), (-6, -11), (4, 0), (-8, -15))
    up = "".join(f"l{_point(x * size, y * size)}" for x, y in half)
    down = "".join(f"l{_point(x * size, -y * size)}" for x, y in reversed(half))
    return f"{up}{down}"


PATTERNS: dict[str, Callable[[float, float, float, float], str]] = {
    "guilloche": _guilloche,
    "rays": _rays,
    "scales": _scales,
    "weave": _weave,
    "starry": _starry,
    "damask": _damask,
    "grove": _grove,
}
"""What draws the lines of each pattern, in the order in which kinds have them. Pictures come last. Only
kinds for which a game names them have them.
"""
