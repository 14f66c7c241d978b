"""Help texts that say what to write, and the cures that follow from them: edits that an editor can apply."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Self

from gamespec.program.frozen import dataclass
from gamespec.text.source import Span

__all__ = ["Advice", "Cure", "Edit", "quoted", "replaced", "sole", "write"]


@dataclass(frozen=True, slots=True)
class Edit:
    """The replacement of the characters of a span by a text."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Cure:
    """Edits that together remove a mistake, and what they do, in words.

    A cure that `asks` gives the game a rule that its author may not have meant.
    """

    title: str
    edits: tuple[Edit, ...]
    asks: bool = False


def sole(found: Iterable[tuple[Cure, ...]]) -> list[Cure]:
    """Return the cures of mistakes that can be applied without asking anybody, all of them together.

    `found` has the cures of each mistake. Of several, somebody has to choose one, so these are left out, and
    so are cures that ask, and those that change characters that an earlier one changes.
    """
    taken: list[tuple[str, int, int]] = []
    kept = []
    for cure in (cures[0] for cures in found if len(cures) == 1 and not cures[0].asks):
        places = [(edit.span.source.name, edit.span.start, edit.span.end) for edit in cure.edits]
        if not any(a == n and s < f and b < e for n, s, e in places for a, b, f in taken):
            taken += places
            kept.append(cure)
    return kept


class Advice(str):
    """A help text with the texts each of which may be written instead of what is at fault.

    They replace the name `name` at the place of the diagnostic, or the whole place if `name` is empty.
    """

    __slots__ = ("instead", "name")
    instead: tuple[str, ...]
    name: str

    def __new__(cls, text: str, instead: Iterable[str], name: str = "") -> Self:
        """Return a help text. `instead` lists the texts, the best one first."""
        made = super().__new__(cls, text)
        made.instead, made.name = tuple(instead), name
        return made

    def cures(self, span: Span) -> tuple[Cure, ...]:
        """Return a cure for each text, for a diagnostic at a place.

        There is none if the name does not occur exactly once at the place: what to replace is unclear then.
        """
        at = _only(self.name, span) if self.name else span
        return () if at is None else tuple(replaced(at, text) for text in self.instead)


def _only(name: str, span: Span) -> Span | None:
    """Return the only place of a name within a span, or `None` if there are several or none."""
    found = [m.start() for m in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", span.text)]
    if len(found) != 1:
        return None
    start = span.start + found[0]
    return Span(span.source, start, start + len(name))


def write(text: str) -> Advice:
    """Return the advice to write a text in place of all that is at fault."""
    return Advice(f"write `{text}`", (text,))


def replaced(span: Span, text: str, *, asks: bool = False) -> Cure:
    """Return the cure that writes a text in place of a span."""
    said = f"write `{text.strip()}`" if text.strip() else "write spaces"
    return Cure(said, (Edit(span, text),), asks)


def quoted(span: Span) -> tuple[Cure, ...]:
    """Return the cure that puts a text of one line into quotes, or nothing if that takes more than quotes."""
    if not span.text or set(span.text) & set('"\\\r\n'):
        return ()
    ends = (span.source.span(span.start), span.source.span(span.end))
    return (Cure("put it in quotes", tuple(Edit(end, '"') for end in ends)),)
