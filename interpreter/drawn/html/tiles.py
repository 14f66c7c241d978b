"""Draws tiles with parts in SVG. The printed parts are painted in order, and the pieces on them last.

The tile, its parts, and the pieces on the parts can each be pointed at, so their elements are siblings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import hypot

from interpreter.drawn.html.faces.signs import icon, sign
from interpreter.drawn.html.letters import letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen, refs
from interpreter.drawn.html.shapes import FIGURINES, chevron, number, path, shield, trail
from interpreter.drawn.html.textures import (
    Chain,
    Ground,
    beyond,
    borders,
    houses,
    texture,
    texture_name,
    towers,
)
from interpreter.drawn.html.tokens import Box, arranged, attributes, lettered, piece_drawn, reach, zone_tab
from interpreter.drawn.html.told import part_told, piece_told
from interpreter.scene.regions import inside
from interpreter.scene.things import Look, Outline, Part, Piece, Point

__all__ = ["drawn", "tile_alone"]

REACH = 0.19
"""The greatest distance between the pointer and the centre of a part's pieces at which the pointer hits the
part, relative to the side of the tile.
"""

WHOLE = Box(0, 0, 100)
VIEW = "-53 -53 106 106"
"""The view box for a tile that is drawn alone, in user units."""

EMBLEM = 0.2
"""The width of an emblem on a part, relative to the side of the tile."""

AWAY = 0.21
"""The distance of emblems from the centre of pieces on the same part."""

CLOSE, MANY = 0.12, 2
"""How near to the centre of the tile a part ends there, and how many such parts make a crossing."""

SIGNED = frozenset({"plot", "plain"})
"""The textures of parts inside a tile that show the icon of their look."""

BARE = frozenset({"meadow", "plain"})
"""The textures of parts without borders of their own."""


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
    parts = [_part(pen, piece, index, box, where) for index in range(len(piece.parts))]
    signs = [_sign(piece.parts, index, box) for index in range(len(piece.parts))]
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
    shapes = [_shape(parts, index, turn, WHOLE) for index in range(len(parts))]
    signs = [_sign(parts, index, WHOLE) for index in range(len(parts))]
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


def _shape(parts: Sequence[Part], index: int, turn: int, box: Box) -> Html:
    """Draw the outlines of a part as decoration, without refs."""
    corner = box.within(-0.5, -0.5, 1)
    painted = _painted(parts, index, turn, box)
    return element("g", {**_kind(parts[index]), "transform": corner.transform}, *painted)


def _kind(part: Part) -> dict[str, str | int | None]:
    """Return the attributes that determine the colour of a part."""
    return {"class": f"part {_texture(part)}", "data-color": part.look.color or None}


def _texture(part: Part) -> str:
    """Return the name of the texture of a part, which its look names or its sort determines."""
    if part.look.texture:
        return part.look.texture
    return "plain" if part.sort is None else texture_name(part.sort)


def _painted(parts: Sequence[Part], index: int, turn: int, box: Box) -> list[Html]:
    """Draw the ground of a part, its texture, and its borders with the parts painted before it.

    The coordinates of the outlines are mapped from the unit square to the box.
    """
    part, size = parts[index], box.size
    outlines = [outline for outline in part.outlines if outline]
    over = tuple(outline for other in parts[index + 1 :] for outline in other.outlines if outline)
    kept = ((part.at, EMBLEM * 0.55),) if part.emblems else ()
    ground = "".join(trail([(x * size, y * size) for x, y in outline], closed=True) for outline in outlines)
    drawn = [element("path", {"class": "ground", "d": ground})]
    name = _texture(part)
    for outline in outlines:
        layers = texture(name, _seed(outline, turn), Ground(outline, over, turn, kept), size)
        drawn += _layers(layers)
    return [*drawn, *_bordered(parts, index, size), *_crossing(parts, index, size)]


def _seed(outline: Outline, turn: int) -> str:
    """Return a seed that follows from the outline of a part, so that equal tiles are painted alike."""
    return str([(round(100 * x), round(100 * y)) for x, y in _quarters(outline, -turn)])


def _layers(layers: Iterable[tuple[str, str]]) -> list[Html]:
    return [element("path", {"class": f"texture {kind}", "d": d}) for kind, d in layers if d]


def _bordered(parts: Sequence[Part], index: int, size: float) -> Iterator[Html]:
    """Draw the borders of a part. Of the sorts on both sides, the one declared first decides how it looks.

    A border with a part that is painted later is drawn with that part.
    """
    part, below, later = parts[index], parts[:index], parts[index + 1 :]
    chains: dict[tuple[str, str], list[Chain]] = {}
    for outline in part.outlines:
        last: tuple[str, str] | None = None
        for edge in borders(outline):
            out = beyond(edge)
            if any(_covers(each, out) for each in later):
                last = None
                continue
            near = next((each for each in reversed(below) if _covers(each, out)), part)
            theirs = near.sort is not None and near.sort < (part.sort or 0) and _texture(near) not in BARE
            ruling = near if theirs else part
            key = (_texture(ruling), ruling.look.color)
            own = chains.setdefault(key, [])
            if key == last and own[-1][-1] == edge[0]:
                own[-1] = (*own[-1], edge[1])
            else:
                own.append(edge)
            last = key
    for (name, color), those in chains.items():
        line = "".join(trail([(x * size, y * size) for x, y in chain]) for chain in _joined(those))
        kind = {"data-texture": name, "data-color": color or None}
        if name == "town":
            yield element("path", {"class": "wall", "data-color": color or None, "d": line})
            yield element("path", {"class": "merlons", "data-color": color or None, "d": line})
            ends = towers(those, size)
            if ends:
                yield element("path", {"class": "tower", "data-color": color or None, "d": ends})
        elif name not in BARE:
            yield element("path", {"class": "border", **kind, "d": line})


def _joined(chains: list[Chain]) -> list[Chain]:
    """Return chains with the last one joined to the first if the one goes on with the other."""
    if len(chains) > 1 and chains[-1][-1] == chains[0][0]:
        return [(*chains[-1], *chains[0][1:]), *chains[1:-1]]
    return chains


def _crossing(parts: Sequence[Part], index: int, size: float) -> list[Html]:
    """Draw a place where parts that end in the centre meet, on the last one of them."""
    meeting = [
        at
        for at, part in enumerate(parts)
        if _texture(part) == "road" and any(map(_ends_in_the_centre, part.outlines))
    ]
    hidden = any(_covers(each, (0.5, 0.5)) for each in parts[index + 1 :])
    if len(meeting) < MANY or index != meeting[-1] or hidden:
        return []
    middle = number(size / 2)
    place = {"class": "crossing", "cx": middle, "cy": middle, "r": number(size * 0.115)}
    ways = tuple(outline for at in meeting for outline in parts[at].outlines)
    corners = [(0.5 + x * 0.155, 0.5 + y * 0.155) for y in (-1, 1) for x in (-1, 1)]
    village = houses(
        [at for at in corners if not any(inside(way, at) for way in ways)], f"{index} of {len(parts)}", size
    )
    return [element("circle", place), *_layers(village)]


def _ends_in_the_centre(outline: Outline) -> bool:
    """Return whether an outline leads from one side of the tile to its centre."""
    sides = {(x == 0, x == 1, y == 0, y == 1) for x, y in outline if {x, y} & {0, 1}}
    return len(sides) == 1 and any(hypot(x - 0.5, y - 0.5) < CLOSE for x, y in outline)


def _covers(part: Part, point: Point) -> bool:
    return any(inside(outline, point) for outline in part.outlines)


def _part(pen: Pen, piece: Piece, index: int, box: Box, where: str) -> Html:
    """Draw the outlines of a part as an element that people can point at."""
    part = piece.parts[index]
    told = part_told(pen, part, where)
    corner = box.within(-0.5, -0.5, 1)
    named = {"role": "img", "aria-label": told, **refs((part.ref,)), "transform": corner.transform}
    named["data-feature"] = part.feature or None
    return element(
        "g",
        {**_kind(part), **named},
        element("title", {}, told),
        *_painted(piece.parts, index, piece.turn, box),
        reach(part.at[0] * box.size, part.at[1] * box.size, REACH * box.size),
    )


def _enclosed(part: Part) -> bool:
    """Return whether a part touches no side of its tile."""
    return all(0 < x < 1 and 0 < y < 1 for outline in part.outlines for x, y in outline)


def _centre(part: Part) -> Point:
    """Return the mean of the corners of a part."""
    corners = [corner for outline in part.outlines for corner in outline]
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


def _sign(parts: Sequence[Part], index: int, box: Box) -> Html:
    """Draw what tells a part apart, and emblems for what else is printed on it.

    The icon of its look stands on a part inside the tile. Without a texture, a part without pieces has its
    symbol or first letter.
    """
    part = parts[index]
    at = box.within(part.at[0] - 0.5, part.at[1] - 0.5, 0.17)
    drawn: list[Html] = []
    if part.look.icon and _enclosed(part) and _texture(part) in SIGNED:
        x, y = ((value - own) * box.size for value, own in zip(_centre(part), part.at, strict=True))
        drawn.append(element("g", {"class": "onpart"}, icon(part.look.icon, x, y, box.size * 0.38)))
    elif part.sort is None and not part.pieces:
        words = part.look.symbol or part.name[:1].upper()
        drawn.append(letters(words, 0, 0, at.size * 1.3, at.size * 1.1))
    wide = EMBLEM * box.size
    x, y = _beside(parts, index) if part.pieces and part.emblems else part.at
    for place, look in enumerate(part.emblems):
        right = (x - part.at[0]) * box.size + (place - (len(part.emblems) - 1) / 2) * wide
        drawn.append(_emblem(look, right, (y - part.at[1]) * box.size, wide))
    return lettered(drawn, at, part.look.color)


def _beside(parts: Sequence[Part], index: int) -> Point:
    """Return the roomiest point for emblems beside the pieces on a part."""
    part, over = parts[index], parts[index + 1 :]
    lines = tuple(line for each in over for line in each.outlines if line)
    ground = Ground(part.outlines[0], lines, kept=((part.at, AWAY),))
    found = ((x / 20, y / 20) for y in range(2, 19) for x in range(2, 19))
    room = (0.2, 0.16, 0.12, 0.08)
    free = [(next((radius for radius in room if ground.free(at, radius)), 0), at) for at in found]
    return max(free)[1]


def _emblem(look: Look, x: float, y: float, size: float) -> Html:
    """Draw a plate with the sign of a look, or a coat of arms if the look has none."""
    at = f"translate({number(x)} {number(y)})"
    if not (look.icon or look.symbol):
        arms = [
            element("path", {"class": "arms", "d": shield(size * 0.42)}),
            element("path", {"class": "chevron", "d": chevron(size * 0.42)}),
        ]
        return element("g", {"class": "emblem", "transform": at}, *arms)
    plate = element("circle", {"class": "plate", "cx": 0, "cy": 0, "r": number(size * 0.5)})
    return element("g", {"class": "emblem", "transform": at}, plate, sign(look, 0, 0, size * 0.66))


def _lying(pen: Pen, part: Part, box: Box, where: str) -> list[Html]:
    """Draw the pieces that are on a part. Figures lie on a meadow, and stand elsewhere."""
    x, y = (min(max(each, 0.21), 0.79) for each in part.at)  # all on the tile
    at = box.within(x - 0.5, y - 0.5, 0.42)
    inside = f"{part.name}, {where}" if where else part.name
    lie = _texture(part) == "meadow"
    return [
        each
        for piece, place in arranged(part.pieces, at)
        for each in piece_drawn(pen, piece, replace(place, lying=lie and piece.figure in FIGURINES), inside)
    ]
