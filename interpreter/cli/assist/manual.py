"""Jobs that search and read the manual."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gamespec.text.codes import CODES, page
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.boundary import Stop
from interpreter.cli.help.docs import headings, pages, section_of, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["read_manual", "search_manual"]

GAMES = "games"
"""The folder of the pages about games, which are not searched: the games themselves say more."""

RULES = frozenset(
    {
        "auctions", "builtins", "cards-with-effects", "dice-and-pools", "hidden-information",
        "history-dependent-rules", "language", "mechanisms", "partners", "port-a-rulebook", "several-deals",
        "short-answers", "sliding-and-jumping-pieces", "tutorial", "write-a-variant", "write-scenarios",
    }
)  # fmt: skip
"""The pages about writing rules and scenarios, with which an assistant does most. Others are about commands,
browsers and editors, which it does not have."""

MORE = 1.6
"""How much more the pages `RULES` count."""

LONGEST = 12_000
"""Maximum length of a text, in characters."""

EXCERPT = 360
"""Maximum length of an excerpt, in characters."""

SATURATION, LENGTH = 1.2, 0.75
"""The parameters k1 and b of BM25 (S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25
and Beyond", 2009)."""

IN_HEADING = 4
"""How many times a word counts that stands in the heading of a section."""

_WORD = re.compile(r"\w+")


class _Section(NamedTuple):
    page: str
    heading: str
    text: str
    words: Counter[str]
    length: int


def search_manual(_root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Return the sections of the manual that fit some words best, with excerpts.

    They are ranked by BM25, times the share of the words that a section contains. A code of a diagnostic
    among the words leads to its page.
    """
    wanted = {_stem(word) for word in _WORD.findall(arguments["words"])}
    codes = [word.upper() for word in _WORD.findall(arguments["words"]) if word.upper() in CODES]
    found = [{"page": code, "section": CODES[code].slug, "excerpt": page(code)[:EXCERPT]} for code in codes]
    scored = [(_score(section, wanted), section) for section in _sections()]
    best = sorted((each for each in scored if each[0] > 0), key=lambda each: -each[0])
    for _, section in best[: arguments["limit"]]:
        excerpt = _excerpt(section.text, wanted)
        found.append({"page": section.page, "section": section.heading, "excerpt": excerpt})
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


@cache
def _sections() -> tuple[_Section, ...]:
    """Return all sections of the manual, each without its subsections."""
    return tuple(
        section
        for name, path in pages()
        if path.parent.name != GAMES
        for section in _of_page(name, path.read_text("utf-8"))
    )


def _of_page(name: str, text: str) -> Iterator[_Section]:
    marks = headings(text)
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        body = text[mark.end() : following.start() if following is not None else len(text)]
        words = Counter(map(_stem, _WORD.findall(body)))
        for word in _WORD.findall(f"{mark[2]} {name}"):
            words[_stem(word)] += IN_HEADING
        yield _Section(name, mark[2], body.strip(), words, sum(words.values()))


@cache
def _rarity(word: str) -> float:
    """Return how much a word says about the sections that contain it."""
    sections = _sections()
    having = sum(word in section.words for section in sections)
    return log(1 + (len(sections) - having + 0.5) / (having + 0.5))


@cache
def _mean_length() -> float:
    return sum(section.length for section in _sections()) / len(_sections())


def _score(section: _Section, wanted: set[str]) -> float:
    norm = SATURATION * (1 - LENGTH + LENGTH * section.length / _mean_length())
    there = [word for word in wanted if word in section.words]
    score = sum(
        _rarity(word) * section.words[word] * (SATURATION + 1) / (section.words[word] + norm)
        for word in there
    )
    share = sum(map(_rarity, there)) / sum(map(_rarity, wanted)) if wanted else 0.0
    return score * share * (MORE if section.page in RULES else 1.0)


def _stem(word: str) -> str:
    """Return a word in lower case without the ending of a plural."""
    word = word.casefold()
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word  # noqa: PLR2004 - `is`, `was`


def _excerpt(text: str, wanted: set[str]) -> str:
    """Return some lines of a text, from where it can be understood, that contain most of the words."""

    def found(part: str) -> int:
        return len({*map(_stem, _WORD.findall(part))} & wanted)

    return max(_parts(text), key=found, default="")


def _parts(text: str) -> Iterator[str]:
    """Yield the excerpts of a text: from each paragraph, row of a table, listing, and top of its lines."""
    lines, before, listing = text.splitlines(), "", False
    for number, line in enumerate(lines):
        fence = line.startswith("```")
        if line and (not before or line.startswith("|") or (listing and not line[0].isspace() and not fence)):
            part = line[:EXCERPT]
            for following in lines[number + 1 :]:
                if len(part) + len(following) >= EXCERPT:
                    break
                part += f"\n{following}"
            yield part.strip()
        listing ^= fence
        before = line
