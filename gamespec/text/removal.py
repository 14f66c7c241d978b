"""Cures that remove a key of a mapping together with its value."""

from __future__ import annotations

import re

from gamespec.text.advice import Cure, Edit
from gamespec.text.source import Span

__all__ = ["removed"]

_INDENTED = re.compile(r"[ ]*")
_BEFORE = re.compile(r"[ ]*(?:[&!]\S*[ ]+)*")
"""What may stand before the first key of a line: an anchor and a tag."""
_QUOTED = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'")


def removed(key: Span) -> tuple[Cure, ...]:
    """Return the cure that removes an entry, or nothing if it is alone in its mapping.

    A key at the beginning of a line is removed with all lines below that are further in. One in braces is
    removed with the comma beside it.
    """
    span = _block(key) if _begins_line(key) else _flow(key)
    return () if span is None else (Cure(f"remove `{key.text.strip()}`", (Edit(span, ""),)),)


def _begins_line(key: Span) -> bool:
    start = key.source.text.rfind("\n", 0, key.start) + 1
    return _BEFORE.fullmatch(key.source.text, start, key.start) is not None


def _block(key: Span) -> Span | None:
    text = key.source.text
    start = text.rfind("\n", 0, key.start) + 1
    indented = _INDENTED.match(text, start)
    assert indented is not None  # noqa: S101 - it matches everywhere
    column, end = indented.end() - start, _next_line(text, key.end)
    while end < len(text):
        line = text[end : _next_line(text, end)]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= column:
            break
        end += len(line)
    kept = text[start:end].rstrip()
    end = min(start + len(kept) + 1, len(text))
    below = _INDENTED.match(text, end)
    above = text[text.rfind("\n", 0, max(0, start - 1)) + 1 : start]
    alone_below = (
        below is None or below.end() - end != column or text[below.end() : below.end() + 1] in {"", "\n"}
    )
    alone_above = len(above) - len(above.lstrip(" ")) < column
    return None if alone_below and alone_above else Span(key.source, start, end)


def _next_line(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _flow(key: Span) -> Span | None:
    text, at, depth = key.source.text, key.end, 0
    while at < len(text) and (depth or text[at] not in ",}]"):
        quoted = _QUOTED.match(text, at)
        depth += (text[at] in "[{") - (text[at] in "]}")
        at = quoted.end() if quoted is not None else at + 1
    if text[at : at + 1] == ",":
        after = at + 1
        while text[after : after + 1] == " ":
            after += 1
        return Span(key.source, key.start, after)
    before = key.start
    while before > 0 and text[before - 1] == " ":
        before -= 1
    if text[at : at + 1] == "}" and text[before - 1 : before] == ",":
        return Span(key.source, before - 1, at)
    return None
