"""Draws a rule sheet as one HTML page that requests nothing from any machine.

Each line ends with its place in the specification. The text that stands there appears beside the line if the
place is pointed at or focused, and below every line if the reader ticks a box; this takes no script.
"""

from __future__ import annotations

from html import escape
from importlib.resources import files
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

from gamespec.text.visible import visible
from interpreter.locale import catalogue
from interpreter.rulebook.marks import Style, drawn

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamespec.text.source import Span
    from interpreter.rulebook.sheet import Example, Line, Part, Sheet

__all__ = ["page"]

SHOWN = 14
"""The greatest number of lines that are quoted from the specification at one place."""

_HTML = Style(
    escape,
    lambda text: f"<i>{escape(text)}</i>",
    lambda text: f"<code>{escape(text)}</code>",
    lambda text, target: f'<a href="#{escape(target)}">{text}</a>',
)


def page(sheet: Sheet, folder: Path) -> str:
    """Return the page. Files are named relative to `folder`, which holds the specification."""
    return "".join(_Page(sheet, folder).parts())


class _Page:
    def __init__(self, sheet: Sheet, folder: Path) -> None:
        self.sheet, self.folder = sheet, folder
        self.texts = catalogue(sheet.language)
        self.files: dict[str, str] = {}

    def parts(self) -> Iterator[str]:
        sheet, gettext = self.sheet, self.texts.gettext
        title = gettext("{game}: the rules as specified", game=sheet.title)
        style = files("interpreter.rulebook").joinpath("page.css").read_text(encoding="utf-8")
        yield f'<!doctype html>\n<html lang="{sheet.language}">\n<head>\n<meta charset="utf-8">\n'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        yield f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        skip = escape(gettext("To the rules"))
        yield f'<a class="skip" href="#rules">{skip}</a>\n'
        yield from self._contents()
        yield f'<main id="rules">\n<h1>{escape(sheet.title)}</h1>\n'
        yield "".join(f"<p>{escape(said)}</p>\n" for said in (sheet.about, ", ".join(sheet.facts)) if said)
        told = gettext(
            "Written from the specification, sentence by sentence: what the machine believes the rules are."
        )
        yield f'<p class="note">{escape(told)}</p>\n'
        for part in sheet.parts:
            yield from self._part(part, 2)
        yield "</main>\n</body>\n</html>\n"

    def _contents(self) -> Iterator[str]:
        contents = escape(self.texts.gettext("Contents"))
        yield f'<nav aria-label="{contents}">\n<ul>\n'
        for part in self.sheet.parts:
            yield f'<li><a href="#{part.anchor}">{escape(part.title)}</a>'
            if part.parts:
                inner = "".join(
                    f'<li><a href="#{each.anchor}">{drawn(each.title, _HTML)}</a></li>' for each in part.parts
                )
                yield f"<ul>{inner}</ul>"
            yield "</li>\n"
        yield "</ul>\n"
        said = escape(self.texts.gettext("Show the specification below each sentence"))
        yield f'<label class="toggle"><input type="checkbox" id="places"> {said}</label>\n</nav>\n'

    def _part(self, part: Part, level: int) -> Iterator[str]:
        tag = f"h{min(level, 6)}"
        title = f"{drawn(part.title, _HTML)}{self._place(part.places)}"
        yield f'<section id="{part.anchor}">\n<{tag}>{title}</{tag}>\n'
        yield from self._examples(part.examples)
        yield from self._lines(part.lines)
        for inner in part.parts:
            yield from self._part(inner, level + 1)
        yield "</section>\n"

    def _lines(self, lines: Sequence[Line]) -> Iterator[str]:
        if not lines:
            return
        yield "<ul>\n"
        for line in lines:
            anchor = f' id="{line.anchor}"' if line.anchor else ""
            said = self._linked(line)
            yield f"<li{anchor}>{said}{self._place(line.places)}"
            yield from self._examples(line.examples)
            yield from self._lines(line.lines)
            yield "</li>\n"
        yield "</ul>\n"

    def _linked(self, line: Line) -> str:
        said = drawn(line.text, _HTML)
        if line.quoted is None:
            return f"<span>{said}</span>"
        language = (
            f' lang="{escape(line.quoted)}"' if line.quoted and line.quoted != self.sheet.language else ""
        )
        return f"<q{language}>{said}</q>"

    def _place(self, places: Sequence[Span]) -> str:
        if not places:
            return ""
        span = places[0]
        at = escape(f"{self._file(span)}:{span.line}")
        return f' <span class="place"><a tabindex="0">{at}</a><pre>{escape(_quoted(places))}</pre></span>'

    def _file(self, span: Span) -> str:
        source = span.source.name
        if source not in self.files:
            path, folder = Path(source).resolve(), self.folder.resolve()
            inside = path.is_relative_to(folder)
            self.files[source] = path.relative_to(folder).as_posix() if inside else path.name
        return self.files[source]

    def _examples(self, examples: Sequence[Example]) -> Iterator[str]:
        if not examples:
            return
        many = self.texts.ngettext("{count} example", "{count} examples", len(examples))
        yield f'<details class="examples"><summary>{escape(many)}</summary><ul>'
        for each in examples:
            at = escape(f"{self._file(each.place)}:{each.place.line}")
            yield f'<li><code>{escape(each.id)}</code> {escape(each.title)} <span class="at">{at}</span></li>'
        yield "</ul></details>\n"


def _quoted(places: Sequence[Span]) -> str:
    """Return the lines of the specification from the first of several places to the end of the last."""
    span = places[0]
    end = max(each.end for each in places if each.source is span.source)
    first, last = span.line, span.source.line_column(max(span.start, end - 1))[0]
    lines = [span.source.line(number) for number in range(first, min(last, first + SHOWN - 1) + 1)]
    return visible(dedent("\n".join(lines))) + ("\n…" if last - first >= SHOWN else "")
