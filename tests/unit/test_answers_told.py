"""Tests for the wording of answers in the log, which uses as much of an option's label as still applies."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from interpreter.play.events import Decided

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

STALL = """
    players: 2
    enums:
      colour: {red: {en: ruby, de: Rubin}, blue: {en: sapphire, de: Saphir}}
    components:
      card: {attributes: {n: 1..3}, all: {n: 1..3}, start: "hand[seat(1)]", label: "card {n}"}
    zones:
      hand: {of: card, per: player, seen_by: owner}
      heap: {of: card, seen_by: nobody}
    variables:
      price: {type: 1..9, start: 4}
    functions:
      double: {with: {n: 1..3}, is: 2 * n}
    actions:
      act:
        LABEL
        with: {WITH}
        do: [{set: {price: 5}} MORE]
    phases:
      play: {turns: clockwise, do: [{offer: [act]}]}
    limit: {decisions: 1, then: draw}
"""


def told(game_of: Maker, label: str, picks: str, more: str = "", language: str = "en") -> list[str | None]:
    """Take the first option of the game, and return how the log reports it.

    The list has the text for a spectator, for p1 and for p2.
    """
    text = STALL.replace("LABEL", label).replace("WITH", picks).replace("MORE", more)
    game = Named(game_of(text), record=True)
    words = type(game.words)(game.words.compiled, language)
    game.apply(game.options[0])
    answer = next(event for event in game.events if isinstance(event, Decided))
    return [words.event(answer, player) for player in (None, 0, 1)]


NUMBERS = "k: {from: colour}, n: {from: 1..3}"
CARD = 'c: {from: "hand[me]"}'


@pytest.mark.parametrize(
    ("label", "picks", "says"),
    [
        ('label: "take {n} {k}"', NUMBERS, "take 1 ruby"),
        ("label: \"take {n} {k}{' gladly' if n == 1}{' sadly' if n > 1}\"", NUMBERS, "take 1 ruby gladly"),
        ('label: "take {n} {k} for {double(n)}"', NUMBERS, "take 1 ruby for 2"),
        ('label: "take {n} {k} for {price}"', NUMBERS, "take 1 ruby for …"),
        ("label: \"take {n} {k}{' cheaply' if price == 4}\"", NUMBERS, "take 1 ruby"),
        ('label: "take {n} for {me}"', NUMBERS, "take 1 for … (k ruby)"),
        ('label: "take {n}"', NUMBERS, "take 1 (k ruby)"),
        ("", NUMBERS, "act ruby, 1"),
    ],
)
def test_an_answer_is_told_by_its_label(game_of: Maker, label: str, picks: str, says: str) -> None:
    """The log words an answer by its label, as far as the label consists of chosen values and fixed text.

    Other parts of the label are replaced by `…`, since they may have changed: the price was 4 when the option
    was offered, but is 5 once it has been taken. Chosen values that the label omits are added in brackets.
    """
    assert told(game_of, label, picks) == [f"p1: {says}", f"you: {says}", f"p1: {says}"]


def test_in_another_language(game_of: Maker) -> None:
    """The log uses the label and the names of values in its own language."""
    label = 'label: {en: "take {n} {k}", de: "{n} {k} nehmen"}'
    says = "1 Rubin nehmen"
    assert told(game_of, label, NUMBERS, language="de") == [f"p1: {says}", f"Sie: {says}", f"p1: {says}"]


def test_what_a_player_does_not_know_is_not_told(game_of: Maker) -> None:
    """A player who sees the chosen card reads its label; the other player reads only `…`."""
    label = "label: \"bury {c}{', the least' if c.n == 1}\""
    more = ", {move: c, to: heap}"
    bury = "bury card 1, the least"
    assert told(game_of, label, CARD, more) == [f"p1: {bury}", f"you: {bury}", "p1: bury …"]


def test_several_values(game_of: Maker) -> None:
    """If several cards were chosen, the log lists them in the order in which the label showed them."""
    says = "show card 1 and card 2"
    found = told(game_of, 'label: "show {c}"', 'c: {from: "hand[me]", count: 2}')
    assert found[:2] == [f"p1: {says}", f"you: {says}"]
