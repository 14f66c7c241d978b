"""Draws what stands in the middle of cards: signs in the usual arrangement, one ornate sign, or a court.

Lengths are in user units, in the space of a card of 100 by 140.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from interpreter.drawn.html.faces.signs import sign
from interpreter.drawn.html.faces.strewn import Spot, strewn
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.shapes import number, rounded
from interpreter.scene.things import Look

__all__ = ["MOST", "Sized", "court", "pips", "strewn_signs", "wreath"]

MOST = 13
"""The greatest number of signs that a card shows."""

LEFT, MIDDLE, RIGHT = 32.5, 50.0, 67.5
"""The columns of signs."""

TOP, BOTTOM = 26.0, 114.0
"""The first and the last row of signs."""

CENTRE = 70.0
"""The middle of a card, below which signs are upside down."""

COLUMNS: dict[int, tuple[int, int]] = {
    1: (0, 1),
    2: (0, 2),
    3: (0, 3),
    4: (2, 0),
    5: (2, 1),
    6: (3, 0),
    7: (3, -1),
    8: (3, -2),
    9: (4, 1),
    10: (4, -2),
    11: (4, -3),
    12: (4, 4),
    13: (4, 5),
}
"""For each number, how many signs are in the columns at the sides, and how many in the middle column.

A negative number of signs stands in the gaps between the rows.
"""

SIZES = ((3, 27.0), (6, 23.0), (9, 19.5), (10, 18.0), (MOST, 16.0))
"""Up to which number signs have which size."""


class Sized(NamedTuple):
    """Places for signs of one size, in user units."""

    size: float
    spots: Sequence[Spot]


def pips(count: int) -> Sized:
    """Return where so many signs stand, in the arrangement of playing cards."""
    return Sized(next(size for most, size in SIZES if count <= most), [*_spots(count)])


def strewn_signs(look: Look, groups: Sequence[Sized]) -> list[Html]:
    """Draw a sign in all the given places, by a single path if it is an icon."""
    if look.icon and not look.half:
        drawn = "".join(strewn(look.icon, spots, size) for size, spots in groups)
        return [element("path", {"class": "suit", "d": drawn})] if drawn else []
    return [_alone(look, size, spot) for size, spots in groups for spot in spots]


def _alone(look: Look, size: float, spot: Spot) -> Html:
    drawn = sign(look, spot.x, spot.y, size)
    turn = f"rotate(180 {number(spot.x)} {number(spot.y)})"
    return element("g", {"transform": turn}, drawn) if spot.turned else drawn


def _spots(count: int) -> Iterator[Spot]:
    beside, between = COLUMNS[count]
    for y in _rows(beside):
        yield Spot(LEFT, y, y > CENTRE)
        yield Spot(RIGHT, y, y > CENTRE)
    for y in _rows(between) if between >= 0 else _gaps(beside, -between):
        yield Spot(MIDDLE, y, y > CENTRE)


def _rows(count: int) -> list[float]:
    """Return the places of signs in a column, from the top."""
    if count == 1:
        return [CENTRE]
    return [TOP + (BOTTOM - TOP) * row / (count - 1) for row in range(count)]


def _gaps(rows: int, count: int) -> list[float]:
    """Return places between rows: the first one, or the first and the last one, or all."""
    gaps = [(above + below) / 2 for above, below in zip(_rows(rows), _rows(rows)[1:], strict=False)]
    return [gaps[0], gaps[-1]][:count] if count <= 2 else gaps  # noqa: PLR2004 - two ends


def wreath(x: float, y: float) -> Html:
    """Draw a ring of dots around a large sign."""
    ring: Attributes = {"class": "wreath", "cx": number(x), "cy": number(y), "r": 34}
    return element("circle", ring)


FRAME = rounded(25, 11, 75, 129, 3)
"""The frame of a court."""

ROBE = "M26,68C26,56 35,51 43,48.5H57C65,51 74,56 74,68Z"
COLLAR = "M42.5,48.5L50,62L57.5,48.5Z"
HAIR = "M39.5,50C36,34 40,27 50,27S64,34 60.5,50C58,53 42,53 39.5,50Z"
FACE = "M42.5,37C42.5,32 46,30.5 50,30.5S57.5,32 57.5,37C57.5,44 54,48.5 50,48.5S42.5,44 42.5,37Z"
LINES = "M46.7,38v.01M53.3,38v.01M50,39v3M48,45q2,1 4,0"
BELT = "M25,67.5H75V72.5H25Z"
TRIM = "M31,67C31,60 36,56 41,54M69,67C69,60 64,56 59,54M38,67C38,63 40,61 43,60M62,67C62,63 60,61 57,60"


def court(look: Look | None, head: str, small: Sequence[Sized]) -> list[Html]:
    """Draw two halves of a figure, each the other way up, with an icon on their heads.

    Besides, the sign of the card, if it has one, stands in the corners of the frame, and at `small` places.
    """
    half = [
        element("path", {"class": "robe", "d": ROBE}),
        element("path", {"class": "hair", "d": HAIR}),
        element("path", {"class": "skin", "d": FACE}),
        element("path", {"class": "gilt", "d": COLLAR + strewn(head, [Spot(50, 23)], 24)}),
        element("path", {"class": "seam", "d": LINES}),
        element("path", {"class": "braid", "d": TRIM}),
    ]
    corners = Sized(11, [Spot(32.5, 20), Spot(67.5, 120, turned=True)])
    signs = strewn_signs(look, [*small, corners]) if look is not None else []
    return [
        element("path", {"class": "stage", "d": FRAME}),
        *signs,
        *half,
        element("g", {"transform": "rotate(180 50 70)"}, *half),
        element("path", {"class": "gilt", "d": BELT}),
    ]
