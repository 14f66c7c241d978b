"""Searches that a policy guides: both searches compute the same numbers, and each estimate is a policy's."""

from __future__ import annotations

from array import array
from math import exp
from typing import TYPE_CHECKING

import pytest
from any_policies import some_weights, written

import gamespec
from interpreter.bots import BotFailed, bot
from interpreter.bots.match import match
from interpreter.bots.mcts import GUIDED_OVER_POSITIONS, GUIDED_OVER_SIGHTS
from interpreter.bots.outside import outside
from interpreter.bots.trials import tried
from interpreter.bots.view import View
from interpreter.compiled.engine import CompiledEngine
from interpreter.learning.training import new_weights
from interpreter.play.luck import Draws, Seeds
from interpreter.play.openness import is_certain, is_open
from interpreter.play.search import Plan, Reward

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.program import Program
    from interpreter.protocol import OptionStats

SEEDS = Seeds.of(1, 1)


def searched(program: Program, weights: array[float], playouts: int) -> tuple[OptionStats, OptionStats]:
    """Return the statistics of the options of a position a few decisions into a game, inside and outside."""
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin(1, record=not is_open(program))
    for _ in range(2):
        game.play(game.options[len(game.options) // 2])
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    games = tried(view, draws, 8)
    explores = GUIDED_OVER_POSITIONS if is_certain(program) else GUIDED_OVER_SIGHTS
    plan = Plan(draws.draw(), playouts, Reward.PLACES, explores, weights)
    inside = view.option_stats(games, plan)
    assert inside is not None
    return inside, outside(view, games, plan)


@pytest.mark.parametrize(
    "name",
    ["tic-tac-toe", "connect-four", "othello", "nine-mens-morris", "pig", "leduc-poker", "hearts", "trapper"],
)
def test_guided_searches_are_alike(name: str) -> None:
    """Both searches give each option the same number of visits and, to the last bit, the same reward."""
    inside, found = searched(gamespec.load(name).program(), some_weights(1), 60)
    assert inside == found
    assert len({each.total for each in inside.values()}) > 1


def test_a_policy_that_knows_nothing_estimates_half() -> None:
    """Where all weights are 0, an iteration that ends before the end of the game has the reward ½.

    The worth 0 stands for the middle of a step of 1/256 (`policy.LOGISTIC`).
    """
    half = 1 / (1 + exp(-0.5 / 256))
    inside, _ = searched(gamespec.load("connect-four").program(), new_weights(), 60)
    assert sum(each.taken for each in inside.values()) == 60
    for each in inside.values():
        assert each.total == pytest.approx(each.taken / 2, rel=2 * (half - 0.5))


def test_the_bot_plays(tmp_path: Path) -> None:
    """`mcts:N:FILE` plays whole games, and wins where it can win at once."""
    program = gamespec.load("tic-tac-toe").program()
    who = bot(f"mcts:50:{written(tmp_path, program, 1).removeprefix('learned:')}")
    played = match(CompiledEngine(program, jobs=1), SEEDS, [who, bot("random")])
    assert played.result is not None


def test_the_policy_of_good_guides_a_search() -> None:
    """`mcts:N:good` follows the policy that comes with the game, and never loses tic-tac-toe."""
    engine = CompiledEngine(gamespec.load("tic-tac-toe").program(), jobs=1)
    bots = [bot("mcts:200:good"), bot("random")]
    for number in range(20):
        turned = number % 2
        played = match(engine, Seeds.of(2, number), bots[::-1] if turned else bots)
        assert played.result is not None
        assert played.result.places[turned] == 1


def test_a_policy_of_another_game_is_refused(tmp_path: Path) -> None:
    """A policy guides only games whose players observe and choose what it knows."""
    path = written(tmp_path, gamespec.load("tic-tac-toe").program(), 1).removeprefix("learned:")
    program = gamespec.load("othello").program()
    with pytest.raises(BotFailed, match="was learned by players of sample"):
        match(CompiledEngine(program, jobs=1), SEEDS, [bot(f"mcts:50:{path}")] * 2)


def test_no_search_is_guided_where_all_play_together(tmp_path: Path) -> None:
    """A policy estimates the share of the opponents left behind, so it needs opponents."""
    program = gamespec.load("hanabi").program()
    path = written(tmp_path, program, 1).removeprefix("learned:")
    with pytest.raises(BotFailed, match="only in games of several sides"):
        match(CompiledEngine(program, jobs=1), SEEDS, [bot(f"mcts:50:{path}")] * 2)
