"""Tests that all options of a decision have different texts.

Options with the same label get words that distinguish them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec import load
from interpreter import Game
from interpreter.compiled.engine import CompiledEngine
from interpreter.scene import asked_of
from interpreter.scene.labels import Label
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAME = """
language: 1
game: twins
title: Twins
players: 2
enums: {{suit: [red, blue]}}
components:
  pawn:
    name: {{en: pawn, de: Bauer}}
    attributes: {{suit: {{type: suit, label: {{en: colour, de: Farbe}}}}}}
    rows: [{{id: one, suit: red}}, {{id: two, suit: red}}, {{id: three, suit: blue}}]
    label: {{en: pawn, de: Bauer}}
    start: yard
zones:
  yard: {{of: pawn, label: {{en: yard, de: Hof}}}}
  line: {{of: pawn, ordered: true, label: {{en: line, de: Reihe}}}}
setup: {setup}
actions:
  take:
    with: {{c: {{from: pawn, label: {{en: piece, de: Figur}}}}}}
    label: {{en: "go", de: "los"}}
    do: []
  drop: {{with: {{c: {{from: "{{one}}"}}}}, label: {{en: "go", de: "los"}}, do: []}}
  other: {{label: "{other}", do: []}}
phases: {{play: {{turns: clockwise, do: [{{offer: {offer}}}]}}}}
limit: {{decisions: 4, then: draw}}
"""
LINE = "[{move: one, to: line}, {move: two, to: line, at: bottom}]"


@pytest.mark.parametrize(
    ("setup", "offer", "other", "language", "texts"),
    [
        # Two pawns lie in the line, one behind the other, and the third lies in the yard.
        (LINE, "[take]", "x", "en", ["go (line 1)", "go (line 2)", "go (yard)"]),
        (LINE, "[take]", "x", "de", ["los (Reihe 1)", "los (Reihe 2)", "los (Hof)"]),
        # All pawns lie in the yard. The third is distinguished by its color, the other two only by a number.
        ("[]", "[take]", "x", "en",
         ["go (colour red, piece no. 1)", "go (colour red, piece no. 2)", "go (colour blue)"]),
        ("[]", "[take]", "x", "de",
         ["los (Farbe red, Figur Nr. 1)", "los (Farbe red, Figur Nr. 2)", "los (Farbe blue)"]),
        # Two actions have the same label.
        ("[]", "[drop, take]", "x", "en",
         ["go (drop)", "go (take, colour red, piece no. 1)", "go (take, colour red, piece no. 2)",
          "go (take, colour blue)"]),
        # The label of another action is equal to the text that distinguishes one of the options.
        (LINE, "[take, other]", "go (yard)", "en",
         ["go (line 1)", "go (line 2)", "go (yard) (no. 1)", "go (yard) (no. 2)"]),
    ],
)  # fmt: skip
def test_what_tells_options_apart(  # noqa: PLR0913 - a case
    game_of: Callable[[str], Spec], setup: str, offer: str, other: str, language: str, texts: list[str]
) -> None:
    """Options with equal texts are distinguished by place, then by attributes, then by a number."""
    compiled = game_of(GAME.format(setup=setup, offer=offer, other=other)).compiled()
    game, words = Game(compiled.program), Words(compiled, language)
    asked = asked_of(words, game)
    assert asked is not None
    assert [words.option(game, option) for option in game.options] == texts
    assert [choice.label for choice in asked.choices] == texts


@pytest.mark.parametrize(("language", "texts"), [("en", {"west", "south"}), ("de", {"Westen", "Süden"})])
def test_the_cities_of_a_tile(language: str, texts: set[str]) -> None:
    """On a tile with two cities, options and the log name a city by its direction, such as west."""
    compiled = load("carcassonne").compiled()
    words, found = Words(compiled, language), set[str]()
    for seed in range(40):
        game = Game(compiled.program, seed, record=True)
        while len(game.options) and compiled.names.sites[game.decision.site].name == "choose_spot":  # type: ignore[union-attr] # there are options
            game.apply(game.options[0])
        said = {text: option for option in game.options if "(" in (text := words.option(game, option))}
        for text, option in said.items():
            label = Label.of(words, game, option)
            assert (label.own, label.public) == (text, text)
        found |= {text.partition("(")[2].rstrip(")") for text in said}
    assert texts <= found


@pytest.mark.parametrize("name", ["hanabi", "hearts", "ogallala"])
def test_games_of_the_compiled_engine_have_the_same_texts(name: str) -> None:
    """Options and prompts of a game are in the same words on both engines."""
    compiled = load(name).compiled()
    words, games = Words(compiled), (Game(compiled.program, 3), CompiledEngine(compiled.program).begin(3))
    for _ in range(5):
        texts = [[words.option(game, option) for option in game.options] for game in games]
        assert texts[0] == texts[1]
        assert words.prompt(games[0]) == words.prompt(games[1])
        for game in games:
            game.take(0)


def test_an_action_without_its_values() -> None:
    """The values of a label are gaps; remarks that depend on a condition are left out."""
    words = Words(load("rufus").compiled(), "en")
    texts = [words.action(spec) for spec in words.names.actions]
    assert "move the fox by … to …" in texts
    assert "lay … beside field …" in texts
