"""The search inside the WebAssembly module computes the same numbers as the search outside."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

import gamespec
from interpreter.bots.mcts import OVER_POSITIONS, OVER_SIGHTS
from interpreter.bots.outside import outside
from interpreter.bots.trials import tried
from interpreter.bots.view import View
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.trees import positions, sights
from interpreter.play.luck import Draws
from interpreter.play.openness import is_certain, is_open
from interpreter.play.search import Plan, Reward, Stats

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAMES = (
    "pig", "kuhn-poker", "leduc-poker", "liars-dice", "goofspiel", "goofspiel+hidden-bids", "hearts",
    "euchre", "hanabi", "trapper", "trumpet", "trumpet+revoke", "carcassonne+traders-and-builders",
    "ogallala", "rufus",
    "tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "nine-mens-morris",
    "tests/games/authored/chess.yaml", "tests/games/authored/draughts.yaml", "tests/games/authored/go.yaml",
)  # fmt: skip


def in_the_middle(engine: CompiledEngine, seed: int) -> View:
    """Return the view that a bot has at a random decision in a random game."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    answers: list[int] = []
    game = engine.begin(seed)
    while not game.over:
        answers.append(luck.randrange(len(game.options)))
        game.play(game.options[answers[-1]])
    game = engine.begin(seed, record=not is_open(engine.program))
    for answer in answers[: luck.randrange(len(answers))]:
        game.play(game.options[answer])
    assert game.decision is not None
    return View(engine, game, game.decision)


def planned(draws: Draws, playouts: int, reward: Reward = Reward.PLACES) -> Plan:
    """Return what a search over what players have seen is to do."""
    return Plan(draws.draw(), playouts, reward, OVER_SIGHTS)


@pytest.mark.parametrize("reward", Reward)
@pytest.mark.parametrize("name", sampled(GAMES, "bots", 20))
def test_options_fare_alike_inside_and_outside(name: str, reward: Reward) -> None:
    """Both searches give each option the same number of visits and, to the last bit, the same reward."""
    program = gamespec.load(name).program()
    engine, certain = CompiledEngine(program, jobs=1), is_certain(program)
    for seed in range(2):
        view, draws = in_the_middle(engine, seed), Draws(seed, "test")
        games = tried(view, draws, 8)
        plan = Plan(draws.draw(), 80, reward, OVER_POSITIONS if certain else OVER_SIGHTS)
        inside = view.option_stats(games, plan)
        if inside is None:
            assert reward == Reward.SCORES
            assert not program.score
            continue
        found = outside(view, games, plan)
        assert inside == {option.number: found.get(option.number, Stats()) for option in view.options}
        assert certain or sum(each.taken for each in inside.values()) == plan.playouts


@pytest.mark.parametrize("name", ["tic-tac-toe", "nine-mens-morris", "tests/games/authored/draughts.yaml"])
def test_long_searches_over_positions_are_alike(name: str) -> None:
    """Both searches agree when positions are reached in several ways, and when some of them are solved."""
    program = gamespec.load(name).program()
    engine = CompiledEngine(program, jobs=1)
    for seed in range(3):
        view, draws = in_the_middle(engine, seed), Draws(seed, "test")
        plan, games = Plan(draws.draw(), 600, Reward.PLACES, OVER_POSITIONS), tried(view, draws, 1)
        assert view.option_stats(games, plan) == outside(view, games, plan)


def test_the_engines_search_positions_alike() -> None:
    """With the same random numbers, both engines give the same statistics of a position."""
    program = gamespec.load("connect-four").program()
    found = []
    for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
        game = engine.begin(3)
        assert game.decision is not None
        view, draws = View(engine, game, game.decision), Draws(1, "test")
        plan = Plan(draws.draw(), 40, Reward.PLACES, OVER_POSITIONS)
        found.append(outside(view, tried(view, draws, 1), plan))
        if isinstance(engine, CompiledEngine):
            found.append(view.option_stats(tried(view, draws, 1), plan) or {})
    assert found[0] == found[1] == found[2]


def test_a_full_table_is_the_same_inside_and_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the table of statistics is full, both searches try options without an entry at random.

    Nothing is stored about these options.
    """
    monkeypatch.setattr(sights, "FEWEST", 16)
    monkeypatch.setattr(sights, "MOST", 16)
    program = gamespec.load("goofspiel").program()
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin(1, record=True)
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    games, plan = tried(view, draws, 8), planned(draws, 80)
    inside = view.option_stats(games, plan)
    assert inside == outside(view, games, plan)
    assert len(inside) > 12  # three quarters of 16 may be used
    assert sum(each.taken for each in inside.values()) < plan.playouts


@pytest.mark.parametrize(("limit", "value"), [("FEWEST", 4), ("LEAST_ENTRIES", 40)])
def test_a_full_tree_is_the_same_inside_and_outside(
    limit: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When there is no room for more positions, or for their options, random games begin at the last one."""
    for name in (limit, limit.replace("FEWEST", "MOST").replace("LEAST", "MOST")):
        monkeypatch.setattr(positions, name, value)
    program = gamespec.load("connect-four").program()
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin()
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    games, plan = tried(view, draws, 1), Plan(7, 120, Reward.PLACES, OVER_POSITIONS)
    inside = view.option_stats(games, plan)
    assert inside == outside(view, games, plan)
    assert sum(each.taken for each in inside.values()) == plan.playouts


def test_statistics_are_those_of_the_options_of_the_game() -> None:
    """In both searches, the game's own options have statistics, even if the roots offer other options.

    A redeal for which no history was found may offer other options. In this test, the root is another deal of
    hearts, in which the player holds, and passes on, other cards.
    """
    program = gamespec.load("hearts").program()
    engine = CompiledEngine(program, jobs=1)
    game, root = (engine.begin(seed, record=True) for seed in (1, 2))
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    plan = planned(draws, 40)
    inside = view.option_stats([root], plan)
    own, others = ({option.number for option in each.options} for each in (game, root))
    assert root.player == game.player
    assert inside is not None
    assert inside == outside(view, [root], plan)
    assert set(inside) == own
    assert {inside[number] for number in own - others} == {Stats()}


def test_the_definitional_engine_searches_outside() -> None:
    """With the same random numbers, the search outside gives the same statistics on both engines."""
    program = gamespec.load("kuhn-poker").program()
    option_stats = []
    for engine in (DefinitionalEngine(program), CompiledEngine(program, jobs=1)):
        game = engine.begin(3, record=True)
        assert game.decision is not None
        view, draws = View(engine, game, game.decision), Draws(1, "test")
        twin = CompiledEngine(program, jobs=1).begin(3, record=True)
        games = [engine.restore(other.position) for other in twin.redeals(game.player, 5, 8)]
        option_stats.append(outside(view, games, planned(draws, 40)))
    assert option_stats[0] == option_stats[1]


@pytest.mark.parametrize("searching", ["inside", "outside"])
def test_an_option_that_faults_is_not_tried_again(searching: str, game_of: Callable[[str], Spec]) -> None:
    """One of three options always faults. The others are searched, even if random games fault, too."""
    program = game_of(FAULTY).program()
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin()
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    games, plan = tried(view, draws, 1), Plan(7, 40, Reward.PLACES, OVER_POSITIONS)
    found = view.option_stats(games, plan) if searching == "inside" else outside(view, games, plan)
    assert found is not None
    taken = [each.taken for each in found.values()]
    assert taken[1] == 0
    assert taken[0] > 1
    assert taken[2] > 1


FAULTY = """
    players: 2
    variables: {left: {type: 0..9, start: 9}}
    phases:
      play:
        turns: clockwise
        do:
          - choose: {n: {from: 0..2}}
          - set: {left: "left - (10 if n == 1 else 1)"}
    end: {over: {when: left < 3, winner: me}}
"""
"""A game in which one of the three options always takes more than there is."""


ALIKE = """
    players: 3
    components: {nut: {attributes: {worth: 1..2}, rows: [{id: acorn, worth: 1}], copies: 3, start: heap}}
    zones:
      heap: {of: nut, ordered: true, seen_by: nobody}
      cheek: {of: nut, per: player, seen_by: owner}
      nest: {of: nut}
    setup:
      - shuffle: heap
      - for: {p: players}
        do: [{move: "top(heap, 1)", to: "cheek[p]"}, {reveal: "cheek[p]"}]
    actions:
      steal:
        with: {n: {from: "filter(n in cheek: n not in cheek[me])"}}
        do: [{move: n, to: nest}]
    phases: {play: {do: [{offer: [steal], by: seat(1)}]}}
    score: "size(cheek[player])"
"""
"""A game in which the first player takes one of two identical nuts in different places. Its owner loses."""


def test_copies_that_are_offered_side_by_side_are_options_of_their_own(
    game_of: Callable[[str], Spec],
) -> None:
    """Identical components in different places are separate options. Two iterations try each option once."""
    program = game_of(ALIKE).program()
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin(1, record=True)
    assert game.decision is not None
    view, draws = View(engine, game, game.decision), Draws(1, "test")
    inside = view.option_stats(tried(view, draws, 2), planned(draws, 2))
    assert inside is not None
    assert [each.taken for each in inside.values()] == [1, 1]
