"""The shapes of pieces. Each seat has a shape of its own, which shows ownership without colours."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

__all__ = ["FIGURES", "Shape", "coin", "figure", "hatched", "number", "path", "rounded", "shape_of", "square"]


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a piece, with lengths in user units.

    `path` is an SVG path around (0, 0). `width` and `height` are the size of the text that fits into the
    shape. `inner` is the path of the inner outline of a hollow shape, or "" for a solid shape.
    """

    path: str
    width: float
    height: float
    inner: str = ""


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
    if seat is None:
        return Shape(_pill(radius), 1.6 * radius, 1.0 * radius)
    match seat % 6:
        case 0:
            return Shape(_circle(radius), 1.45 * radius, 1.3 * radius)
        case 1:
            return Shape(square(radius * 0.88), 1.55 * radius, 1.5 * radius)
        case 2:
            return Shape(_regular(4, radius * 1.12), 1.15 * radius, 1.0 * radius)
        case 3:
            return Shape(_regular(3, radius * 1.15), 0.95 * radius, 1.0 * radius)
        case 4:
            return Shape(_regular(5, radius * 1.05), 1.3 * radius, 1.15 * radius)
        case _:
            return Shape(_star(radius * 1.1), 1.0 * radius, 0.9 * radius)


def coin(radius: float) -> Shape:
    """Return the shape of a chip, a circle with a notched edge."""
    notched = [
        (reach * math.sin(angle), -reach * math.cos(angle))
        for notch in range(48)
        for reach, angle in [(radius * (1.0 if notch % 4 in {0, 1} else 0.93), math.pi * notch / 24)]
    ]
    return Shape(path(notched), 1.45 * radius, 1.4 * radius)


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


def hatched(half: float, lines: int = 6) -> str:
    """Return the SVG path of slanting lines across a square around (0, 0); `half` is half of its side."""
    step = 4 * half / (lines + 1)
    drawn = []
    for index in range(1, lines + 1):
        total = -2 * half + index * step  # x + y of the line
        near, far = max(-half, total - half), min(half, total + half)
        drawn.append(f"M{number(near)},{number(total - near)}L{number(far)},{number(total - far)}")
    return "".join(drawn)


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


def number(value: float) -> str:
    """Format a length in user units, with at most one decimal."""
    return f"{round(value, 1):g}"
