"""Draws what is printed on squares: a picture as large as the square, with medallions in its corners.

The picture is the sign in a dark shade of its colour, on a ground in lighter shades. The value stands in the
upper left medallion, and smaller signs in the lower right. Sides with a symbol of waves are water.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gamespec.space.grid import COMPASS
from interpreter.drawn.html.edges import edges_drawn
from interpreter.drawn.html.faces.printed import Printed
from interpreter.drawn.html.faces.signs import SMALL, halved, sign
from interpreter.drawn.html.letters import ems, letters
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.shapes import number, rounded
from interpreter.scene.things import Ground, Look, Mark

__all__ = ["square_drawn"]

WATER = "≈~∿〰"
"""The symbols of sides that are drawn as water."""

HEM = 3.5
"""The width of the margin around a picture."""

AFLOAT = ("deck", "bow", "stern")
"""The grounds on which signs stand on a boat."""
DECK = 22
"""The height of a deck above the water."""

HIDE = 5
"""How far the hide that hangs above a deck bends inwards at its sides."""


def square_drawn(shown: Printed, marks: Sequence[Mark], ground: Ground, *, full: bool = False) -> list[Html]:
    """Draw what is printed on a square. A `full` one has no margin, and its picture joins its neighbours'."""
    hem, corner = (0.0, 0.0) if full else (HEM, 6.0)
    shores = [mark for mark in marks if mark.symbol and mark.symbol in WATER and _straight(mark.side)]
    drawn, free = edges_drawn([mark for mark in marks if mark not in shores], 100, 100)
    told = [line.text for line in shown.lines]
    foot = free.bottom - (20 if told else 0)
    picture = Picture(free.left + hem, free.top + hem, free.right - hem, foot - hem, corner)
    sky = "scenery afloat" if ground in AFLOAT and shown.sign is not None else "scenery"
    said = [element("path", {"class": sky, "d": _outline(picture)})]
    if shown.sign is None:
        said += _shores(shores, full=full)
        said.append(_worded(shown.value, picture, shores))
    else:
        said += _pictured(shown, picture, ground, shores)
    if told:
        words = letters(
            ", ".join(told), (free.left + free.right) / 2, foot + 8, free.right - free.left - 12, 17, SMALL
        )
        said.append(element("g", {"class": "small"}, words))
    return [*said, *drawn]


class Picture(NamedTuple):
    """The sides of a picture, and the radius of its corners, which is 0 if it joins its neighbours'."""

    left: float
    top: float
    right: float
    bottom: float
    corner: float


def _outline(picture: Picture) -> str:
    if picture.corner:
        return rounded(*picture)
    left, top, right, bottom = map(number, picture[:4])
    return f"M{left},{top}H{right}V{bottom}H{left}Z"


def _straight(side: str) -> bool:
    x, y = COMPASS.get(side, (0, 0))
    return bool(x) != bool(y)


def _worded(value: str, picture: Picture, shores: Sequence[Mark]) -> Html:
    right, down = _away(shores, 6)
    x, y = (picture.left + picture.right) / 2 + right, (picture.top + picture.bottom) / 2 + down
    wide, high = picture.right - picture.left - 20, picture.bottom - picture.top - 20
    return element("g", {"class": "carved"}, letters(value, x, y, wide, min(high, 74), SMALL))


def _away(shores: Sequence[Mark], by: float) -> tuple[float, float]:
    """Return how far a picture is moved away from its water."""
    ways = [COMPASS[mark.side] for mark in shores]
    return -by * sum(x for x, _ in ways), -by * sum(y for _, y in ways)


def _pictured(shown: Printed, picture: Picture, ground: Ground, shores: Sequence[Mark]) -> list[Html]:
    """Draw a sign on its ground, the value in the upper left corner, smaller signs in the lower right."""
    assert shown.sign is not None  # noqa: S101 - the caller draws a value otherwise
    look = shown.sign
    below, above = _ground(picture, ground, look.half)
    drawn = [
        *below,
        *_shores(shores, full=not picture.corner),
        _carved(look, shown.value, picture, ground, shores),
        *above,
    ]
    if shown.value:
        drawn += _medallion(shown.value, picture)
    for index, line in enumerate(shown.others):
        away = 13 if picture.corner else 17
        at = picture.right - away - 27 * index, picture.bottom - away
        plate: Attributes = {"class": "plate", "cx": number(at[0]), "cy": number(at[1]), "r": 14}
        drawn += [element("circle", plate), sign(line.look, *at, 21)]
    return drawn


def _carved(look: Look, value: str, picture: Picture, ground: Ground, shores: Sequence[Mark]) -> Html:
    """Draw the sign of a square as large as there is space, away from its water."""
    wide, high = picture.right - picture.left, picture.bottom - picture.top
    right, down = _away(shores, 5)
    x, y = (picture.left + picture.right) / 2 + right, (picture.top + picture.bottom) / 2 + down
    size = min(wide, high) * (0.62 if shores else 0.72)
    if ground in AFLOAT:  # it stands on the deck
        size = min(wide, high) * (0.53 if ground == "deck" else 0.47)
        y = _surface(picture, ground) - DECK - size / 2 - 2
        x += {"bow": 8, "stern": -8}.get(ground, 0)
    if look.half:
        size = size if ground in AFLOAT else high * 0.86
        drawn = halved(look, x, y, size, wide + (2 * HEM if picture.corner else 0))
        return element("g", {"class": "carved"}, element("g", {"class": "sign"}, drawn))
    if value and not any(mark.side == "north" for mark in shores):
        x, y = x + 3, y + (0 if ground in AFLOAT else 3)
    return element("g", {"class": "carved"}, sign(look, x, y, size))


def _surface(picture: Picture, ground: Ground) -> float:
    """Return the height of what lies in front: of the nearest hill, or of the water."""
    share = {"hills": 0.62, "waves": 0.78}.get(ground, 0.86)
    return picture.top + (picture.bottom - picture.top) * share


def _ground(picture: Picture, ground: Ground, half: str) -> tuple[list[Html], list[Html]]:
    """Draw what is below and what is above the sign of a square: hills, waves, or a part of a boat.

    Where only `half` of the sign is on the square, what is behind it goes on beside the square.
    """
    if ground == "plain":
        return [], []
    left, right, foot = picture.left, picture.right, picture.bottom
    low = _surface(picture, ground)
    start = f"M{number(left)},{number(low)}"
    end = f"V{number(foot - 6)}q0,6 -6,6H{number(left + 6)}q-6,0 -6,-6Z"
    if not picture.corner:
        end = f"V{number(foot)}H{number(left)}Z"
    if ground == "hills":
        third = (right - left) / 3
        crest = f"q{number(third / 2)},-14 {number(third)},-4t{number(third)},3t{number(third)},-5"
        return [element("path", {"class": "land", "d": f"{start}{crest}{end}"})], []
    eighth = (right - left) / 8
    crest = f"q{number(eighth / 2)},-6 {number(eighth)},0"
    foam = f"M{number(left + 4)},{number(low + 9)}" + f"q{number(eighth / 2)},-5 {number(eighth)},0" * 7
    sea = [
        element("path", {"class": "sea", "d": f"{start}{crest * 8}{end}"}),
        element("path", {"class": "foam", "d": foam}),
    ]
    if ground == "waves":
        return sea, []
    hull, rail = _boat(left, right, low, ground)
    deck, middle = low - DECK, (low + 4 - DECK) / 2 + low / 2
    first, last = left + (36 if ground == "bow" else 0), right - (36 if ground == "stern" else 0)
    seams = f"M{number(first)},{number(middle)}H{number(last)}"
    return [
        *_hide(picture, deck, ground, half),
        element("path", {"class": "hull", "d": hull}),
        element("path", {"class": "seams", "d": seams}),
        element("path", {"class": "rail", "d": rail}),
    ], sea


def _hide(picture: Picture, deck: float, ground: Ground, half: str) -> list[Html]:
    """Draw the hide above a deck, on which the sign is painted, with a hem in the colour of the square."""
    left, right, top, foot = picture.left, picture.right, picture.top + 3, deck + 1
    start = left + (0 if half == "right" else 24 if ground == "bow" else 5)
    end = right - (0 if half == "left" else 24 if ground == "stern" else 5)
    down, middle = number(foot - top), number((foot - top) / 2)
    bent = f"v{down}" if half == "right" else f"q{number(HIDE)},{middle} 0,{down}"
    back = f"v-{down}" if half == "left" else f"q{number(-HIDE)},-{middle} 0,-{down}"
    hide = f"M{number(start)},{number(top)}{bent}H{number(end)}{back}Z"
    hem = f"M{number(start + 1)},{number(top + 3.5)}H{number(end - 1)}"
    return [
        element("path", {"class": "hide", "d": hide}),
        element("path", {"class": "hemmed", "d": hem}),
    ]


def _boat(left: float, right: float, low: float, ground: Ground) -> tuple[str, str]:
    """Return the outline and the rail of a part of a boat, which continues where it has no end."""
    deck = low - DECK
    if ground == "deck":
        return f"M{number(left)},{number(deck)}H{number(right)}V{number(low + 6)}H{number(left)}Z", (
            f"M{number(left)},{number(deck + 4.5)}H{number(right)}"
        )

    def at(x: float, y: float) -> str:
        return f"{number(left + x if ground == 'bow' else right - x)},{number(y)}"

    inner = right if ground == "bow" else left
    stem = f"C{at(32, deck)} {at(24, deck - 12)} {at(17, deck - 36)}"
    keel = f"C{at(4, deck - 18)} {at(4, low + 4)} {at(44, low + 6)}"
    hull = f"M{number(inner)},{number(deck)}L{at(46, deck)}{stem}{keel}H{number(inner)}Z"
    rising = f"C{at(28, deck + 5)} {at(22, deck - 6)} {at(17, deck - 22)}"
    return hull, f"M{number(inner)},{number(deck + 4.5)}L{at(44, deck + 4.5)}{rising}"


def _shores(shores: Sequence[Mark], *, full: bool) -> list[Html]:
    """Draw water along sides, from the corner of the square to the next one, with a line of foam."""
    water = FULL if full else SHORE
    turns = {"north": 0, "east": 90, "south": 180, "west": 270}
    return [
        element(
            "g",
            {
                "class": "shore",
                "data-color": mark.color or None,
                "transform": f"rotate({turns[mark.side]} 50 50)",
            },
            element("path", {"class": "water", "d": water}),
            element("path", {"class": "foam", "d": FOAM}),
        )
        for mark in shores
    ]


SHORE = (
    "M10.5,1.5h79a9,9 0 0 1 9,9v9.5c-6,5 -11,-1 -17,2s-10,4 -16,1"
    "s-11,-3 -17,1s-11,2 -17,-1s-11,3 -17,1s-8,-4 -13,0v-13.5a9,9 0 0 1 9,-9Z"
)
"""The water along the upper side of a square."""

FULL = "M0,0h100v20c-6,5 -11,-1 -17,2s-10,4 -16,1s-11,-3 -17,1s-11,2 -17,-1s-11,3 -17,1s-8,-4 -16,-4Z"
"""The same on a square whose picture joins its neighbours'."""

FOAM = "M12,12q4,-4 8,0t8,0t8,0M44,8q4,-4 8,0t8,0M66,14q4,-4 8,0t8,0"
"""The lines on that water."""


def _medallion(value: str, picture: Picture) -> list[Html]:
    """Draw a value in a medallion in the upper left corner of a square."""
    half = min((picture.right - picture.left) / 2, max(14.0, 7 + 9 * ems(value)))
    away = 1 if picture.corner else -4
    left, top = picture.left - away, picture.top - away
    plate = rounded(left, top, left + 2 * half, top + 28, 14)
    words = letters(value, left + half, top + 14.5, 2 * half - 5, 27, SMALL)
    return [element("path", {"class": "plate", "d": plate}), element("g", {"class": "onplate"}, words)]
