"""Rewrites the `a ? b : c` of other languages as `b if a else c`.

A question mark governs the part that contains it: from the bracket, comma or colon before it to the bracket
or comma that ends the part. The first question mark in a part follows the condition, and its colon separates
the two sides. Both sides may contain further choices; the first of them then needs brackets.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["chosen", "enclosed"]

_OPENING, _CLOSING = "([{", ")]}"

MISSING = "…"
"""Stands for a side that is missing."""


def enclosed(text: str, start: int, at: int, end: int) -> tuple[int, int]:
    """Return the start and end of the part of `text[start:end]` governed by the question mark at `at`."""
    first = start
    opened: list[int] = []
    for i in range(start, at):
        if text[i] in _OPENING:
            opened.append(first)
            first = i + 1
        elif text[i] in _CLOSING and opened:
            first = opened.pop()
        elif text[i] in ",:":
            first = i + 1
    ends = (i for i, c in _outside(text, at, end) if c in _CLOSING or c == ",")
    return first, next(ends, end)


def chosen(part: str) -> str:
    """Rewrite the choices in a part."""
    marks = [(i, c) for i, c in _outside(part, 0, len(part)) if c in "?:"]
    if not marks or marks[0][1] != "?":
        return " ".join(_inner(part).split()) or MISSING
    asked, waiting, divided = marks[0][0], 0, None
    for i, c in marks:
        waiting += 1 if c == "?" else -1
        if waiting == 0:
            divided = i
            break
    value = chosen(part[asked + 1 : divided])
    other = MISSING if divided is None else chosen(part[divided + 1 :])
    nested = any(asked < i < (divided or len(part)) and c == "?" for i, c in marks)
    first = f"({value})" if nested else value
    return f"{first} if {chosen(part[:asked])} else {other}"


def _inner(part: str) -> str:
    """Rewrite the choices of a part that has them only in brackets."""
    while "?" in part:
        first, last = enclosed(part, 0, part.index("?"), len(part))
        space = "" if part[:first][-1:] in {"", *_OPENING} else " "
        part = f"{part[:first]}{space}{chosen(part[first:last])}{part[last:]}"
    return part


def _outside(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the characters outside inner brackets, up to the bracket that closes the enclosing pair."""
    depth = 0
    for i in range(start, end):
        depth += text[i] in _OPENING
        if depth == 0:
            yield i, text[i]
        depth -= text[i] in _CLOSING
        if depth < 0:
            return
