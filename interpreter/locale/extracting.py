"""Extracts messages from the code with Babel, and updates the template and the catalogues."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import TYPE_CHECKING, BinaryIO

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from interpreter.locale import DOMAIN, LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

__all__ = ["extracted", "faults_of", "outdated", "page_messages", "updated"]

ROOT = Path(__file__).resolve().parents[2]
FOLDER = Path(__file__).resolve().parent
TEMPLATE = FOLDER / f"{DOMAIN}.pot"
METHODS = {
    ".py": "python",
    ".js": "javascript",
    ".html": "interpreter.locale.extracting:page_messages",
}
"""The Babel extraction method for the files with each extension."""
COLLECTED = {"interpreter/playground/phrases.py": ("interpreter.playground.phrases:messages",)}
"""The extraction methods of modules that collect messages from other places than their own code."""
OPTIONS = {"parse_template_string": True}  # of JavaScript
KEYWORDS = {
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "gettext_noop": None,
    "pgettext_noop": ((1, "c"), 2),
    "CannotGoOn": None,
    "Notice": None,
    "Refusal": None,
    "Counted": (1, 2),
}
"""The functions that take messages as arguments, each with the positions of these arguments."""
ATTRIBUTES = ("data-word", "data-label")
"""The HTML attributes in the page whose values are messages."""
MENTIONED = re.compile("|".join((*KEYWORDS, *ATTRIBUTES)).encode())
"""Matches something in every file that contains messages. Other files are skipped without being parsed."""
LEFT_OUT = (
    "Generated-By",
    "Language-Team",
    "Last-Translator",
    "PO-Revision-Date",
    "POT-Creation-Date",
    "Project-Id-Version",
    "Report-Msgid-Bugs-To",
)
"""The headers that are omitted from catalogues, because they are useless or change with time."""
HEADER = """# Messages of gamespec.
# `python -m interpreter.locale` brings this file up to date with the code; write texts only.
#"""


def page_messages(
    file: BinaryIO, keywords: Mapping[str, object], tags: Collection[str], options: Mapping[str, object]
) -> Iterator[tuple[int, str, str, list[str]]]:
    """Yield the messages of the page, in the form that Babel expects of an extraction method."""
    del keywords, tags, options
    found: list[tuple[int, str, str, list[str]]] = []

    class Page(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            del tag
            found.extend(
                (self.getpos()[0], "gettext", said, []) for name, said in attrs if said and name in ATTRIBUTES
            )

    Page().feed(file.read().decode())
    yield from found


def extracted() -> Catalog:
    """Return a catalogue of all messages in the code, without translations."""
    catalog = Catalog(domain=DOMAIN, project="gamespec", header_comment=HEADER, fuzzy=False)
    for path in sorted((ROOT / "interpreter").rglob("*.*")):
        if path.suffix in METHODS and MENTIONED.search(path.read_bytes()):
            place = path.relative_to(ROOT).as_posix(), 0
            for method in (METHODS[path.suffix], *COLLECTED.get(place[0], ())):
                found = extract_from_file(method, path, keywords=KEYWORDS, options=OPTIONS)
                for _, message, _, context in found:
                    catalog.add(message, locations=[place], context=context)
    return catalog


def updated() -> dict[Path, str]:
    """Return the updated contents of the template and the catalogues, by path."""
    template = extracted()
    found = {TEMPLATE: _written(template)}
    for language, path in _files().items():
        catalog = _read(language, path)
        catalog.update(template, no_fuzzy_matching=True, update_header_comment=True)
        found[path] = _written(catalog)
    return found


def outdated() -> list[str]:
    """Return a line for each fault of the catalogues and for each file that is not up to date."""
    wanted = updated()
    lines = [
        f"{path.relative_to(ROOT)}: not up to date"
        for path, content in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != content
    ]
    for language, path in _files().items():
        for message in _read(language, path):
            lines += [f"{path.relative_to(ROOT)}: {fault}" for fault in faults_of(message)]
    return lines


def faults_of(message: Message) -> list[str]:
    """Return the faults of a translation.

    A translation is faulty if it is missing, if it is marked as fuzzy, or if its placeholders differ from
    those of the message.
    """
    if not message.id:
        return []
    ids = message.id if isinstance(message.id, list | tuple) else (message.id,)
    texts = message.string if isinstance(message.string, list | tuple) else (message.string or "",)
    said = f"`{ids[0]}`"
    if not all(texts):
        return [f"{said} has no text"]
    if message.fuzzy:
        return [f"{said} is fuzzy"]
    holes = _holes(*ids)
    return [f"{said} has other values in `{text}`" for text in texts if not _fits(text, holes)]


def _fits(text: str, holes: set[str]) -> bool:
    """Return whether a translation has the given placeholders. `{count}` may be missing from it."""
    return holes - {"count"} <= _holes(text) <= holes


def _holes(*texts: str) -> set[str]:
    return {name for text in texts for _, name, _, _ in Formatter().parse(text) if name is not None}


def _files() -> dict[str, Path]:
    """Return the path of the catalogue for each language except English."""
    return {
        language: FOLDER / language / "LC_MESSAGES" / f"{DOMAIN}.po"
        for language in LANGUAGES
        if language != "en"
    }


def _read(language: str, path: Path) -> Catalog:
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN, project="gamespec", fuzzy=False)
    return read_po(BytesIO(path.read_bytes()), locale=language, domain=DOMAIN, abort_invalid=True)


def _written(catalog: Catalog) -> str:
    """Return the contents of a catalogue's file, sorted by id, without line numbers and dates."""
    out = BytesIO()
    write_po(out, catalog, width=100, sort_output=True, include_lineno=False, ignore_obsolete=True)
    lines = out.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(tuple(f'"{name}:' for name in LEFT_OUT)))
