"""Tree search: its random draws and its entries, and its statistics compared with trees of dictionaries."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import product
from typing import TYPE_CHECKING, cast

import pytest

import gamespec
from interpreter.bots.mcts import OVER_SIGHTS
from interpreter.bots.outside import outside
from interpreter.bots.trials import tried
from interpreter.bots.view import View
from interpreter.bots.worth import rewards_of
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.chance import drawn
from interpreter.kernels.sights import information_state
from interpreter.kernels.terms import Lists
from interpreter.kernels.trees import sights
from interpreter.kernels.trees.positions import fingerprint
from interpreter.kernels.trees.search import LOGARITHMS
from interpreter.kernels.trees.sights import SightGame, SightSearch
from interpreter.kernels.worth import Worth
from interpreter.play.luck import Draws, Keyed
from interpreter.play.search import Plan, Reward, Stats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.bots.worth import Rewards
    from interpreter.protocol import Playing


def without_a_game(key: int = 7) -> SightSearch:
    """Return a search that has no game, for tests that never use one."""
    made = SightSearch(cast("SightGame", None), Worth((0, 1)), Lists(), sights.sized(1))
    made.prepare(Plan(key, 1, Reward.PLACES, OVER_SIGHTS))
    return made


@pytest.mark.parametrize("bound", [1, 2, 3, 1000, (1 << 31) - 1])
def test_draws_are_those_of_players(bound: int) -> None:
    """`Search.below` draws the same numbers as `Draws.below`."""
    made = without_a_game()
    draws = Draws.of(drawn(7, 4))  # the fourth number of the first iteration
    assert [made.below(bound) for _ in range(50)] == [draws.below(bound) for _ in range(50)]


def test_entries_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Different keys have different entries, until three quarters of the table are used.

    Afterwards no entry is added. The test makes a table of 16 entries.
    """
    monkeypatch.setattr(sights, "FEWEST", 16)
    monkeypatch.setattr(sights, "MOST", 16)
    made = without_a_game()
    keys = [1, 17, 33, 15, 31, (1 << 64) - 1, 1 << 63, *range(2, 7)]  # several begin at the same place
    entries = [made.find(key) for key in keys]
    assert len({*entries}) == len(keys) == 12
    assert [made.find(key) for key in keys] == entries
    assert made.find(100) == made.find_apart(100) == -1
    assert made.find(0) == made.find(1)


def test_options_that_look_alike_have_entries_of_their_own() -> None:
    """Options that look alike have different entries, according to their rank.

    The rank is counted anew each time that options are listed.
    """
    made = without_a_game()
    first = [made.find_apart(5) for _ in range(3)]
    assert len({*first}) == 3
    for entry in first:
        made.offered[entry] &= (1 << 31) - 1  # as counting the options on offer does
    assert [made.find_apart(5) for _ in range(3)] == first


def test_logarithms() -> None:
    """Logarithms of numbers below `LOGARITHMS` are exact; others are so to one part in a thousand."""
    made = without_a_game()
    assert [made.logarithm(n) for n in (1, 2, LOGARITHMS - 1)] == [0.0, math.log(2), math.log(LOGARITHMS - 1)]
    for n in (LOGARITHMS, 12_345, 10_000_000, (1 << 31) - 1):
        assert math.isclose(made.logarithm(n), math.log(n), rel_tol=1e-3)


def test_similar_positions_have_different_hashes() -> None:
    """Boards of 11 cells, each of which is `none` or one of two seats, all have different hashes.

    `none` differs from seat 0 in the highest bit only.
    """
    words = (1 << 31, 0, 1)
    pairs = [first | second << 32 for first in words for second in words]
    boards = [[*board] for board in product(pairs, repeat=5)]
    found = {fingerprint(board, len(board), last) for board in boards for last in (-(1 << 31), 0, 1)}
    assert len(found) == 3**11


@dataclass(eq=False)
class Node:
    """A node of a player's tree.

    By the number of each option, it has the visits, the total reward, and how often the option was on offer.
    `after` holds the next nodes, by what the player has seen.
    """

    taken: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    total: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    offered: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    after: dict[object, Node] = field(default_factory=dict)


def plain(view: View, games: Sequence[Playing], plan: Plan, rewards: Rewards) -> dict[int, Stats]:
    """Search with trees of dictionaries, and return the statistics of each option at the root."""
    roots = [Node() for _ in range(view.program.players)]
    for number in range(plan.playouts):
        chance, playout, luck, tree = (drawn(plan.key, 4 * number + which) for which in (1, 2, 3, 4))
        game = view.recorded(games[number % len(games)]).clone(chance)
        nodes, path, draws = [*roots], list[tuple[int, Node, int]](), Draws.of(tree)
        new = False
        while not game.over and not new:
            node, options = nodes[game.player], game.options
            untried = [option for option in options if not node.taken[option.number]]
            for option in options:
                node.offered[option.number] += 1
            new = bool(untried)
            if new:
                chosen = untried[draws.below(len(untried))]
            else:
                bounds = [
                    rewards.scaled(node.total[n] / node.taken[n])
                    + plan.explores * math.sqrt(math.log(node.offered[n]) / node.taken[n])
                    for n in (option.number for option in options)
                ]
                chosen = options[bounds.index(max(bounds))]
            path.append((game.player, node, chosen.number))
            before = len(game.events)
            game.play(chosen)
            for seat, node in enumerate(nodes):
                seen = information_state(view.program, game.events[before:], seat)
                nodes[seat] = node.after.setdefault(seen, Node())
        result = game.result if game.over else next(iter(game.playouts((Keyed(playout, luck),)))).result
        assert result is not None
        worth = rewards.of(result)
        for player, node, option_number in path:
            node.taken[option_number] += 1
            node.total[option_number] += worth[player]
    root = roots[view.player]
    return {
        option.number: Stats(root.taken[option.number], root.total[option.number]) for option in view.options
    }


@pytest.mark.parametrize(
    ("name", "by_score"), [("kuhn-poker", False), ("kuhn-poker", True), ("goofspiel", False), ("pig", True)]
)
def test_plain_trees_have_the_same_statistics(name: str, *, by_score: bool) -> None:
    """A search has exactly the same visits and total rewards as a search with trees of dictionaries."""
    program = gamespec.load(name).program()
    engine = DefinitionalEngine(program)
    game = engine.begin(3, record=True)
    assert game.decision is not None
    view, draws, rewards = (
        View(engine, game, game.decision),
        Draws(1, "test"),
        rewards_of(program, by_score=by_score),
    )
    games, plan = tried(view, draws, 4), Plan(draws.draw(), 60, rewards.reward, OVER_SIGHTS)
    found = outside(view, games, plan)
    assert found == plain(view, games, plan, rewards)
    assert sum(each.taken for each in found.values()) == plan.playouts


def test_too_many_options_are_tried_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are too many options to list, they are tried at random, and nothing is stored about them."""
    monkeypatch.setattr(sights, "MOST_LISTED", 2)
    program = gamespec.load("goofspiel").program()
    engine = DefinitionalEngine(program)
    game = engine.begin(3, record=True)
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    found = outside(view, tried(view, draws, 2), Plan(7, 5, Reward.PLACES, OVER_SIGHTS))
    assert {*found.values()} == {Stats()}
