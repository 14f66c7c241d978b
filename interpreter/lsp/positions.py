"""Places in a text as editors count them: a line from 0, and units of an encoding from the line's beginning.

The protocol lets client and server agree on the unit: bytes of UTF-8, units of UTF-16, or characters
(UTF-32). A line ends with CR LF, LF or CR. A place beyond the end of a line means its end, as the protocol
demands, and one beyond the last line the end of the text.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import Literal, NamedTuple

__all__ = ["Encoding", "Lines", "Place"]

Encoding = Literal["utf-8", "utf-16", "utf-32"]

_BREAK = re.compile(r"\r\n|\r|\n")


class Place(NamedTuple):
    """A place in a text: the line, and the units before it on this line, both from 0."""

    line: int
    character: int


class Lines:
    """The lines of a text, which convert offsets in characters to places and back."""

    def __init__(self, text: str, encoding: Encoding) -> None:
        self.text = text
        self._encoding = encoding
        self._ascii = text.isascii()
        self._starts = [0]
        self._ends = []
        for found in _BREAK.finditer(text):
            self._ends.append(found.start())
            self._starts.append(found.end())
        self._ends.append(len(text))

    def place(self, offset: int) -> Place:
        """Return the place of an offset. One within a line break is at the end of the line."""
        line = bisect_right(self._starts, offset) - 1
        start = self._starts[line]
        return Place(line, self._units(self.text[start : min(offset, self._ends[line])]))

    def offset(self, place: Place) -> int:
        """Return the offset of a place. One within a character is at the character's beginning."""
        if place.line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[place.line], self._ends[place.line]
        if self._ascii or self._encoding == "utf-32":
            return min(start + place.character, end)
        left = place.character
        for offset in range(start, end):
            left -= self._units(self.text[offset])
            if left < 0:
                return offset
        return end

    def _units(self, text: str) -> int:
        if self._ascii or self._encoding == "utf-32":
            return len(text)
        if self._encoding == "utf-8":
            return len(text.encode(errors="surrogatepass"))
        return len(text.encode("utf-16-le", errors="surrogatepass")) // 2
