"""Redeals redraw hidden information so that the position looks the same to the player."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TYPE_CHECKING

import pytest
from inside import Named, place

from gamespec import load
from interpreter import Game
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.machine.replayer import MachineReplayer
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.sights import SightLogger
from interpreter.play.events import Revealed, Shuffled
from interpreter.redeal import found

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

MOST_COMPARED = 20
"""Maximum number of positions of a game whose redeals are compared."""

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


PILES = """
    players: 2
    components: {card: {attributes: {rank: 1..4}, all: {rank: 1..4}, start: deck}}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      pile: {of: card, ordered: true, seen_by: nobody}
    setup:
      - shuffle: deck
      - STEPS
      - {reveal: "top(ZONE, 1)", to: seat(1)}
    phases: {play: {turns: clockwise, do: [{choose: {n: {from: 0..1}}}]}}
"""


@pytest.mark.parametrize(
    ("steps", "zone"),
    [
        ('{move: "reverse(deck)", to: pile}', "pile"),
        ("{if: true, then: [{move: deck, to: deck}, {move: deck, to: deck}]}", "deck"),
        ('{if: true, then: [{move: "reverse(deck)", to: deck}, {move: "top(deck, 1)", to: deck}]}', "deck"),
    ],
)
def test_a_pile_is_turned_over(steps: str, zone: str, game_of: Callable[[str], Spec]) -> None:
    """What is seen in a pile that moved at once does not tell where it was before."""
    program = game_of(PILES.replace("STEPS", steps).replace("ZONE", zone)).program()
    for seed in range(4):
        game = Game(program, seed, record=True)
        assert all(game.redealt(0, number).exact for number in range(5))


COPIES = """
    players: 2
    enums: {rank: [a, b]}
    components: {card: {attributes: {rank: rank}, rows: [{rank: a, copies: 2}, {rank: b}], start: deck}}
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      mix: {of: card, ordered: true, seen_by: nobody}
    setup:
      - shuffle: deck
      - {reveal: "top(deck, 1)", to: seat(1)}
      - {move: "top(deck, 2)", to: mix}
      - {shuffle: mix}
      - {move: "top(mix, 1)", to: deck}
      - {shuffle: deck}
      - {reveal: "top(deck, 1)", to: seat(1)}
    phases: {play: {do: [{choose: {n: {from: 0..1}}, by: seat(1)}]}}
"""


def test_copies_replace_one_another_where_they_were_seen(game_of: Callable[[str], Spec]) -> None:
    """The player saw an `a` twice. Every way in which that can have come about is found from every first one.

    The three ways in which the second shuffle and the third can have laid a, a and b are reached: the first
    card of `mix` was a, and then a or b was below, or it was b.
    """
    program = game_of(COPIES).program()
    games = (Game(program, seed, record=True) for seed in count())
    game = next(g for g in games if faces_seen(g) == [0, 0])
    shown = SightLogger(program, 0).after(game.events)
    for seed in range(6):
        chain = found(program, MachineReplayer(program, 0), shown, seed, 2000)
        assert chain is not None
        ways = set[object]()
        for _ in range(300):
            chain.step()
            words = chain.script.words
            ways.add(tuple(tuple(program.alike[c] for c in words[a:b]) for a, b in chain.script.orders))
        assert len(ways) == 3


def faces_seen(game: Game) -> list[int]:
    """Return the first copies of the components that a set-up has revealed."""
    return [game.program.alike[e.component] for e in game.events if isinstance(e, Revealed)]


def test_results_alone_are_seen() -> None:
    """Histories are found although a player was shown only who won, but not with which cards."""
    engine = CompiledEngine(load("goofspiel+hidden-bids").program(), jobs=1)
    luck = Random(1)  # noqa: S311 - nothing secret
    for seed in range(12):
        game = engine.begin(seed, record=True)
        for _ in range(20):
            game.play(luck.choice(game.options))
        assert game.redealt(game.player, seed).exact


def test_redeals_are_those_of_the_position_at_which_they_were_asked_for() -> None:
    """A game may go on, and be redealt again, while somebody still takes redeals of an earlier position."""
    engine = CompiledEngine(load("hanabi").program(), jobs=1)
    game = engine.begin(1, record=True)
    wanted = [other.position for other in game.clone().redeals(0, 7, 50)]
    asked = game.redeals(0, 7, 50)
    found = [next(asked).position]
    for _ in range(3):
        game.play(game.options[0])
    assert game.redealt(0, 1).exact
    assert [*found, *(other.position for other in asked)] == wanted


def test_redeals_along_a_game_are_those_from_its_record() -> None:
    """What is kept along a game of several deals changes no redeal, on any engine, integer for integer."""
    program = load("euchre").program()
    engine, compared, deals = CompiledEngine(program, jobs=1), 0, set[int]()
    luck = Random(2)  # noqa: S311 - nothing secret
    game = engine.begin(3, record=True)
    while not game.over and compared < MOST_COMPARED:
        if luck.randrange(4) == 0:
            player, seed = game.player, luck.randrange(1 << 32)
            along = [other.position for other in game.redeals(player, seed, 3, apart=1 / 8)]
            others = [engine] if compared % 5 else [engine, DefinitionalEngine(program)]
            for one in others:
                again = one.restore(game.position, record=game.record or False)
                assert [x.position for x in again.redeals(player, seed, 3, apart=1 / 8)] == along
            compared += 1
            deals.add(sum(isinstance(event, Shuffled) for event in game.events))
        game.play(luck.choice(game.options))
    assert len(deals) > 1


def test_earlier_redeals_are_finished_after_the_next_deal() -> None:
    """A game may be dealt again, and redealt, while somebody still takes redeals of an earlier position."""
    engine, luck = CompiledEngine(load("euchre").program(), jobs=1), Random(4)  # noqa: S311 - nothing secret
    game = engine.begin(1, record=True)
    for _ in range(30):
        game.play(luck.choice(game.options))
    player = game.player
    wanted = [other.position for other in game.clone().redeals(player, 7, 50, apart=1 / 8)]
    asked = game.redeals(player, 7, 50, apart=1 / 8)
    found = [next(asked).position]
    shuffles = sum(isinstance(event, Shuffled) for event in game.events)
    while sum(isinstance(event, Shuffled) for event in game.events) < shuffles + 2:
        game.play(luck.choice(game.options))
    assert next(iter(game.redeals(player, 1, 2))).exact
    assert [*found, *(other.position for other in asked)] == wanted
