"""Draws pieces in SVG: tokens in the shape of their owner, tiles with marks along their sides, and backs.

Each thing that people can point at has an element of its own. Such elements are never nested, so a script can
turn each of them into a button. Boxes are squares, in user units.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.pen import Pen, classes, refs, written
from interpreter.drawn.html.shapes import Shape, figure, hatched, number, shape_of, square
from interpreter.drawn.html.told import back_told, piece_told, place_told
from interpreter.scene.things import Mark, Piece, Place, Value

__all__ = [
    "Box",
    "arranged",
    "attributes",
    "is_token",
    "lettered",
    "marked",
    "outlined",
    "piece_drawn",
    "reach",
    "zone_tab",
]


@dataclass(frozen=True, slots=True)
class Box:
    """A square, given by its centre (`x`, `y`) and the length of its sides, in user units."""

    x: float
    y: float
    size: float

    def within(self, right: float, down: float, share: float) -> Box:
        """Return a square that is `share` times as large as this square and shifted from its centre.

        `right` and `down` give the shift as fractions of this square's side.
        """
        return Box(self.x + right * self.size, self.y + down * self.size, self.size * share)

    @property
    def transform(self) -> str:
        """The SVG transformation that moves (0, 0) to the centre of the square."""
        return f"translate({number(self.x)} {number(self.y)})"


def is_token(piece: Piece) -> bool:
    """Return whether a piece is a plain token, which is known and has nothing printed on it."""
    return piece.known and not (piece.facts or piece.marks or piece.parts)


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
    if not piece.known:
        kind = "back"
        shapes = [_edge(square(half * 0.94)), element("path", {"class": "hatch", "d": hatched(half * 0.94)})]
        said = _on_back(back_told(pen, piece), half, shapes)
    elif is_token(piece):
        kind = "token"
        shape = pen.shape(piece.look, piece.owner, half * 0.9)
        shapes = outlined(shape)
        said = [letters(written(piece.look, piece.short), 0, 0, shape.width, shape.height)]
    else:
        kind = "tile"
        shapes = [_edge(square(half * 0.96))]
        said = [_between(pen, piece, half)]
        for mark in piece.marks:
            _side(mark, half, shapes, said)
    if piece.count > 1:
        _count(piece.count, half, shapes, said)
    color = pen.look(piece).color
    group = {**attributes(pen, piece, told, kind), "transform": box.transform}
    return [
        element("g", group, element("title", {}, told), reach(0, 0, half), *shapes),
        lettered(said, box, color),
        *_held(pen, piece, box, where),
    ]


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
    if not mark.look.color and not figure(mark.look.symbol, half):
        drawn = [letters(mark.look.symbol or mark.text, 0, 0, box.size * 0.95, box.size * 0.7)]
    else:
        shape = pen.shape(mark.look, pen.seat_of(mark.look), half * 0.9)
        words = "" if figure(mark.look.symbol, half) else mark.look.symbol or mark.text
        drawn = [*outlined(shape), letters(words, 0, 0, shape.width, shape.height)]
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
    if not pieces:
        return []
    columns = math.ceil(math.sqrt(len(pieces)))
    rows = math.ceil(len(pieces) / columns)
    lying = []
    for index, piece in enumerate(pieces):
        row, column = divmod(index, columns)
        in_row = min(columns, len(pieces) - row * columns)
        right = (column - (in_row - 1) / 2) / columns
        lying.append((piece, box.within(right, (row - (rows - 1) / 2) / columns, 1 / columns)))
    return lying


def _written(pen: Pen, piece: Piece) -> str:
    symbol = pen.symbol(piece)
    return piece.short if symbol in piece.short else f"{symbol} {piece.short}".strip()


def outlined(shape: Shape) -> list[Html]:
    """Draw a shape as a rim that separates it from the ground, its outline, and its inner outline, if any."""
    inner = [element("path", {"class": "inner", "d": shape.inner})] if shape.inner else []
    return [element("path", {"class": "rim", "d": shape.path}), _edge(shape.path), *inner]


def _edge(path: str) -> Html:
    return element("path", {"class": "edge", "d": path})


def _between(pen: Pen, piece: Piece, half: float) -> Html:
    """Draw the text on a tile in the space that the marks along its sides leave."""
    ways = [DIRECTIONS.get(mark.side, (0.0, 0.0)) for mark in piece.marks]
    left, right = (0.38 * half * any(way * x > 0 for x, _ in ways) for way in (-1, 1))
    top, bottom = (0.38 * half * any(way * y > 0 for _, y in ways) for way in (-1, 1))
    wide, high = half * 1.78 - left - right, half * 1.72 - top - bottom
    return letters(_written(pen, piece), (left - right) / 2, (top - bottom) / 2, wide, high)


def _on_back(told: str, half: float, shapes: list[Html]) -> list[Html]:
    """Draw what the reader knows of a component on the component's back."""
    if not told:
        return []
    shape = shape_of(None, half * 0.84)
    shapes.append(element("path", {"class": "plate", "d": shape.path}))
    return [_plain(letters(told, 0, 0, shape.width, shape.height))]


def _count(count: int, half: float, shapes: list[Html], said: list[Html]) -> None:
    """Draw the number of equal pieces on a plate in the corner."""
    at = half * 0.58
    round_it = {"class": "plate", "cx": number(at), "cy": number(at), "r": number(half * 0.4)}
    shapes.append(element("circle", round_it))
    said.append(_plain(letters(str(count), at, at, half * 0.66, half * 0.6)))


def _plain(letters: Html) -> Html:
    return element("g", {"class": "plain"}, letters)


def _side(mark: Mark, half: float, shapes: list[Html], said: list[Html]) -> None:
    """Draw a mark at a side of a tile, as a bar along the side with the mark's symbol."""
    right, down = DIRECTIONS.get(mark.side, (0.0, 0.0))
    long, short = half * 1.86, half * 0.36
    wide, high = (short, long) if right and not down else (long, short)
    if right and down:
        wide = high = half * 0.5
    x, y = right * half * 0.77, down * half * 0.77
    bar: Attributes = {
        "class": "edge",
        "x": number(x - wide / 2),
        "y": number(y - high / 2),
        "width": number(wide),
        "height": number(high),
        "rx": 3,
    }
    color = {"class": "side", "data-color": mark.color or None}
    shapes.append(element("g", color, element("rect", bar)))
    said.append(
        element("g", color, letters(mark.symbol, x, y, max(wide, short) * 0.9, max(high, short) * 0.9))
    )


DIRECTIONS = {
    "north": (0.0, -1.0),
    "northeast": (0.87, -0.87),
    "east": (1.0, 0.0),
    "southeast": (0.87, 0.87),
    "south": (0.0, 1.0),
    "southwest": (-0.87, 0.87),
    "west": (-1.0, 0.0),
    "northwest": (-0.87, -0.87),
}
"""The direction of each side of a tile, as distances to the right and down."""
