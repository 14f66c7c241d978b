"""Finds the names of a game in a file of scenarios, without running it.

A scenario is bound when it runs, in a program of its own. While it is written, its keys and words are matched
with the declarations of its game: answers are actions, their keys are parameters, and words in expressions
are what words mean there, unless the expression itself declares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from gamespec.analysis import Analysis, Declaration, DeclarationKind
from gamespec.documents.document import Mapping, Node, Scalar, Sequence, read_document
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source, Span

__all__ = ["names_in_scenarios"]

_WORD = re.compile(r"(?P<dot>\.\s*)?(?P<name>[^\W\d]\w*)(?:#\d+)?(?P<call>\s*\()?")
_LOCALS = re.compile(r"\(\s*([^\W\d]\w*)\s+(?:in|from)\b|let\(\s*([^\W\d]\w*)\s*=")
_SYMBOLS: tuple[DeclarationKind, ...] = (
    "zone", "variable", "resource", "option", "enumeration", "kind", "part", "table", "space", "agenda",
    "history", "component", "value", "score", "measure",
)  # fmt: skip
_MEMBERS: tuple[DeclarationKind, ...] = ("attribute", "value", "component")
_ANSWERS = frozenset({"when", "then"})
_IN_ANSWERS = frozenset({"offered", "refused"})
_NAMES: dict[str, tuple[DeclarationKind, ...]] = {
    "phase": ("phase",), "asked": ("action", "step"), "run": ("procedure",), "announce": ("event",),
    "chance": ("zone", "step"), "resolve": ("agenda",),
}  # fmt: skip
_TEXTS = frozenset({"id", "title", "heading", "variant"})


def names_in_scenarios(source: Source, analysis: Analysis) -> list[tuple[Span, Declaration]]:
    """Return the names that a file of scenarios uses, with what they mean in its game."""
    node = read_document(source, Collector())
    scenarios = node.get("scenarios") if isinstance(node, Mapping) else None
    finder = _Finder(analysis)
    return [] if scenarios is None else list(finder.below(scenarios, ()))


@dataclass(frozen=True, eq=False)
class _Finder:
    analysis: Analysis

    @cached_property
    def _named(self) -> dict[tuple[DeclarationKind, str], Declaration]:
        return {(d.kind, d.name): d for d in reversed(self.analysis.index.declarations) if d.kind != "local"}

    @cached_property
    def _picks(self) -> dict[str, dict[str, Declaration]]:
        """What is declared within each action, by the names of action and pick."""
        game = self.analysis.game
        placed = {(d.place, d.name): d for d in self.analysis.index.declarations if d.place is not None}
        return {
            action.ident.name: {
                pick.ident.name: placed[pick.ident.span, pick.ident.name]
                for pick in action.picks
                if (pick.ident.span, pick.ident.name) in placed
            }
            for action in (game.actions if game is not None else ())
        }

    def any_of(self, kinds: Iterable[DeclarationKind], name: str) -> Declaration | None:
        return next((self._named[kind, name] for kind in kinds if (kind, name) in self._named), None)

    def below(self, node: Node, way: tuple[str, ...]) -> Iterator[tuple[Span, Declaration]]:
        match node:
            case Sequence(items):
                for item in items:
                    yield from self.below(item, way)
            case Mapping(entries):
                for entry in entries:
                    yield from self._key(entry.key, way)
                    yield from self.below(entry.value, (*way, entry.key.text))
            case Scalar():
                yield from self._scalar(node, way)

    def _key(self, key: Scalar, way: tuple[str, ...]) -> Iterator[tuple[Span, Declaration]]:
        last = way[-1] if way else ""
        if last in _ANSWERS | _IN_ANSWERS:
            yield from _at(key.inner, self.any_of(("action",), key.text))
        elif last == "options":
            yield from _at(key.inner, self.any_of(("option",), key.text))
        elif last in {"set", "knows", "hidden"}:
            yield from self._words(key.inner)
        elif last in self._picks:
            yield from _at(key.inner, self._picks[last].get(key.text))

    def _scalar(self, node: Scalar, way: tuple[str, ...]) -> Iterator[tuple[Span, Declaration]]:
        last = way[-1] if way else ""
        if last in _TEXTS:
            return
        if (last in _NAMES and (found := self.any_of(_NAMES[last], node.text)) is not None) or (
            last in _ANSWERS | _IN_ANSWERS and (found := self.any_of(("action",), node.text)) is not None
        ):
            yield from _at(node.inner, found)
        else:
            yield from self._words(node.inner)

    def _words(self, span: Span) -> Iterator[tuple[Span, Declaration]]:
        own = {name for pair in _LOCALS.findall(span.text) for name in pair if name}
        for word in _WORD.finditer(span.text):
            name, start = word["name"], span.start + word.start("name")
            if word["dot"]:
                found = self.any_of(_MEMBERS, name)
            elif name in own:
                found = None
            elif word["call"]:
                found = self.any_of(("function",), name) or self._built_in.get(name)
            else:
                found = self.any_of(_SYMBOLS, name)
            if found is not None:
                yield Span(span.source, start, start + len(name)), found

    @cached_property
    def _built_in(self) -> dict[str, Declaration]:
        return {d.name: d for d in self.analysis.index.built_ins}


def _at(span: Span, found: Declaration | None) -> Iterator[tuple[Span, Declaration]]:
    if found is not None and span.text == found.name:
        yield span, found
