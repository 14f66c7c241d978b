"""Tree search: its draws, its table of entries, and a comparison with plain trees of dictionaries."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import pytest

import gamespec
from interpreter.bots.sights import EXPLORES, outside
from interpreter.bots.trials import tried
from interpreter.bots.view import View
from interpreter.bots.worth import rewards_of
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels import search
from interpreter.kernels.search import Game, Search
from interpreter.kernels.sights import information_state
from interpreter.kernels.terms import Lists
from interpreter.kernels.worth import Worth
from interpreter.play.luck import Draws, Seeds
from interpreter.play.search import Iteration, Reward

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.bots.worth import Rewards
    from interpreter.protocol import Playing


def without_a_game(iterations: Sequence[Iteration] = (Iteration(0, 0, 0, 0),)) -> Search:
    """Return a search without a game, for tests that never use the game."""
    made = Search(cast("Game", None), Worth((0, 1)), Lists(), len(iterations))
    made.prepare(iterations, Reward.PLACES, EXPLORES)
    return made


@pytest.mark.parametrize("bound", [1, 2, 3, 1000, (1 << 31) - 1])
def test_draws_are_those_of_players(bound: int) -> None:
    """`Search.below` draws the same numbers as `Draws.below`."""
    draws = Draws(7, "tree")
    made = without_a_game([Iteration(0, 0, 0, draws.key)])
    assert [made.below(bound) for _ in range(50)] == [draws.below(bound) for _ in range(50)]


def test_entries_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Different keys have different entries, until three quarters of the table are in use."""
    monkeypatch.setattr(search, "FEWEST", 16)
    monkeypatch.setattr(search, "MOST", 16)
    made = without_a_game()
    keys = [1, 17, 33, 15, 31, (1 << 64) - 1, 1 << 63, *range(2, 7)]  # several begin at the same place
    entries = [made.find(key) for key in keys]
    assert len({*entries}) == len(keys) == 12
    assert [made.find(key) for key in keys] == entries
    assert made.find(100) == made.find_apart(100) == -1
    assert made.find(0) == made.find(1)


def test_options_that_look_alike_have_entries_of_their_own() -> None:
    """Options with the same key have different entries, which are found by the options' rank.

    The rank is counted anew for each list of options.
    """
    made = without_a_game()
    first = [made.find_apart(5) for _ in range(3)]
    assert len({*first}) == 3
    for entry in first:
        made.offered[entry] &= (1 << 31) - 1  # as counting the options on offer does
    assert [made.find_apart(5) for _ in range(3)] == first


@dataclass(eq=False)
class Node:
    """A node of a player's tree.

    It has the visits, the total reward and the number of offers of each option, and the node's successors.
    """

    taken: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    total: dict[int, float] = field(default_factory=lambda: defaultdict(float))
    offered: dict[int, int] = field(default_factory=lambda: defaultdict(int))
    after: dict[object, Node] = field(default_factory=dict)


def plain(
    view: View,
    games: Sequence[Playing],
    drawn: Sequence[tuple[Iteration, Seeds]],
    rewards: Rewards,
    tree: int,
) -> dict[int, tuple[int, float]]:
    """Search with trees of dictionaries, and return the visits and the total reward of each option.

    New options are drawn with the seed `tree` plus the number of the iteration.
    """
    roots = [Node() for _ in range(view.program.players)]
    for number, (iteration, seeds) in enumerate(drawn):
        game = view.recorded(games[number % len(games)]).clone(iteration.chance)
        nodes, path, draws = [*roots], list[tuple[int, Node, int]](), Draws(tree + number, "tree")
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
                    + EXPLORES * math.sqrt(math.log(node.offered[n]) / node.taken[n])
                    for n in (option.number for option in options)
                ]
                chosen = options[bounds.index(max(bounds))]
            path.append((game.player, node, chosen.number))
            before = len(game.events)
            game.play(chosen)
            for seat, node in enumerate(nodes):
                seen = information_state(view.program, game.events[before:], seat)
                nodes[seat] = node.after.setdefault(seen, Node())
        result = game.result if game.over else next(iter(game.playouts((seeds,)))).result
        assert result is not None
        worth = rewards.of(result)
        for player, node, option_number in path:
            node.taken[option_number] += 1
            node.total[option_number] += worth[player]
    root = roots[view.player]
    return {option.number: (root.taken[option.number], root.total[option.number]) for option in view.options}


@pytest.mark.parametrize(
    ("name", "by_score"), [("kuhn-poker", False), ("kuhn-poker", True), ("goofspiel", False), ("pig", True)]
)
def test_plain_trees_have_the_same_statistics(name: str, *, by_score: bool) -> None:
    """The search and plain trees have equal visits and, to the last bit, equal total rewards."""
    program = gamespec.load(name).program()
    engine = DefinitionalEngine(program)
    game = engine.begin(3, record=True)
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    games, drawn = tried(view, draws, 4), list[tuple[Iteration, Seeds]]()
    for number in range(60):
        chance, playout, luck = (draws.below(1 << 62) for _ in range(3))
        keys = Draws(luck, "policy").key, Draws(9 + number, "tree").key
        drawn.append((Iteration(chance, playout, *keys), Seeds(playout, luck)))
    found = outside(view, games, drawn, rewards_of(program, by_score=by_score))
    assert found == plain(view, games, drawn, rewards_of(program, by_score=by_score), 9)
    assert sum(taken for taken, _ in found.values()) == len(drawn)


def test_too_many_options_are_tried_at_random(monkeypatch: pytest.MonkeyPatch) -> None:
    """If there are too many options, they are tried at random, and nothing is stored about them."""
    monkeypatch.setattr(search, "MOST_LISTED", 2)
    program = gamespec.load("goofspiel").program()
    engine = DefinitionalEngine(program)
    game = engine.begin(3, record=True)
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    drawn = [Iteration.drawn(draws) for _ in range(5)]
    found = outside(view, tried(view, draws, 2), drawn, rewards_of(program, by_score=False))
    assert {*found.values()} == {(0, 0.0)}
