"""Whole games by policies: both engines play the same ones, whoever sits where."""

from __future__ import annotations

from itertools import cycle
from typing import TYPE_CHECKING

import pytest
from any_policies import some_weights

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Draws, Seeds
from interpreter.play.policies import Policies
from interpreter.play.tally import NOTHING, Counts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gamespec import Spec
    from gamespec.program import Program

TALLY = Counts(pace=True, lead=True, measures=True, last=True)


def seatings(players: int, games: int) -> list[tuple[int, ...]]:
    """Return seatings of which consecutive ones differ, some of which seat a player several times."""
    draws = Draws(7, "seats")
    return [tuple(draws.below(5) for _ in range(players)) for _ in range(games)]


def policies(opening: int = 1) -> Policies:
    """Return two policies, each at two temperatures, and a random player."""
    weights = some_weights(1), some_weights(2)
    return Policies(weights, (0, -1, 1, 0, 1), (0.0, 0.0, 0.0, 0.5, 0.2), opening)


def seeds(games: int) -> list[Seeds]:
    """Return the seeds of some games."""
    return [Seeds.of(3, number) for number in range(games)]


@pytest.mark.parametrize("tally", [NOTHING, TALLY])
@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        ("tic-tac-toe", 2, 30),  # options lead to positions
        ("othello", 2, 1),  # as above, and players pass
        ("pig", 2, 2),  # as above, and dice are thrown
        ("kuhn-poker", 2, 40),  # chance and hidden cards
        ("hearts", 4, 1),  # chance, hidden cards, and several components chosen at once
        ("euchre", 4, 2),  # teams, and options that are tried
        ("hanabi", 3, 1),  # all win or lose together
        ("trapper", 3, 2),
        ("rufus", 2, 1),  # options that are tried
    ],
)
def test_both_engines_play_the_same_games(name: str, players: int, games: int, tally: Counts) -> None:
    """The same seeds and seatings give the same games, and the same counts."""
    program = gamespec.load(name).program(players=players)
    found = [
        [*engine.batch(seeds(games), policies=policies(2), seats=seatings(players, games), tally=tally)]
        for engine in (CompiledEngine(program, jobs=2), DefinitionalEngine(program))
    ]
    assert found[0] == found[1]
    assert all(played.result is not None for played in found[0])


def results(program: Program, seats: Sequence[Sequence[int]], jobs: int) -> list[object]:
    """Return the results of games with these seatings."""
    engine = CompiledEngine(program, jobs=jobs)
    return [each.result for each in engine.batch(seeds(len(seats)), policies=policies(), seats=seats)]


def test_games_do_not_depend_on_threads_or_neighbours() -> None:
    """A game is the same in any number of threads, and whichever games are played beside it."""
    program = gamespec.load("kuhn-poker").program()
    seats = seatings(2, 3000)
    whole = results(program, seats, 1)
    assert results(program, seats, 3) == whole
    assert results(program, seats[:700], 2) == whole[:700]
    assert len({*whole}) > 1


def test_who_sits_where_matters() -> None:
    """A player plays alike in each seat: with the players the other way round, so are their policies."""
    program = gamespec.load("kuhn-poker").program()
    weights = some_weights(1), some_weights(2)
    other = Policies(weights[::-1], (1, 0), (0.0, 0.5))
    same = Policies(weights, (1, 0), (0.5, 0.0))
    engine, games = CompiledEngine(program, jobs=1), 200
    crossed = [*engine.batch(seeds(games), policies=other, seats=[(0, 1)] * games)]
    straight = [*engine.batch(seeds(games), policies=same, seats=[(1, 0)] * games)]
    assert crossed == straight
    assert crossed != [*engine.batch(seeds(games), policies=other, seats=[(1, 0)] * games)]


@pytest.mark.parametrize("name", ["kuhn-poker", "euchre", "rufus"])
def test_random_players_choose_as_without_policies(name: str) -> None:
    """If all players are random, games are those that are played without policies."""
    program = gamespec.load(name).program()
    engine = CompiledEngine(program, jobs=2)
    seats = [(1,) * program.players] * 20
    found = [each.result for each in engine.batch(seeds(20), policies=policies(), seats=seats)]
    assert found == [each.result for each in engine.batch(seeds(20))]


def test_a_fault_stops_one_game_only(game_of: Callable[[str], Spec]) -> None:
    """After a fault, the next games have the players that they should have."""
    program = game_of(FAULTY).program(players=2)
    games = 60
    found = [
        [
            (each.decisions, each.result, str(each.fault))
            for each in engine.batch(seeds(games), policies=policies(), seats=seatings(2, games))
        ]
        for engine in (CompiledEngine(program, jobs=2), DefinitionalEngine(program))
    ]
    assert found[0] == found[1]
    assert 5 < sum(result is None for _, result, _ in found[0]) < games - 5


FAULTY = """
    players: 2
    variables:
      left: {type: 0..6, start: 6}
      points: {per: player, type: 0..14, start: 0}
    actions:
      take: {with: {n: {from: 0..9}}, do: [{set: {'points[me]': 'points[me] + n'}}, {set: {left: left - 1}}]}
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [take]}]}
    score: 'points[player]'
"""
"""A game in which a player who takes more than 14 points causes a fault."""


def test_seats_may_be_endless() -> None:
    """Seatings are taken as they are needed."""
    program = gamespec.load("tic-tac-toe").program()

    endless = cycle([(0, 1), (1, 0)])
    found = CompiledEngine(program, jobs=2).batch(seeds(50), policies=policies(), seats=endless)
    assert len([*found]) == 50
