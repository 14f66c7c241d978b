"""What stands where: the names in the files of a specification, and the types of expressions.

A specification with mistakes has an index as well. It lacks what could not be read or bound.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property

from gamespec.analysis.declarations import Declaration, built_ins, declarations
from gamespec.analysis.mentions import Mention, mentions
from gamespec.loader import Checking
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees import types as t
from gamespec.trees.core import Core
from gamespec.world.world import Typed

__all__ = ["Index", "Mention", "Part", "indexed"]


@dataclass(frozen=True, eq=False, slots=True)
class Part:
    """A part of an expression, its type as authors write it, and the types of the locals that it may use.

    The type of a part with a mistake is `?`.
    """

    place: Span
    type: str
    locals: Mapping[str, str]


@dataclass(frozen=True, eq=False)
class Index:
    """The names and types of all files of a specification.

    Files are named as their `Source` is, which is usually the path as given. Offsets count characters from 0.
    """

    declarations: tuple[Declaration, ...] = ()
    mentions: tuple[Mention, ...] = ()
    _typed: Mapping[str, tuple[Typed, ...]] = field(default_factory=dict)

    def mention(self, source: str, offset: int) -> Mention | None:
        """Return the name at a place, or `None` if there is none. A name ends after its last character."""
        there = self._mentions_by_source.get(source, _NONE)
        at = bisect_right(there.starts, offset)
        near = (m for m in reversed(there.mentions[:at]) if m.place.end >= offset)
        return next(near, None)

    def part(self, source: str, offset: int) -> Part | None:
        """Return the smallest part of an expression that contains a place, or `None` if there is none."""
        typed = self._around(source, offset)
        return None if typed is None else Part(typed.span, t.show(typed.core.type), _shown(typed.locals))

    def parts(self, source: str) -> Iterator[Part]:
        """Yield the parts of the expressions in a file, by their places."""
        for typed in self._typed.get(source, ()):
            yield Part(typed.span, t.show(typed.core.type), _shown(typed.locals))

    def of(self, declaration: Declaration) -> tuple[Mention, ...]:
        """Return all places that name what a declaration declares, in all files, that place included."""
        return tuple(m for m in self.mentions if m.declaration == declaration)

    @cached_property
    def built_ins(self) -> tuple[Declaration, ...]:
        """The built-in functions and quantifiers."""
        return tuple(built_ins())

    def _around(self, source: str, offset: int) -> Typed | None:
        around = (p for p in self._typed.get(source, ()) if p.span.start <= offset <= p.span.end)
        return min(around, key=lambda p: p.span.end - p.span.start, default=None)

    @cached_property
    def _mentions_by_source(self) -> Mapping[str, _Mentions]:
        by_source: dict[str, list[Mention]] = {}
        for each in self.mentions:
            by_source.setdefault(each.place.source.name, []).append(each)
        return {name: _Mentions.of(each) for name, each in by_source.items()}


@dataclass(frozen=True, slots=True)
class _Mentions:
    """The mentions in a file, sorted by the offsets at which they start."""

    starts: tuple[int, ...]
    mentions: tuple[Mention, ...]

    @classmethod
    def of(cls, found: Iterable[Mention]) -> _Mentions:
        ordered = tuple(sorted(found, key=lambda m: m.place.start))
        return cls(tuple(m.place.start for m in ordered), ordered)


_NONE = _Mentions((), ())


def indexed(known: Checking) -> Index:
    """Return the index of what the passes have found out."""
    if known.game is None:
        return Index()
    world = known.trials.world if known.trials is not None else None
    declared = tuple(declarations(known.game, world))
    typed = known.typed or []
    found = tuple(mentions(known.game, world, declared, typed))
    return Index(tuple(_all(declared, found)), found, _by_source(typed))


def _all(declared: Iterable[Declaration], found: Iterable[Mention]) -> Iterator[Declaration]:
    """Yield the declarations of the game, then those of locals."""
    yield from declared
    yield from dict.fromkeys(m.declaration for m in found if m.declaration.kind == "local")


def _by_source(typed: Iterable[Typed]) -> dict[str, tuple[Typed, ...]]:
    """Return the typed parts of each file by their places. Of several at one place, the last one counts."""
    by_place = {(p.span.source.name, p.span.start, p.span.end): p for p in typed}
    by_source: dict[str, list[Typed]] = {}
    for key in sorted(by_place):
        by_source.setdefault(key[0], []).append(by_place[key])
    return {name: tuple(parts) for name, parts in by_source.items()}


def _shown(locals_: Mapping[str, Core]) -> dict[str, str]:
    return {name: t.show(core.type) for name, core in locals_.items()}
