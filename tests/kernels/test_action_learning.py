"""Policies that weigh actions: what their seats share, and what they learn."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.kernels.learning.relative import shared_actions, shared_numbers
from interpreter.learning.training import Training
from interpreter.play.encoding import Encoding
from interpreter.play.policies import weighs_positions

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

HIDING = """
    components: {card: {rows: [{id: a}, {id: b}], start: "hand[seat(1)]"}}
    zones: {hand: {of: card, per: player, seen_by: owner}}
"""
"""What makes policies weigh actions: one player knows what others do not."""


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_zones_are_seen_from_the_seat(seat: int) -> None:
    """A card in the hand of the player d seats to the left has the same number for all."""
    spec = gamespec.load("hearts")
    made = spec.compiled(3)
    program, encoding = made.program, Encoding(made.program, by_pick=True)
    numbers = shared_numbers(program, encoding)
    own = numbers[seat * encoding.size :][: encoding.size]
    owned = [
        field for field in encoding.of("zones")
        if program.zones[program.families[field.number].first].owner >= 0
    ]  # fmt: skip
    assert len(owned) == 4  # hand, passed, trick, taken
    for field in owned:
        at = field.members.at
        for left in range(3):
            assert own[at[(seat + left) % 3] + 5] == numbers[at[left] + 5] == at[left] + 5
    actions = encoding.actions.size
    assert shared_actions(program, encoding) == tuple(range(actions)) * 3


def test_what_may_be_a_player_is_not_shared() -> None:
    """In Hearts for three, the leader is one of three values, so each seat has numbers of its own for it."""
    program = gamespec.load("hearts").program(3)
    encoding = Encoding(program, by_pick=True)
    numbers = shared_numbers(program, encoding)
    (leader,) = [
        field for field in encoding.of("values")
        if program.stores[field.number].domain.high == 2 and not program.stores[field.number].dims
    ]  # fmt: skip
    found = [numbers[seat * encoding.size + leader.at] for seat in range(3)]
    assert len({*found}) == 3
    assert len({*numbers[: encoding.size]}) == encoding.size


CHOICE = f"""
    players: 3
    {HIDING.strip()}
    variables:
      left: {{type: 0..3, start: 3}}
      points: {{per: player, type: 0..9, start: 0}}
    actions:
      take: {{with: {{n: {{from: 0..9}}}}, do: [{{set: {{'points[me]': n}}}}, {{set: {{left: left - 1}}}}]}}
    phases:
      play: {{turns: clockwise, until: left == 0, do: [{{offer: [take]}}]}}
    score: 'points[player]'
"""
"""A game in which each player takes a number of points from 0 to 9, and the most points win."""


def test_what_is_best_is_learned(game_of: Callable[[str], Spec]) -> None:
    """Who takes 9 is ahead of a random player in 9 of 10 games, and draws the others, which makes 19/20."""
    program = game_of(CHOICE).program(players=3)
    assert not weighs_positions(program)
    training = Training(program, CompiledEngine(program, jobs=1), seed=1)
    while training.games < 4_000:
        training.learn()
    assert 0.93 < fmean(training.against(games=1_000)) < 0.97
    assert training.faults == training.lost == 0


TOGETHER = f"""
    players: 2
    {HIDING.strip()}
    variables:
      lives: {{type: 0..1, start: 1}}
      left: {{type: 0..12, start: 12}}
      points: {{type: 0..12, start: 0}}
    actions:
      take:
        with: {{n: {{from: 1..4}}}}
        do: [{{set: {{left: left - 1, points: points + (1 if n == 4 else 0)}}}}]
      fall: {{with: {{n: {{from: 1..12}}}}, do: [{{set: {{left: left - 1, lives: 0}}}}]}}
    phases:
      play: {{turns: clockwise, until: left == 0 or lives == 0, do: [{{offer: [take, fall]}}]}}
    score: 'points if lives > 0 else 0'
"""
"""A game of 12 decisions in which a player who falls costs both all their points.

A random pair survives with the probability (1/4)^12, or once in 17 million games.
"""


def test_players_learn_to_avoid_disaster(game_of: Callable[[str], Spec]) -> None:
    """They learn what scores while all games that they know still end in disaster."""
    program = game_of(TOGETHER).program(players=2)
    training = Training(program, CompiledEngine(program, jobs=1), seed=1)
    assert training.together
    while training.games < 8_000:
        training.learn()
    assert fmean(training.against(games=500)) > 9  # of 12; whoever survives and takes at random has 3
