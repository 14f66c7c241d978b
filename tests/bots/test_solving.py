"""What a search over positions proves is true: it equals published values, and those of plain minimax."""

from __future__ import annotations

import random
from typing import TypeAlias

import pytest

import gamespec
from interpreter.bots import Luck, View, bot
from interpreter.bots.mcts import OVER_POSITIONS
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.openness import is_certain
from interpreter.play.search import Plan, Reward
from interpreter.protocol import Playing

Known: TypeAlias = dict[tuple[int, ...], tuple[float, ...]]


def value(game: Playing, known: Known) -> list[float]:
    """Return the reward of each of two seats if both play optimally, by trying everything."""
    if game.result is not None:
        first, second = game.result.places
        won = 0.5 + 0.5 * ((second > first) - (first > second))
        return [won, 1 - won]
    place = tuple(game.position)
    if place not in known:
        after = [value(child, known) for child in game.children() if not isinstance(child, Exception)]
        known[place] = tuple(max(after, key=lambda worth: worth[game.player]))
    return [*known[place]]


def planned(key: int, playouts: int, explores: float = OVER_POSITIONS) -> Plan:
    """Return what a search is to do."""
    return Plan(key, playouts, Reward.PLACES, explores)


@pytest.mark.parametrize(
    ("name", "options", "left"),
    [
        ("tic-tac-toe", {}, 6),
        ("connect-four", {"columns": 4, "rows": 4}, 8),
        ("hex", {"size": 3}, 6),
        ("breakthrough", {"columns": 3, "rows": 4}, 4),
    ],
)
def test_proofs_are_those_of_minimax(name: str, options: dict[str, int], left: int) -> None:
    """Near the end of a game, each proven value is the value of minimax, and some values are proven.

    The games are played at random until they are `left` decisions shorter than they became.
    """
    engine = CompiledEngine(gamespec.load(name).program(2, options), jobs=1)
    known: Known = {}
    proven = 0
    for seed in range(12):
        luck, games = random.Random(seed), [engine.begin()]  # noqa: S311 - nothing secret
        while not games[-1].over:
            games.append(games[-1].clone())
            games[-1].take(luck.randrange(games[-1].branching))
        game = games[max(len(games) - left, 0)]
        assert game.decision is not None
        found = engine.option_stats(game, [game], planned(seed, 400))
        assert found is not None
        for child, (_, each) in zip(game.children(), found.items(), strict=True):
            assert not isinstance(child, Exception)
            if each.proven is not None:
                proven += 1
                assert each.proven == value(child, known)[game.player]
    assert proven >= 12


@pytest.mark.parametrize(
    ("name", "options", "playouts"),
    [("tic-tac-toe", {}, 20_000), ("connect-four", {"columns": 4, "rows": 4}, 400_000)],
)
def test_games_that_are_draws(name: str, options: dict[str, int], playouts: int) -> None:
    """It proves that tic-tac-toe is a draw, and Connect Four on 4 by 4 cells.

    The latter is listed by J. Tromp, "John's Connect Four Playground". To prove every option, the search has
    to explore more than is good for choosing one.
    """
    engine = CompiledEngine(gamespec.load(name).program(2, options), jobs=1)
    game = engine.begin()
    found = engine.option_stats(game, [game], planned(1, playouts, 5.0))
    assert found is not None
    assert max(each.proven for each in found.values() if each.proven is not None) == 0.5
    assert all(each.proven is not None for each in found.values())


@pytest.mark.parametrize("size", [2, 3])
def test_hex_is_won_by_whoever_begins(size: int) -> None:
    """It proves that the first player wins Hex, as J. Nash did for all sizes."""
    engine = CompiledEngine(gamespec.load("hex").program(2, {"size": size}), jobs=1)
    game = engine.begin()
    found = engine.option_stats(game, [game], planned(1, 20_000))
    assert found is not None
    assert 1.0 in {each.proven for each in found.values()}


def test_only_certain_games_are_solved() -> None:
    """A search over what players have seen proves nothing."""
    program = gamespec.load("pig").program()
    assert not is_certain(program)
    engine = CompiledEngine(program, jobs=1)
    game = engine.begin(1, record=True)
    found = engine.option_stats(game, [game], planned(1, 50))
    assert found is not None
    assert {each.proven for each in found.values()} == {None}


def test_answers_do_not_depend_on_earlier_ones() -> None:
    """A bot gives the same answer to the same question, whatever it was asked in between."""
    engine = CompiledEngine(gamespec.load("connect-four").program(), jobs=1)
    game, short, long_ = engine.begin(), bot("mcts:60"), bot("mcts:500")
    assert game.decision is not None
    view = View(engine, game, game.decision)
    first = [who.choose(view, Luck(5, 0)).number for who in (short, long_)]
    other = engine.begin()
    for k in (3, 2, 3, 2, 3, 2):  # a fourth disc in column 4 wins
        other.take(k)
    assert other.decision is not None
    for who in (short, long_):
        assert other.options.index(who.choose(View(engine, other, other.decision), Luck(5, 1))) == 3
    assert [who.choose(view, Luck(5, 0)).number for who in (short, long_)] == first
