"""Readers for the parts that all sections share: expressions, texts, types, parameters, choices.

As in `read`, unreadable parts become unread, and the names in them are recorded as lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from collections.abc import Mapping as Mapping_
from itertools import pairwise
from pathlib import Path
from typing import Literal, TypeGuard, TypeVar

from gamespec.description.syntax import parse_expression, parse_slice, parse_template
from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence, read_source
from gamespec.documents.reach import Reach
from gamespec.documents.table import Shelf, Table, read_table, take_fields
from gamespec.model import model as m
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source, Span
from gamespec.trees import ast
from gamespec.trees.ast import Expression

__all__ = [
    "Reader",
    "SourceFolders",
    "child",
    "entries",
    "flag",
    "is_read",
    "unread_expression",
]

T = TypeVar("T")

SourceFolders = Mapping_[Source, Path]

MOST_FILES = 64
"""Maximum number of tables that a game may read from files."""

_FORMS: tuple[tuple[str, Literal["list", "zone"]], ...] = (("list of ", "list"), ("zone of ", "zone"))
"""Prefixes of a type that turn it into a list of its values, or into a zone of its components."""


class Reader:
    """Reads the parts that all sections share.

    `folders` gives the folder in which the tables of each source lie, and `reach` the paths outside the
    project that may be read.
    """

    def __init__(self, found: Collector, folders: SourceFolders, reach: Reach | None = None) -> None:
        self.found = found
        self.folders = folders
        self.reach = reach or Reach()
        self.tables: dict[str, str] = {}
        self.lost: set[str] = set()
        self._shelf = Shelf()
        self._read: dict[Path, Table | None] = {}

    def expression(self, node: Node | None) -> Expression | None:
        """Parse an expression.

        A malformed one becomes unread, and the result is `None` if there is no node.
        """
        if node is None:
            return None
        read = parse_expression(node, self.found) if is_read(node) else None
        return read or unread_expression(node.span)

    def values(self, scalar: Scalar) -> tuple[Expression, ...]:
        """Parse the expressions in a text that are separated by commas outside brackets."""
        commas = [] if scalar.escaped or scalar.unread else list(_commas(scalar))
        if not commas:
            return (self.expression(scalar) or unread_expression(scalar.span),)
        source = scalar.span.source
        ends = [scalar.inner.start - 1, *commas, scalar.inner.end]
        return tuple(
            parse_slice(source, start + 1, end, self.found) or unread_expression(Span(source, start + 1, end))
            for start, end in pairwise(ends)
        )

    def lose(self, node: Node) -> None:
        """Record the names in an unreadable node as lost, because any of them may be declared there."""
        self.lost.update(_WORD.findall(node.span.text))

    def kept(self, read: Iterable[tuple[Entry, T | None]]) -> tuple[T, ...]:
        """Return the declarations that could be read, and record the names of the others as lost."""
        made: list[T] = []
        for entry, one in read:
            if one is None:
                self.lost.add(entry.key.text)
            else:
                made.append(one)
        return tuple(made)

    def ident(self, scalar: Scalar) -> m.Ident:
        """Return a name with its place."""
        return m.Ident(scalar.text, scalar.span)

    def table(self, path: Path, name: Scalar) -> Table | None:
        """Return the table in a file, which is read once, or `None` after reporting why there is none."""
        if path in self._read:
            table = self._read[path]
            fields = len(table.header) * (1 + len(table.rows)) if table is not None else 0
            return table if take_fields(fields, name.span, self._shelf, self.found) else None
        if len(self._read) == MOST_FILES:
            self.found.report("GS115", f"a game has at most {MOST_FILES} tables in files", name.span)
            return None
        source = read_source(path, self.found)
        if source is not None:
            self.tables[str(path)] = source.text
        self._read[path] = read_table(source, self.found, self._shelf) if source is not None else None
        return self._read[path]

    def idents(self, node: Node | None) -> tuple[m.Ident, ...]:
        """Return the names in a list, or a single name."""
        if is_read(node):
            return (self.ident(node),)
        if isinstance(node, Sequence):
            return tuple(self.ident(item) for item in node.items if is_read(item))
        return ()

    def text(self, node: Node | None) -> m.Text | None:
        """Read a text, or one text for each language.

        A noun may instead have plural forms, or these for each language.
        """
        if is_read(node):
            return m.Text({"en": node.text})
        if not isinstance(node, Mapping):
            return None
        texts: dict[str, str] = {}
        forms: dict[str, dict[str, str]] = {}
        for e in node.entries:
            if isinstance(e.value, Scalar):
                texts[e.key.text] = e.value.text
            elif isinstance(child(e.value, "other"), Scalar):
                said = {x.key.text: x.value.text for x in entries(e.value) if isinstance(x.value, Scalar)}
                texts[e.key.text], forms[e.key.text] = said["other"], said
        return m.Text(texts, forms)

    def templates(self, node: Node | None) -> m.Templates | None:
        """Read a text that contains expressions, or one such text for each language."""
        pairs: list[tuple[str, Node]] = []
        if is_read(node):
            pairs = [("en", node)]
        elif isinstance(node, Mapping):
            pairs = [(e.key.text, e.value) for e in node.entries]
        read: dict[str, ast.Template] = {}
        for language, value in pairs:
            template = parse_template(value, self.found) if is_read(value) else None
            if template is not None:
                read[language] = template
        return m.Templates(read) if read else None

    def type(self, node: Node) -> m.TypeRef:
        """Read a type. For an inline list of names, the result has no root."""
        if isinstance(node, Sequence):
            return m.TypeRef(node.span, None, names=self.idents(node))
        if not is_read(node):
            return m.TypeRef(node.span, None)
        source, start, end = node.span.source, node.inner.start, node.inner.end
        form: Literal["plain", "list", "zone"] = "plain"
        for word, name in _FORMS:
            if f"{source.text[start:end]} ".startswith(word):
                start, form = min(start + len(word), end), name
        while end > start and source.text[end - 1].isspace():
            end -= 1
        optional = source.text[end - 1 : end] == "?"
        root = parse_slice(source, start, end - optional, self.found)
        return m.TypeRef(node.span, root.root if root else None, form, optional)

    def types(self, node: Node | None) -> tuple[m.TypeRef, ...]:
        """Read one type or a list of types."""
        if node is None:
            return ()
        items = node.items if isinstance(node, Sequence) else (node,)
        return tuple(self.type(item) for item in items)


def _commas(scalar: Scalar) -> Iterator[int]:
    """Yield the positions of the commas in a text that lie outside brackets."""
    depth = 0
    for at in range(scalar.inner.start, scalar.inner.end):
        character = scalar.span.source.text[at]
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            yield at


_WORD = re.compile(r"(?<!\w)[a-z][a-z0-9_]*")


def is_read(node: Node | None) -> TypeGuard[Scalar]:
    """Return whether a node is a scalar that could be read."""
    return isinstance(node, Scalar) and not node.unread


def unread_expression(span: Span) -> Expression:
    """Return the stand-in for a missing or malformed expression."""
    return Expression(ast.Unread(span.start, span.end), span.source)


def child(node: Node | None, name: str) -> Node | None:
    """Return the value under a key, or `None` if the node is not a mapping with that key."""
    return node.get(name) if isinstance(node, Mapping) else None


def entries(node: Node | None) -> tuple[Entry, ...]:
    """Return the entries of a mapping. For any other node, there are none."""
    return node.entries if isinstance(node, Mapping) else ()


def flag(node: Node | None) -> bool:
    """Return whether a flag is true. One that could not be read counts as true."""
    return isinstance(node, Scalar) and (node.unread or node.value is True)
