"""Tests for questions that are asked in the words that the table shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter import Game
from interpreter.scene.parse_question import parse_question
from interpreter.words import Words, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec


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


TRADE = """
language: 1
game: trade
title: Trade
players: 2
components:
  ware: {attributes: {n: 1..3}, all: {n: 1..3}, label: {en: "ware {n}", de: "Ware {n}"}, start: hand}
zones: {hand: {of: ware}}
actions:
  swap:
    label: {en: "swap {give} for {get}", de: "hole {get} für {give}"}
    with: {give: {from: hand}, get: {from: hand, where: get.n != give.n}}
    do: []
  pair: {with: {first: {from: 1..3}, second: {from: 1..9}}, do: []}
phases: {play: {turns: clockwise, do: [{offer: [swap, pair]}]}}
limit: {decisions: 4, then: draw}
"""


@pytest.mark.parametrize(
    ("language", "text", "action", "values"),
    [
        ("en", "swap ware 2 for ware 1", "swap", {"give": "ware_2", "get": "ware_1"}),
        ("en", "swap ware 1 for ware 2", "swap", {"give": "ware_1", "get": "ware_2"}),
        ("en", "for ware 1 swap ware 2", "swap", {"give": "ware_2", "get": "ware_1"}),
        ("en", "ware 2 ware 1", "swap", {"give": "ware_2", "get": "ware_1"}),
        ("en", "swap for ware 1", "swap", {"get": "ware_1"}),
        ("en", "swap ware 3 for ware 3", "swap", {"give": "ware_3", "get": "ware_3"}),
        ("de", "hole Ware 2 für Ware 1", "swap", {"give": "ware_1", "get": "ware_2"}),
        ("de", "Ware 2 Ware 1", "swap", {"give": "ware_1", "get": "ware_2"}),
        ("en", "pair 3 2", "pair", {"first": "3", "second": "2"}),
        ("en", "pair 7 2", "pair", {"first": "2", "second": "7"}),
    ],
)
def test_words_are_matched_in_the_order_of_the_label(
    game_of: Callable[[str], Spec], language: str, text: str, action: str, values: dict[str, str]
) -> None:
    """Words that fit several values give the one that stands there in the label, in each language."""
    compiled = game_of(TRADE).compiled()
    game = Game(compiled.program, 1)
    assert parse_question(Words(compiled, language), game, text) == (action, values)
