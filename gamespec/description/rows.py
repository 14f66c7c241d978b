"""The rows of a declaration or a file, with their cells by the name of the column.

A cell for a key has the name of the CSV column that holds it, such as `cost.ruby`. A declaration writes such
cells as a mapping: `cost: {ruby: 2}`.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.documents.document import Mapping, Node, Scalar
from gamespec.documents.table import Table
from gamespec.model import model as m
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean

__all__ = ["Columns", "csv_rows", "yaml_row"]


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a row may fill, and those among them that have a value for each key.

    A row's entries under the names in `passed_over` are not values and are not read as such.
    """

    listed: frozenset[str]
    indexed: frozenset[str]
    passed_over: frozenset[str] = frozenset()


def csv_rows(table: Table, columns: Columns, found: Collector) -> Iterator[m.Row]:
    """Yield the rows of a file, and report mistakes in its columns."""
    for column in table.header:
        _check_column(column, column.text, columns, found)
    names = {column.text: column.span for column in table.header if "." in column.text}
    for row in table.rows:
        cells = {h.text: c for h, c in zip(table.header, row, strict=True)}
        yield m.Row(cells, Span(table.span.source, row[0].span.start, row[-1].span.end), names)


def yaml_row(node: Node, columns: Columns, found: Collector) -> m.Row | None:
    """Return a row of a declaration, or `None` if a part of it is unreadable."""
    if not isinstance(node, Mapping):
        return None
    cells: dict[str, Scalar] = {}
    names: dict[str, Span] = {}
    for entry in node.entries:
        name = entry.key.text
        if name in columns.passed_over:
            continue
        if "." in name:
            base = name.partition(".")[0]
            cure = f"write `{base}: {{{name.partition('.')[2]}: …}}`" if base in columns.indexed else None
            found.report("GS207", f"no column `{name}` is declared", entry.key.span, help=cure)
            continue
        keyed = isinstance(entry.value, Mapping)
        _check_column(entry.key, f"{name}." if keyed else name, columns, found)
        for path, where, cell in _flat(entry.value, name, entry.key.span):
            cells[path], names[path] = cell, where
    return None if any(cell.unread for cell in cells.values()) else m.Row(cells, node.span, names)


def _flat(node: Node, path: str, where: Span) -> Iterator[tuple[str, Span, Scalar]]:
    """Yield the cells in a value. Each comes after its path and the place of the last name in the path."""
    if isinstance(node, Scalar):
        yield path, where, node
    elif isinstance(node, Mapping):
        for entry in node.entries:
            yield from _flat(entry.value, f"{path}.{entry.key.text}", entry.key.span)


def _check_column(name: Scalar, written: str, columns: Columns, found: Collector) -> None:
    """Report a column that is undeclared, or whose keys do not fit its declaration."""
    base, dot, _ = written.partition(".")
    if base not in columns.listed:
        listed = sorted(columns.listed)
        found.report(
            "GS207", f"no column `{base}` is declared", name.span, help=did_you_mean(base, listed),
            notes=(f"columns: {', '.join(f'`{n}`' for n in listed)}",),
        )  # fmt: skip
    elif bool(dot) != (base in columns.indexed):
        has = "one value" if dot else "a value for each key"
        cure = None if dot else f"in a row write `{base}: {{KEY: …}}`, in a file columns `{base}.KEY`"
        found.report("GS207", f"`{base}` has {has}", name.span, help=cure)
