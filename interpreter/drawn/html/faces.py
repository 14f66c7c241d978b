"""Draws the faces of components: one drawing for zones, boards, paper and pictures.

A card is 100 by 140 user units, a square 100 by 100, with its corner at (0, 0). The ground is light paper in
every theme. A card that has a sign shows it in the middle, and its value in two corners; a square shows its
sign on a panel in its colour. Without a sign, the value stands on the panel, as large as it fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.drawn.html.backs import back_drawn
from interpreter.drawn.html.edges import Free, edges_drawn
from interpreter.drawn.html.letters import ems, letters
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.pen import TIMES, Pen
from interpreter.drawn.html.printed import Line, Printed, printed
from interpreter.drawn.html.shapes import number, rounded
from interpreter.drawn.html.signs import SMALL, sign
from interpreter.drawn.html.told import back_told
from interpreter.scene.things import Format, Look, Mark, Piece

__all__ = ["HEIGHT", "drawing", "face", "ground"]

HEIGHT: dict[Format, int] = {"card": 140, "square": 100, "token": 100}
"""The height of the faces of each format. All are 100 units wide; only the backs of tokens have faces."""

DEPTH = 3
"""The greatest number of edges that show below the top of a stack."""


def face(pen: Pen, piece: Piece, format_: Format) -> Html:
    """Return the face of a component as an SVG image, which is as wide as its container."""
    high = HEIGHT[format_]
    return element(
        "svg",
        {"class": "sheet", "viewBox": f"0 0 100 {high}", "data-color": pen.look(piece).color or None},
        *(_below(high, step) for step in range(min(piece.count - 1, DEPTH), 0, -1)),
        element("path", {"class": "paper", "d": ground(format_)}),
        *drawing(pen, piece, format_),
    )


def ground(format_: Format) -> str:
    """Return the SVG path of the outline of a face."""
    return rounded(1.5, 1.5, 98.5, HEIGHT[format_] - 1.5, 9)


def drawing(pen: Pen, piece: Piece, format_: Format) -> list[Html]:
    """Draw what stands on a face, without its ground."""
    high = HEIGHT[format_]
    if not piece.known:
        drawn = back_drawn(back_told(pen, piece), piece.series, 100, high)
    elif format_ == "card":
        drawn = _card(printed(pen, piece), piece.marks, crowded=piece.count > 1)
    else:
        drawn = _square(printed(pen, piece), piece.marks)
    return drawn + (_times(piece.count, high) if piece.count > 1 else [])


def _below(high: float, step: int) -> Html:
    """Draw the edge of a component that lies `step` steps below the top of a stack."""
    shift = 2.6 * step
    edge = rounded(1.5 + shift, 1.5 + shift, 98.5 + shift, high - 1.5 + shift, 9)
    return element("path", {"class": "paper under", "d": edge})


def _times(count: int, high: float) -> list[Html]:
    """Draw the number of equal components on a plate in the lower right corner."""
    words = f"{TIMES}{count}"
    wide = min(60.0, 14 + 17 * ems(words))
    plate = rounded(97 - wide, high - 33, 97, high - 4, 14)
    drawn = letters(words, 97 - wide / 2, high - 18, wide - 10, 26, SMALL)
    return [element("g", {"class": "count"}, element("path", {"class": "plate", "d": plate}), drawn)]


def _card(shown: Printed, marks: Sequence[Mark], *, crowded: bool) -> list[Html]:
    """Draw what is printed on a card. If it is `crowded`, the lower right corner is taken."""
    drawn, free = edges_drawn(marks, 100, HEIGHT["card"])
    lines = [*shown.others, *shown.lines]
    beside = free._replace(right=free.right - 34) if crowded else free
    deep = min(18.0, 66 / len(lines)) if lines else 0
    foot = free.bottom - 5 - deep * len(lines)
    if shown.sign is None:
        return [
            *_worded(shown.value, Free(free.left, free.top, free.right, foot)),
            *drawn,
            *_lines(lines, beside, deep),
        ]
    index = _index(shown, free)
    turned = [] if lines or crowded else [element("g", {"transform": "rotate(180 50 70)"}, *index)]
    wide = not _short(shown.value)
    top = free.top + (30 if wide else 22)
    size = min(60.0, foot - top - 4)
    middle = (free.left + free.right) / 2
    centre = sign(shown.sign, middle, (top + foot) / 2 + (0 if lines else -11), size)
    if not lines:
        centre = sign(shown.sign, middle, 70, size)
    return [*drawn, *index, centre, *turned, *_lines(lines, beside, deep)]


def _short(value: str) -> bool:
    return ems(value) <= 2.2  # noqa: PLR2004 - three digits


def _index(shown: Printed, free: Free) -> list[Html]:
    """Draw the value in the upper left corner, with the sign below it, or beside it a long value alone."""
    left, top = free.left, free.top
    look = shown.sign or Look()
    if not shown.value:
        first = shown.others[0].look if shown.others else look
        return [sign(first, left + 17, top + 18, 22)]
    if not _short(shown.value):
        inked = element(
            "g", {"class": "ink"}, letters(shown.value, 50, top + 17, free.right - left - 12, 24, SMALL)
        )
        return [inked]
    value = letters(shown.value, left + 21, top + 20, 36, 33, SMALL)
    return [element("g", {"class": "ink"}, value), sign(look, left + 21, top + 46, 21)]


def _worded(value: str, free: Free) -> list[Html]:
    """Draw a value on a panel in the colour of the component."""
    panel = rounded(free.left + 6, free.top + 6, free.right - 6, free.bottom - 6, 6)
    x, y = (free.left + free.right) / 2, (free.top + free.bottom) / 2
    wide, high = free.right - free.left - 20, free.bottom - free.top - 20
    return [
        element("path", {"class": "panel", "d": panel}),
        element("g", {"class": "onpanel"}, letters(value, x, y, wide, min(high, 74), SMALL)),
    ]


def _lines(lines: list[Line], free: Free, deep: float) -> list[Html]:
    """Draw lines of text at the foot of a card, each after its sign."""
    return [
        each
        for index, line in enumerate(lines)
        for each in _line(line, free, free.bottom - 4 - deep * (len(lines) - index - 0.5), deep)
    ]


def _line(line: Line, free: Free, y: float, deep: float) -> list[Html]:
    signed = line.look.icon or (line.look.symbol and line.look.symbol not in line.text)
    room = free.right - free.left - 12
    size = min(deep * 0.86, 14.5)
    wide = min(room - (deep if signed else 0), ems(line.text) * size)
    start = (free.left + free.right) / 2 - (wide + (deep if signed else 0)) / 2
    drawn = [sign(line.look, start + deep / 2 - 1, y, deep * 0.9)] if signed else []
    middle = start + (deep if signed else 0) + wide / 2
    words = letters(line.text, middle, y, wide + 1, deep, SMALL)
    return [*drawn, element("g", {"class": "small"}, words)]


def _square(shown: Printed, marks: Sequence[Mark]) -> list[Html]:
    """Draw what is printed on a square: a sign on a panel, and plates with the value and smaller signs."""
    drawn, free = edges_drawn(marks, 100, 100)
    told = [line.text for line in shown.lines]
    foot = free.bottom - (20 if told else 0)
    if shown.sign is None:
        said = _worded(shown.value, Free(free.left, free.top, free.right, foot))
    else:
        said = _panelled(shown, free, foot)
    if told:
        words = letters(
            ", ".join(told), (free.left + free.right) / 2, foot + 9, free.right - free.left - 12, 17, SMALL
        )
        said.append(element("g", {"class": "small"}, words))
    return [*said, *drawn]


def _panelled(shown: Printed, free: Free, foot: float) -> list[Html]:
    """Draw a sign on a panel, its value in the upper left corner, and smaller signs in the lower right."""
    assert shown.sign is not None  # noqa: S101 - the caller draws a value otherwise
    panel = rounded(free.left + 5, free.top + 5, free.right - 5, foot - 5, 6)
    wide, high = free.right - free.left, foot - free.top
    long = bool(shown.value) and not _short(shown.value[:-1])
    size = min(wide, high) * (0.52 if long else 0.64 if shown.value or shown.others else 0.74)
    right, down = (0, 11) if long else (5, 5) if shown.value and not shown.others else (3, 1)
    x, y = (free.left + free.right) / 2 + right, (free.top + foot) / 2 + down
    drawn = [
        element("path", {"class": "panel", "d": panel}),
        element("g", {"class": "onpanel"}, sign(shown.sign, x, y, size)),
    ]
    if shown.value:
        drawn += _value_plate(shown.value, free)
    for index, line in enumerate(shown.others):
        at = free.right - 18 - 29 * index, foot - 18
        plate: Attributes = {"class": "plate", "cx": number(at[0]), "cy": number(at[1]), "r": 15}
        drawn += [element("circle", plate), sign(line.look, *at, 23)]
    return drawn


def _value_plate(value: str, free: Free) -> list[Html]:
    """Draw a value on a plate in the upper left corner of a square."""
    wide = min(free.right - free.left - 6, max(34.0, 12 + 26 * ems(value)))
    plate = rounded(free.left + 3, free.top + 3, free.left + 3 + wide, free.top + 38, 8)
    words = letters(value, free.left + 3 + wide / 2, free.top + 21, wide - 7, 38, SMALL)
    return [element("path", {"class": "plate", "d": plate}), element("g", {"class": "onplate"}, words)]
