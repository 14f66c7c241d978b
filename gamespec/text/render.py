"""Renders diagnostics as text: for people (`full`, `concise`), for programs (`json`), and for `github`.

The full form shows the lines at fault. A label becomes one *mark* on its line, or one mark each on the first
and the last of its lines. A mark is a range of screen columns. It is underlined with carets if it is the
place at fault, and with dashes if it explains the fault. Screen columns are not characters. A tab is shown as
four spaces, East Asian characters take two columns, combining characters take none, and any character that
would move the cursor is shown as a symbol. The text of the mark that ends last is beside the underlines. The
other texts follow from right to left, each below its mark at the end of a stroke:

    58 |   card.rank == trump
       |   ---------    ^^^^^ is a suit
       |   |
       |   is a rank
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Literal, NamedTuple, TypeAlias

from gamespec.text.diagnostics import Diagnostic, Remark, Severity
from gamespec.text.source import Source, Span
from gamespec.text.visible import cell, in_one_line, visible

__all__ = ["Style", "annotation", "render", "summary"]

Style = Literal["full", "concise", "json", "github"]
Paint: TypeAlias = Callable[[str, str], str]

LONGEST_LINE = 160  # maximum number of characters shown of a source line
MARGIN = 20  # characters before the first mark of a line that is cut

_ANSI = {"error": "1;31", "warning": "1;33", "frame": "1;34", "bold": "1"}


def render(diagnostics: Iterable[Diagnostic], style: Style = "full", colour: bool = False) -> str:  # noqa: FBT001, FBT002 - reads well at its two calls
    """Return diagnostics in one of the styles, without a final line break.

    `colour` adds the escape sequences of terminals to the full style.
    """
    match style:
        case "full":
            paint = _in_colour if colour else _plainly
            return "\n\n".join("\n".join(_full(d, paint)) for d in diagnostics)
        case "concise":
            return "\n".join(_line(d) for d in diagnostics)
        case "json":
            return json.dumps([_record(d) for d in diagnostics], indent=2)
        case "github":
            return "\n".join(_annotation(d) for d in diagnostics)


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """Return the numbers of errors and warnings in words, such as "3 errors and 1 warning in 2 files"."""
    listed = list(diagnostics)
    errors = sum(d.severity == "error" for d in listed)
    warnings = len(listed) - errors
    counts = [_count(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    if not counts:
        return "no errors"
    return f"{' and '.join(counts)} in {_count(len({d.span.source.name for d in listed}), 'file')}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _plainly(_: str, text: str) -> str:
    return text


def _in_colour(role: str, text: str) -> str:
    return f"\x1b[{_ANSI[role]}m{text}\x1b[0m" if text else ""


# --- For programs -----------------------------------------------------------------------------


def _place(span: Span) -> dict[str, str | int]:
    line, column = span.source.line_column(_clamped(span.start, span.source))
    end_line, end_column = span.source.line_column(_clamped(span.end, span.source))
    return {
        "path": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _clamped(offset: int, source: Source) -> int:
    return min(max(offset, 0), len(source.text))


def _record(d: Diagnostic) -> dict[str, object]:
    return {
        "code": d.code,
        "severity": d.severity,
        "message": d.message,
        **_place(d.span),
        "label": d.label.text,
        "help": d.help,
        "notes": list(d.notes),
        "labels": [{**_place(other.span), "text": other.text} for other in d.others],
    }


def _annotation(d: Diagnostic) -> str:
    return annotation(d.severity, d.span, d.code, d.message + (f"\nhelp: {d.help}" if d.help else ""))


def annotation(severity: Severity, span: Span, title: str, text: str) -> str:
    """Return a GitHub Actions workflow command that shows a text at a place in a file."""
    place = _place(span)
    keys = {"path": "file", "column": "col", "end_line": "endLine", "end_column": "endColumn"}
    pairs = {keys.get(key, key): visible(str(value)) for key, value in place.items()} | {"title": title}
    properties = ",".join(
        f"{key}={_escaped(visible(value)).replace(':', '%3A').replace(',', '%2C')}"
        for key, value in pairs.items()
    )
    return f"::{severity} {properties}::{_escaped(visible(text))}"


def _escaped(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


# --- For people -------------------------------------------------------------------------------


class _Piece(NamedTuple):
    """The part of a single line that a label marks: the characters `start` to `end` of line `line`."""

    line: int
    start: int
    end: int
    role: str
    text: str


class _Mark(NamedTuple):
    """A piece of a line, measured in screen columns."""

    start: int
    end: int
    role: str
    text: str


def _headline(d: Diagnostic, paint: Paint) -> str:
    return paint(d.severity, f"{d.severity}[{d.code}]") + paint("bold", f": {in_one_line(d.message)}")


def _line(d: Diagnostic) -> str:
    place = _place(d.span)
    return f"{in_one_line(d.span.source.name)}:{place['line']}:{place['column']}: " + _headline(d, _plainly)


def _full(d: Diagnostic, paint: Paint) -> list[str]:
    """Return the lines of one diagnostic: the headline, an excerpt of each file, help and notes."""
    pieces: dict[Source, list[_Piece]] = {d.span.source: []}
    notes = list(d.notes)
    for label, role in [(d.label, d.severity), *((other, "frame") for other in d.others)]:
        source = label.span.source
        if source.text:
            pieces.setdefault(source, []).extend(_pieces(label, role))
        elif label.text:
            notes.append(f"{source.name}: {label.text}")
    last = max((piece.line for group in pieces.values() for piece in group), default=1)
    gutter = " " * len(str(last))
    frame = paint("frame", f"{gutter} |")
    lines = [_headline(d, paint)]
    for source, group in pieces.items():
        arrow = "-->"
        if source is not d.span.source:
            arrow = ":::"
            lines.append(frame)
        where = f":{group[0].line}:{group[0].start + 1}" if group else ""
        lines.append(f"{paint('frame', gutter + arrow)} {in_one_line(source.name)}{where}")
        if group:
            lines += [frame, *_excerpt(source, group, len(gutter), paint)]
    cures = [("help", d.help)] if d.help else []
    cures += [("note", note) for note in notes]
    if cures:
        lines += [frame] if any(pieces.values()) else []
        stroke = paint("frame", f"{gutter} =")
        lines += [f"{stroke} {paint('bold', name)}: {in_one_line(text)}" for name, text in cures]
    return lines


def _pieces(label: Remark, role: str) -> list[_Piece]:
    """Return the pieces of a label.

    A label on several lines has a piece on its first and on its last line, one of which carries the text.
    """
    source = label.span.source
    start = _clamped(label.span.start, source)
    end = max(start, _clamped(label.span.end, source))
    marked = source.text[start:end]
    if "\n" in marked:
        end = start + (len(marked.rstrip()) or marked.index("\n"))
    line, column = source.line_column(start)
    last_line, last_column = source.line_column(end)
    if line == last_line:
        return [_Piece(line, column - 1, last_column - 1, role, label.text)]
    last = source.line(last_line)
    indentation = len(last) - len(last.lstrip())
    return [
        _Piece(line, column - 1, len(source.line(line)), role, ""),
        _Piece(last_line, indentation, last_column - 1, role, label.text),
    ]


def _excerpt(source: Source, pieces: list[_Piece], width: int, paint: Paint) -> list[str]:
    """Return the marked lines with their annotations, and `...` where lines are left out."""
    rows: list[str] = []
    before = 0
    for number, group in groupby(sorted(pieces, key=lambda p: p.line), key=lambda p: p.line):
        if before and number == before + 2:
            text, _ = _shown(source.line(before + 1), [])
            rows.append(f"{paint('frame', f'{before + 1:>{width}} |')} {text}".rstrip())
        elif before and number > before + 2:
            rows.append(paint("frame", "..."))
        text, marks = _shown(source.line(number), list(group))
        rows.append(f"{paint('frame', f'{number:>{width}} |')} {text}".rstrip())
        frame = paint("frame", f"{' ' * width} |")
        rows += [f"{frame} {row}".rstrip() for row in _annotated(marks, paint)]
        before = number
    return rows


def _shown(line: str, pieces: list[_Piece]) -> tuple[str, list[_Mark]]:
    """Return a line as it is shown, which is cut if it is very long, and the marks below it."""
    left = 0
    if len(line) > LONGEST_LINE:
        first = min((piece.start for piece in pieces), default=0)
        left = max(0, min(first - MARGIN, len(line) - LONGEST_LINE))
    cut = line[left : left + LONGEST_LINE]
    cells = [cell(char) for char in cut]
    columns = [1 if left else 0]
    for _, width in cells:
        columns.append(columns[-1] + width)
    text = "".join(char for char, _ in cells)
    shown = f"{'…' if left else ''}{text}{'…' if left + len(cut) < len(line) else ''}"
    return shown, [_mark(piece, left, columns) for piece in pieces]


def _mark(piece: _Piece, left: int, columns: list[int]) -> _Mark:
    """Return the mark of a piece. A combining character gets the column of its letter."""
    start, end = (columns[min(max(at - left, 0), len(columns) - 1)] for at in piece[1:3])
    if start == end:
        start -= start > columns[0] and piece.start < min(piece.end, left + len(columns) - 1)
        end = start + 1
    return _Mark(start, end, piece.role, piece.text)


def _annotated(marks: list[_Mark], paint: Paint) -> list[str]:
    """Return the rows below a line, which hold the underlines and the texts."""
    end = max(mark.end for mark in marks)
    roles = [""] * end
    for mark in sorted(marks, key=lambda m: m.role != "frame"):
        roles[mark.start : mark.end] = [mark.role] * (mark.end - mark.start)
    underlines = "".join(_underline(role, len(list(run)), paint) for role, run in groupby(roles))
    said = sorted((m for m in marks if m.text), key=lambda m: (m.end, m.start))
    if said and said[-1].end == end:
        beside = said.pop()
        underlines += " " + paint(beside.role, in_one_line(beside.text))
    below = sorted(said, key=lambda m: m.start)
    rows = [underlines]
    if below:
        rows.append(_strokes(below, "", paint))
    while below:
        mark = below.pop()
        left = [m for m in below if m.start < mark.start]
        rows.append(_strokes([*left, mark], in_one_line(mark.text), paint))
    return rows


def _underline(role: str, length: int, paint: Paint) -> str:
    sign = {"": " ", "frame": "-"}.get(role, "^")
    return sign * length if sign == " " else paint(role, sign * length)


def _strokes(marks: list[_Mark], text: str, paint: Paint) -> str:
    """Return a row with a stroke below the start of each mark.

    If there is a text, it replaces the last stroke.
    """
    row, column = "", 0
    by_start = {mark.start: mark for mark in marks}
    for start, mark in by_start.items():
        sign = text if text and mark is marks[-1] else "|"
        row += " " * (start - column) + paint(mark.role, sign)
        column = start + 1
    return row
