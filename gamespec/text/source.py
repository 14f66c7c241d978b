"""Source texts, and places in them.

A `Source` is one file as the author wrote it, and a `Span` is a half-open range of its characters. Lines and
columns are derived when a message is printed and never stored, so a span consists of two integers and a
reference. Lines and columns count from 1, in characters, as editors show them.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import field
from functools import cached_property

from gamespec.program.frozen import dataclass

__all__ = ["Source", "Span"]


@dataclass(frozen=True, eq=False)
class Source:
    """A text by an author. `name` identifies it in messages, and is usually the path of its file."""

    name: str
    text: str = field(repr=False)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offsets at which the lines begin."""
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
        """Return the span from `start` to `end`. Without arguments, it is an empty span at the beginning."""
        return Span(self, start, start if end is None else end)


@dataclass(frozen=True, slots=True)
class Span:
    """The characters from `start` up to, but not including, `end` of a source."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.source.text[self.start : self.end]

    @property
    def line(self) -> int:
        """The line of the first character, counted from 1."""
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        """The column of the first character, counted from 1."""
        return self.source.line_column(self.start)[1]

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of `other`."""
        return Span(self.source, self.start, other.end)

    def __str__(self) -> str:
        return f"{self.source.name}:{self.line}:{self.column}"
