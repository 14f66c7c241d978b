"""Error recovery for YAML, which blanks out the value at fault and leaves the rest of the text in place.

YAML most often stops at a value that needs quotes, such as `when: count(x in s: x) > 0`. If the fault is
inside a single value, that value is overwritten with as many letters, so that every offset stays valid, and
the text is read again. The value then counts as unread. A fault in a list or mapping in brackets blanks out
the outermost one around the fault. Other faults (indentation, a key without a colon) leave the structure in
doubt, and reading stops.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

__all__ = ["MOST_CHARACTERS", "Mending"]

MOST_FAULTS = 16
"""Number of faults after which reading stops."""

MOST_CHARACTERS = 2**19
"""Maximum number of characters that all faults together may cause to be read again."""

LONGEST = 4000
"""Maximum length of a bracketed list or mapping that is blanked out, in characters."""

_KEY = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s"'\[\]{}#&*!|>%@`,?:-][^:#\n]*?)\s*:(?=\s)"""
_LEAD = re.compile(rf"[ ]*(?:-[ ]+)*(?:{_KEY}[ ]*)?")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Mending:
    """A text under repair, with the places of the values that were blanked out."""

    text: str
    places: list[tuple[int, int]] = field(default_factory=list)
    reread: int = 0

    def covers(self, start: int, end: int) -> bool:
        """Return whether any text between two offsets was blanked out."""
        return any(start < e and s < end for s, e in self.places)

    def mend(self, said: str, problem: int, context: int, flow: int | None) -> bool:
        """Blank out the value at fault, and return whether that succeeded and the text should be read again.

        `said`, `problem` and `context` come from the parser. `flow` is the offset of the outermost bracket
        that it was reading, or `None`.
        """
        self.reread += len(self.text)
        if len(self.places) == MOST_FAULTS or self.reread > MOST_CHARACTERS:
            return False
        place = self._place(said, problem, context, flow)
        if place is None or place[1] <= problem < place[0] or self.covers(*place) or place[0] >= place[1]:
            return False
        self.places.append(place)
        start, end = place
        self.text = self.text[:start] + re.sub(r"[^\s]", "x", self.text[start:end]) + self.text[end:]
        return True

    def _place(self, said: str, problem: int, context: int, flow: int | None) -> tuple[int, int] | None:
        if flow is not None:
            return flow, self._closed(flow)
        if "quoted scalar" in said:
            return context, self._line_end(context)
        if not re.search(_IN_A_VALUE, said):
            return None
        start = self._value(problem)
        return None if start is None or start > problem else (start, self._line_end(problem))

    def _value(self, at: int) -> int | None:
        """Return the offset at which the value on a line begins, or `None` if that is unclear."""
        begin = self.text.rfind("\n", 0, at) + 1
        lead = _LEAD.match(self.text, begin)
        return lead.end() if lead is not None and lead[0].strip() else None

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text[: end if end >= 0 else len(self.text)].rstrip())

    def _closed(self, at: int) -> int:
        """Return the offset after the brackets that open at an offset.

        If they do not close, it is the end of the line.
        """
        expected: list[str] = []
        for i in range(at, min(at + LONGEST, len(self.text))):
            char = self.text[i]
            if char in _CLOSING:
                expected.append(_CLOSING[char])
            elif expected and char == expected[-1]:
                expected.pop()
                if not expected:
                    return i + 1
        return self._line_end(at)


_IN_A_VALUE = (
    "mapping values are not allowed|cannot start any token|scanning an (?:alias|anchor)|node content"
    "|escape|hexdec|expected key|block end|expected '-'|sequence entries are not allowed"
)
"""Parts of parser sentences about a value that should be quoted."""
