"""Tests for what others read of an answer, what is no news, and what is shown only in some phases."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec.loader import check
from interpreter import Game, Words
from interpreter.play.events import Decided, Moved
from interpreter.scene.happened.log import Line, log_of
from interpreter.scene.happened.news import Weight
from interpreter.scene.happened.telling import Given, in_short, retold
from interpreter.scene.labels import Label
from interpreter.scene.scene import scene_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

GAME = """
players: 2
enums: {suit: [clubs, hearts]}
spaces: {board: {grid: [3, 3]}}
components:
  card:
    name: {en: {one: a card, other: cards}, de: {one: eine Karte, other: Karten}}
    attributes: {n: 1..6}
    all: {n: 1..6}
    label: "card {n}"
    start: deck
  man:
    name: {en: {one: a man, other: men}, de: {one: ein Mann, other: Männer}}
    per: player
    rows: [{id: first}]
    label: {en: "man {row}", de: "Mann {row}"}
    start: "home[owner]"
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player, seen_by: owner}
  trick: {of: card, per: player, capacity: 1}
  won: {of: card, per: player}
  home: {of: man, per: player}
  standing: {of: man, per: board}
variables:
  led: {type: suit?, label: {en: suit led, de: Farbe}}
  leader: {type: player, start: seat(1), label: {en: leads, de: spielt aus}}
  points:
    per: player
    type: 0..99
    label: {en: {one: point, other: points}, de: {one: Punkt, other: Punkte}}
actions:
  play:
    label: {en: "play {c}", de: "{c} spielen"}
    told: {en: "plays {c}", de: "spielt {c}"}
    with: {c: {from: "hand[me]"}}
    do:
      - {move: c, to: "trick[me]"}
      - {set: {led: hearts}}
      - if: "all(p in players: not empty(trick[p]))"
        then: [{move: trick, to: "won[me]"}, {set: {"points[me]": "points[me] + 2", leader: me}}]
  put:
    label: {en: "man on {cell}", de: "Mann auf {cell}"}
    told: {en: "puts a man on {cell}", de: "setzt einen Mann auf {cell}"}
    with: {cell: {from: board}}
    do: [{move: "home[me]", to: "standing[cell]"}]
  guess:
    label: {en: "guess", de: "raten"}
    do: []
setup: [{for: {p: players}, do: [{move: "top(deck, 2)", to: "hand[p]"}]}]
phases:
  opening: {turns: clockwise, until: "not empty(standing)", do: [{offer: [put, guess]}]}
  tricks:
    turns: clockwise
    first: leader
    next: leader
    do:
      - {set: {led: none}}
      - for: {p: clockwise(me)}
        do: [{offer: [play], by: p}]
limit: {decisions: 5, then: draw}
view: {zones: {deck: {during: tricks}}, variables: {leader: {during: [tricks]}}}
"""


class Played:
    """A game of two players of which each answer can be told."""

    def __init__(self, spec: Spec, language: str = "en") -> None:
        self.compiled = spec.compiled()
        self.words = Words(self.compiled, language)
        self.game = Game(self.compiled.program, record=True)

    def answer(self, text: str) -> Given:
        """Give the answer with this text, and return what is needed to tell it."""
        game, position, since = self.game, list(self.game.position), len(self.game.events)
        option = next(each for each in game.options if self.words.option(game, each) == text)
        label = Label.of(self.words, game, option)
        game.apply(option)
        events = game.events[since:]
        return Given(position, option, events, {_decided(events): label})

    def told(self, text: str, seat: int) -> tuple[str | None, list[str]]:
        """Return what is told in short of an answer."""
        said, rest = in_short(self.words, self.answer(text), seat)
        return said, [part.text for part in rest]

    def log(self, text: str, seat: int) -> list[Line]:
        """Return the log of an answer."""
        given = self.answer(text)
        return log_of(self.words, given.events, retold(self.words, given), seat)


def _decided(events: object) -> int:
    assert isinstance(events, (list, tuple))
    return next(number for number, event in enumerate(events) if isinstance(event, Decided))


@pytest.fixture
def played(game_of: Callable[[str], Spec]) -> Played:
    """Return the game before its first answer."""
    return Played(game_of(GAME))


def test_an_answer_is_told_in_the_third_person(played: Played) -> None:
    """Others read `told`; its player reads the label, and so do all if the author gives nothing else."""
    assert played.told("guess", 1) == ("p1: guess", [])
    assert played.log("man on b2", 0)[0] == Line("p2 puts a man on b2", 1)
    assert played.log("play card 1", 0)[0] == Line("you: play card 1", 0)


def test_a_card_is_named_as_all_know_it_since(played: Played) -> None:
    """Nobody knew the card in the hand, but then it lies open; its move says nothing new."""
    played.answer("man on b2")
    assert played.told("play card 1", 1) == ("p1 plays card 1", [])


def test_a_trick_is_taken(played: Played) -> None:
    """Zones of players that lie together are nobody's. Points are news; the leader and the suit are not."""
    played.answer("man on b2")
    played.answer("play card 1")
    lines = played.log("play card 3", 0)
    assert [line.text for line in lines if not line.quiet] == [
        "p2 plays card 3",
        "p2 takes card 1, card 3 from the trick",
        "p2 has 2 points (+2)",
    ]
    quiet = {line.text for line in lines if line.quiet}
    assert {"leads: now p2", "it is p2's turn", "suit led is no longer set"} <= quiet


def test_news_in_short(played: Played) -> None:
    """The line above the question has what came of an answer, without what is no news."""
    played.answer("man on b2")
    played.answer("play card 1")
    assert played.told("play card 3", 0) == (
        "p2 plays card 3",
        ["p2 takes card 1, card 3 from the trick", "p2 has 2 points (+2)"],
    )


def test_many_cards_are_counted_in_short(game_of: Callable[[str], Spec]) -> None:
    """More than four cards that go the same way are counted, but the log names them.

    Of twelve cards, the players hold two each.
    """
    text = GAME.replace("1..6", "1..12").replace("    do: []\n", '    do: [{move: deck, to: "won[me]"}]\n')
    assert Played(game_of(text)).told("guess", 1) == ("p1: guess", ["p1 gets 8 cards from the deck"])
    said = Played(game_of(text)).log("guess", 1)[1].text
    assert "card 12, card 11" in said or "card 11, card 12" in said


def test_a_redeal_is_a_new_hand(game_of: Callable[[str], Spec]) -> None:
    """Where all cards are shuffled and all players get new ones, nobody is told of each card."""
    anew = """
      - for: {p: players}
        do: [{move: "hand[p]", to: deck}]
      - shuffle: deck
      - for: {p: players}
        do: [{move: "top(deck, 2)", to: "hand[p]"}]
"""
    text = GAME.replace("    do: []\n", f"    do:{anew}")
    assert Played(game_of(text)).told("guess", 1) == ("p1: guess", ["a new hand is dealt"])
    one = GAME.replace("    do: []\n", f"    do:{anew.replace('top(deck, 2)', 'top(deck, 1)')}")
    assert "a new hand is dealt" not in Played(game_of(one)).told("guess", 1)[1], "a card each is no hand"


def test_in_german(game_of: Callable[[str], Spec]) -> None:
    """The author gives words for each language, and the sentences around them are translated."""
    played = Played(game_of(GAME), "de")
    assert played.told("Mann auf b2", 1) == ("p1 setzt einen Mann auf b2", [])
    assert played.told("card 1 spielen", 1) == ("p1 spielt card 1", [])
    assert played.told("card 3 spielen", 0)[1][0] == "p2 nimmt card 1, card 3 von trick"


def test_a_row_is_no_name(played: Played) -> None:
    """A component whose label names only its row is called by its kind, but not if all is told."""
    moves = [event for event in played.answer("man on b2").events if isinstance(event, Moved)]
    assert log_of(played.words, moves, {}, 1) == [Line("a man goes from p1's home to b2")]
    assert log_of(played.words, moves, {}, None) == [Line("man first goes from p1's home to b2")]


def test_during_a_phase(played: Played) -> None:
    """A zone and a value are shown only in the phase that the view names."""

    def shown() -> set[str]:
        (common, *_) = scene_of(played.words, played.game, 0).groups
        return {place.name for place in common.places} | {value.name for value in common.values}

    before = shown()
    played.answer("man on b2")
    assert shown() - before >= {"deck", "leads"}
    assert not before & {"deck", "leads"}


def test_a_phase_that_is_not_there(tmp_path: Path) -> None:
    """The name of a phase under `during` is checked."""
    file = tmp_path / "game.yaml"
    file.write_text(
        f"language: 1\ngame: g\ntitle: G\n{GAME.replace('[tricks]', '[trick]')}", encoding="utf-8"
    )
    (found,) = check(str(file)).diagnostics
    assert (found.code, found.message) == ("GS201", "there is no phase `trick`")


@pytest.mark.parametrize(("seat", "trick"), [(0, Weight.MUCH), (1, Weight.USUAL)])
def test_parts_have_weights(played: Played, seat: int, trick: Weight) -> None:
    """Points mean much to everybody. A trick that p2 takes means much to p1, whose card is in it."""
    played.answer("man on b2")
    played.answer("play card 1")
    _, parts = in_short(played.words, played.answer("play card 3"), seat)
    assert [part.weight for part in parts] == [trick, Weight.MUCH]
