"""A rule sheet as data: parts with lines, each line with its places in the specification and its examples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.text.source import Span

__all__ = ["Example", "Line", "Part", "Sheet"]


@dataclass(frozen=True)
class Example:
    """A scenario that shows a rule at work."""

    id: str
    title: str
    place: Span


@dataclass(frozen=True)
class Line:
    """A sentence with marks, the lines below it, and where the specification says so.

    The first of `places` is the one that readers are shown. With `quoted`, the text is the author's, in the
    language `quoted`, or in an unknown one if that is "".
    """

    text: str
    places: tuple[Span, ...] = ()
    lines: tuple[Line, ...] = ()
    examples: tuple[Example, ...] = ()
    anchor: str = ""
    quoted: str | None = None

    def all(self) -> Iterator[Line]:
        """Yield this line and all lines below it."""
        yield self
        for line in self.lines:
            yield from line.all()


@dataclass(frozen=True)
class Part:
    """A part of the sheet with a heading, or a part of such a part."""

    title: str
    anchor: str
    lines: tuple[Line, ...] = ()
    parts: tuple[Part, ...] = ()
    places: tuple[Span, ...] = ()
    examples: tuple[Example, ...] = ()

    def all(self) -> Iterator[Line]:
        """Yield all lines of this part and of the parts in it."""
        for line in self.lines:
            yield from line.all()
        for part in self.parts:
            yield from part.all()


@dataclass(frozen=True)
class Sheet:
    """The rule sheet of one game in one language."""

    title: str
    about: str
    facts: tuple[str, ...]
    parts: tuple[Part, ...]
    language: str

    def all(self) -> Iterator[Line]:
        """Yield all lines."""
        for part in self.parts:
            yield from part.all()
