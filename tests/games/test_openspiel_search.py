"""Tree search against OpenSpiel's, with as many simulations: in Connect Four both are as strong.

Theirs is UCT with the same constant, one random game for each simulation and a solver, in C++
(`pyspiel.MCTSBot`); rewards from -1 to 1 make its constant 2 of what is 1 from 0 to 1.
"""

from __future__ import annotations

from math import sqrt

import pytest
from openspiel import pyspiel

import gamespec
from interpreter.bots import Luck, View, bot
from interpreter.bots.positions import EXPLORES
from interpreter.compiled.engine import CompiledEngine

pytestmark = pytest.mark.long("openspiel")

SIMULATIONS = 1000


def points(games: range) -> float:
    """The share of the points that ours has, from either seat by turns."""
    theirs, engine = (
        pyspiel.load_game("connect_four"),
        CompiledEngine(gamespec.load("connect-four").program()),
    )
    mine, total = bot(f"mcts:{SIMULATIONS}"), 0.0
    for number in games:
        evaluator = pyspiel.RandomRolloutEvaluator(1, number)
        other = pyspiel.MCTSBot(theirs, evaluator, 2 * EXPLORES, SIMULATIONS, 100, True, number, False)  # noqa: FBT003 - its signature: the solver, and no words
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
    """How far from a half a share of so many points lies in 95 of 100 cases: 1.96 standard errors."""
    return 1.96 * sqrt(0.25 / games)


@pytest.mark.long("openspiel-deep")
def test_search_is_as_strong() -> None:
    """A sample, for which the bound is wide."""
    assert abs(points(range(1000, 1020)) - 0.5) < fair(20)


@pytest.mark.long("openspiel-deep")
def test_search_is_as_strong_in_many() -> None:
    """200 games."""
    assert abs(points(range(200)) - 0.5) < fair(200)
