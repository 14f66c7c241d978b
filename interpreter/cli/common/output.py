"""Prints plain tables, sections and JSON on standard output."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, TextIO

from gamespec.text.visible import in_one_line
from interpreter.cli.common.screen import Drawn, echo, styled

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = [
    "coloured",
    "heading",
    "paragraph",
    "print_json",
    "print_table",
    "terminal_height",
    "terminal_width",
]

WIDEST = 120
HIGH = 24
GAP = "  "


def coloured(stream: TextIO) -> bool:
    """Return whether a stream shows colours, which means that it is a terminal and NO_COLOR is not set."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def terminal_width() -> int:
    """Return the number of columns to fill, which is the terminal's width up to a readable maximum."""
    return min(shutil.get_terminal_size((WIDEST, HIGH)).columns, WIDEST)


def terminal_height() -> int:
    """Return the number of lines of the terminal, or `HIGH` if the output is not a terminal.

    The environment variable LINES overrides both.
    """
    return shutil.get_terminal_size((WIDEST, HIGH)).lines


def heading(text: str) -> None:
    """Print an empty line, and then a headline."""
    echo()
    echo(styled(text, bold=True))


def paragraph(text: str, indent: str = "") -> None:
    """Print a text, wrapped to the width of the terminal, or unwrapped if the output is not a terminal."""
    if not sys.stdout.isatty():
        echo(indent + " ".join(text.split()))
        return
    filled = textwrap.fill(
        " ".join(text.split()), terminal_width(), initial_indent=indent, subsequent_indent=indent
    )
    echo(filled)


def print_table(
    rows: Iterable[Sequence[str]], headers: Sequence[str] = (), indent: str = "", right: Sequence[str] = ()
) -> None:
    """Print rows as a table with aligned columns. `right` names the headers of the right-aligned columns."""
    listed = [tuple(in_one_line(cell) for cell in row) for row in rows]
    everything = [tuple(headers), *listed] if headers else listed
    if not everything:
        return
    widths = [max(len(cell) for cell in column) for column in zip(*everything, strict=True)]
    to_the_right = [header in right for header in headers] or [False] * len(widths)

    def line(row: Sequence[str]) -> str:
        cells = zip(row, widths, to_the_right, strict=True)
        return (indent + GAP.join(c.rjust(w) if r else c.ljust(w) for c, w, r in cells)).rstrip()

    if headers:
        echo(styled(line(headers), dim=True))
    for row in listed:
        echo(line(row))


def print_json(value: object) -> None:
    """Print a value as indented JSON. The output is ASCII, so that every encoding can represent it."""
    echo(Drawn(json.dumps(value, indent=2, allow_nan=False)))
