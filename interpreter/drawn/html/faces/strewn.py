"""Draws an icon in several places with a single path, which is much shorter than as many paths.

The path is relative after each first point, with lengths in tenths of a user unit, so that all copies that
stand the same way up share their text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from gamespec.icons import SIDE, icons

__all__ = ["Spot", "bounds", "strewn"]

STEP = 10
"""The number of steps in a user unit, to which points are rounded."""

FINE = 8
"""The radius of arcs, in steps, below which they are drawn as lines."""

_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")

_NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
"""How many numbers follow each command of a path."""


class Spot(NamedTuple):
    """The middle of a copy of an icon, in user units, and whether it is upside down."""

    x: float
    y: float
    turned: bool = False


class _Move(NamedTuple):
    """A command of a path with absolute points, and with the radii, angle and flags of an arc."""

    name: str
    points: tuple[tuple[float, float], ...]
    arc: tuple[float, ...] = ()


def bounds(name: str, half: str = "") -> tuple[float, float, float, float]:
    """Return the left, top, right and bottom of what an icon, or its `left` or `right` half, shows.

    The lengths are those of the icon. A curve counts by the points that define it, and an arc by the box of
    an ellipse around the middle of its ends, so the bounds may be too wide, but not too narrow.
    """
    points = [point for move in _moves(name) for point in move.points]
    for before, move in pairwise(_moves(name)):
        if move.arc:
            (ax, ay), (bx, by) = before.points[-1], move.points[-1]
            wide, high = move.arc[:2]
            x, y = (ax + bx) / 2, (ay + by) / 2
            points += [(x + side * wide, y + side * high) for side in (-1, 1)]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    middle = SIDE / 2
    return (
        middle if half == "right" else max(0.0, left),
        max(0.0, min(y for _, y in points)),
        middle if half == "left" else min(float(SIDE), right),
        min(float(SIDE), max(y for _, y in points)),
    )


def strewn(name: str, spots: Iterable[Spot], size: float) -> str:
    """Return the SVG path of copies of an icon, each in a square of side `size`."""
    drawn = []
    for spot in spots:
        (x, y), rest = _copy(name, size, turned=spot.turned)
        drawn.append(f"M{_written([round(spot.x * STEP) + x, round(spot.y * STEP) + y])}{rest}")
    return "".join(drawn)


@lru_cache(maxsize=512)
def _copy(name: str, size: float, *, turned: bool) -> tuple[tuple[int, int], str]:
    """Return the first point of a copy around (0, 0), in steps, and its path from there."""
    scale = (-1 if turned else 1) * STEP * size / SIDE
    at = start = (0, 0)
    first: tuple[int, int] | None = None
    drawn: list[str] = []
    for move in _moves(name):
        points = [(round((x - SIDE / 2) * scale), round((y - SIDE / 2) * scale)) for x, y in move.points]
        if move.name == "Z":
            drawn.append("z")
            at = start
            continue
        if move.name == "M" and first is None:
            first = at = start = points[0]
            continue
        offsets = [part - origin for point in points for part, origin in zip(point, at, strict=True)]
        arc = [round(abs(radius * scale)) for radius in move.arc[:2]]
        if arc and max(arc) < FINE:
            drawn.append(f"l{_written(offsets)}" if any(offsets) else "")
        elif arc:
            turn = " ".join(f"{part:g}" for part in move.arc[2:])
            drawn.append(f"a{_written(arc)} {turn} {_written(offsets)}".replace(" -", "-"))
        elif any(offsets):
            drawn.append(f"{move.name.lower()}{_written(offsets)}")
        at = points[-1]
        start = at if move.name == "M" else start
    return first or (0, 0), "".join(drawn)


def _written(steps: Sequence[int]) -> str:
    """Write lengths in user units, without zeros and blanks that are not needed."""
    said, last = "", "."
    for step in steps:
        length = re.sub(r"^(-?)0\.", r"\1.", f"{step / STEP:g}")
        apart = not said or length.startswith("-") or (length.startswith(".") and "." in last)
        said += length if apart else f" {length}"
        last = length
    return said


@lru_cache(maxsize=512)
def _moves(name: str) -> tuple[_Move, ...]:
    return tuple(_read(icons()[name].path))


def _read(path: str) -> Iterator[_Move]:
    """Yield the commands of a path, with absolute points."""
    tokens = _TOKEN.findall(path)
    at = start = (0.0, 0.0)
    command, index = "", 0
    while index < len(tokens):
        if tokens[index].isalpha():
            command = tokens[index]
            index += 1
        count = _NUMBERS[command.upper()]
        numbers = [float(token) for token in tokens[index : index + count]]
        index += count
        move = _absolute(command, numbers, at)
        at = start if move.name == "Z" else move.points[-1]
        start = at if move.name == "M" else start
        yield move
        command = {"M": "L", "m": "l"}.get(command, command)


def _absolute(command: str, numbers: list[float], at: tuple[float, float]) -> _Move:
    """Return a command with absolute points. Horizontal and vertical lines become lines."""
    name, (x, y) = command.upper(), at if command.islower() else (0.0, 0.0)
    match name:
        case "H":
            return _Move("L", ((x + numbers[0], at[1]),))
        case "V":
            return _Move("L", ((at[0], y + numbers[0]),))
        case "A":
            return _Move("A", ((x + numbers[5], y + numbers[6]),), tuple(numbers[:5]))
        case _:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            return _Move(name, tuple((x + right, y + down) for right, down in pairs))
