"""Marks in sentences: what is a name, what is quoted from the specification, and what leads elsewhere.

A sentence is a plain text. Marks are characters of Unicode's private area, which no text of an author keeps
(`cleaned`), so sentences can be filled into one another like any texts. `drawn` replaces the marks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gamespec.text.visible import visible

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = [
    "PLAIN",
    "Style",
    "bare",
    "capital",
    "cleaned",
    "code",
    "drawn",
    "link",
    "name",
    "plain",
    "quoting",
    "unlinked",
]

_NAME, _CODE, _LINK, _OF, _END = "\ue000", "\ue001", "\ue002", "\ue003", "\ue004"
_MARKS = re.compile(f"[{_NAME}{_CODE}{_LINK}{_OF}{_END}]")
_INNERMOST = re.compile(f"([{_NAME}{_CODE}{_LINK}])([^{_NAME}{_CODE}{_LINK}{_END}]*){_END}")

_SPARE = re.compile(f",(?={_END}*\\s*(?:[.;:,)]|$))| +(?=,)")
"""A comma that closes a clause where another sign closes it anyway, and a blank before a comma."""


def cleaned(text: str) -> str:
    """Return an author's text in one line, without marks and without characters that act on a terminal."""
    return visible(" ".join(_MARKS.sub("", text).split()))


def name(text: str) -> str:
    """Mark a name that people read, such as the label of a zone."""
    return f"{_NAME}{cleaned(text)}{_END}"


def code(text: str) -> str:
    """Mark what is quoted from the specification because there is no text for people."""
    return f"{_CODE}{cleaned(text)}{_END}"


def link(text: str, target: str) -> str:
    """Mark a text, which may contain marks, as leading to the part of the sheet with the anchor `target`."""
    return f"{_LINK}{target}{_OF}{text}{_END}"


def capital(sentence: str) -> str:
    """Return a sentence with a capital letter at its beginning, unless it begins with a mark."""
    return sentence[:1].upper() + sentence[1:]


@dataclass(frozen=True)
class Style:
    """How each mark is drawn. `text` is applied to everything that is not a mark."""

    text: Callable[[str], str]
    name: Callable[[str], str]
    code: Callable[[str], str]
    link: Callable[[str, str], str]


PLAIN = Style(str, str, str, lambda text, _: text)
"""Draws a sentence without any marks."""


def quoting(opening: str, closing: str) -> Style:
    """Return a style for plain text: names in quotation marks, unless they are single letters or numbers."""

    def quoted(text: str) -> str:
        return text if len(text) == 1 or text.isdecimal() else f"{opening}{text}{closing}"

    return Style(str, quoted, lambda text: f"`{text}`", lambda text, _: text)


def drawn(sentence: str, style: Style) -> str:
    """Return a sentence with its marks drawn in a style."""
    parts: list[str] = []

    def kept(part: str) -> str:
        parts.append(part)
        return chr(0xE100 + len(parts) - 1)

    def restored(text: str) -> str:
        return re.sub("[\ue100-\uf8ff]", lambda found: restored(parts[ord(found[0]) - 0xE100]), text)

    def replaced(found: re.Match[str]) -> str:
        kind, inner = found.groups()
        if kind == _LINK:
            target, _, shown = inner.partition(_OF)
            return kept(style.link(_outside(shown, style), target))
        return kept((style.name if kind == _NAME else style.code)(inner))

    sentence = _SPARE.sub("", sentence)
    while _MARKS.search(sentence):
        sentence = _INNERMOST.sub(replaced, sentence)
    return restored(_outside(sentence, style))


def _outside(text: str, style: Style) -> str:
    """Apply the style of plain text to what has not been drawn yet."""
    return re.sub("[^\ue100-\uf8ff]+", lambda found: style.text(found[0]), text)


def plain(sentence: str) -> str:
    """Return a sentence without marks."""
    return drawn(sentence, PLAIN)


def unlinked(sentence: str) -> str:
    """Return a sentence without links, but with its other marks."""
    return drawn(sentence, Style(str, name, code, lambda text, _: text))


def bare(marked: str) -> bool:
    """Return whether a text is a single name or quotation, perhaps with a link, and nothing else."""
    depth, starts = 0, f"{_NAME}{_CODE}{_LINK}"
    for at, char in enumerate(marked):
        depth += (char in starts) - (char == _END)
        if depth == 0:
            return at > 0 and at == len(marked) - 1
    return False
