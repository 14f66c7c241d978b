"""Writes scalars: expressions get their layout, and lines of longer texts their indentation.

Quotes are double, unless the text contains a double quote or a backslash. Where quotes are needed, and where
they may be left out, is the author's choice, because texts side by side should look alike.
"""

from __future__ import annotations

import re

from gamespec.documents.yaml_tree import Part
from gamespec.layout.expressions import Line as Row
from gamespec.layout.expressions import same_tree, spaced, spaced_lines
from gamespec.layout.roles import Role
from gamespec.program.frozen import dataclass

__all__ = ["HOLE", "STEP", "Written", "in_block", "on_lines", "on_one_line"]

STEP = 2
"""Number of blanks by which a block is indented in another."""

_BREAK = re.compile(r": |:$| #")
HOLE = re.compile(r"\{([^{}'\"\n]*)\}")
"""An expression in a template, without a text by condition."""


@dataclass(frozen=True, slots=True)
class Written:
    """A scalar as it will be written: its first line, and the lines below it with their columns."""

    first: str
    below: tuple[Row, ...] = ()


def on_one_line(part: Part, old: str, role: Role | None) -> str:
    """Return a scalar or an alias that is written on a single line."""
    written = _requoted(old[part.start : part.end])
    quote = '"' if written[:1] == '"' else ""
    if role is None or written[:1] == "'" or "\\" in written:
        return written
    inner = written[1:-1] if quote else written
    made = spaced(inner) if role is Role.EXPRESSION else HOLE.sub(_hole, inner)
    if quote:
        return f'"{made}"'
    if made == inner or not _BREAK.search(made):
        return made
    return f'"{made}"' if role is Role.EXPRESSION else inner


def _requoted(text: str) -> str:
    inner = text[1:-1].replace("''", "'")
    return f'"{inner}"' if text[:1] == "'" and not set(inner) & set('"\\') else text


def _hole(found: re.Match[str]) -> str:
    """Return a hole of a template with the layout of its expression."""
    inner = spaced(found[1])
    return f"{{{inner}}}" if same_tree(found[1], inner) else found[0]


def on_lines(part: Part, old: str, role: Role | None, first: int, others: int) -> Written:
    """Return an unquoted or quoted scalar that is written on several lines.

    It begins at the column `first`, and its other lines at the column `others` or to the right of it.
    """
    top, *below = _requoted(old[part.start : part.end]).split("\n")
    if role is Role.EXPRESSION and part.style == "plain":
        column = part.start - old.rfind("\n", 0, part.start) - 1
        rows = [Row(_indent(line), line.lstrip()) for line in below]
        made = spaced_lines([Row(column, top), *rows], first, first - column)
        if made is not None and not any(_BREAK.search(row.text) for row in made):
            return Written(made[0].text, tuple(Row(max(others, row.column), row.text) for row in made[1:]))
    last = len(below) - 1
    kept = (line.lstrip() if at == last else _without_blanks(line.lstrip()) for at, line in enumerate(below))
    return Written(_without_blanks(top), tuple(Row(others, line) for line in kept))


def _without_blanks(line: str) -> str:
    """Return a line without blanks at its end. A blank that a backslash escapes stays."""
    bare = line.rstrip()
    return f"{bare} " if bare.endswith("\\") and bare != line else bare


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def in_block(part: Part, old: str, role: Role | None, indent: int) -> Written:
    """Return a block scalar whose lines are indented by `indent`."""
    header, *lines = old[part.start : part.end].removesuffix("\n").split("\n")
    base = _base(lines, part.text)
    lines = [line[base:] for line in lines]
    chomping = _chomping(header.partition("#")[0], part.text)
    while chomping != "+" and lines and not lines[-1]:
        lines.pop()
    mark = header[0] + chomping
    rows = [Row(_indent(line), line.lstrip()) for line in lines]
    if role is Role.EXPRESSION and rows and all(row.text for row in rows) and not rows[0].column:
        made = spaced_lines(rows, indent, indent)
        if made is not None:
            return Written(mark, tuple(made))
    first = next((at for at, line in enumerate(lines) if line.strip(" ")), len(lines) - 1)
    number = str(STEP) if any(line[:1] == " " for line in lines[: first + 1]) else ""
    return Written(mark[0] + number + mark[1:], tuple(Row(indent if line else 0, line) for line in lines))


def _chomping(header: str, text: str) -> str:
    """Return what a header says of the line break at the end of `text`, which a file may lack."""
    if text and not text.endswith("\n"):
        return "-"
    return next((mark for mark in "+-" if mark in header), "")


def _base(lines: list[str], text: str) -> int:
    """Return by how many blanks the author indented the lines of a block scalar with the content `text`."""
    first = next((line for line in lines if line.strip(" ")), None)
    if first is None:
        return max(map(len, lines), default=0)
    content = next(line for line in text.split("\n") if line.strip(" "))
    return _blanks(first) - _blanks(content)


def _blanks(line: str) -> int:
    return len(line) - len(line.lstrip(" "))
