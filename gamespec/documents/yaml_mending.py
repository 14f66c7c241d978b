"""Going on after a text that YAML cannot read: the value at fault is taken out, the rest stays in its place.

Most often YAML stops at a value that wants quotes: `when: count(x in s: x) > 0`. Where the fault lies in one
value, that value is overwritten with as many letters, so that every offset still holds, and the text is
read again; what lies there counts as unread. A fault in a list or mapping in brackets takes out the
outermost one around it. Other faults (indentation, a key without a colon) leave in doubt what belongs where,
and nothing is read on.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

__all__ = ["MOST_CHARACTERS", "Mending"]

MOST_FAULTS = 16
"""After so many faults a text is not read on."""

MOST_CHARACTERS = 2**19
"""How many characters are read again, over all faults."""

LONGEST = 4000
"""The longest list or mapping in brackets that is taken out whole."""

_KEY = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s"'\[\]{}#&*!|>%@`,?:-][^:#\n]*?)\s*:(?=\s)"""
_LEAD = re.compile(rf"[ ]*(?:-[ ]+)*(?:{_KEY}[ ]*)?")
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Mending:
    """A text that is being mended, and the places of what was taken out of it."""

    text: str
    places: list[tuple[int, int]] = field(default_factory=list)
    reread: int = 0

    def covers(self, start: int, end: int) -> bool:
        """Whether something was taken out within these characters."""
        return any(start < e and s < end for s, e in self.places)

    def mend(self, said: str, problem: int, context: int, flow: int | None) -> bool:
        """Take out the value at fault; whether that could be done, and reading again makes sense.

        `said`, `problem` and `context` are the parser's, `flow` is where the outermost brackets open that it
        was reading.
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
        """Where the value begins on a line; `None` if there is no telling."""
        begin = self.text.rfind("\n", 0, at) + 1
        lead = _LEAD.match(self.text, begin)
        return lead.end() if lead is not None and lead[0].strip() else None

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text[: end if end >= 0 else len(self.text)].rstrip())

    def _closed(self, at: int) -> int:
        """Where the brackets close that open at an offset; the end of the line if they don't."""
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
"""What the parser says of a value that should stand in quotes."""
