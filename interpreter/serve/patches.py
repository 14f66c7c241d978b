"""What changes from one drawing of a table to the next, so that a page is not sent all of it again.

A drawing is cut before each element of a sort that holds a thing or is long, and the pieces of both drawings
are compared as lines of a text are. The result keeps spans of the earlier drawing and inserts new text. Spans
are counted in UTF-16 code units, as JavaScript counts them (`static/patching.js`).
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from itertools import accumulate
from typing import TypeAlias

__all__ = ["Patch", "patch"]

Patch: TypeAlias = list[str | list[int]]
"""Parts to be joined: new text, or the start and end of a span of the earlier text."""

_CUT = re.compile(r"(?=<(?:g|path|li|div|section|svg|figure|tr|details)\b)")
"""Matches before an element that is compared by itself."""


def patch(before: str, after: str) -> Patch:
    """Return parts of `before` and new texts that make up `after`."""
    old, new = _CUT.split(before), _CUT.split(after)
    ends = [0, *accumulate(map(_units, old))]
    parts: Patch = []
    for tag, first, last, start, end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            parts.append([ends[first], ends[last]])
        elif start < end:
            parts.append("".join(new[start:end]))
    return parts


def _units(text: str) -> int:
    """Return the length of a text in UTF-16 code units."""
    return len(text) + sum(letter > "\uffff" for letter in text) if not text.isascii() else len(text)
