"""Draws ladders: steps that rise to the right, with what has reached each of them.

What has the value 0 waits on the ground, on the left of the steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from interpreter.drawn.html.letters import UNIT, length, letters
from interpreter.drawn.html.markup import Html, element
from interpreter.drawn.html.pen import Pen, classes, refs
from interpreter.drawn.html.shapes import rounded
from interpreter.drawn.html.tokens import Box, inscribed, outlined, reach
from interpreter.scene.things import Board, Value

__all__ = ["ladder_drawn"]

RISE, FOOT = 0.13, 0.4
"""The height of a step above the one before, and of the ground, in units."""

WAITING, TOKEN = 0.64, 0.96
"""The size of what waits, and of what stands on a step, in units."""

HEAD, EDGE = 0.98, 0.06
"""The height of what stands on the highest step, and the margin around the ladder, in units."""

GILDED = 0.8
"""How golden the highest step is."""

SIZES = "--least:22px;--roomy:24px;--most:52px"


def ladder_drawn(pen: Pen, board: Board) -> Html:
    """Draw a ladder with its title."""
    waiting = board.cells[0].name == "0"
    steps = board.cells[1:] if waiting else board.cells
    members = sum(len(cell.marks) for cell in board.cells)
    rows = 1 + (members > 2) + (members > 4)  # noqa: PLR2004 - three rows are as high as the steps
    left = (ceil(members / rows) + 0.3) * WAITING if waiting else 0.0
    top = RISE * len(steps) + HEAD
    wide, high = left + len(steps) + 2 * EDGE, top + FOOT + 2 * EDGE
    drawn: list[Html] = []
    if waiting:
        drawn.append(_block(0, 0, left, 0.0, board.cells[0].marks))
        drawn += _waiting(pen, board, left / 2, ceil(members / rows))
    for index, cell in enumerate(steps, start=1):
        x = left + index - 0.5
        drawn.append(_block(x - 0.5, RISE * index, 1.0, GILDED * index / len(steps), cell.marks))
        number = letters(cell.name, x * UNIT, (FOOT / 2 - 0.01) * UNIT, UNIT * 0.6, UNIT * 0.36)
        drawn.append(element("g", {"class": "step", "aria-hidden": "true"}, number))
        drawn += _reached(pen, board, index - (not waiting), x, RISE * index)
    picture = element(
        "svg",
        {
            "viewBox": " ".join(map(length, (-EDGE, -top - EDGE, wide, high))),
            "role": "group",
            "aria-label": board.title,
            "style": f"--wide:{round(wide, 2):g};--high:{round(high, 2):g};{SIZES}",
        },
        *drawn,
    )
    return element(
        "figure",
        {"class": "board", "data-form": "ladder"},
        element("figcaption", {}, board.title),
        picture,
    )


def _block(x: float, rise: float, wide: float, gilded: float, marks: Sequence[Value]) -> Html:
    """Draw a step, or the ground, so golden as given. It can be pressed instead of the `marks` upon it."""
    gap = 0.015
    d = rounded((x + gap) * UNIT, -rise * UNIT, (x + wide - gap) * UNIT, FOOT * UNIT, 5)
    parts = [element("path", {"class": "riser", "d": d})]
    if gilded:
        parts.append(element("path", {"class": "gilding", "d": d, "fill-opacity": f"{gilded:.2f}"}))
    also = " ".join(ref for mark in marks for ref in mark.refs)
    return element("g", {"class": "block", "aria-hidden": "true", "data-also": also or None}, *parts)


def _waiting(pen: Pen, board: Board, middle: float, long: int) -> Iterator[Html]:
    """Draw what waits on the ground, in rows of at most `long` around `middle`, the first row at the top."""
    marks = board.cells[0].marks
    rows = [marks[start : start + long] for start in range(0, len(marks), long)]
    for row, together in enumerate(reversed(rows)):
        for column, mark in enumerate(together):
            x = middle + (column - (len(together) - 1) / 2) * WAITING
            box = Box(x * UNIT, -(0.52 + row) * WAITING * UNIT, WAITING * 0.94 * UNIT)
            yield _token(pen, board, 0, mark, box)


def _reached(pen: Pen, board: Board, cell: int, x: float, rise: float) -> Iterator[Html]:
    """Draw what has reached a step, side by side."""
    marks = board.cells[cell].marks
    size = TOKEN / max(1, len(marks))
    for index, mark in enumerate(marks):
        across = x + (index - (len(marks) - 1) / 2) * size
        yield _token(pen, board, cell, mark, Box(across * UNIT, -(rise + size / 2) * UNIT, size * UNIT))


def _token(pen: Pen, board: Board, cell: int, mark: Value, box: Box) -> Html:
    """Draw one of those that stand on a ladder, which people can point at."""
    half = box.size / 2
    shape = pen.sampled(mark.look, half * 0.86)
    words = mark.look.symbol or mark.text
    told = f"{mark.text}: {board.title} {board.cells[cell].name}"
    attributes = {
        "class": classes("piece", "token", "changed" if mark.changed else ""),
        "role": "img",
        "aria-label": told,
        "data-color": mark.look.color or None,
        "data-value": mark.ref or None,
        **refs(mark.refs),
        "transform": box.transform,
    }
    drawn = [*outlined(shape), *inscribed(mark.look, words, shape)]
    return element("g", attributes, element("title", {}, told), reach(0, 0, half), *drawn)
