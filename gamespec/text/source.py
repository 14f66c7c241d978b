"""Source texts and places in them.

A `Source` is one file as the author wrote it; a `Span` is a half-open range of its characters.
Lines and columns are derived when a message is printed, never stored, so a span is two integers
and a reference. Lines and columns count from 1, in characters, the way editors show them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["Source", "Span"]


@dataclass(frozen=True, eq=False)
class Source:
    """One text by an author: `name` identifies it in messages, and is usually its path."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which the lines begin."""
        return (0, *(found.end() for found in re.finditer("\n", self.text)))

    def line_column(self, offset: int) -> tuple[int, int]:
        """Return the line and column, both from 1, of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of line `number` (from 1) without its line break."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : end if end >= 0 else len(self.text)].rstrip("\r")

    def span(self, start: int = 0, end: int | None = None) -> Span:
        """Return the span from `start` to `end`; without arguments an empty one at the beginning."""
        return Span(self, start, start if end is None else end)


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` (exclusive) of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The characters themselves."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.source.line_column(self.start)[1]

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, other.end)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
