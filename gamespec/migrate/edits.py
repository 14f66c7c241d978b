"""Changes to a text at known places; all that no edit touches stays as it was written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

__all__ = ["Edit", "edited"]


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` in place of the characters `start` to `end`; `says` tells people what that is for."""

    start: int
    end: int
    text: str
    says: str


def edited(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made, which must not overlap; offsets are those before any is made."""
    parts: list[str] = []
    at = 0
    for edit in sorted(edits, key=lambda e: (e.start, e.end)):
        assert edit.start >= at, f"edits overlap at {edit.start}"  # noqa: S101 - rewrites of one table don't
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join([*parts, text[at:]])
