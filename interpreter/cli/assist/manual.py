"""Jobs that search and read the manual."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from gamespec.text.codes import CODES, page
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.boundary import Stop
from interpreter.cli.help.pages import headings, pages, section_of, title_of
from interpreter.cli.help.search import EXCERPT, GAMES, best, excerpt

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["read_manual", "search_manual"]

LONGEST = 12_000
"""Maximum length of a text, in characters."""


def search_manual(_root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Return the sections of the manual that fit some words best, with excerpts.

    A code of a diagnostic among the words leads to its page.
    """
    words = arguments["words"]
    codes = [word.upper() for word in re.findall(r"\w+", words) if word.upper() in CODES]
    found = [{"page": code, "section": CODES[code].slug, "excerpt": page(code)[:EXCERPT]} for code in codes]
    for section in best(words)[: arguments["limit"]]:
        some = excerpt(section.text, words)
        found.append({"page": section.page, "section": section.heading, "excerpt": some})
    return {"sections": found[: arguments["limit"]]}


def read_manual(_root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Return a page of the manual, or a section of it. Without a page, return the titles of all pages.

    A page that is too long is cut, and its sections are listed. The code of a diagnostic is the name of the
    page that explains it. Raises `Stop` if there is no such page or section.
    """
    known = dict(pages())
    name, section = arguments["page"], arguments["section"]
    if name is None:
        titles = [f"{each}: {title_of(path)}" for each, path in known.items() if path.parent.name != GAMES]
        return {"page": None, "text": "\n".join(titles)}
    name = name.removesuffix(".md")
    code = next(
        (row.code for row in CODES.values() if name.casefold() in {row.code.casefold(), row.slug}), None
    )
    if code is not None:
        return {"page": code, "text": page(code)}
    if name not in known:
        near = did_you_mean(name, [*known, *CODES])
        raise Stop(f"the manual has no page `{name}`", near or "call this without a page for a list")
    text = known[name].read_text(encoding="utf-8")
    there = [each[2] for each in headings(text)[1:]]
    part = text if section is None else section_of(name, text, section)
    if len(part) <= LONGEST:
        return {"page": name, "text": part}
    inner = there if section is None else [each[2] for each in headings(part)[1:]]
    return {"page": name, "text": part[:LONGEST], "cut": True, "sections": inner}
