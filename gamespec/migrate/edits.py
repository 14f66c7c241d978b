"""Edits of a text by position. Text that no edit covers stays as it was written."""

from __future__ import annotations

from collections.abc import Iterable

from gamespec.program.frozen import dataclass

__all__ = ["Edit", "edited"]


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of the characters from `start` to `end` by `text`. `says` describes it for people."""

    start: int
    end: int
    text: str
    says: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return the text with all edits applied.

    The edits must not overlap; their offsets refer to the original text.
    """
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        assert edit.start >= at, f"edits overlap at {edit.start}"  # noqa: S101 - rewrites of one table don't
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join([*parts, text[at:]])
