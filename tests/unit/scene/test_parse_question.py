"""Tests for questions that are asked in the words that the table shows."""

from __future__ import annotations

import pytest

from gamespec import load
from interpreter import Game
from interpreter.scene.parse_question import parse_question
from interpreter.words import Words, why


def asked(language: str, text: str) -> str:
    """Return what `why` answers to a question about a spot for the first tile of a game of Carcassonne."""
    compiled = load("carcassonne").compiled()
    game, words = Game(compiled.program, 3), Words(compiled, language)
    decision = game.decision
    assert decision is not None
    assert compiled.names.sites[decision.site].name == "choose_spot"
    return why(game, *parse_question(words, game, text), words, decision.player)


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("en", "(5, 5)", "`spot` cannot be (5, 5): it is not in `spots(new)`"),
        ("en", "lay it at (0, 0)", "`spot` cannot be (0, 0): it is not in `spots(new)`"),
        ("en", "at (0, 0) turned 90", "`spot` cannot be (0, 0) turned 90: it is not in `spots(new)`"),
        ("de", "(0, 0)", "`spot` kann nicht (0, 0) sein: es ist nicht in `spots(new)`"),
    ],
)
def test_spots(language: str, text: str, said: str) -> None:
    """A question can name a spot on a plane in the words in which options show it."""
    assert asked(language, text) == said


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_option_is_the_example(language: str) -> None:
    """If a question names nothing in the game, the error quotes an option as an example."""
    compiled = load("trapper").compiled()
    game, words = Game(compiled.program, 1), Words(compiled, language)
    with pytest.raises(ValueError, match="`") as caught:
        parse_question(words, game, "xyzzy")
    assert words.option(game, game.options[0]) in str(caught.value)


def test_cells_that_are_called_by_numbers() -> None:
    """The field of a trail is called by its number, which the language writes with the name of the trail."""
    compiled = load("rufus").compiled()
    game, words = Game(compiled.program, 3), Words(compiled, "en")
    action, values = parse_question(words, game, "card 2 12")
    assert (action, values["field"]) == ("lay", "cell(trail, 12)")
    assert "12" in why(game, action, values, words, 0)
