"""CSV tables beside a game, read with the same places and scalar rules as YAML.

The format is RFC 4180 with commas. A field may be in double quotes, and must be if it contains a comma, a
line break or a quote, which is then doubled. Three additions serve files that people write by hand. White
space around a field is not part of it, blank lines are skipped, and a line that begins with `#` is a comment.
The first record names the columns, which RFC 4180 leaves open. An unquoted field is a number, a truth value,
nothing or a text by the core rules of YAML 1.2; a quoted field is always a text.

A single regular expression matches a field and the separator after it. A record is a sequence of fields up to
a line break. A fault in the quotes ends the reading, because the start of the next field is then unknown.
"""

from __future__ import annotations

import re

from gamespec.documents.files import check_characters
from gamespec.documents.nodes import Scalar, core_value
from gamespec.program.frozen import dataclass
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.source import Source, Span

__all__ = ["Shelf", "Table", "read_table", "take_fields"]


@dataclass(frozen=True, eq=False, slots=True)
class Table:
    """The column names of a table, and its rows, each with one field for each column."""

    header: tuple[Scalar, ...]
    rows: tuple[tuple[Scalar, ...], ...]
    span: Span


# Possessive quantifiers ensure that no text can cause backtracking.
_QUOTED = r'"(?P<quoted>[^"]*+(?:""[^"]*+)*+)'
_FIELD = re.compile(rf'(?:[ \t]*+{_QUOTED}"[ \t]*+|(?P<bare>[^",\r\n]*+))(?P<after>,|\r?\n|\r|\Z)')
_OPEN_QUOTE = re.compile(rf'[ \t]*+{_QUOTED}(?P<closed>"[ \t]*+)?')
_SKIPPED = re.compile(r"(?:[ \t]*(?:\r?\n|\r)|#[^\r\n]*(?:\r?\n|\r|\Z))*(?:[ \t]+\Z)?")


MOST_FIELDS = 20_000
"""Maximum number of fields in all tables of a game. The fields of a file that is used twice count twice."""


@dataclass(slots=True)
class Shelf:
    """The number of fields that the tables of one game may still add."""

    fields: int = MOST_FIELDS


def read_table(source: Source, found: Collector, shelf: Shelf | None = None) -> Table | None:
    """Return the table in a CSV text, or `None` after reporting that its format is wrong.

    The tables of one game share their `shelf`.
    """
    if not check_characters(source, found):
        return None
    records = _records(source, found, shelf or Shelf())
    if records is None:
        return None
    if not records:
        found.report("GS133", "a table without a header", source.span())
        return None
    header, *rows = records
    ragged = [row for row in rows if not _fits(row, header, found)]
    if not _check_header(header, found) or ragged:
        return None
    return Table(header, tuple(rows), source.span(0, len(source.text)))


def take_fields(number: int, span: Span, shelf: Shelf, found: Collector) -> bool:
    """Return whether there is room for `number` more fields, and report an error if there is not."""
    shelf.fields -= number
    if shelf.fields < 0:
        found.report("GS115", f"the tables of a game have at most {MOST_FIELDS:,} fields", span)
    return shelf.fields >= 0


def _records(source: Source, found: Collector, shelf: Shelf) -> list[tuple[Scalar, ...]] | None:
    """Return the records of a text, or `None` after reporting a fault in its quotes or too many fields."""
    text = source.text
    at = 1 if text.startswith("\ufeff") else 0
    records: list[tuple[Scalar, ...]] = []
    fields: list[Scalar] = []
    while fields or (at := _skip(text, at)) < len(text):
        field = _FIELD.match(text, at)
        if field is None:
            _report_quotes(source, at, found)
            return None
        if not take_fields(1, source.span(at, at), shelf, found):
            return None
        fields.append(_scalar(source, field, found))
        at = field.end()
        if field["after"] != ",":
            records.append(tuple(fields))
            fields = []
    return records


def _skip(text: str, at: int) -> int:
    """Return the offset at which the blank lines and comments that begin at `at` end."""
    skipped = _SKIPPED.match(text, at)
    return skipped.end() if skipped else at


def _scalar(source: Source, field: re.Match[str], found: Collector) -> Scalar:
    quoted: str | None = field["quoted"]
    if quoted is None:
        bare: str = field["bare"]
        start = field.start("bare") + len(bare) - len(bare.lstrip(" \t"))
        span = source.span(start, start + len(bare.strip(" \t")))
        return Scalar(core_value(span.text, span, found), span.text, span, span)
    inner = source.span(*field.span("quoted"))
    content = quoted.replace('""', '"')
    span = source.span(inner.start - 1, inner.end + 1)
    return Scalar(content, content, span, inner, '""' in quoted)


def _report_quotes(source: Source, at: int, found: Collector) -> None:
    """Report why no field can be read at the offset `at`."""
    help_ = "put the whole field in quotes, and write a quote in it twice"
    quoted = _OPEN_QUOTE.match(source.text, at)
    if quoted is None:
        at = source.text.index('"', at)
        found.report("GS132", "a quote inside a field", source.span(at, at + 1), help=help_)
    elif quoted["closed"] is None:
        at = source.text.index('"', at)
        found.report("GS132", "a quoted field without an end", source.span(at, at + 1))
    else:
        at = quoted.end()
        message = "text follows the closing quote of a field"
        found.report("GS132", message, source.span(at, at + 1), help=help_)


def _check_header(header: tuple[Scalar, ...], found: Collector) -> bool:
    first: dict[str, Span] = {}
    sound = True
    for name in header:
        if not name.text:
            found.report("GS131", "a column without a name", name.span)
            sound = False
        elif name.text in first:
            others = (Remark(first[name.text], "first given here"),)
            found.report("GS131", f"duplicate column `{name.text}`", name.span, others=others)
            sound = False
        else:
            first[name.text] = name.span
    return sound


def _fits(row: tuple[Scalar, ...], header: tuple[Scalar, ...], found: Collector) -> bool:
    if len(row) == len(header):
        return True
    found.report(
        "GS130",
        f"a row of {_count(len(row), 'field')} in a table of {_count(len(header), 'column')}",
        row[0].span.to(row[-1].span),
        others=(Remark(header[0].span.to(header[-1].span), "the columns"),),
        help="an empty field still needs its comma; a comma inside a field needs quotes",
    )
    return False


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
