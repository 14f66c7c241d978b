"""Tests for scenes, which depend only on what their viewer knows.

A seat has equal scenes in games that it cannot tell apart, and a spectator sees what all seats see.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled
from shipped import loaded

from gamespec import games
from interpreter import Game
from interpreter.contract import choose_at_random
from interpreter.play.observation import Unknown
from interpreter.play.openness import is_open
from interpreter.scene.asked import asked_of
from interpreter.scene.scene import scene_of
from interpreter.scene.things import Cell, Piece, Place, Scene, Value
from interpreter.words import Words
from interpreter.words.public import public_label

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Spec
    from gamespec.compile import Compiled
    from interpreter.play.options import Option

SHIPPED = [(name, loaded(name).compiled()) for name in games()]
HIDDEN = [name for name, made in SHIPPED if not is_open(made.program)]
COMPILED = dict(SHIPPED)

STEPS = 40
"""Greatest number of decisions that are examined in a game."""


def played(compiled: Compiled, seed: int) -> Iterator[Game]:
    """Play a game with random answers and a recorded history, and yield it at each of its decisions."""
    game = Game(compiled.program, seed, record=True)
    for step in count():
        if game.over or step == STEPS:
            return
        yield game
        game.apply(choose_at_random(game, seed, step))


@pytest.mark.parametrize("name", sampled(HIDDEN, "commands", 10))
def test_a_seat_is_shown_what_it_can_tell(name: str) -> None:
    """In an exact redeal, a seat has the same scene and is asked the same question as in the true game."""
    compiled, compared = COMPILED[name], 0
    words = Words(compiled)
    for number, game in enumerate(played(compiled, 5)):
        seat = game.player
        if number % 4:
            continue
        other = game.redealt(seat, number)
        if not other.exact:
            continue
        again = Game.restore(compiled.program, list(other.position))
        assert scene_of(words, again, seat) == scene_of(words, game, seat)
        mine, theirs = asked_of(words, game), asked_of(words, again)
        assert mine is not None
        assert theirs is not None
        assert mine.prompt == theirs.prompt
        assert sorted(choice.label for choice in mine.choices) == sorted(c.label for c in theirs.choices)
        compared += 1
    assert compared


def pieces(place: Place | Cell) -> Iterator[Piece]:
    """Yield the pieces in a zone or cell, each followed by the pieces that it holds."""
    for piece in place.pieces:
        yield piece
        for inside in piece.holds:
            yield from pieces(inside)


def told(scene: Scene) -> set[str]:
    """Return the facts of a scene that may be secret: refs of known components, and visible values."""
    found: set[str] = set()
    for group in scene.groups:
        places = [*group.places, *(cell for board in group.boards for cell in board.cells)]
        for place in places:
            found |= {ref for piece in pieces(place) if piece.known for ref in piece.refs}
        tables = [*group.tables, *([scene.scoreboard] if scene.scoreboard is not None else [])]
        for table in tables:
            for row, values in table.rows:
                shown = (value for value in values if isinstance(value, Value) and not value.hidden)
                found |= {
                    f"{table.title} {row.text} {value.name} {value.key} {value.text}" for value in shown
                }
    return found


@pytest.mark.parametrize("name", sampled(games(), "commands", 5))
def test_who_watches_is_told_what_all_are_told(name: str) -> None:
    """A spectator's scene contains nothing that is missing from the scene of any seat.

    Every seat knows each component that the common observation shows.
    """
    compiled = COMPILED[name]
    words = Words(compiled)
    for number, game in enumerate(played(compiled, 3)):
        if number % 8:
            continue
        watched = told(scene_of(words, game, None))
        for seat in range(compiled.program.players):
            assert watched <= told(scene_of(words, game, seat))
        common = game.common_observation()
        for zone, lying in enumerate(common.zones):
            for seat in range(compiled.program.players):
                mine = game.observation(seat).zones[zone]
                assert len(mine) == len(lying)
                known = [c for c in lying if c != Unknown]
                assert all(mine.count(c) >= known.count(c) for c in known)


@pytest.mark.parametrize("name", sampled(games(), "commands", 5))
def test_every_option_can_be_pointed_at(name: str) -> None:
    """The player who decides can point at every part of every option that has refs.

    For each such part, the scene contains at least one of its refs.
    """
    compiled = COMPILED[name]
    words = Words(compiled)
    for number, game in enumerate(played(compiled, 2)):
        if number % 5:
            continue
        asked = asked_of(words, game)
        assert asked is not None
        there = refs(scene_of(words, game, game.player))
        for member in asked.members:
            if member.refs:
                assert {*member.refs} & there, member
        assert len({choice.number for choice in asked.choices}) == len(asked.choices)


def refs(scene: Scene) -> set[str]:
    """Return the refs of all players, places, pieces and table headings in a scene."""
    found = {player.ref for player in scene.players}
    for group in scene.groups:
        cells = [cell for board in group.boards for cell in board.cells]
        found |= {cell.ref for cell in cells} | {place.ref for place in group.places}
        for place in [*group.places, *cells]:
            for piece in pieces(place):
                found |= {*piece.refs, *(part.ref for part in piece.parts)}
        for table in group.tables:
            found |= {ref for head in (*table.columns, *(row for row, _ in table.rows)) for ref in head.refs}
    return found


def test_options_are_said_in_full() -> None:
    """All choices of a decision have different texts."""
    for name, compiled in SHIPPED:
        words = Words(compiled)
        for number, game in enumerate(played(compiled, 4)):
            if number % 6:
                continue
            asked = asked_of(words, game)
            assert asked is not None
            assert len({choice.said for choice in asked.choices}) == len(asked.choices), name


PURSES = """
    players: 2
    components:
      card:
        {name: a card, attributes: {rank: 1..3}, all: {rank: 1..3}, label: "card {rank}",
         start: "hand[seat(1)]"}
    zones:
      hand: {of: card, per: player, seen_by: owner}
      table: {of: card}
    variables:
      purse: {per: player, type: 0..9, start: 7, seen_by: owner}
      round: {type: 1..3}
    actions:
      open: {label: "round {round}", do: []}
      tell: {label: "pay out of {purse[me]}", do: []}
      lay:
        label: "lay {c}, which is worth {c.rank}"
        with: {c: {from: "hand[me]"}}
        do: [{move: c, to: table}]
    phases:
      play:
        turns: clockwise
        do: [{offer: [open, tell, lay]}]
"""


SUMS = """
    players: 2
    components:
      card: {per: player, attributes: {rank: 1..2}, all: {rank: 1..2}, start: "deck[owner]"}
    zones:
      deck: {of: card, per: player, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      laid: {of: card, per: player, seen_by: owner}
    setup:
      - for: {p: players}
        do:
          - {shuffle: "deck[p]"}
          - {move: "top(deck[p], 1)", to: "hand[p]"}
          - {move: "top(deck[p], 1)", to: "laid[p]"}
    actions:
      go: {do: []}
    phases:
      play:
        turns: clockwise
        do: [{offer: [go]}]
    score: "sum(c in hand[player]: c.rank) + 10 * sum(c in laid: c.rank if c.owner == player else 0)"
"""


def test_labels_tell_all_no_more_than_all_know(game_of: Callable[[str], Spec]) -> None:
    """A public label reveals no more than everybody knows.

    It does not reveal what is in a secret purse, and of a hidden card it reveals only the kind.
    """
    compiled = game_of(PURSES).compiled()
    game, words = Game(compiled.program, record=True), Words(compiled)
    by_name: dict[str, Option] = {}
    for option in game.options:
        by_name.setdefault(compiled.names.actions[option.action].name, option)
    assert public_label(words, game, by_name["open"]) == "round 1"
    assert words.option(game, by_name["tell"]) == "pay out of 7"
    assert public_label(words, game, by_name["tell"]) is None
    assert words.option(game, by_name["lay"]) == "lay card 1, which is worth 1"
    assert public_label(words, game, by_name["lay"]) == "lay a card, which is worth hidden"


@pytest.mark.parametrize("name", ["carcassonne", "goofspiel", "othello", "rufus"])
def test_a_running_score(name: str) -> None:
    """A seat sees what each player would score if the game were over, unless it cannot know that.

    In Rufus, the score depends on cards in hand, so a seat knows only its own, as long as nobody is out.
    """
    words = Words(COMPILED[name])
    for game in played(COMPILED[name], 3):
        told = [player.score for player in scene_of(words, game, game.player).players]
        hidden = name == "rufus"
        assert told == [
            None if hidden and seat != game.player else score for seat, score in enumerate(game.scores)
        ]


def test_a_score_tells_nothing_hidden(game_of: Callable[[str], Spec]) -> None:
    """Scores shown to a seat are equal in all positions of one information state.

    A player has two cards, and either may be laid. What the other one has laid adds nothing to the own sum.
    """
    words = Words(game_of(SUMS).compiled())
    found: dict[object, set[tuple[int | None, ...]]] = {}
    for seed in range(60):
        game = Game(words.program, seed, record=True)
        for seat in range(2):
            shown = tuple(player.score for player in scene_of(words, game, seat).players)
            assert shown[seat] == game.scores[seat]
            assert shown[1 - seat] is None
            found.setdefault((seat, game.information_state(seat)), set()).add(shown)
    assert all(len(each) == 1 for each in found.values())
    assert len(found) < 120, "there were different positions of one information state"


def test_a_score_that_is_a_value_is_told_once() -> None:
    """In Pig, the score is a variable of each player, which the scene has as such."""
    words = Words(COMPILED["pig"])
    for game in played(COMPILED["pig"], 3):
        players = scene_of(words, game, game.player).players
        assert [player.score for player in players] == [None] * len(players)
        assert [player.values[0].text for player in players] == [str(score) for score in game.scores]
