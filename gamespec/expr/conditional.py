"""Rewrites `a ? b : c`, as other languages have it, to `b if a else c`.

A question mark governs the part that contains it. This part extends from the bracket, comma or colon before
it to the bracket or comma that ends the part. The first question mark in a part follows the condition, and
its colon separates the two sides. Both sides may contain further choices. Only a choice on the first side
then needs brackets.
"""

from __future__ import annotations

from collections.abc import Iterator

__all__ = ["chosen", "enclosed"]

_OPENING, _CLOSING = "([{", ")]}"

MISSING = "…"
"""Stands for a missing side of a choice."""


def enclosed(text: str, start: int, at: int, end: int) -> tuple[int, int]:
    """Return the bounds of the part of `text[start:end]` that the question mark at `at` governs."""
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
    """Return a part with its choices rewritten."""
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
    """Return a part whose choices are all in brackets, with these choices rewritten."""
    while "?" in part:
        first, last = enclosed(part, 0, part.index("?"), len(part))
        space = "" if part[:first][-1:] in {"", *_OPENING} else " "
        part = f"{part[:first]}{space}{chosen(part[first:last])}{part[last:]}"
    return part


def _outside(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """Yield the position and text of each character outside inner brackets.

    The last one is the bracket that closes the enclosing pair, if there is one.
    """
    depth = 0
    for i in range(start, end):
        depth += text[i] in _OPENING
        if depth == 0:
            yield i, text[i]
        depth -= text[i] in _CLOSING
        if depth < 0:
            return
