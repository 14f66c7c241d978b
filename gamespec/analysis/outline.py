"""The sections and declarations of a file as a tree, for outlines and for searching by name."""

from __future__ import annotations

from gamespec.documents.nodes import Entry, Mapping, Node, Scalar, Sequence
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span

__all__ = ["Symbol", "outline"]

DEPTH = 3
"""Number of levels of an outline: sections, declarations, and their keys."""


@dataclass(frozen=True, slots=True)
class Symbol:
    """A key of a file: its text and place, the span of the key with its value, its value, the keys below it.

    `section` is the key at the top of the file below which it stands, and is the key itself there. `value`
    is the text of a value that is a scalar.
    """

    name: str
    section: str
    place: Span
    span: Span
    value: str
    below: tuple[Symbol, ...]


def outline(node: Node) -> tuple[Symbol, ...]:
    """Return the keys of a document, with those below them, down to `DEPTH` levels."""
    return _keys(node, "", DEPTH)


def _keys(node: Node, section: str, depth: int) -> tuple[Symbol, ...]:
    if depth == 0 or isinstance(node, Scalar):
        return ()
    if isinstance(node, Sequence):
        return tuple(symbol for item in node.items for symbol in _keys(item, section, depth))
    return tuple(_symbol(entry, section or entry.key.text, depth) for entry in node.entries)


def _symbol(entry: Entry, section: str, depth: int) -> Symbol:
    key, value = entry.key, entry.value
    whole = key.span if value.span.source is not key.span.source else key.span.to(value.span)
    said = value.text if isinstance(value, Scalar) else ""
    below = _keys(value, section, depth - 1) if isinstance(value, Mapping) else ()
    return Symbol(key.text, section, key.span, whole, said, below)
