"""Formats single values and tables of values as text."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from interpreter.drawn.text.tokens import heading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.scene.things import Table, Value

__all__ = ["grid_lines", "table_lines", "text_of", "value_text", "values_lines"]


def text_of(value: Value | None) -> str:
    """Format a value in a table as its symbol, if it has one, and its text. No value gives ""."""
    if value is None:
        return ""
    if value.look.symbol and value.look.symbol != value.text:
        return f"{value.look.symbol} {value.text}"
    return value.text


def value_text(value: Value) -> str:
    """Format a value with its name."""
    return f"{value.name}{f' {value.key}' if value.key else ''}: {text_of(value)}"


def values_lines(values: Sequence[Value], width: int) -> Iterator[str]:
    """Yield lines with values and their names. A line holds as many values as fit."""
    texts = [value_text(value) for value in values]
    line = ""
    for text in texts:
        if line and len(line) + 3 + len(text) > width:
            yield line
            line = ""
        line = f"{line}   {text}" if line else text
    if line:
        yield from textwrap.wrap(line, width)


def table_lines(table: Table, width: int, marks: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of a table. `marks` has a text to put in front of each row.

    A table that is wider than `width` characters is split into parts with fewer columns.
    """
    heads = [heading(column) for column in table.columns]
    sides = [
        f"{mark}{heading(row)}"
        for mark, (row, _) in zip(marks or [""] * len(table.rows), table.rows, strict=True)
    ]
    cells = [[text_of(value) for value in values] for _, values in table.rows]
    if table.title:
        yield f"{table.title}:"
    yield from grid_lines(heads, sides, cells, width)


def grid_lines(
    heads: Sequence[str], sides: Sequence[str], cells: Sequence[Sequence[str]], width: int
) -> Iterator[str]:
    """Yield the lines of a grid of texts, with a heading for each column (`heads`) and row (`sides`).

    A grid that is wider than `width` characters is split into parts with fewer columns.
    """
    left = max(map(len, sides), default=0)
    widths = [max(len(head), *(len(row[i]) for row in cells)) for i, head in enumerate(heads)]
    start = 0
    while start < len(heads) or start == 0:
        end, used = start, left
        while end < len(heads) and (end == start or used + 2 + widths[end] <= width):
            used += 2 + widths[end]
            end += 1
        columns = range(start, end)
        yield (" " * left + "".join("  " + heads[i].rjust(widths[i]) for i in columns)).rstrip()
        for side, row in zip(sides, cells, strict=True):
            yield (side.ljust(left) + "".join("  " + row[i].rjust(widths[i]) for i in columns)).rstrip()
        start = max(end, start + 1)
