"""Diagrams, which are boards drawn as lines of characters, each with its own place in the source.

Blanks between and before characters only make a diagram easier to read, and blank lines are skipped. `#`
marks a position without a cell, and `.` a cell about which the diagram says nothing.
"""

from __future__ import annotations

import re

from gamespec.documents.nodes import Scalar
from gamespec.model import model as m
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span

__all__ = ["CELL", "NO_CELL", "read_diagram", "read_lines"]

CELL, NO_CELL = ".", "#"

_CHARACTER, _WORD = re.compile(r"\S"), re.compile(r"\S+")


def read_diagram(node: Scalar, found: Collector) -> m.Diagram | None:
    """Return the lines of a diagram, or `None` after reporting why they cannot be determined.

    After an escape sequence, places are unknown, and folded text has lost its lines.
    """
    lines = _lines(node, found, "a diagram", _CHARACTER)
    return None if lines is None else m.Diagram(node.span, lines)


def read_lines(node: Scalar, found: Collector, what: str) -> tuple[tuple[m.Ident, ...], ...] | None:
    """Split a text into lines of words, or return `None` after reporting why that is impossible.

    The same texts are impossible as for a diagram.
    """
    return _lines(node, found, what, _WORD)


def _lines(
    node: Scalar, found: Collector, what: str, item: re.Pattern[str]
) -> tuple[tuple[m.Ident, ...], ...] | None:
    if node.escaped:
        found.report("GS126", f"{what} must not contain escapes", node.span, help="use a block: `|`")
        return None
    source, at = node.inner.source, node.inner.start
    lines: list[tuple[m.Ident, ...]] = []
    for line in source.text[node.inner.start : node.inner.end].split("\n"):
        drawn = [m.Ident(x.group(), Span(source, at + x.start(), at + x.end())) for x in item.finditer(line)]
        at += len(line) + 1
        if drawn:
            lines.append(tuple(drawn))
    if len(lines) != sum(not line.isspace() for line in node.text.split("\n") if line):
        found.report("GS122", "these lines are folded into one", node.span, help="use a block: `|`")
        return None
    return tuple(lines)
