"""Diagnostics as an editor in the browser shows them: with places in the files that are open in it.

Places are counted in UTF-16 code units, as JavaScript counts characters.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gamespec.text.advice import Cure
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.source import Span

__all__ = ["placed", "told"]

BEYOND = 0xFFFF
"""The greatest code point that is one code unit of UTF-16."""


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
    begin, end = _units(source.text, (span.start, span.end))
    return {"file": name, "from": begin, "to": end, "where": where}


def _units(text: str, offsets: Sequence[int]) -> Iterable[int]:
    """Convert offsets in characters to offsets in code units, without the carriage returns of line breaks."""
    for offset in offsets:
        before = text[:offset]
        wide = 0 if before.isascii() else sum(ord(character) > BEYOND for character in before)
        yield len(before) + wide - before.count("\r\n")
