"""Diagnostics as an editor in the browser shows them: with places in the files that are open in it.

Places are counted in UTF-16 code units, as JavaScript counts characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from gamespec.text.advice import Cure
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.source import Span

__all__ = ["Units", "placed", "told"]

BEYOND = "\uffff"
"""The greatest character that is one code unit of UTF-16."""


def told(found: Iterable[Diagnostic], names: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return diagnostics as dicts that can be written as JSON.

    `names` maps the names of sources to the names of the files in the editor. A place in any other source has
    no file, only a text.
    """
    return [
        {
            "code": each.code,
            "severity": each.severity,
            "message": each.message,
            "help": each.help,
            "notes": list(each.notes),
            **_remark(each.label, names),
            "others": [_remark(other, names) for other in each.others],
            "cures": [cure for cure in (_cure(one, names) for one in each.cures) if cure is not None],
        }
        for each in found
    ]


def _remark(remark: Remark, names: Mapping[str, str]) -> dict[str, Any]:
    return {"label": remark.text, **placed(remark.span, names)}


def _cure(cure: Cure, names: Mapping[str, str]) -> dict[str, Any] | None:
    """Return a cure as a dict, or `None` if it would change a file that is not in the editor."""
    if any(edit.span.source.name not in names for edit in cure.edits):
        return None
    edits = [{**placed(edit.span, names), "text": edit.text} for edit in cure.edits]
    return {"title": cure.title, "edits": edits}


def placed(span: Span, names: Mapping[str, str]) -> dict[str, Any]:
    """Return a place as a dict: its file, where it begins and ends there, and the same in words."""
    source = span.source
    name = names.get(source.name)
    where = f"{name or source.name}:{span.line}:{span.column}"
    units = Units(source.text)
    return {"file": name, "from": units.of(span.start), "to": units.of(span.end), "where": where}


class Units:
    """Converts offsets in characters of a text to those that JavaScript counts, and back.

    JavaScript counts code units of UTF-16, and the editor has one for each line break.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._equal = text.isascii() and "\r\n" not in text

    def of(self, offset: int) -> int:
        """Return the code units before an offset in characters."""
        if self._equal:
            return offset
        before = self._text[:offset]
        return len(before) + sum(character > BEYOND for character in before) - before.count("\r\n")

    def offset(self, units: int) -> int:
        """Return the offset in characters after a number of code units, or before a character they divide."""
        if self._equal:
            return min(units, len(self._text))
        low, high = 0, len(self._text)
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.of(middle) <= units else (low, middle - 1)
        return low
