"""Ranks the sections of the manual by words, for `gamespec docs --find` and for assistants."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from math import log
from typing import TYPE_CHECKING, NamedTuple

from interpreter.cli.help.pages import headings, pages

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

__all__ = ["EXCERPT", "GAMES", "Section", "best", "excerpt"]

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

EXCERPT = 360
"""Maximum length of an excerpt, in characters."""

SATURATION, LENGTH = 1.2, 0.75
"""The parameters k1 and b of BM25 (S. Robertson, H. Zaragoza, "The Probabilistic Relevance Framework: BM25
and Beyond", 2009)."""

IN_HEADING = 4
"""How many times a word counts that stands in the heading of a section, or in what a table calls it."""

SHORTEST = 3
"""Number of letters that a word keeps without its ending."""

COMMON = 0.4
"""Words in a larger share of all sections say nothing, unless all words are such."""

_WORD = re.compile(r"\w+")
_ROW = re.compile(r"^\| (.*?) \|(.*)\|$", re.MULTILINE)
_LINK = re.compile(r"\]\(([^)#:]*)#?([^)]*)\)")


class Section(NamedTuple):
    """A section of the manual without its subsections, and how often it has each word."""

    page: str
    heading: str
    text: str
    words: Counter[str]
    length: int


def best(words: str) -> list[Section]:
    """Return the sections that fit some words, the best first.

    They are ranked by BM25, times the share of the words that a section contains. Words that most sections
    have count only if there are no others.
    """
    every = _stems(words)
    wanted = {word for word in every if _share(word) <= COMMON} or every
    scored = [(_score(section, wanted), section) for section in _sections()]
    return [section for score, section in sorted(scored, key=lambda each: -each[0]) if score > 0]


@cache
def _sections() -> tuple[Section, ...]:
    """Return all sections of the manual, each without its subsections."""
    texts = {path: path.read_text("utf-8") for _, path in pages() if path.parent.name != GAMES}
    called = _called(texts)
    return tuple(section for path, text in texts.items() for section in _of_page(path, text, called))


def _called(texts: Mapping[Path, str]) -> Mapping[tuple[Path, str], str]:
    """Return what the tables of the manual call its sections: the first cells of rows that link to them.

    A section is given by its page and its anchor, which is empty for the page itself.
    """
    found: defaultdict[tuple[Path, str], str] = defaultdict(str)
    for path, text in texts.items():
        for words, rest in _ROW.findall(text):
            for link, anchor in _LINK.findall(rest):
                page = path if not link else (path.parent / link).resolve()
                found[page, anchor] += f" {words}"
    return found


def _of_page(path: Path, text: str, called: Mapping[tuple[Path, str], str]) -> Iterator[Section]:
    marks = headings(text)
    for number, (mark, following) in enumerate(zip(marks, [*marks[1:], None], strict=True)):
        body = text[mark.end() : following.start() if following is not None else len(text)]
        words = Counter(map(_stem, _WORD.findall(body)))
        anchor = re.sub(r"[^\w\- ]", "", mark[2].lower()).replace(" ", "-")
        names = called[path, anchor] + (called[path, ""] if not number else "")
        for word in _WORD.findall(f"{mark[2]} {path.stem} {names}"):
            words[_stem(word)] += IN_HEADING
        yield Section(path.stem, mark[2], body.strip(), words, sum(words.values()))


@cache
def _share(word: str) -> float:
    """Return the share of the sections that contain a word."""
    return sum(word in section.words for section in _sections()) / len(_sections())


@cache
def _rarity(word: str) -> float:
    """Return how much a word says about the sections that contain it."""
    having = _share(word) * len(_sections())
    return log(1 + (len(_sections()) - having + 0.5) / (having + 0.5))


@cache
def _mean_length() -> float:
    return sum(section.length for section in _sections()) / len(_sections())


def _score(section: Section, wanted: set[str]) -> float:
    norm = SATURATION * (1 - LENGTH + LENGTH * section.length / _mean_length())
    there = [word for word in wanted if word in section.words]
    score = sum(
        _rarity(word) * section.words[word] * (SATURATION + 1) / (section.words[word] + norm)
        for word in there
    )
    share = sum(map(_rarity, there)) / sum(map(_rarity, wanted)) if wanted else 0.0
    return score * share * (MORE if section.page in RULES else 1.0)


def _stem(word: str) -> str:
    """Return a word in lower case without its commonest endings: `finishing`, `finished`, `finishes`."""
    word = word.casefold()
    for ending in ("ing", "ed", "es", "s"):
        if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= SHORTEST:
            return word.removesuffix(ending).removesuffix("e")
    return word.removesuffix("e") if len(word) > SHORTEST else word


def _stems(words: str) -> set[str]:
    return {_stem(word) for word in _WORD.findall(words)}


def excerpt(text: str, words: str) -> str:
    """Return some lines of a text, from where it can be understood, that contain most of the words."""
    wanted = _stems(words)

    def found(part: str) -> int:
        return len(_stems(part) & wanted)

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
