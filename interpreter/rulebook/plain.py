"""Draws a rule sheet as text for the terminal, or as Markdown."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from interpreter.locale import Catalogue, catalogue
from interpreter.rulebook.marks import Style, drawn, plain, quoting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.rulebook.sheet import Line, Part, Sheet

__all__ = ["markdown", "text"]

INDENT = "  "
NARROWEST = 30
"""The least number of characters in a line after its indent."""


def text(sheet: Sheet, width: int = 100) -> str:
    """Return a rule sheet as plain text with lines of at most `width` characters."""
    lines = [sheet.title, *filter(None, (sheet.about, ", ".join(sheet.facts)))]
    texts = catalogue(sheet.language)
    style = quoting(*texts.gettext("‘{name}’").split("{name}"))  # noqa: RUF001 - quotation marks
    for part in sheet.parts:
        lines += _part(part, width, texts, style)
    return "\n".join(lines) + "\n"


def _part(part: Part, width: int, texts: Catalogue, style: Style, level: int = 0) -> Iterator[str]:
    yield ""
    yield part.title.upper() if level == 0 else f"{INDENT * (level - 1)}{plain(part.title)}"
    for line in part.lines:
        yield from _line(line, width, level, texts, style)
    for inner in part.parts:
        yield from _part(inner, width, texts, style, level + 1)


def _line(line: Line, width: int, level: int, texts: Catalogue, style: Style) -> Iterator[str]:
    indent = INDENT * level
    said = texts.gettext("“{text}”", text=line.text) if line.quoted is not None else line.text
    yield from textwrap.wrap(
        drawn(said, style),
        max(width, len(indent) + NARROWEST),
        initial_indent=f"{indent}- ",
        subsequent_indent=f"{indent}  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
    for inner in line.lines:
        yield from _line(inner, width, level + 1, texts, style)


_ESCAPED = str.maketrans({each: f"\\{each}" for each in "\\`*_[]<>"})
_MARKDOWN = Style(
    lambda text: text.translate(_ESCAPED),
    lambda text: f"*{text.translate(_ESCAPED)}*",
    lambda text: f"`{text}`",
    lambda text, _: text,
)


def markdown(sheet: Sheet) -> str:
    """Return a rule sheet as Markdown. Each line ends with its place in the specification."""
    escaped = sheet.title.translate(_ESCAPED)
    lines = [f"# {escaped}", ""]
    lines += [
        each
        for said in filter(None, (sheet.about, ", ".join(sheet.facts)))
        for each in (said.translate(_ESCAPED), "")
    ]
    for part in sheet.parts:
        lines += _markdown_part(part, 2, sheet.language)
    return "\n".join(lines).rstrip() + "\n"


def _markdown_part(part: Part, level: int, language: str) -> Iterator[str]:
    yield f"{'#' * level} {drawn(part.title, _MARKDOWN)}"
    yield ""
    for line in part.lines:
        yield from _markdown_line(line, 0, language)
    if part.lines:
        yield ""
    if part.examples:
        shown = ", ".join(f"`{each.id}`" for each in part.examples)
        yield catalogue(language).gettext("Examples: {ids}", ids=shown)
        yield ""
    for inner in part.parts:
        yield from _markdown_part(inner, level + 1, language)


def _markdown_line(line: Line, level: int, language: str) -> Iterator[str]:
    said = drawn(line.text, _MARKDOWN)
    place = ""
    if line.places:
        span = line.places[0]
        file = span.source.name.rpartition("/")[2]
        place = f" `{file}:{span.line}`"
    if line.quoted is not None:
        said = catalogue(language).gettext("“{text}”", text=said)
    yield f"{'  ' * level}- {said}{place}"
    for inner in line.lines:
        yield from _markdown_line(inner, level + 1, language)
