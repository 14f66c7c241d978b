"""Redeals redraw hidden information so that the position looks the same to the player."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from inside import Named, place

from gamespec import load
from interpreter import Game
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

BIDS = """
    players: 3
    variables: {bid: {per: player, type: 0..9}}
    actions:
      bid: {with: {n: {from: 1..4}}, do: [{set: {"bid[me]": n}}]}
    phases:
      play:
        do: [{offer: [bid], by: players}]
"""


def test_secret_answers_of_others_are_redrawn(game_of: Callable[[str], Spec]) -> None:
    """A redeal during secret bidding redraws the bids of the others and keeps the player's own."""
    game = Named(game_of(BIDS), players=3)
    game.apply(game.options[0])
    game.apply(game.options[3])
    seen: set[tuple[int, int]] = set()
    for seed in range(200):
        other = game.redealt(1, seed)
        assert other.player == 2
        other.apply(other.options[1])
        bid = place(game.compiled, "bid")
        first, second, third = other.position[bid : bid + 3]
        assert (second, third) == (4, 2)
        seen.add((first, second))
    assert seen == {(n, 4) for n in range(1, 5)}


UNSETTLED = """
    players: 2
    components:
      card: {attributes: {n: 1..2}, rows: [{id: ace, n: 1}, {id: two, n: 2, copies: 3}], start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      trick: {of: card}
    actions: {pass: {}}
    setup:
      - shuffle: deck
      - {move: ace, to: trick}
      - {move: "top(deck, 1)", to: "hand[seat(1)]"}
    phases:
      play: {turns: clockwise, do: [{offer: [pass]}]}
    limit: {decisions: 2, then: draw}
"""
"""A game whose setup takes a card out of a shuffled deck by name, which is GS513 with explicit chance."""


def test_a_set_up_that_explicit_chance_cannot_say_is_redealt(game_of: Callable[[str], Spec]) -> None:
    """A redeal is exact although explicit chance cannot reproduce the setup."""
    game = Game(game_of(UNSETTLED).program(), 1, record=True)
    for seed in range(5):
        other = game.redealt(0, seed)
        assert other.exact
        assert other.information_state(0) == game.information_state(0)


@pytest.mark.parametrize("name", ["kuhn-poker", "liars-dice", "goofspiel+hidden-bids", "hanabi", "euchre"])
def test_all_engines_find_the_same_redeals(name: str) -> None:
    """Equal seeds give equal redeals on both engines, integer for integer, one by one and derived."""
    program = load(name).program()
    one, other = (
        engine.begin(5, record=True)
        for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1))
    )
    for _ in range(2):
        number = len(one.options) // 3
        one.play(one.options[number])
        other.play(other.options[number])
    for player in range(program.players):
        first, second = one.redealt(player, 3), other.redealt(player, 3)
        assert first.exact
        assert second.exact
        assert first.position == second.position
        assert first.record == second.record
        assert [g.position for g in one.redeals(player, 4, 4, apart=0.25)] == [
            g.position for g in other.redeals(player, 4, 4, apart=0.25)
        ]


ONTO_ITSELF = """
    players: 2
    components:
      card: {attributes: {n: 1..12}, all: {n: 1..12}, start: deck}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
    actions:
      play:
        with: {c: {from: "hand[me]"}}
        do: [{move: c, to: deck, at: bottom}, {move: "top(deck, 1)", to: "hand[me]"}]
    setup:
      - shuffle: deck
      - {move: "MOVED", to: deck, at: bottom}
      - {for: {p: players}, do: [{move: "top(deck, 3)", to: "hand[p]"}]}
    phases: {play: {turns: clockwise, do: [{offer: [play]}]}}
"""


@pytest.mark.parametrize("moved", ["deck", "top(deck, 9)"])
def test_a_pile_moves_onto_itself(moved: str, game_of: Callable[[str], Spec]) -> None:
    """A hidden move within a zone may be that of any component in it."""
    program = game_of(ONTO_ITSELF.replace("MOVED", moved)).program()
    for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
        game = engine.begin(3, record=True)
        for _ in range(8):
            game.play(game.options[0])
        assert all(game.redealt(0, seed).exact for seed in range(10))


def test_results_alone_are_seen() -> None:
    """Histories are found although a player was shown only who won, but not with which cards."""
    engine = CompiledEngine(load("goofspiel+hidden-bids").program(), jobs=1)
    luck = Random(1)  # noqa: S311 - nothing secret
    for seed in range(12):
        game = engine.begin(seed, record=True)
        for _ in range(20):
            game.play(luck.choice(game.options))
        assert game.redealt(game.player, seed).exact
