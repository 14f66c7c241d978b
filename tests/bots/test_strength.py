"""The strength of search in games for which the best play is known."""

from __future__ import annotations

from functools import cache

import pytest

import gamespec
from interpreter.bots import Luck, View, bot
from interpreter.bots.match import match, rotated
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.luck import Seeds
from interpreter.play.options import Option
from interpreter.protocol import Playing


class Perfect:
    """A bot that plays tic-tac-toe perfectly, and chooses at random among the best options."""

    name = "perfect"

    def __init__(self, engine: CompiledEngine) -> None:
        self._engine = engine

        @cache
        def value(position: tuple[int, ...]) -> int:
            """Return the final score of the first player if both players play perfectly from a position."""
            game = engine.restore(position)
            if game.over:
                assert game.result is not None
                return game.result.scores[0]
            values = [value(tuple(child.position)) for child in children(game)]
            return min(values) if game.player else max(values)

        self._value = value

    def choose(self, view: View, luck: Luck) -> Option:
        """Return a random one of the best options."""
        (game,) = view.redeals(0, 1)
        sign = -1 if view.player else 1
        values = [sign * self._value(tuple(child.position)) for child in children(game)]
        best = [option for option, value in zip(view.options, values, strict=True) if value == max(values)]
        return best[luck.draws().below(len(best))]


def children(game: Playing) -> list[Playing]:
    """Return the game after each of the options, none of which may fault."""
    found = [child for child in game.children() if not isinstance(child, Exception)]
    assert len(found) == len(game.options)
    return found


def losses(games: range, playouts: int) -> int:
    """Return how many games search loses against a perfect player. The two alternate seats."""
    engine = CompiledEngine(gamespec.load("tic-tac-toe").program(), jobs=1)
    bots, lost = [bot(f"mcts:{playouts}"), Perfect(engine)], 0
    for number in games:
        seats = rotated(2, number)
        played = match(engine, Seeds(0, number), [bots[who] for who in seats])
        assert played.result is not None
        lost += played.result.places[seats.index(0)] > played.result.places[seats.index(1)]
    return lost


@pytest.mark.long("bots")
def test_search_never_loses_noughts_and_crosses() -> None:
    """Search does not lose any of 20 games of tic-tac-toe against a perfect player.

    `test_search_never_loses_in_many` plays more games.
    """
    assert losses(range(20), 2000) == 0


@pytest.mark.long("deep")
def test_search_never_loses_in_many() -> None:
    """Search does not lose any of 1,000 games of tic-tac-toe, of which it plays 500 from each seat."""
    assert losses(range(1000), 2000) == 0


def test_a_proven_draw_is_no_loss() -> None:
    """If all other options lose, search takes the option that provably leads to a draw."""
    engine = CompiledEngine(gamespec.load("tic-tac-toe").program(), jobs=1)
    for cells, best in (((0, 1, 4), 8), ((0, 4, 8, 1), 7)):
        # X on 0 and 4 threatens 8, so O must take it. O on 4 and 1 threatens 7, so X must take it.
        game, free = engine.begin(), [*range(9)]
        for cell in cells:
            game.play(game.options[free.index(cell)])
            free.remove(cell)
        decision = game.decision
        assert decision is not None
        for playouts in (30, 100, 3000):
            option = bot(f"mcts:{playouts}").choose(View(engine, game, decision), Luck(3, len(cells)))
            assert free[decision.options.index(option)] == best
