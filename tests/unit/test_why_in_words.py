"""Tests for the sentences that say at the table why something is not possible."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter import Game, Words
from interpreter.words import why_plainly

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAME = """
language: 1
game: words
title: Words
players: 2
options: {strict: {type: bool, default: true}}
components:
  card: {attributes: {n: {type: 1..3, label: {en: rank, de: Rang}}}, all: {n: 1..3},
    label: "card {n}", start: "hand[seat(1)]"}
zones:
  hand: {of: card, per: player, seen_by: owner, label: {en: hand, de: Hand}}
  pile: {of: card, label: {en: pile, de: Stapel}}
variables:
  laid: {type: bool, start: true, label: {en: card laid, de: Karte gelegt}}
  price: {type: 0..9, start: 5, label: {en: price, de: Preis}}
  coins: {per: player, type: 0..9, start: 4, label: {en: coins, de: Münzen}}
  secret: {per: player, type: 0..9, seen_by: owner}
  whose: {type: player?, label: {en: owner, de: Besitzer}}
functions: {dear: {is: price > 3}}
actions:
  act: {label: {en: lay a card, de: eine Karte legen}, when: "WHEN", do: []}
  lay: {with: {c: {from: "hand[me]", where: c.n > 1, label: {en: card, de: Karte}}}, do: []}
  pay: {with: {n: {from: "1..coins[me]", label: {en: amount, de: Betrag}}}, do: []}
  pass: {do: []}
phases: {play: {turns: clockwise, do: [{offer: [act, lay, pay, pass]}]}}
limit: {decisions: 4, then: draw}
"""

NOT = {"en": "“lay a card” is not possible now — ", "de": "„eine Karte legen“ geht jetzt nicht \N{EN DASH} "}


@pytest.mark.parametrize(
    ("when", "english", "german"),
    [
        ("not laid", "card laid: yes", "Karte gelegt: ja"),
        (
            "coins[me] >= price",
            "your coins: 4 (needed: at least 5)",
            "Münzen von Ihnen: 4 (nötig: mindestens 5)",
        ),
        ("3 > price", "price: 5 (needed: at most 2)", "Preis: 5 (nötig: höchstens 2)"),
        ("not dear()", "price: 5 (needed: at most 3)", "Preis: 5 (nötig: höchstens 3)"),
        ("whose == me", "owner: none (needed: p1)", "Besitzer: nichts (nötig: p1)"),
        ("whose != none", "owner: none (needed: something else)", "Besitzer: nichts (nötig: etwas anderes)"),
        ("price in {1, 2}", "price: 5 (needed: 1 or 2)", "Preis: 5 (nötig: 1 oder 2)"),
        ("not empty(pile)", "pile: nothing there", "Stapel: leer"),
        ("empty(hand[me])", "your hand: not empty", "Hand von Ihnen: nicht leer"),
        (
            "size(hand[me]) > 3",
            "your hand: 3 (needed: at least 4)",
            "Hand von Ihnen: 3 (nötig: mindestens 4)",
        ),
        ("laid and not laid", "card laid: yes", "Karte gelegt: ja"),
        ("not laid or price < 5", "card laid: yes; price: 5", "Karte gelegt: ja; Preis: 5"),
    ],
)
def test_conditions_in_words(game_of: Callable[[str], Spec], when: str, english: str, german: str) -> None:
    """The commonest conditions are said by labels, in the page's language."""
    compiled = game_of(GAME.replace("WHEN", when)).compiled()
    game = Game(compiled.program)
    for language, fact in (("en", english), ("de", german)):
        assert why_plainly(game, "act", {}, Words(compiled, language), 0).text == NOT[language] + fact


@pytest.mark.parametrize(
    ("when", "short"),
    [
        ("coins[me] >= price", "“lay a card” is not possible now — your coins: 4 (needed: at least 5)"),
        ("not laid", "“lay a card” is not possible now"),
    ],
)
def test_a_flag_is_no_reason_beside_a_press(game_of: Callable[[str], Spec], when: str, short: str) -> None:
    """Whether a flag is set means little to who does not know what it is for."""
    compiled = game_of(GAME.replace("WHEN", when)).compiled()
    assert why_plainly(Game(compiled.program), "act", {}, Words(compiled), 0).short == short


@pytest.mark.parametrize(
    ("action", "values", "says"),
    [
        ("lay", {"c": "card_1"}, "card 1 is not possible — rank: 1 (needed: at least 2)"),
        ("lay", {}, "choose card: card 2 or card 3"),
        ("pay", {"n": "9"}, "amount: 9 is not possible — possible: 1 to 4"),
        ("act", {}, "“lay a card” is not possible in this game"),
    ],
)
def test_values_in_words(
    game_of: Callable[[str], Spec], action: str, values: dict[str, str], says: str
) -> None:
    """A value is called what the table calls it, and an option of the game is no matter of the moment."""
    compiled = game_of(GAME.replace("WHEN", "not strict")).compiled()
    assert why_plainly(Game(compiled.program), action, values, Words(compiled), 0).text == says


@pytest.mark.parametrize(
    "when", ["any(c in hand[me]: c.n == 3 and laid and not laid)", "secret[left(me)] > 3"]
)
def test_a_condition_without_words_stays_in_the_details(game_of: Callable[[str], Spec], when: str) -> None:
    """The condition itself is quoted in the details, and nothing of it stands beside the press."""
    compiled = game_of(GAME.replace("WHEN", when)).compiled()
    told = why_plainly(Game(compiled.program), "act", {}, Words(compiled), 0)
    assert f"`{when}` does not hold" in told.text
    assert told.short == ""


FOLLOWING = """
language: 1
game: following
title: Following
players: 2
enums: {suit: [red, blue]}
components:
  card: {attributes: {suit: {type: suit}, n: {type: 1..2}}, all: {suit: suit, n: 1..2},
    label: "{suit} {n}", start: "hand[seat(1)]"}
zones:
  hand: {of: card, per: player, seen_by: owner}
variables: {led: {type: "suit?", start: red}}
functions: {follows: {with: {c: card}, is: "CONDITION"}}
actions:
  play: {with: {c: {from: "hand[me]", where: follows(c)}}, do: []}
phases: {play: {turns: clockwise, do: [{offer: [play]}]}}
limit: {decisions: 4, then: draw}
"""


@pytest.mark.parametrize("equation", ["c.suit == led", "led == c.suit"])
def test_of_alternatives_the_one_is_said_that_another_choice_would_meet(
    game_of: Callable[[str], Spec], equation: str
) -> None:
    """Who holds a card of the suit led is told that this suit is needed, although the hand decides that."""
    condition = f"{equation} or none(h in hand[me]: h.suit == led)"
    compiled = game_of(FOLLOWING.replace("CONDITION", condition)).compiled()
    told = why_plainly(Game(compiled.program), "play", {"c": "blue_1"}, Words(compiled), 0)
    assert told == ("blue 1 is not possible — suit: blue (needed: red)",) * 2
