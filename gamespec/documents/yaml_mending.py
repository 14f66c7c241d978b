"""Error recovery for YAML, which repairs a fault, or blanks out the value at fault, and reads on.

Where `yaml_repairs` knows the edit that undoes a mistake, the repaired text is read in place of the author's,
and every offset in it is mapped back to the author's text.

YAML most often stops at a value that needs quotes, such as `when: count(x in s: x) > 0`. If the fault is
inside a single value, that value is overwritten with as many letters, and the text is read again. The value
then counts as unread. A fault in a list or mapping in brackets blanks out the outermost one around the fault.
Other faults leave the structure in doubt, and reading stops.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from gamespec.documents.yaml_lines import Change

__all__ = ["MOST_CHARACTERS", "Mending"]

MOST_FAULTS = 64
"""Number of faults after which reading stops."""

MOST_CHARACTERS = 2**19
"""Maximum number of characters that all faults together may cause to be read again."""

LONGEST = 4000
"""Maximum length of a bracketed list or mapping that is blanked out, in characters."""

_KEY = r"""(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s"'\[\]{}#&*!|>%@`,?:-][^:#\n]*?)\s*:(?=\s)"""
_LEAD = rf"[ ]*(?:-[ ]+)*(?:{_KEY}[ ]*)?"
_CLOSING = {"(": ")", "[": "]", "{": "}"}


@dataclass
class Mending:
    """A text under repair, with the places of the values that were blanked out.

    Places are offsets in the author's text. `changes` are those made so far, each in the text before it.
    """

    text: str
    places: list[tuple[int, int]] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    reread: int = 0

    def original(self, offset: int) -> int:
        """Return the offset in the author's text that an offset in the repaired text stands for."""
        for start, end, text in reversed(self.changes):
            if offset >= start + len(text):
                offset += end - start - len(text)
            elif offset > start:
                offset = min(offset, end)
        return offset

    def repaired(self, offset: int) -> int:
        """Return the offset in the repaired text of a place in the author's text."""
        for start, end, text in self.changes:
            if offset >= end and offset > start:
                offset += start - end + len(text)
        return offset

    def covers(self, start: int, end: int) -> bool:
        """Return whether any text between two offsets was blanked out."""
        return any(start < e and s < end for s, e in self.places)

    def goes_on(self) -> bool:
        """Return whether the text may be read once more."""
        self.reread += len(self.text)
        return len(self.places) + len(self.changes) < MOST_FAULTS and self.reread <= MOST_CHARACTERS

    def repair(self, changes: Sequence[Change]) -> None:
        """Make changes to the text."""
        for change in sorted(changes, reverse=True):
            self.text = self.text[: change.start] + change.text + self.text[change.end :]
            self.changes.append(change)

    def mend(self, said: str, problem: int, context: int, flow: int | None) -> bool:
        """Blank out the value at fault, and return whether that succeeded and the text should be read again.

        `said`, `problem` and `context` come from the parser. `flow` is the offset of the outermost bracket
        that it was reading, or `None`. All are offsets in the repaired text.
        """
        place = self._place(said, problem, context, flow)
        if place is None or place[1] <= problem < place[0] or place[0] >= place[1]:
            return False
        start, end = place
        whole = self.original(start), self.original(end)
        if self.covers(*whole):
            return False
        self.places.append(whole)
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
        lead = re.compile(_LEAD).match(self.text, begin)
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
