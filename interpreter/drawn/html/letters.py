"""Draws text in SVG, broken into lines and enlarged to fill the available space.

Lengths are in user units, which are hundredths of the distance between two adjacent cells.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

from interpreter.drawn.html.markup import Html, element, joined
from interpreter.drawn.html.shapes import number

__all__ = ["UNIT", "USUAL", "Sizes", "ems", "length", "letters"]

UNIT = 100
"""The number of SVG user units between the centres of two adjacent cells."""

LINE = 1.12
"""The height of a line of text, in ems."""


def length(value: float) -> str:
    """Convert a length in the scene's units to user units, and format it with at most one decimal."""
    return f"{round(value * UNIT, 1):g}"


class Sizes(NamedTuple):
    """The minimum and the maximum font size of a text, in user units."""

    least: float = 14.0
    most: float = 46.0


USUAL = Sizes()
"""The font sizes of texts on boards."""


def letters(  # noqa: PLR0913 - a text, a box and sizes
    of: str, x: float, y: float, width: float, height: float, sizes: Sizes = USUAL
) -> Html:
    """Draw the text `of`, centred at (x, y), as large as fits into the given width and height.

    A text that would be too small to read is cut, and an ellipsis marks the cut. Lengths are in user units.
    """
    lines, size = _broken(of, width, height, sizes)
    first = y - (len(lines) - 1) * size * LINE / 2
    spans = [
        element("tspan", {"x": number(x), "y": number(first + index * size * LINE)}, line)
        for index, line in enumerate(lines)
    ]
    return element("text", {"class": "letters", "font-size": number(size)}, joined(spans))


def _broken(of: str, width: float, height: float, sizes: Sizes) -> tuple[list[str], float]:
    """Return the lines that allow the largest font size, and that font size.

    A line is broken at a space. If that does not suffice, it is broken where letters, digits and signs meet.
    """
    best: tuple[float, list[str]] = (0.0, [])
    for chunks in (of.split(), _CHUNK.findall(" ".join(of.split()))):
        for count in range(1, min(3, len(chunks)) + 1):
            lines = _balanced(chunks, count, " " if chunks == of.split() else "")
            size = min(sizes.most, height / (len(lines) * LINE), width / max(map(ems, lines)))
            best = max(best, (size, lines), key=lambda each: each[0])
        if best[0] >= sizes.least:
            return best[1], best[0]
    if not best[1]:
        return [], sizes.least
    fitting = max(1, min(3, int(height / (sizes.least * LINE)), len(chunks)))
    return [_cut(line, width / sizes.least) for line in _balanced(chunks, fitting, "")], sizes.least


_CHUNK = re.compile(r"[^\W\d_]+ ?|\d+ ?|[^\w ]+ ?|_ ?")
"""Matches a run of letters, of digits, or of signs, together with the space after it, if any."""


def _balanced(chunks: list[str], count: int, between: str) -> list[str]:
    """Distribute chunks of text over at most `count` lines of similar width."""
    most = max(sum(map(ems, chunks)) / count, *map(ems, chunks))
    lines = [chunks[0]]
    for chunk in chunks[1:]:
        longer = f"{lines[-1]}{between}{chunk}"
        if ems(longer) <= most * 1.15 or len(lines) == count:
            lines[-1] = longer
        else:
            lines.append(chunk)
    return [line.strip() for line in lines]


def _cut(line: str, most: float) -> str:
    if ems(line) <= most:
        return line
    kept = line
    while kept and ems(f"{kept}…") > most:
        kept = kept[:-1]
    return f"{kept}…" if kept else line[:1]


def ems(line: str) -> float:
    """Estimate the width of a line of text, in ems."""
    return sum(map(_em, line)) or 0.5


def _em(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return 1.0
    if letter in "il|.,:;'!Itjfr ":
        return 0.45
    return 0.82 if letter.isupper() else 1.0 if letter in "mw@%" else 0.7
