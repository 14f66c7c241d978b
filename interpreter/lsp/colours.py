"""The colours of expressions: what each name in them means, and the words and numbers of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from gamespec.analysis import DeclarationKind
from gamespec.system.plain import real
from interpreter.lsp.moved import moved
from interpreter.lsp.names import Finder

__all__ = ["MODIFIERS", "TOKENS", "Coloured", "coloured", "encoded"]

TOKENS = (
    "keyword", "number", "operator", "function", "method", "event", "variable", "parameter", "property",
    "enumMember", "enum", "type", "class", "namespace",
)  # fmt: skip
MODIFIERS = ("declaration", "readonly", "defaultLibrary")

_OF: dict[DeclarationKind, str] = {
    "action": "method", "agenda": "variable", "attribute": "property", "built-in": "function",
    "component": "enumMember", "end": "namespace", "enumeration": "enum", "event": "event",
    "function": "function", "history": "variable", "invariant": "namespace", "kind": "class",
    "local": "parameter", "measure": "property", "option": "variable", "parameter": "parameter",
    "part": "class", "phase": "namespace", "procedure": "method", "resource": "variable",
    "score": "property", "space": "type", "step": "namespace", "table": "type", "term": "property",
    "value": "enumMember", "variable": "variable", "zone": "variable",
}  # fmt: skip
_WORD = re.compile(
    r"(?<![\w.#])(and|or|not|in|if|else|from|true|false|none|me|players|bank)(?!\w)|(?<![\w.#])\d+(?!\w)"
)


class Coloured(NamedTuple):
    """A part of a line with a colour, by the names that the protocol gives them."""

    start: int
    end: int
    token: str
    modifiers: tuple[str, ...] = ()


def coloured(finder: Finder, path: Path) -> list[Coloured]:
    """Return the coloured parts of a file, in order, no two of which overlap."""
    analysis = finder.analysis(path)
    if analysis is None:
        return []
    found = {}
    for part in _words(finder, path):
        found[part.start] = part
    for named in finder.mentions(path, analysis):
        declaration, span = named.declaration, named.span
        modifiers = [name for name, holds in (
            ("declaration", named.declares),
            ("readonly", declaration.kind == "option"),
            ("defaultLibrary", declaration.kind == "built-in"),
        ) if holds]  # fmt: skip
        found[span.start] = Coloured(span.start, span.end, _OF[declaration.kind], tuple(modifiers))
    ordered, end = [], 0
    for start in sorted(found):
        if start >= end and found[start].end > start:
            ordered.append(found[start])
            end = found[start].end
    return ordered


def _words(finder: Finder, path: Path) -> Iterator[Coloured]:
    """Yield the words and numbers in the expressions of a specification."""
    analysis = finder.results.analysis(path)
    source = next(
        (s for s in analysis.sources if real(Path(s.name)) == real(path))
        if analysis is not None
        else iter(()),
        None,
    )
    if analysis is None or source is None:
        return
    change, end = moved(source.text, finder.texts.text(path)), 0
    for part in sorted(analysis.index.parts(source.name), key=lambda p: (p.place.start, -p.place.end)):
        if part.place.start < end:
            continue  # it lies within one that has been read
        end = part.place.end
        for word in _WORD.finditer(part.place.text):
            start = part.place.start + word.start()
            now = change.forward(start, part.place.start + word.end())
            if now is not None:
                yield Coloured(*now, "keyword" if word[1] else "number")


def encoded(parts: list[tuple[int, int, int, str, tuple[str, ...]]]) -> list[int]:
    """Return coloured parts, each with line, character and length, as the protocol's relative numbers."""
    data, line, character = [], 0, 0
    for its_line, its_character, length, token, modifiers in parts:
        start = its_character if its_line != line else its_character - character
        bits = sum(1 << MODIFIERS.index(modifier) for modifier in modifiers)
        data += [its_line - line, start, length, TOKENS.index(token), bits]
        line, character = its_line, its_character
    return data
