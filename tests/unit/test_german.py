"""Tests for what is said in German about events, hidden components, endings and the reasons of `why`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from inside import Named

from interpreter.cli.play import narrate
from interpreter.scene.happened.log import counted_runs
from interpreter.words import Words, why

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

GAME = """
    players: 2
    components:
      card:
        attributes: {rank: {type: 1..4, label: {en: rank, de: Wert}}}
        all: {rank: 1..4}
        name: {en: a card, de: eine Karte}
        label: {en: "card {rank}", de: "Karte {rank}"}
        start: deck
      pawn: {rows: [{id: rook}], start: home}
    spaces:
      board: {grid: [2, 1]}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody, label: {en: deck, de: Stapel}}
      hand: {of: card, per: player, ordered: true, seen_by: owner, label: {en: hand, de: Hand}}
      open: {of: card, label: {en: open cards, de: offene Karten}}
      home: {of: pawn, seen_by: nobody}
      away: {of: pawn, seen_by: nobody}
    variables:
      ready: {per: player, type: bool, label: {en: ready, de: bereit}}
      facing: {type: board.direction?, label: {en: facing, de: Blick nach}}
    resources:
      gold: {per: player, type: 0..9, start: 2, label: {en: gold, de: {one: Gold, other: Gold}}}
    actions:
      play:
        label: {en: "play {c}", de: "{c} spielen"}
        with: {c: {from: "hand[me]", where: c.rank > 1, label: {en: card, de: Karte}}}
        do: [{move: c, to: open}]
      pass: {label: {en: pass, de: passen}, when: "ready[me]", do: [{set: {"ready[me]": false}}]}
    setup:
      - {move: "filter(c in deck: c.rank < 3)", to: "hand[seat(1)]"}
      - {shuffle: deck}
      - {reveal: "top(hand[seat(1)], 1)", to: seat(2), only: {rank: 1}}
      - {reveal: "bottom(hand[seat(1)], 1)"}
      - {random: {die: {from: "{6}", label: {en: the die, de: der Würfel}}}}
      - {move: "top(home, 1)", to: away}
    phases:
      evening:
        label: {en: the evening, de: der Abend}
        turns: clockwise
        do:
          - {set: {"ready[me]": true, facing: east}}
          - {transfer: 1, from: "gold[me]", to: gold.bank}
          - {offer: [play, pass]}
      night: {do: []}
    end:
      played: {when: not empty(open), winner: me, label: {en: a card is played, de: eine Karte ist gespielt}}
"""


@pytest.fixture
def told(game_of: Maker) -> tuple[Named, Words]:
    """Return the game before its only decision, and the words that describe it in German."""
    game = Named(game_of(GAME), record=True)
    return game, Words(game.compiled, "de")


def lines(game: Named, words: Words, player: int | None) -> list[str]:
    """Return the lines that the log shows a player, or a spectator if `player` is None."""
    return [text for event in game.events if (text := words.event(event, player)) is not None]


def test_what_happens(told: tuple[Named, Words]) -> None:
    """Every sort of event has a German text, which names only components that the reader sees."""
    game, german = told
    before = [
        "eine Karte geht von Stapel nach Hand von p1",
        "eine Karte geht von Stapel nach Hand von p1",
        "gemischt: Stapel",
        "eine Karte (Hand von p1, 1) ist nicht Wert 1",
        "Karte 1 wird aufgedeckt",
        "der Würfel: 6 (Zufall)",
        "pawn geht von home nach away",
        "Phase: der Abend",
        "p1 ist am Zug",
        "für p1 gilt jetzt: bereit",
        "Blick nach ist jetzt Osten",
        "p1 verliert 1 Gold",
    ]
    assert lines(game, german, 1) == before
    game.apply(next(o for o in game.options if german.option(game, o) == "Karte 2 spielen"))
    assert lines(game, german, 1)[len(before) :] == [
        "p1: … spielen",
        "Karte 2 geht von Hand von p1 nach „offene Karten“",
        "das Spiel ist aus: eine Karte ist gespielt",
    ]
    assert "Sie: Karte 2 spielen" in lines(game, german, 0)


def test_endings(told: tuple[Named, Words]) -> None:
    """The German ending says who decides next or, after the game, who took which place with which score."""
    game, german = told
    assert narrate.ending(game, german) == ["das Spiel geht weiter: p1 entscheidet"]
    game.apply(next(o for o in game.options if german.option(game, o) == "Karte 2 spielen"))
    assert narrate.ending(game, german) == [
        "das Spiel ist aus: eine Karte ist gespielt",
        "  1. p1, Punkte 1",
        "  2. p2, Punkte -1",
    ]
    assert counted_runs(german, ["a", "a"]) == ["a (2-mal)"]


@pytest.mark.parametrize(
    ("action", "values", "says"),
    [
        ("play", {"c": "card_1"}, "`c` kann nicht Karte 1 sein: `c.rank > 1` gilt nicht\n  `c.rank` ist 1"),
        ("play", {"c": "card_4"}, "`c` kann nicht Karte 4 sein: es ist nicht in `hand[me]`"),
        ("play", {}, "sagen Sie, welches `c`: es gibt Karte 2"),
        ("play", {"c": "card_2"}, "das steht zur Wahl"),
    ],
)
def test_why(told: tuple[Named, Words], action: str, values: dict[str, str], says: str) -> None:
    """`why` explains in German why an option is not on offer, to a reader who knows everything."""
    game, german = told
    assert why(game, action, values, german) == says


@pytest.mark.parametrize(
    ("action", "values", "says"),
    [
        ("plya", {}, "es gibt keine Aktion `plya`; meinten Sie `play`?"),
        ("xyz", {}, "es gibt keine Aktion `xyz`; hier gibt es play, pass"),
        ("play", {"d": "1"}, "`play` hat keine Angabe `d`, sondern `c`"),
        ("pass", {"d": "1"}, "`pass` hat keine Angabe `d`, sondern keine Angaben"),
        ("play", {"c": "nobody"}, "`nobody` bedeutet hier nichts"),
    ],
)
def test_words_that_mean_nothing(
    told: tuple[Named, Words], action: str, values: dict[str, str], says: str
) -> None:
    """If a question names something unknown, the error is in the reader's language."""
    game, german = told
    with pytest.raises(ValueError, match=f"^{re.escape(says)}$"):
        why(game, action, values, german)
