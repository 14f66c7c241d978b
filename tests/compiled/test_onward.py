"""Children and playouts of a position, computed in one call, equal clones that are played step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from agreement import both
from games_of import STUMBLES

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
"""A game with 36,000 options at each decision, each of which has three values."""


def begun(engine: Engine, answers: int) -> Playing:
    """Return a game after `answers` answers, or at its end if it ends before."""
    game, number = engine.begin(3), 0
    while number < answers and not game.over:
        game.play(game.options[5 * number % len(game.options)])
        number += 1
    return game


def same(one: Playing, other: Playing) -> bool:
    """Return whether two games have the same position and the same options."""
    return list(one.position) == list(other.position) and one.options == other.options


def stepwise(game: Playing, seeds: Seeds, most: int | None) -> tuple[int, object]:
    """Play at most `most` random options on a clone; return the number of decisions and the result."""
    other, draws, made = game.clone(seeds.game), Draws(seeds.luck, "policy"), 0
    while not other.over and made != most:
        other.play(other.options[draws.below(len(other.options))])
        made += 1
    return made, other.result


@pytest.mark.long("agreement")
@pytest.mark.parametrize("name", ["tic-tac-toe", "hearts", "trapper", "pig", "leduc-poker"])
@pytest.mark.parametrize("most", [None, 0, 4])
def test_playouts_are_clones_played_on(name: str, most: int | None) -> None:
    """Playouts have the same decisions and results as clones that are played step by step.

    Computing playouts does not change the game.
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
    """A finished game has no children, and its playouts have its result."""
    for engine in both(gamespec.load("hearts").program()):
        game = begun(engine, 10_000)
        assert game.children() == ()
        for playout in game.playouts(SEEDS[:2], most=3):
            assert (playout.decisions, playout.result, playout.cut) == (0, game.result, False)


def test_faults_lie_where_they_are_met(game_of: Callable[[str], Spec]) -> None:
    """An option or a playout that ends in a fault keeps its place in the results, in both engines."""
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
    """A child that ends in a fault is given as the fault.

    With 2 left, taking 3 is a fault, but taking 1 or 2 and passing are not.
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
    """Children are in the order of the options, even if they need several calls.

    The test lowers the room for children to 5,000 positions of 20 integers.
    """
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
    """A game with explicit chance refuses playouts if its rules use chance, and plays them otherwise."""
    program: Program = gamespec.load("kuhn-poker").program()
    for engine in both(program):
        with pytest.raises(ValueError, match="chance is the caller's"):
            engine.begin(1, explicit=True).playouts(SEEDS)
    for engine in both(gamespec.load("tic-tac-toe").program()):
        assert engine.begin(1, explicit=True).playouts(SEEDS[:1])[0].result is not None
