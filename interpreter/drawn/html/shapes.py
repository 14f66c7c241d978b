"""The shapes of pieces. Each seat has a shape of its own, which shows ownership without colours."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import replace

from gamespec.program.frozen import dataclass

__all__ = [
    "FIGURES",
    "FIGURINES",
    "Shape",
    "chevron",
    "coin",
    "figure",
    "figurine",
    "number",
    "path",
    "rounded",
    "shape_of",
    "shield",
    "short",
    "square",
    "trail",
]


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a piece, with lengths in user units.

    `path` is an SVG path around (0, 0). `width` and `height` are the size of the text that fits into the
    shape, `at` units below its centre. `inner` is the path of the inner outline of a hollow shape, or "" for
    a solid shape. `shine` is the path of the light on it, and `thick` its thickness.
    """

    path: str
    width: float
    height: float
    inner: str = ""
    shine: str = ""
    thick: float = 0.0
    at: float = 0.0


FIGURES = "●○■□◆◇▲△⬟⬠★☆"
"""The symbols that are drawn as shapes. Each shape has a symbol for its solid form and one for its hollow
form.
"""


def figure(symbol: str, radius: float) -> Shape | None:
    """Return the shape that a symbol stands for, or `None` if the symbol is not in `FIGURES`."""
    index = FIGURES.find(symbol) if len(symbol) == 1 else -1
    if index < 0:
        return None
    shape = shape_of(index // 2, radius)
    if index % 2 == 0:
        return shape
    return replace(shape, inner=shape_of(index // 2, radius * 0.68).path)


def shape_of(seat: int | None, radius: float) -> Shape:
    """Return the shape of the pieces of a seat. Shapes repeat after six seats.

    Pieces without an owner are wide, with rounded ends.
    """
    r = radius
    if seat is None:
        return _wooden(_pill(r), 1.6, 1.0, ((-0.72, -0.1), (-0.6, -0.4), (0.3, -0.46)), r)
    match seat % 6:
        case 0:
            return _wooden(_circle(r), 1.45, 1.3, ((-0.72, 0.02), (-0.66, -0.62), (-0.02, -0.72)), r)
        case 1:
            return _wooden(square(r * 0.88), 1.55, 1.5, ((-0.66, 0.25), (-0.66, -0.66), (0.25, -0.66)), r)
        case 2:
            return _wooden(_regular(4, r * 1.12), 1.15, 1.0, ((-0.82, 0.0), (-0.08, -0.78)), r)
        case 3:
            return _wooden(_regular(3, r * 1.15), 0.95, 1.0, ((-0.66, 0.5), (-0.06, -0.6)), r)
        case 4:
            return _wooden(_regular(5, r * 1.05), 1.3, 1.15, ((-0.72, -0.18), (-0.08, -0.76)), r)
        case _:
            return _wooden(_star(r * 1.1), 1.0, 0.9, ((-0.55, -0.32), (-0.34, -0.38), (-0.06, -0.78)), r)


FIGURINES = ("meeple", "pawn")
"""The wooden pieces that stand, and may lie."""

_PIECES: dict[str, tuple[str, float, float, float, tuple[tuple[float, float], ...]]] = {
    "meeple": (
        (
            "M0,-100C24,-100 40,-84 40,-64C40,-52 36,-44 31,-38C58,-30 100,-14 100,8C100,26 78,26 58,20"
            "C66,46 84,66 88,84C91,95 84,98 76,98H30C20,98 19,92 16,84L0,52L-16,84C-19,92 -20,98 -30,98"
            "H-76C-84,98 -91,95 -88,84C-84,66 -66,46 -58,20C-78,26 -100,26 -100,8C-100,-14 -58,-30 -31,-38"
            "C-36,-44 -40,-52 -40,-64C-40,-84 -24,-100 0,-100Z"
        ),
        *(0.5, 0.5, 0.12),
        ((-0.27, -0.62), (-0.22, -0.8), (-0.04, -0.87)),
    ),
    "pawn": (
        (
            "M0,-100C24,-100 40,-83 40,-63C40,-48 33,-37 22,-30C30,20 60,40 66,74C70,94 60,98 50,98H-50"
            "C-60,98 -70,94 -66,74C-60,40 -30,20 -22,-30C-33,-37 -40,-48 -40,-63C-40,-83 -24,-100 0,-100Z"
        ),
        *(0.5, 0.5, 0.42),
        ((-0.27, -0.62), (-0.22, -0.8), (-0.04, -0.87)),
    ),
    "disc": (
        "M-96,-10A96,78 0 1 1 96,-10A96,78 0 1 1 -96,-10Z",
        *(1.3, 1.0, -0.1),
        ((-0.72, -0.2), (-0.5, -0.56), (0.0, -0.74)),
    ),
    "cube": (
        "M-66,-72H66Q76,-72 76,-62V62Q76,72 66,72H-66Q-76,72 -76,62V-62Q-76,-72 -66,-72Z",
        *(1.2, 1.1, 0.0),
        ((-0.6, 0.3), (-0.6, -0.56), (0.4, -0.56)),
    ),
    "house": (
        "M0,-92L84,-20V76Q84,86 74,86H-74Q-84,86 -84,76V-20Z",
        *(1.2, 0.8, 0.22),
        ((-0.66, -0.14), (0.0, -0.7)),
    ),
    "ship": (
        "M-8,-92L56,10H-4V26H92Q84,86 40,86H-44Q-84,86 -92,26H-20V-92Z",
        *(1.0, 0.4, 0.54),
        ((-0.76, 0.36), (0.7, 0.36)),
    ),
}
"""The wooden pieces: outline in hundredths, width, height and place of what is on them, and the light."""


def figurine(name: str, radius: float) -> Shape:
    """Return the shape of a wooden piece."""
    outline, wide, high, at, light = _PIECES[name]
    kept = re.sub(r" 0 1 1 ", "@", outline)  # the flags of arcs
    scaled = re.sub(r"-?\d+", lambda found: short(int(found[0]) * radius / 100), kept).replace("@", " 0 1 1 ")
    shape = _wooden(scaled, wide, high, light, radius)
    return replace(shape, at=at * radius, thick=radius * (0.22 if name in {"disc", "cube"} else 0.13))


def _wooden(
    outline: str, wide: float, high: float, light: Sequence[tuple[float, float]], radius: float
) -> Shape:
    start, *on = (f"{short(x * radius)},{short(y * radius)}" for x, y in light)
    shine = f"M{start}{'Q' if len(on) > 1 else 'L'}{' '.join(on)}"
    return Shape(outline, wide * radius, high * radius, "", shine, radius * 0.13)


def shield(radius: float) -> str:
    """Return the SVG path of a coat of arms around (0, 0)."""
    r = radius
    return (
        f"M{short(-r)},{short(-r)}h{short(2 * r)}v{short(r)}"
        f"c0,{short(r * 0.7)} {short(-r * 0.6)},{short(r)} {short(-r)},{short(r * 1.2)}"
        f"c{short(-r * 0.4)},{short(-r * 0.2)} {short(-r)},{short(-r * 0.5)} {short(-r)},{short(-r * 1.2)}z"
    )


def chevron(radius: float) -> str:
    """Return the SVG path of the mark on a coat of arms."""
    r = radius
    return trail([(-r * 0.62, r * 0.32), (0, -r * 0.3), (r * 0.62, r * 0.32)])


def coin(radius: float) -> Shape:
    """Return the shape of a chip, a circle with a notched edge."""
    notched = [
        (reach * math.sin(angle), -reach * math.cos(angle))
        for notch in range(48)
        for reach, angle in [(radius * (1.0 if notch % 4 in {0, 1} else 0.93), math.pi * notch / 24)]
    ]
    return _wooden(path(notched), 1.45, 1.4, ((-0.72, 0.02), (-0.66, -0.62), (-0.02, -0.72)), radius)


def path(points: list[tuple[float, float]]) -> str:
    """Return the SVG path of a polygon with the given corners, in user units."""
    return f"M{'L'.join(f'{number(x)},{number(y)}' for x, y in points)}Z"


def square(half: float) -> str:
    """Return the SVG path of a square around (0, 0) with rounded corners; `half` is half of its side."""
    return _rounded(half, half, half * 0.2)


def rounded(left: float, top: float, right: float, bottom: float, corner: float) -> str:
    """Return the SVG path of a rectangle whose corners are rounded with radius `corner`."""
    wide, high, c = right - left - 2 * corner, bottom - top - 2 * corner, number(corner)
    arc = f"a{c},{c} 0 0 1 {c}"
    start = f"M{number(left + corner)},{number(top)}"
    return (
        f"{start}h{number(wide)}{arc},{c}v{number(high)}a{c},{c} 0 0 1 -{c},{c}"
        f"h{number(-wide)}a{c},{c} 0 0 1 -{c},-{c}v{number(-high)}{arc},-{c}Z"
    )


def _circle(radius: float) -> str:
    r = number(radius)
    return f"M-{r},0A{r},{r} 0 1 1 {r},0A{r},{r} 0 1 1 -{r},0Z"


def _pill(radius: float) -> str:
    return _rounded(radius, radius * 0.68, radius * 0.5)


def _rounded(wide: float, high: float, corner: float) -> str:
    w, h, c = number(wide), number(high), number(corner)
    x, y = number(wide - corner), number(high - corner)
    arc = f"A{c},{c} 0 0 1"
    return f"M-{x},-{h}H{x}{arc} {w},-{y}V{y}{arc} {x},{h}H-{x}{arc} -{w},{y}V-{y}{arc} -{x},-{h}Z"


def _regular(corners: int, radius: float) -> str:
    turned = [2 * math.pi * corner / corners for corner in range(corners)]
    shift = radius * (1 - math.cos(math.pi / corners)) * 0.36  # centres it optically
    return path([(radius * math.sin(angle), shift - radius * math.cos(angle)) for angle in turned])


def _star(radius: float) -> str:
    points = []
    for corner in range(12):
        reach = radius * (1.0 if corner % 2 == 0 else 0.74)
        angle = math.pi * corner / 6
        points.append((reach * math.sin(angle), -reach * math.cos(angle)))
    return path(points)


def trail(points: Sequence[tuple[float, float]], *, closed: bool = False, places: int = 1) -> str:
    """Return the SVG path of lines through points, in user units, written as briefly as possible."""
    ones = 10**places
    grid = [(round(x * ones), round(y * ones)) for x, y in points]
    (ax, ay), drawn = grid[0], ""
    for x, y in grid[1:]:
        if (x, y) == (ax, ay):
            continue
        down = short((y - ay) / ones)
        drawn += f"{' ' if drawn else 'l'}{short((x - ax) / ones)}{down if down[0] == '-' else ',' + down}"
        ax, ay = x, y
    return f"M{short(grid[0][0] / ones)},{short(grid[0][1] / ones)}{drawn}{'z' if closed else ''}"


def short(value: float) -> str:
    """Format a length with at most one decimal, without a leading zero."""
    said = number(value)
    return said.replace("0.", ".", 1) if said.startswith(("0.", "-0.")) else "0" if said == "-0" else said


def number(value: float) -> str:
    """Format a length in user units, with at most one decimal."""
    return f"{round(value, 1):g}"
