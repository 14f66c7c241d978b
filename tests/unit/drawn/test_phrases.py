"""What drawings say themselves."""

from __future__ import annotations

from typing import get_args

import pytest

from interpreter.drawn.phrases import PHRASES, Phrase, phrase

NAMES = frozenset(get_args(Phrase))


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_phrase_is_said(language: str) -> None:
    """Both languages have every phrase, and none that nobody asks for."""
    assert PHRASES[language].keys() == NAMES
    assert all(said.strip() for said in PHRASES[language].values())


def test_numbers_have_their_place() -> None:
    """Where one language has a hole, the other has it, too."""
    for name in NAMES:
        assert ("{count}" in PHRASES["en"][name]) == ("{count}" in PHRASES["de"][name])


def test_other_languages() -> None:
    """In a language that is not here a phrase is English."""
    assert phrase("de", "to move") == "am Zug"
    assert phrase("fr", "to move") == phrase("en", "to move") == "to move"
