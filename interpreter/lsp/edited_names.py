"""Finds the names of a game in the paths of an overlay's edits, such as `options.hand_size.default`."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table

from gamespec.analysis import Analysis, Declaration, DeclarationKind
from gamespec.documents.document import Mapping, Node, Scalar, Sequence, read_document
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source, Span

__all__ = ["edited_names"]

_SECTIONS: Table[str, DeclarationKind] = {
    "actions": "action", "agendas": "agenda", "components": "kind", "end": "end", "enums": "enumeration",
    "events": "event", "functions": "function", "histories": "history", "invariants": "invariant",
    "measures": "measure", "options": "option", "phases": "phase", "procedures": "procedure",
    "resources": "resource", "score": "score", "spaces": "space", "tables": "table", "variables": "variable",
    "zones": "zone",
}  # fmt: skip
"""The kinds of declarations in the sections of a game."""


def edited_names(source: Source, analysis: Analysis) -> Iterator[tuple[Span, Declaration]]:
    """Yield the names of declarations, and of steps, in the paths that an overlay edits."""
    node = read_document(source, Collector())
    edits = node.get("edit") if isinstance(node, Mapping) else None
    named: dict[tuple[DeclarationKind, str], Declaration] = {
        (d.kind, d.name): d for d in reversed(analysis.index.declarations) if d.kind != "local"
    }
    for edit in edits.items if isinstance(edits, Sequence) else ():
        for path in _paths(edit):
            yield from _named(path.inner, named)


def _paths(edit: Node) -> Iterator[Scalar]:
    """Yield the paths of an edit: the keys below `set` and `add`, the values of the other words."""
    for entry in edit.entries if isinstance(edit, Mapping) else ():
        match entry.key.text, entry.value:
            case "set" | "add", Mapping(entries):
                yield from (each.key for each in entries)
            case "remove" | "before" | "after", Scalar() as path:
                yield path
            case "remove", Sequence(items):
                yield from (each for each in items if isinstance(each, Scalar))
            case _:
                pass


def _named(
    path: Span, named: Table[tuple[DeclarationKind, str], Declaration]
) -> Iterator[tuple[Span, Declaration]]:
    section, _, rest = path.text.partition(".")
    name = rest.partition(".")[0] if rest else section
    kind: DeclarationKind | None = _SECTIONS.get(section) if rest else "step"
    found = named.get((kind, name)) if kind is not None else None
    if found is not None:
        start = path.start + (len(section) + 1 if rest else 0)
        yield Span(path.source, start, start + len(name)), found
