"""Applies the edits of cures to the texts that they change."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gamespec.text.advice import Cure, Edit
from gamespec.text.source import Source

__all__ = ["applied", "by_source", "part_after"]


def applied(cures: Iterable[Cure]) -> dict[str, str]:
    """Return the new text of each source after some cures, no two of which change the same characters."""
    return {
        source.name: part_after(edits, 0, len(source.text))
        for source, edits in by_source(edit for cure in cures for edit in cure.edits)
    }


def by_source(edits: Iterable[Edit]) -> Iterator[tuple[Source, list[Edit]]]:
    """Yield each source with its edits in order."""
    listed = sorted(edits, key=lambda edit: edit.span.start)
    for source in dict.fromkeys(edit.span.source for edit in listed):
        yield source, [edit for edit in listed if edit.span.source is source]


def part_after(edits: Sequence[Edit], start: int, end: int) -> str:
    """Return a part of a source after edits in it, which are in order."""
    source, text = edits[0].span.source, ""
    for edit in edits:
        text += source.text[start : edit.span.start] + edit.text
        start = edit.span.end
    return text + source.text[start : max(start, end)]
