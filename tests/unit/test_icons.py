"""Tests for the icons that looks may name: what there is, and how a word finds them."""

from __future__ import annotations

import re

import pytest

from gamespec.icons import found, icons, vocabulary


def names(words: str) -> list[str]:
    """Return the names of the icons that fit, in order."""
    return [icon.name for icon in found(words)]


def test_each_icon_is_one_path() -> None:
    """An icon has a name of words and hyphens, tags, and a path that begins with a move."""
    for name, icon in icons().items():
        assert icon.name == name
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name)
        assert icon.tags
        assert re.fullmatch(r"[Mm][MmLlHhVvCcSsQqTtAaZz0-9 ,.-]+", icon.path)
    assert list(icons()) == sorted(icons())


@pytest.mark.parametrize(
    ("words", "first"),
    [
        ("star", "star"),  # its own name
        ("STARS", "star"),  # neither case nor a final `s` matters
        ("card", "cards"),
        ("paw", "paw-print"),  # a part of a name
        ("paw print", "paw-print"),  # all parts
        ("paw-print", "paw-print"),
        ("print paw", "paw-print"),  # each word is a part
        ("wheat", "grains"),  # a tag
        ("pet store", "paw-print"),  # words of one tag
        ("mill", "windmill"),  # a part of a word
    ],
)
def test_the_first_icon_fits_best(words: str, first: str) -> None:
    """Each way to fit finds the icon that people mean."""
    assert names(words)[0] == first


def test_better_fits_come_first() -> None:
    """First parts of names come first, then other parts, tags, words of tags, beginnings, parts of words."""
    listed = names("house")
    order = ["house", "house-line", "house-simple", "paint-brush-household", "lighthouse"]
    assert [name for name in listed if name in order] == order
    listed = names("tree")  # `leaf` has the tag `trees`
    assert listed.index("tree-evergreen") < listed.index("leaf")
    listed = names("star")
    assert listed.index("star-half") < listed.index("calendar-star")


def test_each_word_must_fit() -> None:
    """More words find fewer icons, and a word that fits nothing finds none."""
    assert set(names("star four")) < set(names("star"))
    assert names("star zzz") == []
    assert names("oon") == []  # it is inside `balloon`, but has only three letters


def test_no_words_find_everything() -> None:
    """Without words, all icons fit."""
    assert names("") == list(icons())


def test_every_word_of_the_vocabulary_finds_an_icon() -> None:
    """A word that is suggested to people finds something. The test tries every tenth."""
    assert [word for word in vocabulary()[::10] if not found(word)] == []
