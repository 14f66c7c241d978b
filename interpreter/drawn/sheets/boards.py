"""Draws bare boards for paper, and lays those that are larger than a sheet on several.

Fields are so large that the components which lie on them fit. Neighbouring sheets show the same strip, so
that one can be glued on the other: its edge is cut at the crop marks and laid at the dashed marks of its
neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import TYPE_CHECKING, Literal, TypeAlias
from xml.etree import ElementTree as ET

from gamespec.program.frozen import dataclass
from interpreter.drawn.html.boards import board_drawn
from interpreter.drawn.sheets.typeset import Box, Crop, Line, Note, Page
from interpreter.drawn.sizes import PAPERS, Paper, Size

if TYPE_CHECKING:
    from collections.abc import Collection

    from interpreter.drawn.html.pen import Pen
    from interpreter.scene.contents import BareBoard

__all__ = ["FEW", "MANY", "BoardSize", "Part", "Plan", "board_image", "pages_of_board", "plan_of"]

BoardSize: TypeAlias = Literal["full", "page", "none"]
"""How large boards are: with fields for the components, on one page each, or not printed."""

PITCH = 1.075
"""The distance between fields, relative to the components on them."""

UNIT = 100
"""The number of user units between two fields."""

EDGE = 8.0
"""The margin of a sheet with a board, in millimetres."""

OVERLAP = 10.0
"""The width of the strip that neighbouring sheets both show."""

MANY, FEW = 12, 4
"""The greatest numbers of sheets of a board in full size, if it is shared, and if each player has one."""

MARK, AWAY = 5.0, 1.0
"""The length of marks in the margin, and their distance from the board."""


@dataclass(frozen=True, slots=True)
class Part:
    """The part of a board on a sheet, in millimetres from the upper left corner of the board."""

    left: float
    top: float
    width: float
    height: float
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How a board of the given size is laid on sheets of the given paper, which may lie across."""

    width: float
    height: float
    sheet: tuple[float, float]
    rows: int
    columns: int

    @property
    def count(self) -> int:
        """The number of sheets."""
        return self.rows * self.columns

    def parts(self) -> Iterator[Part]:
        """Yield the parts of the board, row by row. All are of the same size."""
        wide = (self.width + OVERLAP * (self.columns - 1)) / self.columns
        high = (self.height + OVERLAP * (self.rows - 1)) / self.rows
        for row in range(self.rows):
            for column in range(self.columns):
                yield Part(column * (wide - OVERLAP), row * (high - OVERLAP), wide, high, row, column)


def board_image(pen: Pen, bare: BareBoard) -> tuple[str, float, float]:
    """Return a picture of a board on a wooden ground, with its width and its height in fields."""
    figure = ET.fromstring(str(board_drawn(pen, bare.board)))  # noqa: S314 - our own markup
    image = next(figure.iter("svg"))
    left, top, wide, high = map(float, image.get("viewBox", "").split())
    ground = {"x": f"{left:g}", "y": f"{top:g}", "width": f"{wide:g}", "height": f"{high:g}"}
    image.insert(0, ET.Element("rect", {"class": "wood", **ground}))
    return ET.tostring(figure, encoding="unicode"), wide / UNIT, high / UNIT


def plan_of(fields: tuple[float, float], sizes: Collection[Size], size: BoardSize, paper: Paper) -> Plan:
    """Return the plan of a board that is so many fields wide and high, on which components of `sizes` lie.

    It is made a little smaller if it needs fewer sheets then, but fields are never smaller than components.
    """
    wide, high = fields
    least = max(max(each.width, each.height) for each in sizes)
    most = least * PITCH
    if size == "page":
        fitting = [(min((w - 2 * EDGE) / wide, (h - 2 * EDGE) / high), (w, h)) for w, h in _ways(paper)]
        pitch, sheet = max(fitting)
        pitch = min(pitch, most)
        return Plan(wide * pitch, high * pitch, sheet, 1, 1)
    plans = [
        (rows * columns, -pitch, Plan(wide * pitch, high * pitch, (w, h), rows, columns))
        for w, h in _ways(paper)
        for step in range(STEPS + 1)
        for pitch in [least + (most - least) * step / STEPS]
        for columns, rows in [(_sheets(wide * pitch, w), _sheets(high * pitch, h))]
    ]
    return min(plans, key=lambda each: each[:2])[2]


STEPS = 10
"""How many sizes between the least and the greatest are tried."""


def _ways(paper: Paper) -> tuple[tuple[float, float], tuple[float, float]]:
    """Return the width and the height of a paper, upright and lying across."""
    width, height = PAPERS[paper]
    return (width, height), (height, width)


def _sheets(long: float, sheet: float) -> int:
    """Return how many sheets a length needs, of which neighbours overlap."""
    room = sheet - 2 * EDGE
    return max(1, ceil((long - OVERLAP) / (room - OVERLAP) - 1e-9))


def pages_of_board(plan: Plan, image: int, told: str, glue: str) -> Iterator[tuple[str, Page]]:
    """Yield the sheets of a board, each with its name, such as `B2`.

    `told` names the board in the margin, and `glue` says what to do with the marks, if there are several.
    """
    wide, high = plan.sheet
    for part in plan.parts():
        x, y = (wide - part.width) / 2, (high - part.height) / 2
        crop = Crop(part.left, part.top, plan.width, plan.height)
        box = Box(image, x, y, part.width, part.height, crop=crop)
        name = f"{chr(ord('A') + part.row)}{part.column + 1}" if plan.count > 1 else ""
        said = " \N{MIDDLE DOT} ".join(filter(None, (told, name, glue if plan.count > 1 else "")))
        note = Note(EDGE + MARK + AWAY, high - 5.5, wide - 2 * (EDGE + MARK + AWAY), said, "center")
        yield name, Page(wide, high, [box], [*_marks(plan, part, x, y)], [note])


def _marks(plan: Plan, part: Part, x: float, y: float) -> Iterator[Line]:
    """Yield crop marks at the corners of a part, and marks where the edges of its neighbours come to lie."""
    right, bottom = x + part.width, y + part.height
    for at in (x, right):
        yield Line(at, y - AWAY - MARK, 0, MARK, "mark")
        yield Line(at, bottom + AWAY, 0, MARK, "mark")
    for at in (y, bottom):
        yield Line(x - AWAY - MARK, at, MARK, 0, "mark")
        yield Line(right + AWAY, at, MARK, 0, "mark")
    if part.column < plan.columns - 1:
        yield Line(right - OVERLAP, y - AWAY - MARK, 0, MARK, "fold")
        yield Line(right - OVERLAP, bottom + AWAY, 0, MARK, "fold")
    if part.row < plan.rows - 1:
        yield Line(x - AWAY - MARK, bottom - OVERLAP, MARK, 0, "fold")
        yield Line(right + AWAY, bottom - OVERLAP, MARK, 0, "fold")
