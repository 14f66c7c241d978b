"""Draws boards in SVG: squares, hexes, tracks, graphs and planes, with the sides and corners of cells.

A board is painted in layers, in this order: its texture, links, cells, sides and corners
of cells, headings, pieces. Cells, pieces and all other elements that people can point at are
siblings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import hypot, sqrt
from typing import NamedTuple

from interpreter.drawn.html.faces.signs import icon
from interpreter.drawn.html.frames import HEADINGS, frame, headings, side_drawn, wood
from interpreter.drawn.html.grounds import painted
from interpreter.drawn.html.letters import UNIT, length, letters
from interpreter.drawn.html.markup import Attributes, Html, element
from interpreter.drawn.html.pen import Pen, classes, refs
from interpreter.drawn.html.remembering import remembered
from interpreter.drawn.html.shapes import number, path
from interpreter.drawn.html.tags import tags_drawn
from interpreter.drawn.html.tiles import drawn
from interpreter.drawn.html.tokens import Box, arranged, is_token, marked, reach, shares
from interpreter.drawn.html.told import cell_told, feature_told, value_told
from interpreter.drawn.html.tracks import FIELD, field_named, field_shape, trail_drawn
from interpreter.scene.things import Board, Cell, Feature, Outline

__all__ = ["board_drawn"]

MARGIN = 0.05
"""The margin around a board, in units. It prevents strokes from being clipped."""


TAG = 0.27
"""The height of the tags on cells, in units."""


class Sizes(NamedTuple):
    """The possible lengths of a unit on screen, in pixels.

    `least` is the minimum on a phone, `roomy` the minimum on other screens, and `most` the maximum.
    """

    least: int
    roomy: int
    most: int

    @property
    def style(self) -> str:
        """The sizes as CSS custom properties."""
        return ";".join(f"--{name}:{size}px" for name, size in self._asdict().items())


PLAIN = Sizes(28, 28, 68)
"""The sizes at which a finger can hit a single cell."""

PRINTED, PRINTED_LARGE = Sizes(37, 34, 68), Sizes(48, 34, 68)
"""The sizes for boards with text on pieces. The first is used if the board then fits on a phone, otherwise
the second.
"""

RIMS = Sizes(60, 44, 104)
"""The sizes for boards on which people point at sides or corners of cells."""

PARTS = Sizes(28, 34, 120)
"""The sizes for boards of tiles. Parts that people point at are enlarged."""

FEW = 3
"""The greatest number of letters in a word that is still readable on the smallest cell."""

REACH = 0.2
"""The greatest distance between the pointer and a corner or side that it hits, in units."""

NARROW = 325
"""The greatest width of a board that fits on any screen without scrolling, in pixels."""

POINT = 0.26
"""The diameter of a point of a graph, in units."""

INSIDE = 0.92
"""The size of a cell's halo, relative to the size of the cell."""

AROUND = 0.84
"""The diameter of the halo around a point of a graph, in units. Pieces on the point would cover a smaller
halo.
"""

ROOM = {"squares": 0.9, "hexes": 0.84, "track": FIELD, "graph": 0.72, "plane": 1.0}
"""The fraction of a unit that the content of a cell may occupy, for each form of board."""


def board_drawn(pen: Pen, board: Board) -> Html:
    """Draw a board with its content, in a box that scrolls if the board does not fit on a phone."""
    left, top, right, bottom = board.extent
    around = frame(board) + MARGIN
    headed = HEADINGS if board.form == "plane" and board.named else 0
    left, top, right, bottom = left - around - headed, top - around - headed, right + around, bottom + around
    wide, high = right - left, bottom - top
    sizes = _sizes(board, wide)
    scrolls = wide * sizes.least > NARROW
    picture = element(
        "svg",
        {
            "viewBox": " ".join(map(length, (left, top, wide, high))),
            "role": "group",
            "aria-label": board.title,
            "style": f"--wide:{round(wide, 2):g};--high:{round(high, 2):g};{sizes.style}",
        },
        *_layers(pen, board),
    )
    name = pen.texts.gettext("{title} (can be scrolled)", title=board.title)
    kept = board.name if board.owner is None else f"{board.name} {board.owner}"
    box: Attributes = {"role": "group", "aria-label": name, "tabindex": 0} if scrolls else {}
    return element(
        "figure",
        {
            "class": classes("board", "joined" if board.joined else "", "holed" if board.holes else ""),
            "data-form": board.form,
            "data-ground": board.color or None,
            "data-texture": board.texture or None,
        },
        element("figcaption", {}, board.title),
        element("div", {"class": "scroll", "data-keep": kept, **box}, picture),
    )


def _layers(pen: Pen, board: Board) -> Iterable[Html]:
    named = board.named and not (board.columns or board.rows) and board.form != "plane"
    bare = replace(board, cells=(), columns=(), rows=(), links=(), sides=(), features=(), extent=(0, 0, 0, 0))
    yield from _below(pen, board)
    for cell in board.cells:
        if cell.sort == "cell":
            yield from _cell(pen, bare, cell, named=named)
    for cell in sorted(board.cells, key=lambda cell: cell.sort == "corner"):
        if cell.sort != "cell":
            yield from _rim(pen, board, cell)
    yield from headings(board)
    for cell in board.cells:
        yield from _content(pen, bare, cell, named=named)
    if board.features:
        yield _features(pen, board)


def _below(pen: Pen, board: Board) -> Iterable[Html]:
    """Draw what lies below the cells."""
    if board.form != "plane":
        yield wood(board)
    for side in board.sides:
        yield side_drawn(pen, side)
    if board.form == "track":
        yield from painted(board, frame(board))
        yield trail_drawn(board)
    else:
        yield from painted(board, 0)
        if board.links:
            yield _links(board)


def _features(pen: Pen, board: Board) -> Html:
    """Return an invisible element in which scripts find what is told of each feature."""
    shown = (each for each in board.features if each.open is not None or each.values)
    return element(
        "g", {"class": "features", "aria-hidden": "true"}, *(_feature(pen, each) for each in shown)
    )


def _feature(pen: Pen, feature: Feature) -> Html:
    worth = next((value for value in feature.values if not value.blank), None)
    return element(
        "g",
        {
            "data-named": feature.name,
            "data-told": feature_told(pen, feature),
            "data-worth": worth.text if worth else None,
            "data-counts": worth.name if worth else None,
        },
    )


@remembered
def _content(pen: Pen, board: Board, cell: Cell, *, named: bool) -> Iterable[Html]:
    """Draw the pieces and the marks on a cell, and on a field of a track its number above them."""
    x, y = cell.at
    room = 1.0 if board.joined else ROOM[board.form]
    box = Box(x * UNIT, y * UNIT, UNIT * (room if cell.sort == "cell" else 0.4), full=board.joined)
    marks = [mark for mark in cell.marks if not mark.blank] if cell.sort == "cell" else []
    computed = [mark for mark in marks if mark.computed]
    marks = [mark for mark in marks if not mark.computed]
    field = board.form == "track"
    box = box.within(-0.02, 0.05, 0.88) if field else box
    if field and all(map(is_token, cell.pieces)):
        places = _tokens(len(marks) + len(cell.pieces), box)
        pieces = [*zip(cell.pieces, places[len(marks) :], strict=True)]
    else:
        beside = box.within(0.1, 0.1, 0.8) if marks and cell.pieces and not board.joined else box
        pieces, places = arranged(cell.pieces, beside), _corners(len(marks), box, alone=not cell.pieces)
    where = ", ".join([cell.name, *map(value_told, computed)])  # pieces lie on what is told of their cell
    for piece, place in pieces:
        yield from drawn(pen, piece, replace(place, numbered=field and named), where)
    for mark, place in zip(marks, places, strict=False):
        yield marked(pen, mark, place)
    yield from tags_drawn(computed, (x + 0.5) * UNIT, (y - 0.5) * UNIT, UNIT * TAG)
    if field and named:
        yield field_named(cell, x * UNIT, y * UNIT)


def _tokens(count: int, box: Box) -> list[Box]:
    """Return places for so many tokens on a field. Two stand one behind the other, beside the number."""
    if count == 2:  # noqa: PLR2004
        return [box.within(-0.2, -0.2, 0.6), box.within(0.2, 0.2, 0.6)]
    return shares(count, box)


def _corners(count: int, box: Box, *, alone: bool) -> list[Box]:
    """Return places for so many marks on a cell: large if they are `alone`, and otherwise in its corner."""
    across = min(1 if alone else 0.38, 1 / max(1, count))
    corner = 0.0 if alone else 0.5 * (1 - across)  # so that pieces can be seen
    first = across * (1 - count) / 2 if alone else -corner
    return [box.within(first + across * index, -corner, across) for index in range(count)]


def _sizes(board: Board, wide: float) -> Sizes:
    """Return the sizes that suit the content of a board. The board is `wide` units wide."""
    pieces = [piece for cell in board.cells for piece in cell.pieces]
    if board.form == "plane" or any(piece.parts for piece in pieces):
        return PARTS
    if any(cell.sort != "cell" for cell in board.cells):
        return RIMS
    if not any(piece.known and not is_token(piece) and len(piece.short) > FEW for piece in pieces):
        return PLAIN
    return PRINTED if wide * PRINTED.least <= NARROW else PRINTED_LARGE


def _links(board: Board) -> Html:
    lines = [
        f"M{length(x)},{length(y)}L{length(to_x)},{length(to_y)}"
        for one, other in board.links
        for (x, y), (to_x, to_y) in [(board.cells[one].at, board.cells[other].at)]
    ]
    return element("path", {"class": "links", "d": "".join(lines)})


@remembered
def _cell(pen: Pen, board: Board, cell: Cell, *, named: bool) -> Iterable[Html]:
    """Draw the ground and the halo of a cell. Draw its name, too, if `named` is true."""
    x, y = cell.at[0] * UNIT, cell.at[1] * UNIT
    room = ROOM[board.form] * UNIT
    chequered = board.form == "squares" and not (board.color or board.holes)
    odd = chequered and round(cell.at[0] + cell.at[1]) % 2 == 1
    outline: Outline = () if board.form == "graph" or board.holes else cell.outline
    parts = [_ground(outline, x, y, room), _halo(outline, x, y, room)]
    if board.form == "graph":  # a small point, which is easy to hit but does not look like a piece
        halo = _halo((), x, y, UNIT * AROUND / INSIDE)
        parts = [reach(x, y, room / 2), _ground((), x, y, UNIT * POINT), halo]
    elif board.form == "track":
        parts = [field_shape("ground", x, y), field_shape("halo", x, y, INSIDE)]
    yield _pointed(pen, cell, classes("cell", "odd" if odd else ""), parts)
    yield from _signed(board, cell)
    if named and board.form != "track":
        yield _name(cell, cell.outline if board.form != "graph" else (), x, y)


def _signed(board: Board, cell: Cell) -> Iterable[Html]:
    """Draw the sign that is painted on a cell, faint in its middle, or beside it if the cell is a point."""
    if not (cell.look.icon or cell.look.symbol):
        return
    match board.form:
        case "graph":
            share, right, down = 0.36, 0.36, -0.36
        case "track":
            share, right, down = 0.64, -0.03, 0.06
        case _:
            share, right, down = 0.62, 0.0, 0.0
    box = Box(cell.at[0] * UNIT, cell.at[1] * UNIT, UNIT * ROOM[board.form]).within(right, down, share)
    sign = (
        icon(cell.look.icon, 0, 0, box.size)
        if cell.look.icon
        else letters(cell.look.symbol, 0, 0, box.size, box.size)
    )
    told = {"class": "field", "aria-hidden": "true", "data-ground": cell.look.color or None}
    yield element("g", {**told, "transform": box.transform}, sign)


def _rim(pen: Pen, board: Board, cell: Cell) -> Iterable[Html]:
    """Draw a side or a corner of cells, in the colour of the piece or variable on it."""
    x, y = cell.at[0] * UNIT, cell.at[1] * UNIT
    marks = [mark for mark in cell.marks if not mark.blank]
    parts = []
    ends = cell.outline or (_side(board, cell) if cell.sort == "edge" else ())
    if len(ends) == 2:  # noqa: PLR2004 - from corner to corner
        line = "L".join(f"{length(px)},{length(py)}" for px, py in ends)
        parts.append(element("path", {"class": "reach", "d": f"M{line}"}))
        if cell.pieces or marks:
            parts.append(element("path", {"class": "casing", "d": f"M{line}"}))
        taken = pen.look(cell.pieces[0]).color if cell.pieces else next((m.look.color for m in marks), "")
        kind = classes("ground line", "taken" if cell.pieces or marks else "")
        parts.append(element("path", {"class": kind, "d": f"M{line}", "data-color": taken or None}))
    else:
        parts.append(reach(x, y, UNIT * REACH))
        parts.append(_ground(cell.outline, x, y, UNIT * 0.22))
    yield _pointed(pen, cell, f"{cell.sort}-of", parts)
    if marks:
        yield marked(pen, marks[0], Box(x, y, UNIT * 0.36))


def _side(board: Board, edge: Cell) -> Outline:
    """Return the two corners at the ends of a side, which is perpendicular to the link between its cells."""
    x, y = edge.at
    near = min(
        (cell.at for cell in board.cells if cell.sort == "cell"), key=lambda at: hypot(x - at[0], y - at[1])
    )
    half = (0.5 / sqrt(3) if board.form == "hexes" else 0.5) / (hypot(x - near[0], y - near[1]) or 1)
    along, down = (near[1] - y) * half, (x - near[0]) * half
    return ((x - along, y - down), (x + along, y + down))


def _pointed(pen: Pen, cell: Cell, kind: str, parts: list[Html]) -> Html:
    return element(
        "g",
        {
            "class": classes(kind, "changed" if cell.changed else ""),
            "data-ground": cell.look.color or None,
            "role": "img",
            "aria-label": cell_told(pen, cell),
            **refs((cell.ref,)),
        },
        *parts,
    )


def _ground(outline: Outline, x: float, y: float, room: float) -> Html:
    if len(outline) > 2:  # noqa: PLR2004 - a polygon
        return element("path", {"class": "ground", "d": path([(px * UNIT, py * UNIT) for px, py in outline])})
    at = {"cx": number(x), "cy": number(y), "r": number(room / 2)}
    return element("circle", {"class": "ground", **at})


def _halo(outline: Outline, x: float, y: float, room: float) -> Html:
    """Draw the halo of a cell, a line that shows the cell's state.

    The halo lies just inside the outline, because neighbouring cells cover the outline.
    """
    inner = [(x + INSIDE * (px * UNIT - x), y + INSIDE * (py * UNIT - y)) for px, py in outline]
    if len(outline) > 2:  # noqa: PLR2004 - a polygon
        return element("path", {"class": "halo", "d": path(inner)})
    at = {"cx": number(x), "cy": number(y), "r": number(room * INSIDE / 2)}
    return element("circle", {"class": "halo", **at})


def _name(cell: Cell, outline: Outline, x: float, y: float) -> Html:
    """Draw the name of a cell in the cell, at its upper edge, or below and beside a point."""
    if outline:
        written = letters(cell.name, x, y - UNIT * 0.36, UNIT * 0.8, UNIT * 0.2)
    else:
        written = letters(cell.name, x + UNIT * 0.3, y + UNIT * 0.37, UNIT * 0.6, UNIT * 0.19)
    painted = {"data-ground": cell.look.color or None}
    return element("g", {"class": "name", "aria-hidden": "true", **painted}, written)
