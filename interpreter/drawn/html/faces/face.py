"""Draws the faces of components: one drawing for zones, boards, paper and pictures.

A card is 100 by 140 user units, a square 100 by 100, with its corner at (0, 0). The ground is light paper in
every theme. A card that has a sign shows it in the middle, perhaps as often as its rank says or as a court,
and its value in two corners. Without a sign, the value stands on a panel, as large as it fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from interpreter.drawn.html.edges import Free, edges_drawn
from interpreter.drawn.html.faces.backs import Back, back_drawn
from interpreter.drawn.html.faces.pips import MOST, Sized, court, pips, strewn_signs, wreath
from interpreter.drawn.html.faces.printed import Line, Printed, printed
from interpreter.drawn.html.faces.signs import SMALL, sign
from interpreter.drawn.html.faces.squares import square_drawn
from interpreter.drawn.html.faces.strewn import Spot
from interpreter.drawn.html.letters import ems, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import TIMES, Pen
from interpreter.drawn.html.shapes import number, rounded
from interpreter.drawn.html.told import back_told
from interpreter.scene.things import Format, Mark, Piece

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


def drawing(pen: Pen, piece: Piece, format_: Format, *, full: bool = False) -> list[Html]:
    """Draw what stands on a face, without its ground. On a square it may be `full`, without a margin."""
    high = HEIGHT[format_]
    if not piece.known:
        told = back_told(pen, piece)
        back = Back(piece.series, piece.back, piece.dye, owned=piece.owner is not None, full=full)
        drawn = back_drawn(back, told, high)
    elif format_ == "card":
        drawn = _card(printed(pen, piece), piece.marks, crowded=piece.count > 1)
    else:
        drawn = square_drawn(printed(pen, piece), piece.marks, piece.ground, full=full)
    if piece.count == 1:
        return drawn
    bare = not piece.known and not back_told(pen, piece)
    return drawn + (_size(piece.count, high) if bare else _times(piece.count, high))


def _below(high: float, step: int) -> Html:
    """Draw the edge of a component that lies `step` steps below the top of a stack."""
    shift = 2.6 * step
    edge = rounded(1.5 + shift, 1.5 + shift, 98.5 + shift, high - 1.5 + shift, 9)
    return element("path", {"class": "paper under", "d": edge})


def _size(count: int, high: float) -> list[Html]:
    """Draw the number of backs in a stack on a large plate in its middle."""
    wide = max(52.0, 26 + 23 * ems(str(count)))
    plate = rounded(50 - wide / 2, high / 2 - 26, 50 + wide / 2, high / 2 + 26, 26)
    drawn = letters(str(count), 50, high / 2 + 1, wide - 12, 52, SMALL)
    return [element("g", {"class": "count"}, element("path", {"class": "plate", "d": plate}), drawn)]


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
    foot = free.bottom - 7 - deep * len(lines)
    written = _lines(lines, beside, deep)
    if shown.sign is None:
        return [*_worded(shown.value, free._replace(bottom=foot)), *drawn, *written]
    wash = element("path", {"class": "wash", "d": rounded(*_inset(free, 4.5), 6)})
    twice = not (lines or crowded)
    signed = _signed(shown, free, foot, twice=twice)
    return [wash, *drawn, *_index(shown.value, free, twice=twice), *signed, *written]


def _inset(free: Free, by: float) -> Free:
    return Free(free.left + by, free.top + by, free.right - by, free.bottom - by)


def _signed(shown: Printed, free: Free, foot: float, *, twice: bool) -> list[Html]:
    """Draw the sign of a card below its value, and in its middle as its rank says, or once."""
    assert shown.sign is not None  # noqa: S101 - the caller draws a value otherwise
    look, rank = shown.sign, shown.rank
    places = [*_below_index(shown, free, twice=twice)]
    if shown.others and not shown.value:
        return [sign(shown.others[0].look, places[0].x, places[0].y, SMALL_SIGN), *_once(shown, free, foot)]
    small = Sized(SMALL_SIGN, places)
    if rank is None or not _whole(shown, free):
        return [*strewn_signs(look, [small]), *_once(shown, free, foot)]
    if rank.court:
        own = look.icon == rank.court
        return court(None if own else look, rank.court, [] if own else [small])
    if rank.signs is not None and 1 < rank.signs <= MOST:
        return strewn_signs(look, [small, pips(rank.signs)])
    return [wreath(50, 70), *strewn_signs(look, [small, Sized(46, [Spot(50, 70)])])]


def _whole(shown: Printed, free: Free) -> bool:
    """Return whether nothing else takes space of a card."""
    return free == Free(0, 0, 100, HEIGHT["card"]) and not (shown.lines or shown.others)


def _once(shown: Printed, free: Free, foot: float) -> list[Html]:
    """Draw the sign of a card once, as large as there is space."""
    assert shown.sign is not None  # noqa: S101 - the caller draws a value otherwise
    if _whole(shown, free) and _short(shown.value):
        return [wreath(50, 70), sign(shown.sign, 50, 70, 46)]
    top = free.top + (20 if _short(shown.value) else 32)
    middle = (free.left + free.right) / 2
    return [sign(shown.sign, middle, (top + foot) / 2, min(62.0, foot - top - 4))]


def _below_index(shown: Printed, free: Free, *, twice: bool) -> Iterator[Spot]:
    """Yield the places of small signs below the values, which are missing below long values."""
    if _short(shown.value):
        x, y = free.left + 14.5, free.top + (40.5 if shown.value else 17)
        yield Spot(x, y)
        if twice:
            yield Spot(100 - x, HEIGHT["card"] - y, turned=True)


def _short(value: str) -> bool:
    return ems(value) <= 2.2  # noqa: PLR2004 - three digits


def _index(value: str, free: Free, *, twice: bool) -> list[Html]:
    """Draw the value in the upper left corner, or a long value at the top; `twice`, also upside down."""
    if not value:
        return []
    if _short(value):
        wide = min(1.0, INDEX_WIDTH / (INDEX * SERIF * ems(value)))
        narrow = f" scale({wide:.2f} 1)" if wide < 1 else ""
        at = f"translate({number(free.left + 14.5)} {number(free.top + 20)}){narrow}"
        size = INDEX
    else:
        at = f"translate({number((free.left + free.right) / 2)} {number(free.top + 20)})"
        size = min(24.0, (free.right - free.left - 20) / ems(value))
    ways = [at, f"rotate(180 50 70) {at}"] if twice else [at]
    return [
        element("text", {"class": "index", "font-size": number(size), "transform": way}, value)
        for way in ways
    ]


INDEX, INDEX_WIDTH = 28.0, 19.0
"""The font size of short values, and their greatest width, in user units."""

SMALL_SIGN = 15.0
"""The size of the sign below a value."""

SERIF = 0.74
"""How wide letters with serifs are, compared with those for which widths are estimated."""


def _worded(value: str, free: Free) -> list[Html]:
    """Draw a value on a panel in the colour of the component."""
    x, y = (free.left + free.right) / 2, (free.top + free.bottom) / 2
    wide, high = free.right - free.left - 26, free.bottom - free.top - 26
    return [
        element("path", {"class": "panel", "d": rounded(*_inset(free, 5), 6)}),
        element("path", {"class": "hem", "d": rounded(*_inset(free, 9), 4)}),
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
