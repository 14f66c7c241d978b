"""Draws pieces in SVG: tokens in the shape of their owner, tiles with marks along their sides, and backs.

Each thing that people can point at has an element of its own. Such elements are never nested, so a script can
turn each of them into a button. Boxes are squares, in user units.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from gamespec.program.frozen import dataclass
from interpreter.drawn.html.faces.face import drawing
from interpreter.drawn.html.faces.printed import printed
from interpreter.drawn.html.faces.signs import icon
from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen, classes, refs, written
from interpreter.drawn.html.shapes import Shape, coin, figure, figurine, number, shape_of, square
from interpreter.drawn.html.tags import tags_drawn
from interpreter.drawn.html.told import piece_told, place_told
from interpreter.scene.things import Look, Piece, Place, Value

__all__ = [
    "Box",
    "arranged",
    "attributes",
    "inscribed",
    "is_token",
    "lettered",
    "marked",
    "outlined",
    "piece_drawn",
    "reach",
    "shares",
    "token_drawn",
    "zone_tab",
]

TAG = 0.44
"""The height of a tag, as a fraction of half the side of the component on which it lies."""


@dataclass(frozen=True, slots=True)
class Box:
    """A square, given by its centre (`x`, `y`) and the length of its sides, in user units."""

    x: float
    y: float
    size: float
    lying: bool = False
    """Whether what is in the square lies on its side."""
    full: bool = False
    """Whether what is printed on a component in the square reaches up to its sides."""
    numbered: bool = False
    """Whether a number is drawn over the upper right corner of the square."""

    def within(self, right: float, down: float, share: float) -> Box:
        """Return a square that is `share` times as large as this square and shifted from its centre.

        `right` and `down` give the shift as fractions of this square's side.
        """
        return Box(self.x + right * self.size, self.y + down * self.size, self.size * share)

    @property
    def transform(self) -> str:
        """The SVG transformation that moves (0, 0) to the centre of the square."""
        moved = f"translate({number(self.x)} {number(self.y)})"
        return f"{moved} rotate(-90)" if self.lying else moved


def is_token(piece: Piece) -> bool:
    """Return whether a known piece is a token, as it is if nothing is printed on it."""
    return piece.known and (piece.format == "token" or not (piece.facts or piece.marks or piece.parts))


def arranged(pieces: Sequence[Piece], box: Box) -> list[tuple[Piece, Box]]:
    """Return each of the pieces that share `box` with a box of its own. Tokens overlap printed pieces."""
    tokens = [piece for piece in pieces if is_token(piece)]
    printed = [piece for piece in pieces if not is_token(piece)]
    if not printed:
        return _side_by_side(tokens, box)
    return _side_by_side(printed, box) + _side_by_side(tokens, box.within(0.2, 0.2, 0.56))


def attributes(pen: Pen, piece: Piece, told: str, *kinds: str) -> dict[str, str | int | None]:
    """Return the HTML attributes that the element of a component has wherever it is drawn."""
    return {
        "class": classes("piece", *kinds, "changed" if piece.changed else ""),
        "role": "img",
        "aria-label": told,
        "data-color": pen.look(piece).color or None,
        **refs(piece.refs),
    }


def piece_drawn(pen: Pen, piece: Piece, box: Box, where: str) -> list[Html]:
    """Draw a component without parts in a box, together with the zones that belong to the component."""
    told = piece_told(pen, piece, where)
    half = box.size / 2
    if box.full and not is_token(piece):
        return _filling(pen, piece, box, where)
    pointed = {**attributes(pen, piece, told, _kind(piece)), "transform": box.transform}
    tag = half * TAG
    top = half - tag if box.numbered else -half
    if is_token(piece):
        shapes = outlined(_shape(pen, piece, half * 0.9), lying=box.lying)
        said = _inscribed(pen, piece, half * 0.9)
        if piece.count > 1:
            said += _count(piece.count, half)
    else:
        shapes = _stacked(piece, half)
        scale = f"translate({number(-half)} {number(-half)}) scale({box.size / 100:.3f})"
        said = [element("g", {"transform": scale}, *drawing(pen, piece, "square"))]
    return [
        element("g", pointed, element("title", {}, told), reach(0, 0, half), *shapes),
        lettered([*said, *tags_drawn(piece.values, half, top, tag)], box, pen.look(piece).color),
        *_held(pen, piece, box, where),
    ]


def _filling(pen: Pen, piece: Piece, box: Box, where: str) -> list[Html]:
    """Draw a component as large as its box, so that pictures in boxes side by side join."""
    told = piece_told(pen, piece, where)
    half = box.size / 2
    outer, inner = (
        f"M{number(-a)},{number(-a)}H{number(a)}V{number(a)}H{number(-a)}Z" for a in (half, half * 0.94)
    )
    scale = f"translate({number(-half)} {number(-half)}) scale({box.size / 100:.3f})"
    printed_on = element("g", {"transform": scale}, *drawing(pen, piece, "square", full=True))
    at = {"transform": box.transform}
    whole = element(
        "g",
        {**attributes(pen, piece, told, _kind(piece), "whole"), **at},
        element("title", {}, told),
        element("path", {"class": "paper edge", "d": outer}),
    )
    lines = [
        element("path", {"class": kind, "d": d, **at}) for kind, d in (("frame", outer), ("halo", inner))
    ]
    said = lettered([printed_on], box, pen.look(piece).color)
    return [element("g", {"class": "printed"}, whole, said, *lines), *_held(pen, piece, box, where)]


def _kind(piece: Piece) -> str:
    return "back" if not piece.known else "token" if is_token(piece) else "tile"


def _stacked(piece: Piece, half: float) -> list[Html]:
    """Draw the ground of a square, with the edges of equal squares below it and its shadow."""
    paper = square(half * 0.97)
    drawn = [_shadow(paper, half)]
    if piece.count > 1:
        shift = {"transform": f"translate({number(half * 0.09)} {number(half * 0.09)})"}
        drawn.append(element("path", {"class": "paper under", "d": paper, **shift}))
    return [*drawn, element("path", {"class": "paper edge", "d": paper})]


def _shadow(outline: str, radius: float) -> Html:
    """Draw the shadow of a shape, below it."""
    down = {"transform": f"translate(0 {number(radius * 0.08)})"}
    return element("path", {"class": "cast", "d": outline, **down})


def token_drawn(pen: Pen, piece: Piece, radius: float) -> list[Html]:
    """Draw a token in the shape of its symbol or its owner, around (0, 0)."""
    return [*outlined(_shape(pen, piece, radius)), *_inscribed(pen, piece, radius)]


def _shape(pen: Pen, piece: Piece, radius: float) -> Shape:
    """Return the shape of a token. One that belongs to nobody and has a value on it is a chip."""
    if piece.figure:
        return figurine(piece.figure, radius)
    printed_on = piece.facts and piece.owner is None and not figure(piece.look.symbol, radius)
    return coin(radius) if printed_on else pen.shape(piece.look, piece.owner, radius)


def _inscribed(pen: Pen, piece: Piece, radius: float) -> list[Html]:
    """Draw the icon or the text on a token, or a small icon above the value that is printed on it."""
    shape = _shape(pen, piece, radius)
    if piece.figure and not (piece.facts or piece.look.icon):
        return _owned(pen, piece, shape, radius)
    value = printed(pen, piece).value if piece.facts and piece.look.icon else ""
    if not value:
        return inscribed(piece.look, written(piece.look, piece.short), shape)
    small = icon(piece.look.icon, 0, -shape.height * 0.27, shape.height * 0.42)
    said = letters(value, 0, shape.height * 0.2, shape.width, shape.height * 0.6)
    return [element("g", {"class": "onpanel"}, small), said]


def _owned(pen: Pen, piece: Piece, shape: Shape, radius: float) -> list[Html]:
    """Draw the symbol of its owner on a wooden piece, small, so that it is not known by its colour alone."""
    player = None if piece.owner is None else pen.players.get(piece.owner)
    symbol = player.look.symbol if player else ""
    size = radius * 0.2
    sign = figure(symbol, size)
    if sign is None:
        return [letters(symbol, 0, shape.at, shape.width, shape.height)] if symbol else []
    at = {"transform": f"translate(0 {number(shape.at)})"}
    return [element("path", {"class": "owned", "d": sign.inner or sign.path, **at})]


def inscribed(look: Look, words: str, shape: Shape) -> list[Html]:
    """Draw the icon of a look inside a shape, or else words."""
    if look.icon:
        drawn = icon(look.icon, 0, 0, min(shape.width, shape.height) * 1.02)
        return [element("g", {"class": "onpanel"}, drawn)]
    return [letters(words, 0, 0, shape.width, shape.height)] if words else []


def reach(x: float, y: float, radius: float) -> Html:
    """Draw an invisible disc around a thing that is too small to hit easily with a pointer."""
    at = {"cx": number(x), "cy": number(y), "r": number(radius)}
    return element("circle", {"class": "reach", **at})


def lettered(said: Sequence[Html], box: Box, color: str) -> Html:
    """Draw letters in a box.

    The letters are hidden from screen readers, because the accessible name of the thing conveys their
    meaning.
    """
    attributes = {"class": "said", "aria-hidden": "true", "data-color": color or None}
    return element("g", {**attributes, "transform": box.transform}, *said)


def marked(pen: Pen, mark: Value, box: Box) -> Html:
    """Draw the value of a variable on a cell, as a token if the value has a look, otherwise as letters.

    It is hidden from screen readers, which read the value in the name of the cell.
    """
    half = box.size / 2
    if not (mark.look.color or mark.look.icon or figure(mark.look.symbol, half)):
        drawn = [letters(mark.look.symbol or mark.text, 0, 0, box.size * 0.95, box.size * 0.7)]
    else:
        seat = pen.seat_of(mark.look)
        unowned = mark.look.icon and seat is None
        shape = shape_of(0, half * 0.9) if unowned else pen.shape(mark.look, seat, half * 0.9)
        words = "" if figure(mark.look.symbol, half) else mark.look.symbol or mark.text
        drawn = [*outlined(shape), *inscribed(mark.look, words, shape)]
    return element(
        "g",
        {
            "class": classes("mark", "changed" if mark.changed else "", "" if len(drawn) > 1 else "plain"),
            "aria-hidden": "true",
            "data-color": mark.look.color or None,
            "data-value": mark.ref or None,
            "transform": box.transform,
        },
        *drawn,
    )


def zone_tab(pen: Pen, place: Place, box: Box) -> list[Html]:
    """Draw a zone that belongs to a component as a tab that shows the number of pieces in the zone."""
    told = place_told(pen, place)
    tab = {
        "class": classes("zone", "changed" if place.changed else ""),
        "role": "img",
        "aria-label": told,
        **refs((place.ref,)),
        "transform": box.transform,
    }
    size = letters(str(place.size), 0, 0, box.size * 0.9, box.size * 0.9)
    return [
        element("g", tab, element("title", {}, told), _edge(square(box.size / 2))),
        element("g", {"class": "plain", "aria-hidden": "true", "transform": box.transform}, size),
    ]


def _held(pen: Pen, piece: Piece, box: Box, where: str) -> list[Html]:
    """Draw the zones of a component along the bottom of its box, each as a tab followed by its pieces."""
    drawn: list[Html] = []
    many = sum(1 + len(place.pieces) for place in piece.holds)
    size = min(0.34, 1 / many) if many else 0
    at = -0.5 + size / 2
    for place in piece.holds:
        drawn += zone_tab(pen, place, box.within(at, 0.36, size * 0.8))
        at += size
        for held in place.pieces:
            inside = f"{place.name}, {where}" if where else place.name
            drawn += piece_drawn(pen, held, box.within(at, 0.36, size), inside)
            at += size
    return drawn


def _side_by_side(pieces: Sequence[Piece], box: Box) -> list[tuple[Piece, Box]]:
    return [*zip(pieces, shares(len(pieces), box), strict=True)]


def shares(count: int, box: Box) -> list[Box]:
    """Return so many squares side by side in `box`, as large as they can be."""
    if count < 2:  # noqa: PLR2004 - nothing beside it
        return [box] * count
    columns = math.ceil(math.sqrt(count))
    rows = math.ceil(count / columns)
    found = []
    for index in range(count):
        row, column = divmod(index, columns)
        in_row = min(columns, count - row * columns)
        right = (column - (in_row - 1) / 2) / columns
        found.append(box.within(right, (row - (rows - 1) / 2) / columns, 1 / columns))
    return found


def outlined(shape: Shape, *, lying: bool = False) -> list[Html]:
    """Draw a shape of wood: its side in the shade with a shadow, its face, and the light on it."""
    inner = [element("path", {"class": "inner", "d": shape.inner})] if shape.inner else []
    at = f"{number(-shape.thick)} 0" if lying else f"0 {number(shape.thick)}"  # down on screen
    down = {"transform": f"translate({at})"}
    wide = {"stroke-width": number(shape.thick * 0.9)}
    return [
        element("path", {"class": "cast", "d": shape.path, **down}),
        _edge(shape.path),
        *([element("path", {"class": "light", "d": shape.shine, **wide})] if shape.shine else []),
        *inner,
    ]


def _edge(path: str) -> Html:
    return element("path", {"class": "edge", "d": path})


def _count(count: int, half: float) -> list[Html]:
    """Draw the number of equal tokens on a plate in the corner."""
    at = half * 0.58
    round_it = {"class": "plate", "cx": number(at), "cy": number(at), "r": number(half * 0.4)}
    words = letters(str(count), at, at, half * 0.66, half * 0.6)
    return [element("circle", round_it), element("g", {"class": "plain"}, words)]
