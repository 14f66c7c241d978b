"""Faults in texts that should be YAML, edits that undo them, and the lines around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

__all__ = [
    "Change",
    "Fault",
    "Repair",
    "blanks",
    "first_word",
    "line_around",
    "lines_up",
    "nearest",
]


class Change(NamedTuple):
    """The replacement of the characters from `start` to `end` of a text."""

    start: int
    end: int
    text: str


class Repair(NamedTuple):
    """Edits that make a text YAML again: the mistake that they undo, its place, and what to do."""

    changes: tuple[Change, ...]
    start: int
    end: int
    message: str
    help: str
    code: str = "GS101"


class Fault(NamedTuple):
    """Where the parser gave up, and where the construct began that it was reading. `said` is its sentence."""

    text: str
    said: str
    problem: int
    context: int

    @property
    def in_brackets(self) -> bool:
        """Whether a list in brackets or a mapping in braces is open."""
        return re.search("',' or '.'", self.said) is not None


def line_around(text: str, at: int) -> tuple[int, int]:
    """Return the bounds of the line around an offset, without its line break and the blanks before that."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", start)
    return start, start + len(text[start : end if end >= 0 else len(text)].rstrip())


def lines_up(text: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield the bounds of the line around an offset and of those above it, from the bottom up.

    Empty lines and comments are left out.
    """
    while at >= 0:
        start, end = line_around(text, at)
        if not text[start:end].lstrip().startswith("#") and start < end:
            yield start, end
        at = start - 1


def blanks(text: str, start: int) -> int:
    """Return the number of blanks at an offset."""
    found = re.compile(" *").match(text, start)
    return len(found[0]) if found else 0


def first_word(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the bounds of the first word of a line."""
    found = re.compile(r"\s*(\S[^\s:,]*)").match(text, start, end)
    return found.span(1) if found else (start, end)


def nearest(fault: Fault) -> list[tuple[int, int]]:
    """Return the bounds of the line of the fault, and of the two above it."""
    found = []
    for bounds in lines_up(fault.text, fault.problem):
        found.append(bounds)
        if len(found) == 3:  # noqa: PLR2004 - the line and two above
            break
    return found
