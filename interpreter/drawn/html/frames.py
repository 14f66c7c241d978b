"""Draws what lies around the cells of a board: wood, a frame with headings, and the sides of players."""

from __future__ import annotations

from math import hypot

from interpreter.drawn.html.letters import UNIT, length, letters
from interpreter.drawn.html.markup import Html, element, joined
from interpreter.drawn.html.pen import Pen
from interpreter.drawn.html.shapes import path, rounded
from interpreter.drawn.html.tokens import outlined
from interpreter.scene.things import Board, Point, Side

__all__ = ["HEADINGS", "frame", "headings", "side_drawn", "wood"]

FRAMES = {"squares": 0.09, "hexes": 0.12, "track": 0.16, "graph": 0.24, "plane": 0.0}
"""The width of the frame around a board without headings, in units, for each form of board."""

BAND = 0.12
"""The additional width of the frame of a board whose sides belong to players, in units."""

LANDSCAPE = 0.22
"""The additional width of the frame of a track with a texture, which is painted there, too, in units."""

BANK = 0.06
"""The additional width of the frame of another board with a texture, in units."""

HEADINGS = 0.27
"""The additional width of a frame with headings, and the margin for headings without a frame, in units."""

RIM = 1.9
"""The size, relative to hexes, of the larger hexes around which the wood reaches."""

ALIKE = 0.01
"""The greatest difference of positions in one row, in units."""


def frame(board: Board) -> float:
    """Return the width of the frame around a board, in units."""
    if board.form == "plane":
        return 0
    headed = HEADINGS if board.named and (board.columns or board.rows) else 0
    painted = (LANDSCAPE if board.form == "track" else BANK) if board.texture else 0
    return FRAMES[board.form] + headed + painted + (BAND if board.sides else 0)


def wood(board: Board) -> Html:
    """Draw the ground of a board, below its cells. Beyond them it is the frame, on which headings stand."""
    if board.form == "hexes":
        return element("path", {"class": "wood", "d": path(_around_hexes(board))})
    left, top, right, bottom = board.extent
    whole = frame(board)

    def around(wide: float, corner: float) -> str:
        corners = (left - wide) * UNIT, (top - wide) * UNIT, (right + wide) * UNIT, (bottom + wide) * UNIT
        return rounded(*corners, corner)

    kind, inner = ("inlay", around(whole * 0.46, 6)) if board.form == "graph" else ("bevel", around(0.03, 2))
    plank = element("path", {"class": "wood", "d": around(whole, 12)})
    return joined([plank, element("path", {"class": kind, "d": inner})])


def _around_hexes(board: Board) -> list[Point]:
    """Return the corners of the wood around a board of hexes, which is the convex hull of larger hexes."""
    corners = [
        ((x + RIM * (px - x)) * UNIT, (y + RIM * (py - y)) * UNIT)
        for cell in board.cells
        for x, y in (cell.at,)
        for px, py in cell.outline
    ]
    return [*_upper(sorted(corners)), *_upper(sorted(corners, reverse=True))]


def _upper(corners: list[Point]) -> list[Point]:
    """Return one half of a convex hull, without its last corner (Andrew's monotone chain, 1979)."""
    chain: list[Point] = []
    for x, y in corners:
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) - (by - ay) * (x - ax) > ALIKE:
                break
            chain.pop()
        chain.append((x, y))
    return chain[:-1]


def side_drawn(pen: Pen, side: Side) -> Html:
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


def headings(board: Board) -> list[Html]:
    """Draw the headings of the columns above the board, and those of the rows on the left of each row.

    They are hidden from screen readers, which read the names of the cells instead.
    """
    if not board.named:
        return []
    beside = HEADINGS / 2 + (BAND if board.sides else 0) + FRAMES[board.form] / 2
    top = board.extent[1] - beside
    room = UNIT * HEADINGS * (0.54 if board.form == "plane" else 0.72)
    columns = [letters(said, x * UNIT, top * UNIT, room * 1.6, room) for x, said in board.columns]
    rows = [
        letters(said, (_begins(board, y) - beside) * UNIT, y * UNIT, room * 1.7, room)
        for y, said in board.rows
    ]
    return [element("g", {"class": "headings", "aria-hidden": "true"}, joined([*columns, *rows]))]


def _begins(board: Board, y: float) -> float:
    """Return the left end of a row: of its own cells on a board of hexes, or else of the board."""
    if board.form != "hexes":
        return board.extent[0]
    xs = (cell.at[0] for cell in board.cells if cell.sort == "cell" and abs(cell.at[1] - y) < ALIKE)
    return min(xs, default=board.extent[0] + 0.5) - 0.5
