"""Lays discs of all sizes on sheets to punch out: rows of one size each, the largest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from interpreter.drawn.sheets.typeset import Box
from interpreter.drawn.sizes import APART, FOOT, MARGIN

if TYPE_CHECKING:
    from interpreter.drawn.sheets.album import Laid

__all__ = ["discs"]


def discs(laid: Sequence[Laid], width: float, height: float) -> Iterator[tuple[list[Laid], list[Box]]]:
    """Yield the discs of each sheet of the given width and height, and where they lie."""
    here: list[Laid] = []
    boxes: list[Box] = []
    y = MARGIN
    for row in _rows(laid, width - 2 * MARGIN):
        side = row[0].size.width
        if boxes and y + side > height - FOOT:
            yield here, boxes
            here, boxes, y = [], [], MARGIN
        left = (width - _room(side, width - 2 * MARGIN) * (side + APART) + APART) / 2
        for index, each in enumerate(row):
            boxes.append(Box(each.front, left + index * (side + APART), y, side, side, round=True))
        here += row
        y += side + APART
    if boxes:
        yield here, boxes


def _rows(laid: Sequence[Laid], wide: float) -> Iterator[list[Laid]]:
    for side in sorted({each.size.width for each in laid}, reverse=True):
        same = [each for each in laid if each.size.width == side]
        room = _room(side, wide)
        for first in range(0, len(same), room):
            yield same[first : first + room]


def _room(side: float, wide: float) -> int:
    """Return how many discs lie beside each other."""
    return int((wide + APART) / (side + APART))
