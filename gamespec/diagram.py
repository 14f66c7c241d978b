"""Diagrams: boards drawn as lines of characters, each of which knows its place.

Blanks between characters, and before them, are for the eye only; lines without characters are none. `#`
stands for no cell, `.` for one of which nothing is said.
"""

from __future__ import annotations

from gamespec import model as m
from gamespec.diagnostics import Collector
from gamespec.nodes import Scalar
from gamespec.source import Span

__all__ = ["CELL", "NO_CELL", "read_diagram"]

CELL, NO_CELL = ".", "#"


def read_diagram(node: Scalar, found: Collector) -> m.Diagram | None:
    """The lines of a diagram; `None` after reporting why they cannot be told.

    Behind an escape no place is known, and what YAML folds is no longer in lines.
    """
    if node.escaped:
        found.report("GS126", "a diagram must not contain escapes", node.span, help="use a block: `|`")
        return None
    source, at = node.inner.source, node.inner.start
    lines: list[tuple[m.Ident, ...]] = []
    for line in source.text[node.inner.start : node.inner.end].split("\n"):
        drawn = [m.Ident(c, Span(source, at + i, at + i + 1)) for i, c in enumerate(line) if not c.isspace()]
        at += len(line) + 1
        if drawn:
            lines.append(tuple(drawn))
    if len(lines) != sum(not line.isspace() for line in node.text.split("\n") if line):
        found.report("GS122", "these lines are folded into one", node.span, help="use a block: `|`")
        return None
    return m.Diagram(node.span, tuple(lines))
