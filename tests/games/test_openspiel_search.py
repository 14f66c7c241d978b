"""Our tree search against OpenSpiel's: with equally many simulations, they are equally strong.

The game is Connect Four. OpenSpiel's search (`pyspiel.MCTSBot`, in C++) is UCT with the same constant, one
random game per simulation, and a solver. Its rewards range from -1 to 1 instead of from 0 to 1, so its
constant is twice ours.
"""

from __future__ import annotations

from math import sqrt

import pytest
from openspiel import pyspiel

import gamespec
from interpreter.bots import Luck, View, bot
from interpreter.bots.mcts import OVER_POSITIONS
from interpreter.compiled.engine import CompiledEngine

pytestmark = pytest.mark.long("openspiel")

SIMULATIONS = 1000


def points(games: range) -> float:
    """Return the share of all points that our search wins. The programs alternate seats."""
    theirs, engine = (
        pyspiel.load_game("connect_four"),
        CompiledEngine(gamespec.load("connect-four").program()),
    )
    mine, total = bot(f"mcts:{SIMULATIONS}"), 0.0
    for number in games:
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        other = pyspiel.MCTSBot(theirs, evaluator, 2 * OVER_POSITIONS, SIMULATIONS, 100, True, number, False)  # noqa: FBT003 - its signature: the solver, and no words
        state, game, decisions = theirs.new_initial_state(), engine.begin(), 0
        while (decision := game.decision) is not None:
            assert len(state.legal_actions()) == len(decision.options)
            if decision.player == number % 2:
                option = mine.choose(View(engine, game, decision), Luck(number, decisions))
                action = state.legal_actions()[decision.options.index(option)]
            else:
                action = other.step(state)
                option = decision.options[state.legal_actions().index(action)]
            state.apply_action(action)
            game.play(option)
            decisions += 1
        assert game.result is not None
        assert state.returns() == [float(score) for score in game.result.scores]
        total += (state.returns()[number % 2] + 1) / 2
    return total / len(games)


def fair(games: int) -> float:
    """Return the half-width of the 95 % interval for a share of 1/2, which is 1.96 standard errors."""
    return 1.96 * sqrt(0.25 / games)


@pytest.mark.long("openspiel-deep")
def test_search_is_as_strong() -> None:
    """Our search is as strong as OpenSpiel's in a sample of 20 games, which allows a wide margin."""
    assert abs(points(range(1000, 1020)) - 0.5) < fair(20)


@pytest.mark.long("openspiel-deep")
def test_search_is_as_strong_in_many() -> None:
    """Our search is as strong as OpenSpiel's in 200 games."""
    assert abs(points(range(200)) - 0.5) < fair(200)
