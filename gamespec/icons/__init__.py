"""The icons that a look may name: silhouettes, each a single path in a square of 256 by 256 units.

Most are the filled icons of Phosphor Icons 2.1.1 (https://phosphoricons.com), without the logos of
companies, under the MIT licence in `LICENSE`. Those in `own.tsv` are drawn for gamespec and have its licence.
Each line of a file has the name of an icon, the words under which people look for it, and its path.
"""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import NamedTuple

__all__ = ["SIDE", "Icon", "found", "icons", "vocabulary"]

SIDE = 256
"""The length of the sides of the square in which icons are drawn, in the units of their paths."""

UNFIT = 7
"""The rank of icons that a word does not fit."""

SHORT = 3
"""Greatest number of letters of words that are taken as they are, and that are not found inside others."""


class Icon(NamedTuple):
    """An icon, with the words under which people look for it and the `d` of its SVG path."""

    name: str
    tags: tuple[str, ...]
    path: str


@cache
def icons() -> dict[str, Icon]:
    """Return all icons by name, in alphabetical order."""
    folder = resources.files(__name__)
    texts = (folder.joinpath(f"{name}.tsv").read_text(encoding="utf-8") for name in ("phosphor", "own"))
    lines = sorted(line.split("\t") for text in texts for line in text.splitlines())
    return {name: Icon(name, tuple(filter(None, tags.split(", "))), path) for name, tags, path in lines}


def found(words: str) -> list[Icon]:
    """Return the icons that fit each of the words, the best first, and equally good ones by name.

    Best is the icon whose name consists of the words. Otherwise a word fits best as the first part of a name
    (the parts stand between hyphens), then as another part, as a tag, as a word of a tag, as the beginning of
    such a part or word, and least inside one. The word that fits least decides. Case and a final `s` do not
    matter. Words of up to three letters are not looked for inside others.
    """
    wanted = _plain(words)
    ranked = (
        (0 if spoken.parts == wanted else max((spoken.rank(word) for word in wanted), default=0), name)
        for name, spoken in _spoken().items()
    )
    return [icons()[name] for rank, name in sorted(ranked) if rank < UNFIT]


def vocabulary() -> list[str]:
    """Return the words with which icons can be found: their names, the parts of these, and their tags."""
    words = (word for icon in icons().values() for word in (icon.name, *icon.name.split("-"), *icon.tags))
    return sorted({*words} - {"-"})


class _Spoken(NamedTuple):
    """The words of an icon, as `_plain` writes them."""

    parts: list[str]
    tags: list[list[str]]
    words: frozenset[str]

    def rank(self, word: str) -> int:
        """Return how badly a word fits the icon: from 1, for the first part of the name, to `UNFIT`."""
        fits = (
            word == self.parts[0],
            word in self.parts,
            [word] in self.tags,
            word in self.words,
            any(each.startswith(word) for each in self.words),
            len(word) > SHORT and any(word in each for each in self.words),
            True,
        )
        return fits.index(True) + 1


@cache
def _spoken() -> dict[str, _Spoken]:
    spoken: dict[str, _Spoken] = {}
    for icon in icons().values():
        parts, tags = _plain(icon.name), [_plain(tag) for tag in icon.tags]
        spoken[icon.name] = _Spoken(
            parts, tags, frozenset(word for listed in (parts, *tags) for word in listed)
        )
    return spoken


def _plain(text: str) -> list[str]:
    """Return the words of a text in lower case, without hyphens and the final `s` that most plurals have."""
    words = text.casefold().replace("-", " ").split()
    return [word.removesuffix("s") if len(word) > SHORT else word for word in words]
