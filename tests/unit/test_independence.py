"""Tests that the sources of language and engine mention no particular game.

They must contain no name that occurs in a shipped game.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from shipped import loaded

from gamespec import SpecError, games

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec import Spec

ROOT = Path(__file__).parents[2]
SOURCES = [
    path
    for part in ("gamespec", "interpreter")
    for path in sorted((ROOT / part).rglob("*"))
    if path.suffix in {".py", ".lark"} and "_data" not in path.parts
]
SHORTEST = 5
"""Minimum length of the names searched for, since shorter names such as `card` are common words."""

ORDINARY = {
    "beige": "a colour",
    "black": "a colour",
    "purple": "a colour",
    "aside": "`bounds of numbers aside`",
    "beside": "a file beside another",
    "blank": "white space in a table",
    "bundle": "what an option of the program that joins scripts says",
    "check": "the verb, and what the checker does",
    "discard": "a method of sets",
    "drawn": "what chance brings, a game without a winner",
    "eight": "a number",
    "end game": "`end: the game …`",
    "exchange": "what a redeal does with components",
    "field": "of a dataclass",
    "found": "what a search comes to",
    "green": "the colour of a terminal",
    "offered": "what a decision is made of",
    "passed": "what a scenario is, or arguments are",
    "person": "who reads what is shown",
    "place": "in a text, in a list, in a ranking",
    "play on": "`settle the outcome and play on`",
    "play together": "`interpreter.play.together`: who wins together",
    "raise": "Python's word",
    "seven": "a number",
    "shared": "a place in a ranking",
    "spent": "of the room that a check has for searches",
    "end turn": "when something is measured: `at: end | turn`",
    "stack": "of calls",
    "stand": "what text does on a page",
    "supply": "of a resource",
    "taken": "what an option or a branch is",
    "three": "a number",
    "track": "a form of space; to lose it",
    "white": "white space",
    "yellow": "the colour of a terminal",
    "stern": "the end of a boat that is drawn",
}
"""Names in some shipped game that are also ordinary words in the sources, each with its use there."""


def names(spec: Spec) -> Iterator[str]:
    """Yield the id of a game and the ids of its kinds, parts, zones, actions and enum values."""
    game = spec.model
    yield game.ident.name
    for part in (game.components, game.parts, game.zones, game.actions):
        yield from (declared.ident.name for declared in part)
    for enum in game.enums:
        yield from (value.name for value in enum.values)


def long_names() -> dict[str, set[str]]:
    """Return the long names in shipped games, each split into words, with the games that use it."""
    found: dict[str, set[str]] = {}
    for name in games():
        try:
            spec = loaded(name)
        except SpecError:  # another test says what is wrong with it
            continue
        for each in names(spec):
            if len(each) >= SHORTEST:
                found.setdefault(" ".join(re.findall(r"[a-z0-9]+", each)), set()).add(name)
    return found


def words_of(path: Path) -> str:
    """Return the lowercase words of a source file, separated by single blanks and with one at each end."""
    return f" {' '.join(re.findall(r'[a-z0-9]+', path.read_text(encoding='utf-8').lower()))} "


NAMES = long_names()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_game_is_known(path: Path) -> None:
    """No source file mentions a game or a name from a game, whether in code, texts or comments."""
    text = words_of(path)
    told = {
        f"{name} (of {', '.join(sorted(of))})"
        for name, of in NAMES.items()
        if name not in ORDINARY and f" {name} " in text
    }
    assert not told


def test_exceptions_are_needed() -> None:
    """Every excepted word is a name in some game and actually occurs in the sources."""
    text = " ".join(words_of(path) for path in SOURCES)
    assert not {word for word in ORDINARY if word not in NAMES or f" {word} " not in text}
    assert all(ORDINARY.values())
