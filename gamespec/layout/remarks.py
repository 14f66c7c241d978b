"""Places the comments at the ends of lines.

A comment stands two columns behind its line. Where its author left more room, it keeps its column, so columns
of comments survive. Comments of adjacent lines that stood in one column stay in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from gamespec.layout.page import Line

__all__ = ["written"]

ROOM = 2
"""Number of blanks before a comment, at least."""


def written(lines: list[Line]) -> Iterator[str]:
    """Yield the lines as text, with their comments."""
    places: dict[int, int] = {}
    for _, run in groupby(enumerate(lines), key=lambda item: _column(*item)):
        places.update(_places([(at, line) for at, line in run if line.remark]))
    for at, line in enumerate(lines):
        text = " " * line.indent + line.text if line.text else ""
        yield (
            f"{text.ljust(places[at])}{line.remark}"
            if line.remark
            else text.rstrip()
            if not line.verbatim
            else text
        )


def _column(at: int, line: Line) -> tuple[int, int]:
    """Return what adjacent lines with comments in one column have in common, and no others."""
    return (-1, line.remark_column) if line.remark else (at, 0)


def _places(run: Iterable[tuple[int, Line]]) -> Iterator[tuple[int, int]]:
    """Yield the new column of each comment in a run, by the index of its line."""
    run = list(run)
    least = max((line.width + ROOM for _, line in run), default=0)
    close = any(line.remark_column - line.end <= ROOM for _, line in run)
    for at, line in run:
        kept = line.remark_column - line.column + line.indent
        yield at, least if close else max(least, kept)
