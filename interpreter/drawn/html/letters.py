"""Letters in SVG: broken into lines and made as large as fits, in hundredths of the distance of two cells."""

from __future__ import annotations

import unicodedata

from interpreter.drawn.html.markup import Html, element, joined
from interpreter.drawn.html.shapes import number

__all__ = ["UNIT", "length", "letters"]

UNIT = 100
"""How many user units of SVG there are between the centres of two cells that touch."""

LINE = 1.12
"""The height of a line, in ems."""

LEAST, GREATEST = 17.0, 46.0
"""The smallest and the largest letters, in user units."""


def length(value: float) -> str:
    """A length of the scene in user units, with at most one decimal."""
    return f"{round(value * UNIT, 1):g}"


def letters(of: str, x: float, y: float, width: float, height: float) -> Html:
    """The text around (x, y) in a box of that width and height (all in user units), as large as fits.

    What would be too small to be read is cut, and ends in an ellipsis.
    """
    lines, size = _broken(of, width, height)
    first = y - (len(lines) - 1) * size * LINE / 2
    spans = [
        element("tspan", {"x": number(x), "y": number(first + index * size * LINE)}, line)
        for index, line in enumerate(lines)
    ]
    return element("text", {"class": "letters", "font-size": number(size)}, joined(spans))


def _broken(of: str, width: float, height: float) -> tuple[list[str], float]:
    """The lines that allow the largest letters, and how large these are."""
    words = of.split()
    best: tuple[float, list[str]] = (0.0, [])
    for count in range(1, min(3, len(words)) + 1):
        lines = _balanced(words, count)
        size = min(GREATEST, height / (len(lines) * LINE), width / max(map(_ems, lines)))
        best = max(best, (size, lines), key=lambda each: each[0])
    size, lines = best
    if size >= LEAST or not lines:
        return lines, max(size, LEAST)
    fitting = max(1, int(height / (LEAST * LINE)))
    return [_cut(line, width / LEAST) for line in lines[:fitting]], LEAST


def _balanced(words: list[str], count: int) -> list[str]:
    """The words in at most so many lines, the widest as narrow as filling them in order makes it."""
    most = max(sum(map(_ems, words)) / count, *map(_ems, words))
    lines = [words[0]]
    for word in words[1:]:
        longer = f"{lines[-1]} {word}"
        if _ems(longer) <= most * 1.15 or len(lines) == count:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _cut(line: str, ems: float) -> str:
    if _ems(line) <= ems:
        return line
    kept = line
    while kept and _ems(f"{kept}…") > ems:
        kept = kept[:-1]
    return f"{kept}…" if kept else line[:1]


def _ems(line: str) -> float:
    """About how wide a line is, in ems."""
    return sum(map(_em, line)) or 0.5


def _em(letter: str) -> float:
    if unicodedata.east_asian_width(letter) in "WF" or unicodedata.category(letter) == "So":
        return 1.0
    if letter in "il|.,:;'!Itjfr ":
        return 0.4
    return 0.8 if letter.isupper() or letter in "mwMW@%" else 0.63
