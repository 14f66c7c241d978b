"""Puts quotes around a value of YAML in which a cure writes signs that YAML would take for its own.

`{to: hand}` becomes `{to: "hand[p]"}`, not `{to: hand[p]}`. Where the value begins and ends follows from the
text of its section alone: brackets and quotes count where a value may begin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from gamespec.text.advice import Cure, Edit

__all__ = ["with_quotes"]

_IN_BRACKETS = re.compile(r"[\[\]{},]|:(?=\s|$)|\s#")
_IN_BLOCKS = re.compile(r":(?=\s|$)|\s#")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"|' + r"'(?:[^']|'')*'")
_BLOCK = re.compile(r"[|>][-+0-9]*[ \t]*(?:#.*)?\n")


def with_quotes(cure: Cure) -> Cure:
    """Return a cure that also quotes the value of YAML in which it writes, if that is needed."""
    sources = {edit.span.source for edit in cure.edits}
    if len(sources) != 1:
        return cure
    source, edits = sources.pop(), sorted(cure.edits, key=lambda e: e.span.start)
    found = _value(source.text, edits[0].span.start)
    if found is None or edits[-1].span.end > found.end:
        return cure
    written, at = "", found.start
    for edit in edits:
        written += source.text[at : edit.span.start] + edit.text
        at = edit.span.end
    written += source.text[at : found.end]
    signs = _IN_BRACKETS if found.in_brackets else _IN_BLOCKS
    quote = '"' if not set(written) & set('"\\') else "'"
    if not signs.search(written) or quote in written:
        return cure
    return Cure(cure.title, (Edit(source.span(found.start, found.end), f"{quote}{written}{quote}"),))


@dataclass(slots=True)
class _Value:
    """A value without quotes: its bounds, and whether it stands within brackets or braces."""

    start: int
    end: int
    in_brackets: bool


@dataclass(slots=True)
class _Scan:
    """The state of a scan: where it is, how many brackets are open, and whether a value may begin."""

    at: int
    open: list[str] = field(default_factory=list)
    begins: bool = True


def _value(text: str, place: int) -> _Value | None:
    """Return the value without quotes around a place, or `None` if the place is in quotes or in a block."""
    section = [m.start() for m in re.compile(r"(?m)^[^\s#]").finditer(text, 0, place + 1)]
    scan = _Scan(section[-1] if section else 0)
    while scan.at <= place:
        if scan.begins and (quoted := _QUOTED.match(text, scan.at)):
            scan.at, scan.begins = quoted.end(), False
        elif scan.begins and not scan.open and (block := _BLOCK.match(text, scan.at)):
            scan.at = _block_end(text, scan.at, block.end())
        elif scan.begins and (value := _plain(text, scan)) is not None:
            if value.start <= place <= value.end:
                return value
            scan.at, scan.begins = value.end, False
        elif scan.at >= len(text):
            return None
        else:
            _skip(text, scan)
    return None


def _plain(text: str, scan: _Scan) -> _Value | None:
    """Return the value without quotes that begins where a scan is, or `None` if none does."""
    end = r"(?=\s*(?:[,\[\]{}]|:\s|\s#|\n|$))" if scan.open else r"(?=\s*(?::\s|\s#|\n|$))"
    found = re.compile(r"(?!- )[^\s\[\]{},#\"'|>&*][^\n]*?" + end).match(text, scan.at)
    return None if found is None else _Value(found.start(), found.end(), bool(scan.open))


def _skip(text: str, scan: _Scan) -> None:
    """Move a scan past one sign of YAML, a blank or a comment."""
    char = text[scan.at]
    if char == "#" and (scan.at == 0 or text[scan.at - 1].isspace()):
        end = text.find("\n", scan.at)
        scan.at = len(text) if end < 0 else end
        return
    if char in "[{" and scan.begins:
        scan.open.append(char)
    elif char in "]}" and scan.open:
        scan.open.pop()
        scan.begins = False
    elif char in ",:\n-":
        scan.begins = True
    scan.at += 1


def _block_end(text: str, at: int, end: int) -> int:
    """Return the offset after a block of text whose header is at `at` and ends at `end`."""
    line = text.rfind("\n", 0, at) + 1
    indent = len(text[line:]) - len(text[line:].lstrip(" "))
    while end < len(text):
        stop = text.find("\n", end)
        stop = len(text) if stop < 0 else stop + 1
        inner = text[end:stop]
        if inner.strip() and len(inner) - len(inner.lstrip(" ")) <= indent:
            break
        end = stop
    return end
