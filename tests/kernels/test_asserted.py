"""While games are played, kernels stay within the integer widths and the arrays of a module."""

from __future__ import annotations

import random
from importlib import import_module
from pathlib import Path

import pytest
from agreement import EVERYTHING
from asserted import asserted
from in_module import module_of

import gamespec
from interpreter import Game
from interpreter.bots.outside import outside
from interpreter.bots.trials import tried
from interpreter.bots.view import View
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.solving.kinds import Values
from interpreter.play.luck import Draws, Seeds
from interpreter.play.openness import is_open
from interpreter.play.search import Plan, Reward
from interpreter.solving.answers import Method
from interpreter.solving.methods import Plan as SolvingPlan
from interpreter.solving.watch import Watch

NAMES = (
    "arrays.choosing arrays.lanes arrays.listed arrays.observing arrays.rows "
    "learning.action_learner learning.boards learning.by_action learning.by_position "
    "learning.numbers learning.patterns learning.policy learning.position_learner learning.regions "
    "chance chosen combinations components decider exchanges exclusions histories in_order longest "
    "matching ordinals scripted several sights situations solving.bounds "
    "solving.graph solving.minimizing solving.outcomes solving.positions solving.table solving.values "
    "sorting statistics.adding statistics.by_player statistics.endings statistics.leaving "
    "statistics.measuring statistics.packing statistics.pairing statistics.quantifying statistics.repeating "
    "statistics.summing statistics.tabulating statistics.tallying tiling trees.positions "
    "trees.search trees.sights unseen worth"
)
KERNELS = [import_module(f"interpreter.kernels.{name}") for name in NAMES.split()]


@pytest.mark.parametrize("name", ["carcassonne", "hanabi", "hearts", "ogallala", "rufus", "trapper"])
def test_games(name: str) -> None:
    """No kernel violates an assertion during a random game on the definitional engine."""
    program = gamespec.load(name).program()
    with asserted(KERNELS):
        luck, game = random.Random(1), Game(program, 1, record=True)  # noqa: S311 - nothing secret
        for _ in range(60):
            if game.over:
                break
            game.play(luck.choice(game.options))
        assert all(game.information_state(player) for player in range(program.players))


@pytest.mark.parametrize("name", ["goofspiel+hidden-bids", "hearts", "leduc-poker", "rufus"])
def test_redeals(name: str) -> None:
    """No kernel violates an assertion while histories are changed."""
    program = gamespec.load(name).program()
    luck, game = random.Random(1), Game(program, 1, record=True)  # noqa: S311 - nothing secret
    for _ in range(4):
        game.play(luck.choice(game.options))
    with asserted(KERNELS):
        assert all(other.exact for other in game.redeals(game.player, 1, 8, apart=1 / 8))


@pytest.mark.parametrize("name", ["kuhn-poker", "leduc-poker", "rufus"])
def test_counted_games(name: str) -> None:
    """No kernel violates an assertion while a game is counted."""
    program = gamespec.load(name).program()
    with asserted(KERNELS):
        (played,) = DefinitionalEngine(program).batch([Seeds.of(1, 0)], tally=EVERYTHING)
    assert played.tally is not None


@pytest.mark.parametrize(
    ("name", "reward"),
    [("kuhn-poker", Reward.PLACES), ("pig", Reward.SCORES), ("tic-tac-toe", Reward.PLACES)],
)
def test_searches(name: str, reward: Reward) -> None:
    """No kernel violates an assertion during a tree search with the definitional engine."""
    program = gamespec.load(name).program()
    engine = DefinitionalEngine(program)
    game = engine.begin(1, record=not is_open(program))
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    with asserted(KERNELS):
        plan = Plan(draws.draw(), 20, reward, 1.0)
        found = outside(view, tried(view, draws, 4), plan)
    assert sum(each.taken for each in found.values()) == plan.playouts


@pytest.mark.parametrize(
    ("name", "method", "kind"),
    [
        ("tic-tac-toe", Method.SEARCH, Values.OUTCOME),
        ("hex", Method.SITUATIONS, Values.MARGIN),
        ("hex", Method.SITUATIONS, Values.OUTCOME),
    ],
)
def test_solvers(name: str, method: Method, kind: Values) -> None:
    """No kernel violates an assertion while a game is solved with the definitional engine."""
    program = gamespec.load(name).program(None, {"size": 2} if name == "hex" else None)
    with asserted(KERNELS):
        solving = SolvingPlan(DefinitionalEngine(program), method, kind).start(Watch(), 1_000_000)
        solving.run()
    assert solving.answer().worth.known


@pytest.mark.parametrize(
    ("text", "given", "why"),
    [
        ("return a * a", 1 << 16, "4294967296 does not fit into 32 bits"),
        ("return (5, 6, 7)[a]", -1, "a subscript of -1"),
        ("return a // 3", -1, "-1 is divided by 3"),
    ],
)
def test_what_a_module_does_otherwise_is_noticed(text: str, given: int, why: str, tmp_path: Path) -> None:
    """An operation that would behave differently in a module raises `AssertionError` in CPython."""
    made = module_of(f"def kernel(a: int) -> int:\n    {text}\n", tmp_path / "made.py")
    with asserted([made]), pytest.raises(AssertionError, match=why):
        made.kernel(given)
