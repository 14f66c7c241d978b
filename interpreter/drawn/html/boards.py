"""Draws boards in SVG: squares, hexes, tracks, graphs and planes, with the sides and corners of cells.

A board is painted in layers, in this order: links, cells, sides and corners of cells, headings, pieces.
Cells, pieces and all other elements that people can point at are siblings.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import hypot, sqrt
from typing import NamedTuple

from interpreter.drawn.html.letters import UNIT, length, letters
from interpreter.drawn.html.markup import Attributes, Html, element, joined
from interpreter.drawn.html.pen import Pen, classes, refs
from interpreter.drawn.html.remembering import remembered
from interpreter.drawn.html.shapes import number, path, rounded
from interpreter.drawn.html.tiles import drawn
from interpreter.drawn.html.tokens import Box, arranged, is_token, marked, outlined, reach
from interpreter.drawn.html.told import cell_told, feature_told
from interpreter.scene.things import Board, Cell, Outline, Side

__all__ = ["board_drawn"]

MARGIN = 0.05
"""The margin around a board, in units. It prevents strokes from being clipped."""

FRAMES = {"squares": 0.09, "hexes": 0.12, "track": 0.13, "graph": 0.24, "plane": 0.0}
"""The width of the frame around a board without headings, in units, for each form of board."""

BAND = 0.12
"""The additional width of the frame of a board whose sides belong to players, in units."""

HEADINGS = 0.36
"""The additional width of a frame with headings, and the margin for headings without a frame, in units."""

RIM = 1.9
"""The size of the hexes below those at the border of a board, relative to them: they are its frame."""


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

NEAR = 1.1
"""The distance up to which the centres of two cells are those of neighbours, in units."""

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

ROOM = {"squares": 0.9, "hexes": 0.84, "track": 0.84, "graph": 0.72, "plane": 1.0}
"""The fraction of a unit that the content of a cell may occupy, for each form of board."""


def board_drawn(pen: Pen, board: Board) -> Html:
    """Draw a board with its content, in a box that scrolls if the board does not fit on a phone."""
    left, top, right, bottom = board.extent
    around = _frame(board) + MARGIN
    headed = HEADINGS if board.form == "plane" else 0
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
        {"class": "board", "data-form": board.form},
        element("figcaption", {}, board.title),
        element("div", {"class": "scroll", "data-keep": kept, **box}, picture),
    )


def _frame(board: Board) -> float:
    """Return the width of the frame around a board, in units."""
    if board.form == "plane":
        return 0
    headed = HEADINGS if board.columns or board.rows else 0
    return FRAMES[board.form] + headed + (BAND if board.sides else 0)


def _layers(pen: Pen, board: Board) -> Iterable[Html]:
    named = not (board.columns or board.rows) and board.form != "plane"
    bare = replace(board, cells=(), columns=(), rows=(), links=(), sides=(), features=(), extent=(0, 0, 0, 0))
    if board.form != "plane":
        yield _wood(board)
    for side in board.sides:
        yield _side_of_board(pen, side)
    if board.links:
        yield _links(board)
    for cell in board.cells:
        if cell.sort == "cell":
            yield from _cell(pen, bare, cell, named=named)
    for cell in sorted(board.cells, key=lambda cell: cell.sort == "corner"):
        if cell.sort != "cell":
            yield from _rim(pen, board, cell)
    yield _headings(board)
    for cell in board.cells:
        yield from _content(pen, bare, cell, named=named)
    if board.features:
        yield _features(pen, board)


def _features(pen: Pen, board: Board) -> Html:
    """Return an invisible element in which scripts find what is told of each feature."""
    told = ((each.name, feature_told(pen, each)) for each in board.features if each.open is not None)
    each = (element("g", {"data-named": name, "data-told": words}) for name, words in told)
    return element("g", {"class": "features", "aria-hidden": "true"}, *each)


@remembered
def _content(pen: Pen, board: Board, cell: Cell, *, named: bool) -> Iterable[Html]:
    """Draw the pieces and the marks on a cell, and on a field of a track its name above them."""
    x, y = cell.at
    box = Box(x * UNIT, y * UNIT, UNIT * (ROOM[board.form] if cell.sort == "cell" else 0.4))
    marks = [mark for mark in cell.marks if not mark.blank] if cell.sort == "cell" else []
    numbered = named and _is_field(board, cell) and _filled(cell)
    box = box.within(0.1, 0.12, 0.86) if numbered else box
    beside = box.within(0.1, 0.1, 0.8) if marks and cell.pieces else box
    for piece, place in arranged(cell.pieces, beside):
        yield from drawn(pen, piece, place, cell.name)
    across = min(0.38 if cell.pieces else 1, 1 / max(1, len(marks)))
    corner = 0.5 * (1 - across) if cell.pieces else 0.0  # so that both are readable
    first = -corner if cell.pieces else across * (1 - len(marks)) / 2
    for index, mark in enumerate(marks):
        yield marked(pen, mark, box.within(first + across * index, -corner, across))
    if numbered:
        yield _name(cell, cell.outline, x * UNIT, y * UNIT, field=True)


def _is_field(board: Board, cell: Cell) -> bool:
    """Return whether a cell is a field of a track, which its name fills."""
    return board.form == "track" and bool(cell.outline)


def _filled(cell: Cell) -> bool:
    return bool(cell.pieces) or any(not mark.blank for mark in cell.marks)


def _wood(board: Board) -> Html:
    """Draw the ground of a board, below its cells. Beyond them it is the frame, on which headings stand."""
    if board.form == "hexes":
        return element("path", {"class": "wood", "d": "".join(_around_hexes(board))})
    left, top, right, bottom = board.extent
    frame = _frame(board)

    def around(wide: float, corner: float) -> str:
        first, last = (
            ((left - wide) * UNIT, (top - wide) * UNIT),
            ((right + wide) * UNIT, (bottom + wide) * UNIT),
        )
        return rounded(*first, *last, corner)

    kind, inner = ("inlay", around(frame * 0.46, 6)) if board.form == "graph" else ("bevel", around(0.03, 2))
    wood = element("path", {"class": "wood", "d": around(frame, 12)})
    return joined([wood, element("path", {"class": kind, "d": inner})])


def _around_hexes(board: Board) -> Iterable[str]:
    """Yield larger hexes below those at the border. All that they show is their outer rim."""
    cells = [cell for cell in board.cells if cell.sort == "cell"]
    for cell in cells:
        x, y = cell.at
        near = sum(hypot(x - other.at[0], y - other.at[1]) < NEAR for other in cells) - 1
        if near < len(cell.outline):
            yield path(
                [((x + RIM * (px - x)) * UNIT, (y + RIM * (py - y)) * UNIT) for px, py in cell.outline]
            )


def _side_of_board(pen: Pen, side: Side) -> Html:
    """Draw a side of a board in the colour of its player, with the player's shape in its middle."""
    lines = "".join(
        f"M{length(ax)},{length(ay)}L{length(bx)},{length(by)}" for (ax, ay), (bx, by) in side.edges
    )
    (ax, ay), (bx, by) = side.edges[len(side.edges) // 2]
    shape = pen.shape(side.look, pen.seat_of(side.look), UNIT * 0.15)
    long = hypot(bx - ax, by - ay) or 1.0  # edges run clockwise
    x, y = (ax + bx) / 2 + (by - ay) / long * BAND, (ay + by) / 2 - (bx - ax) / long * BAND
    at = {"transform": f"translate({length(x)} {length(y)})"}
    return element(
        "g",
        {"class": "side", "aria-hidden": "true", "data-color": side.look.color or None},
        element("path", {"class": "band rim", "d": lines}),
        element("path", {"class": "band", "d": lines}),
        element("g", at, *outlined(shape)),
    )


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
    """Draw the links between cells, except where a track continues at the start of the next line."""
    lines = [
        f"M{length(x)},{length(y)}L{length(to_x)},{length(to_y)}"
        for one, other in board.links
        for (x, y), (to_x, to_y) in [(board.cells[one].at, board.cells[other].at)]
        if not (board.form == "track" and to_x < x - 1 and to_y == y + 1)
    ]
    return element("path", {"class": "links", "d": "".join(lines)})


@remembered
def _cell(pen: Pen, board: Board, cell: Cell, *, named: bool) -> Iterable[Html]:
    """Draw the ground and the halo of a cell. Draw its name, too, if `named` is true."""
    x, y = cell.at[0] * UNIT, cell.at[1] * UNIT
    room = ROOM[board.form] * UNIT
    odd = board.form == "squares" and round(cell.at[0] + cell.at[1]) % 2 == 1
    outline: Outline = () if board.form == "graph" else cell.outline
    parts = [_ground(outline, x, y, room), _halo(outline, x, y, room)]
    if board.form == "graph":  # a small point, which is easy to hit but does not look like a piece
        halo = _halo((), x, y, UNIT * AROUND / INSIDE)
        parts = [reach(x, y, room / 2), _ground((), x, y, UNIT * POINT), halo]
    yield _pointed(pen, cell, classes("cell", "odd" if odd else ""), parts)
    if named and not (_is_field(board, cell) and _filled(cell)):
        yield _name(cell, outline, x, y, field=_is_field(board, cell))


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


def _name(cell: Cell, outline: Outline, x: float, y: float, *, field: bool) -> Html:
    """Draw the name of a cell in the cell, at its upper edge, or below the cell if it is a point.

    The name fills an empty field of a track. On other fields it stands in the corner, above the pieces.
    """
    if field and not _filled(cell):
        written = letters(cell.name, x, y, UNIT * 0.72, UNIT * 0.42)
    elif field:
        written = letters(cell.name, x - UNIT * 0.3, y - UNIT * 0.34, UNIT * 0.44, UNIT * 0.3)
    elif outline:
        written = letters(cell.name, x, y - UNIT * 0.36, UNIT * 0.8, UNIT * 0.2)
    else:
        written = letters(cell.name, x, y + UNIT * 0.48, UNIT * 1.4, UNIT * 0.21)
    return element("g", {"class": "name", "aria-hidden": "true"}, written)


def _headings(board: Board) -> Html:
    """Draw the headings of the columns above the board, and those of the rows on the left of each row.

    They are hidden from screen readers, which read the names of the cells instead.
    """
    beside = HEADINGS / 2 + (BAND if board.sides else 0) + FRAMES[board.form] / 2
    top = board.extent[1] - beside
    room = UNIT * HEADINGS * 0.72
    columns = [letters(said, x * UNIT, top * UNIT, room * 1.6, room) for x, said in board.columns]
    rows = [
        letters(said, (_begins(board, y) - beside) * UNIT, y * UNIT, room * 1.3, room)
        for y, said in board.rows
    ]
    return element("g", {"class": "headings", "aria-hidden": "true"}, joined([*columns, *rows]))


def _begins(board: Board, y: float) -> float:
    """Return the left end of a row: of its own cells on a board of hexes, or else of the board."""
    if board.form != "hexes":
        return board.extent[0]
    xs = (cell.at[0] for cell in board.cells if cell.sort == "cell" and abs(cell.at[1] - y) < REACH)
    return min(xs, default=board.extent[0] + 0.5) - 0.5
