"""The pages of the manual, and their sections."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gamespec.system.resources import directory
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["headings", "pages", "section_of", "title_of"]

_HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def pages() -> Iterator[tuple[str, Path]]:
    """Yield the name and the path of each page.

    The tutorials and how-tos come first, then the reference, and then the games.
    """
    root = directory("docs")
    for part in (".", "how-to", "reference", "explanation", "games"):
        for path in sorted((root / part).glob("*.md")):
            if path.stem != "index":
                yield path.stem, path


def title_of(path: Path) -> str:
    """Return the first heading of a page."""
    found = _HEADING.search(path.read_text(encoding="utf-8"))
    return found[2] if found is not None else path.stem


def headings(text: str) -> list[re.Match[str]]:
    """Return the matches of a page's headings, ignoring blocks of code."""
    blocks = [block.span() for block in _FENCED.finditer(text)]
    found = _HEADING.finditer(text)
    return [h for h in found if not any(start < h.start() < end for start, end in blocks)]


def section_of(name: str, text: str, wanted: str) -> str:
    """Return the text of a section with its subsections, given its number or a part of its heading."""
    found = headings(text)
    number = re.compile(rf"{re.escape(wanted)}(\.|\s|$)")
    fitting = [h for h in found if number.match(h[2])] or [
        h for h in found if wanted.casefold() in h[2].casefold()
    ]
    if not fitting:
        titles = [h[2] for h in found[1:]]
        listed = "; ".join(h[2] for h in found[1:] if len(h[1]) == 2)  # noqa: PLR2004 - those of the page itself
        hint = did_you_mean(wanted, titles) or f"its sections: {listed}"
        raise Stop(f"`{name}` has no section `{wanted}`", hint)
    begin = fitting[0]
    rest = found[found.index(begin) + 1 :]
    end = next((h.start() for h in rest if len(h[1]) <= len(begin[1])), len(text))
    return text[begin.start() : end]
