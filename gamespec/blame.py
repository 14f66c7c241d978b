"""Finds the edit of an overlay that breaks the game.

If a game is sound by itself but has mistakes with an overlay, some edit of the overlay causes them, however
far from the edit they show. The search leaves out one edit at a time. If a mistake in the game then
disappears and no other mistake appears in its place, that edit is to blame. The mistake is reported at the
edit, with pointers to the places in the game where it shows. Several mistakes caused by one edit become one
diagnostic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from gamespec.documents.document import Scalar
from gamespec.program.frozen import replace
from gamespec.text.diagnostics import Diagnostic, Remark
from gamespec.text.source import Source
from gamespec.variant import Overlay, edits

__all__ = ["Errors", "at_the_edits"]

MOST_EDITS = 32
"""Maximum number of edits that the search tries."""

MOST_PLACES = 4
"""Maximum number of places in the game that a diagnostic points to."""

Errors = frozenset[tuple[str, str, int, int]]


def at_the_edits(
    found: Sequence[Diagnostic], overlays: list[Overlay], without: Callable[[Scalar], Errors | None]
) -> list[Diagnostic]:
    """Report the errors that an edit of an overlay causes elsewhere at that edit.

    `without` takes the first scalar of an edit, and returns the errors that remain if that edit is left out.
    If it returns `None`, the search ends.
    """
    later = [(i, edit) for i, overlay in enumerate(overlays) for edit in edits(overlay)]
    sources = {overlay.node.span.source: i for i, overlay in enumerate(overlays)}
    errors = [d for d in found if d.severity == "error" and _level(d, sources) < len(overlays) - 1]
    known = {_key(d) for d in found}
    blamed: dict[Scalar, list[Diagnostic]] = {}
    for number, edit in later[:MOST_EDITS]:
        open_ = [d for d in errors if _level(d, sources) < number]
        if not open_:
            continue
        left = without(edit)
        if left is None:
            break
        gone = [d for d in open_ if _key(d) not in left]
        above = {overlay.node.span.source.name for overlay in overlays[number:]}
        if gone and all(key[1] in above for key in left - known):
            blamed[edit] = gone
            errors = [d for d in errors if d not in gone]
    moved = {id(d) for ds in blamed.values() for d in ds}
    return [d for d in found if id(d) not in moved] + list(_moved(blamed))


def _level(d: Diagnostic, sources: dict[Source, int]) -> int:
    """Return the index of the overlay in which a diagnostic lies, or -1 for the game itself."""
    return sources.get(d.span.source, -1)


def _key(d: Diagnostic) -> tuple[str, str, int, int]:
    return d.code, d.span.source.name, d.span.start, d.span.end


def _moved(blamed: dict[Scalar, list[Diagnostic]]) -> Iterator[Diagnostic]:
    for edit, (first, *rest) in blamed.items():
        places = [Remark(d.span, d.label.text or d.message) for d in (first, *rest)]
        more = len(places) - MOST_PLACES
        notes = (f"and at {more} more places",) if more > 0 else ()
        taken = first.code == "GS202"
        yield replace(
            first,
            label=Remark(edit.span, "because of this edit"),
            others=tuple(places[:MOST_PLACES]),
            help="choose another name" if taken else "also edit the parts that use it, or remove this edit",
            notes=(*first.notes, *notes),
            remedies=(),  # they are edits of the place that is wrong because of this edit
        )
