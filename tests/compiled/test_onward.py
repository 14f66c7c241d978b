"""The children and playouts of a position, computed in one call, equal clones played step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agreement import both

import gamespec
from interpreter.compiled.course import onward
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.protocol import Engine, Playing

SEEDS = [Seeds.of(7, index) for index in range(40)]

STUMBLES = """
    players: 2
    variables:
      left: {type: 0..9, start: 9}
    actions:
      take: {with: {n: {from: 1..3}}, do: [{set: {left: left - n}}]}
      pass: {}
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [take, pass]}]}
    score: 'left'
    limit: {decisions: 20, then: rank}
"""
"""A game in which taking more than what is left causes a fault."""

WIDE = """
    players: 2
    variables:
      total: {type: 0..100000, start: 0}
    actions:
      take:
        with: {a: {from: 1..60}, b: {from: 1..60}, c: {from: 1..10}}
        do: [{set: {total: total + a * b * c}}]
    phases:
      play: {turns: clockwise, until: total > 1000, do: [{offer: [take]}]}
    score: 'total'
    limit: {decisions: 9, then: rank}
"""
"""A game with 36,000 options, each of which consists of three values."""


def begun(engine: Engine, answers: int) -> Playing:
    """Return a game after `answers` answers, or at its end if that comes earlier."""
    game, number = engine.begin(3), 0
    while number < answers and not game.over:
        game.play(game.options[5 * number % len(game.options)])
        number += 1
    return game


def same(one: Playing, other: Playing) -> bool:
    """Return whether two games have the same position and offer the same options."""
    return list(one.position) == list(other.position) and one.options == other.options


def stepwise(game: Playing, seeds: Seeds, most: int | None) -> tuple[int, object]:
    """Play a clone of the game at random, and return the number of decisions and the result."""
    other, draws, made = game.clone(seeds.game), Draws(seeds.luck, "policy"), 0
    while not other.over and made != most:
        other.play(other.options[draws.below(len(other.options))])
        made += 1
    return made, other.result


@pytest.mark.long("agreement")
@pytest.mark.parametrize("name", ["tic-tac-toe", "hearts", "trapper", "pig", "leduc-poker"])
@pytest.mark.parametrize("most", [None, 0, 4])
def test_playouts_are_clones_played_on(name: str, most: int | None) -> None:
    """Playouts equal clones that are played step by step in decisions and results.

    They do not change the game from which they start.
    """
    game = begun(CompiledEngine(gamespec.load(name).program()), 5)
    other = game.clone()
    found = game.playouts(SEEDS, most=most)
    assert [playout.seeds for playout in found] == SEEDS
    assert [(playout.decisions, playout.result) for playout in found] == [
        stepwise(game, seeds, most) for seeds in SEEDS
    ]
    assert all(playout.cut == (playout.result is None) for playout in found)
    assert most != 0 or game.over or all(playout.cut for playout in found)
    assert same(game, other)


def test_of_a_game_that_is_over() -> None:
    """A game that is over has no children, and each of its playouts has the game's result."""
    for engine in both(gamespec.load("hearts").program()):
        game = begun(engine, 10_000)
        assert game.children() == ()
        for playout in game.playouts(SEEDS[:2], most=3):
            assert (playout.decisions, playout.result, playout.cut) == (0, game.result, False)


def test_faults_lie_where_they_are_met(game_of: Callable[[str], Spec]) -> None:
    """On both engines, options and playouts that fault keep their positions among the results."""
    one, other = (begun(engine, 4) for engine in both(game_of(STUMBLES).program()))
    sides = [game.children() for game in (one, other)]
    for a, b in zip(*sides, strict=True):
        if isinstance(a, Fault) or isinstance(b, Fault):
            assert str(a) == str(b)
        else:
            assert same(a, b)
    playouts = [game.playouts(SEEDS) for game in (one, other)]
    told = [[(p.seeds, p.decisions, p.result, str(p.fault)) for p in each] for each in playouts]
    assert told[0] == told[1]
    assert same(one, other)


def test_some_children_fault(game_of: Callable[[str], Spec]) -> None:
    """Only the option that takes more than what is left leads to a fault.

    The options are to take 1, 2 or 3 when 2 are left, or to pass.
    """
    for engine in both(game_of(STUMBLES).program()):
        game = engine.begin(1)
        for number in (3, 3, 1):
            game.play(next(option for option in game.options if option.values == (number,)))
        assert [isinstance(child, Fault) for child in game.children()] == [False, False, True, False]
        faults = [playout for playout in game.playouts(SEEDS) if playout.fault is not None]
        assert 0 < len(faults) < len(SEEDS)


def test_more_children_than_one_call_tells(
    game_of: Callable[[str], Spec], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Children are in the order of the options, even if a single call cannot return all of them."""
    monkeypatch.setenv("GAMESPEC_CACHE", "")
    monkeypatch.setattr(onward, "ROOM", 5_000 * 4 * 20)
    game = CompiledEngine(game_of(WIDE).program()).begin(1)
    children, options = game.children(), game.options
    assert len(children) == len(options) == 36_000  # 60 * 60 * 10
    for number in (0, 1, 4_999, 5_000, 17_123, 35_999):
        child, clone = children[number], game.clone()
        clone.play(options[number])
        assert not isinstance(child, Fault)
        assert list(child.position) == list(clone.position)


def test_playouts_need_a_game_that_settles_its_chance() -> None:
    """A game with explicit chance has no playouts if its rules involve chance."""
    program: Program = gamespec.load("kuhn-poker").program()
    for engine in both(program):
        with pytest.raises(ValueError, match="chance is the caller's"):
            engine.begin(1, explicit=True).playouts(SEEDS)
    for engine in both(gamespec.load("tic-tac-toe").program()):
        assert engine.begin(1, explicit=True).playouts(SEEDS[:1])[0].result is not None
