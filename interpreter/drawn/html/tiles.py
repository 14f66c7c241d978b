"""Draws tiles with parts in SVG. The printed parts are painted in order, and the pieces on them last.

The tile, its parts, and the pieces on the parts can each be pointed at, so their elements are siblings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.pen import Pen, refs
from interpreter.drawn.html.shapes import number, path
from interpreter.drawn.html.signs import icon
from interpreter.drawn.html.textures import beyond, borders, lines, texture, texture_name
from interpreter.drawn.html.tokens import Box, arranged, attributes, lettered, piece_drawn, reach, zone_tab
from interpreter.drawn.html.told import part_told, piece_told
from interpreter.scene.things import Outline, Part, Piece, Point
from interpreter.scene.tiles import inside

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
    parts = [_part(pen, part, piece.parts[:index], box, where) for index, part in enumerate(piece.parts)]
    signs = [_sign(part, box) for part in piece.parts]
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
    parts: list[Part] = []
    for part in piece.parts:
        outlines = [_quarters(outline, turn - piece.turn) for outline in part.outlines]
        (at,) = _quarters((part.at,), turn - piece.turn)
        parts.append(replace(part, outlines=tuple(outlines), at=at))
    shapes = [_shape(part, parts[:index], WHOLE) for index, part in enumerate(parts)]
    signs = [_sign(part, WHOLE) for part in parts]
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


def _shape(part: Part, below: Sequence[Part], box: Box) -> Html:
    """Draw the outlines of a part as decoration, without refs."""
    corner = box.within(-0.5, -0.5, 1)
    return element("g", {**_kind(part), "transform": corner.transform}, *_painted(part, below, box))


def _kind(part: Part) -> dict[str, str | int | None]:
    """Return the attributes that determine the colour of a part."""
    return {"class": "part", "data-color": part.look.color or None}


def _painted(part: Part, below: Sequence[Part], box: Box) -> list[Html]:
    """Draw the ground of a part, its texture, and its borders with the parts painted before it.

    The coordinates of the outlines are mapped from the unit square to the box.
    """
    size = box.size
    outlines = [outline for outline in part.outlines if outline]
    ground = "".join(path([(x * size, y * size) for x, y in outline]) for outline in outlines)
    drawn = [element("path", {"class": "ground", "d": ground})]
    if part.sort is not None:
        strokes = "".join(texture(part.sort, outline, size) for outline in outlines)
        kind = {"class": "texture", "data-texture": texture_name(part.sort), "d": strokes}
        drawn += [element("path", kind)] if strokes else []
    return [*drawn, *_bordered(part, below, size)]


def _bordered(part: Part, below: Sequence[Part], size: float) -> Iterator[Html]:
    """Draw the borders of a part. Of the sorts on both sides, the one declared first decides how it looks."""
    edges: dict[tuple[int | None, str], list[tuple[Point, Point]]] = {}
    for outline in part.outlines:
        for edge in borders(outline):
            near = next((each for each in reversed(below) if _covers(each, beyond(edge))), part)
            ruling = near if near.sort is not None and near.sort < (part.sort or 0) else part
            edges.setdefault((ruling.sort, ruling.look.color), []).append(edge)
    for (sort, color), those in edges.items():
        name = None if sort is None else texture_name(sort)
        kind = {"class": "border", "data-texture": name, "data-color": color or None}
        yield element("path", {**kind, "d": lines(those, size)})


def _covers(part: Part, point: Point) -> bool:
    return any(inside(outline, point) for outline in part.outlines)


def _part(pen: Pen, part: Part, below: Sequence[Part], box: Box, where: str) -> Html:
    """Draw the outlines of a part as an element that people can point at."""
    told = part_told(pen, part, where)
    corner = box.within(-0.5, -0.5, 1)
    named = {"role": "img", "aria-label": told, **refs((part.ref,)), "transform": corner.transform}
    named["data-feature"] = part.feature or None
    return element(
        "g",
        {**_kind(part), **named},
        element("title", {}, told),
        *_painted(part, below, box),
        reach(part.at[0] * box.size, part.at[1] * box.size, REACH * box.size),
    )


def _enclosed(part: Part) -> bool:
    """Return whether a part touches no side of its tile."""
    return all(0 < x < 1 and 0 < y < 1 for outline in part.outlines for x, y in outline)


def _centre(part: Part) -> Point:
    """Return the mean of the corners of a part."""
    corners = [corner for outline in part.outlines for corner in outline]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _sign(part: Part, box: Box) -> Html:
    """Draw what tells a part apart, and a plus for further attributes.

    The icon of its look stands on a part inside the tile. Without a texture, a part without pieces has its
    symbol or first letter.
    """
    at = box.within(part.at[0] - 0.5, part.at[1] - 0.5, 0.17)
    drawn: list[Html] = []
    words = ""
    if part.look.icon and _enclosed(part):
        x, y = ((value - own) * box.size for value, own in zip(_centre(part), part.at, strict=True))
        drawn.append(element("g", {"class": "onpart"}, icon(part.look.icon, x, y, box.size * 0.33)))
    elif part.sort is None and not part.pieces:
        words = part.look.symbol or part.name[:1].upper()
    below = 0.0
    if part.pieces:  # beside them, toward the middle of the tile
        below = 0.2 * box.size * (-1 if part.at[1] > 0.5 else 1)  # noqa: PLR2004 - the middle
    if words:
        drawn.append(letters(words, 0, below, at.size * 1.3, at.size * 1.1))
    if part.more:
        plate: Attributes = {"class": "plate", "cx": 0, "cy": number(below), "r": number(at.size * 0.5)}
        more = letters(MORE, 0, below, at.size, at.size)
        drawn += [element("circle", plate), element("g", {"class": "plain"}, more)]
    return lettered(drawn, at, part.look.color)


def _lying(pen: Pen, part: Part, box: Box, where: str) -> list[Html]:
    """Draw the pieces that lie on a part."""
    at = box.within(part.at[0] - 0.5, part.at[1] - 0.5, 0.38)
    inside = f"{part.name}, {where}" if where else part.name
    return [
        each for piece, place in arranged(part.pieces, at) for each in piece_drawn(pen, piece, place, inside)
    ]
