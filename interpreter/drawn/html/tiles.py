"""Draws tiles with parts in SVG. The printed parts are painted in order, and the pieces on them last.

The tile, its parts, and the pieces on the parts can each be pointed at, so their elements are siblings.
"""

from __future__ import annotations

from dataclasses import replace

from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen, refs
from interpreter.drawn.html.shapes import path
from interpreter.drawn.html.tokens import Box, arranged, attributes, lettered, piece_drawn, reach, zone_tab
from interpreter.drawn.html.told import part_told, piece_told
from interpreter.scene.things import Outline, Part, Piece

__all__ = ["drawn", "tile_alone"]

REACH = 0.19
"""The greatest distance between the pointer and the centre of a part's pieces at which the pointer hits the
part, relative to the side of the tile.
"""

WHOLE = Box(0, 0, 100)
VIEW = "-53 -53 106 106"
"""The view box for a tile that is drawn alone, in user units."""

MORE = "+"
"""The sign on a part that has further attributes, which are listed in its accessible name."""


def drawn(pen: Pen, piece: Piece, box: Box, where: str) -> list[Html]:
    """Draw a component in a box. A tile is drawn with its parts."""
    if not piece.parts:
        return piece_drawn(pen, piece, box, where)
    told = piece_told(pen, piece, where)
    half = box.size / 2
    ground = path([(-half, -half), (half, -half), (half, half), (-half, half)])
    tile = element(
        "g",
        {**attributes(pen, piece, told, "tile", "whole"), "transform": box.transform},
        element("title", {}, told),
        element("path", {"class": "edge", "d": ground}),
    )
    parts = [_part(pen, part, box, where) for part in piece.parts]
    signs = [_sign(part, box) for part in piece.parts if part.more or not part.pieces]
    inner = half * 0.95  # neighbours cover what lies farther out
    inside = path([(-inner, -inner), (inner, -inner), (inner, inner), (-inner, inner)])
    frame = [
        element("path", {"class": kind, "d": d, "transform": box.transform})
        for kind, d in (("frame", ground), ("halo", inside))
    ]
    lying = [each for part in piece.parts for each in _lying(pen, part, box, where)]
    held = [
        each
        for index, place in enumerate(piece.holds)
        for each in zone_tab(pen, place, box.within(-0.4 + 0.22 * index, 0.4, 0.2))
    ]
    return [element("g", {"class": "printed"}, tile, *parts, *frame), *signs, *lying, *held]


def tile_alone(pen: Pen, piece: Piece) -> Html:
    """Draw a tile that lies in a zone as a separate image, beside images of its other rotations."""
    tile = element(
        "svg",
        {
            "class": "alone",
            "viewBox": VIEW,
            "role": "group",
            "aria-label": piece.name,
            **_shows(piece, piece.turn),
        },
        *drawn(pen, piece, WHOLE, ""),
    )
    others = [turn for turn in piece.turns if turn != piece.turn]
    if not others:
        return tile
    pictures = [_captioned(tile, piece.turn), *(_captioned(_turned(piece, turn), turn) for turn in others)]
    return element("div", {"class": "turns"}, *pictures)


def _captioned(picture: Html, turn: int) -> Html:
    return element("div", {}, picture, element("span", {"aria-hidden": "true"}, f"{90 * turn}°"))


def _turned(piece: Piece, turn: int) -> Html:
    """Draw a tile rotated by `turn` clockwise quarter turns. The image is decorative and has no refs."""
    shapes, signs = [], []
    for part in piece.parts:
        outlines = [_quarters(outline, turn - piece.turn) for outline in part.outlines]
        (at,) = _quarters((part.at,), turn - piece.turn)
        shapes.append(_shape(replace(part, outlines=tuple(outlines)), WHOLE))
        signs.append(_sign(replace(part, at=at), WHOLE))
    half = WHOLE.size / 2
    frame = element(
        "path", {"class": "frame", "d": path([(-half, -half), (half, -half), (half, half), (-half, half)])}
    )
    attributes = {"class": "alone", "viewBox": VIEW, "aria-hidden": "true", **_shows(piece, turn)}
    return element("svg", attributes, *shapes, frame, *signs)


def _shows(piece: Piece, turn: int) -> dict[str, str]:
    """Return the attribute by which a script finds the picture of a tile in a rotation."""
    return {"data-shows": f"{piece.refs[0]} {turn}"}


def _quarters(points: Outline, turn: int) -> Outline:
    """Return `points`, which are on a tile, rotated by `turn` clockwise quarter turns."""
    for _ in range(turn % 4):
        points = tuple((1 - y, x) for x, y in points)
    return points


def _shape(part: Part, box: Box) -> Html:
    """Draw the outlines of a part as decoration, without refs."""
    corner = box.within(-0.5, -0.5, 1)
    outlines = [path([(x * box.size, y * box.size) for x, y in each]) for each in part.outlines if each]
    return element(
        "g",
        {"class": "part", "data-color": part.look.color or None, "transform": corner.transform},
        element("path", {"class": "ground", "d": "".join(outlines)}),
    )


def _part(pen: Pen, part: Part, box: Box, where: str) -> Html:
    """Draw the outlines of a part as an element that people can point at.

    The coordinates of the outlines are mapped from the unit square to the box.
    """
    told = part_told(pen, part, where)
    corner = box.within(-0.5, -0.5, 1)
    outlines = [
        path([(x * box.size, y * box.size) for x, y in outline]) for outline in part.outlines if outline
    ]
    return element(
        "g",
        {
            "class": "part",
            "role": "img",
            "aria-label": told,
            "data-color": part.look.color or None,
            **refs((part.ref,)),
            "transform": corner.transform,
        },
        element("title", {}, told),
        element("path", {"class": "ground", "d": "".join(outlines)}),
        reach(part.at[0] * box.size, part.at[1] * box.size, REACH * box.size),
    )


def _sign(part: Part, box: Box) -> Html:
    """Draw the symbol or first letter of a part without pieces, and a plus for further attributes."""
    at = box.within(part.at[0] - 0.5, part.at[1] - 0.5, 0.17)
    said = "" if part.pieces else part.look.symbol or part.name[:1].upper()
    below = 0.0
    if part.pieces:  # beside them, toward the middle of the tile
        below = 0.2 * box.size * (-1 if part.at[1] > 0.5 else 1)  # noqa: PLR2004 - the middle
    words = said + (MORE if part.more else "")
    return lettered([letters(words, 0, below, at.size * 1.3, at.size * 1.1)], at, part.look.color)


def _lying(pen: Pen, part: Part, box: Box, where: str) -> list[Html]:
    """Draw the pieces that lie on a part."""
    at = box.within(part.at[0] - 0.5, part.at[1] - 0.5, 0.38)
    inside = f"{part.name}, {where}" if where else part.name
    return [
        each for piece, place in arranged(part.pieces, at) for each in piece_drawn(pen, piece, place, inside)
    ]
