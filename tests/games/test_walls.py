"""A game of walls on edges, in lock-step with OpenSpiel's: equal options at each decision, equal results.

The games differ in two ways. A player who arrives with the last decision, number 4 · size · size, wins in our
game and draws in OpenSpiel. A player without any option passes in our game. The tests are skipped if
OpenSpiel is not installed.
"""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest
from long_checks import split
from openspiel import zero_sum

from gamespec import load
from gamespec.compile import Compiled
from interpreter import Game
from interpreter.words import Words

pyspiel = pytest.importorskip("pyspiel")

pytestmark = pytest.mark.long("openspiel")

GAME = Path(__file__).parent / "palisade"

TABLES = [(3, 1), (3, 4), (4, 2), (5, 3), (5, 8), (6, 4), (7, 6), (9, 10)]
"""Sizes of the board, each with the number of walls that a player has."""


@cache
def compiled(size: int, walls: int) -> Compiled:
    """Return the game of this repository, compiled with the given board size and number of walls."""
    return load(GAME).compiled(2, {"size": size, "stock": walls})


def named(text: str) -> str:
    """Return OpenSpiel's name for a move.

    A move of the pawn is named by its cell, and a wall by the cell to its north-west and its direction.
    """
    if " " not in text:
        return text
    post, way = text.split()
    return post.removesuffix("_southeast") + {"east": "h", "south": "v"}[way]


def in_step(size: int, walls: int, seed: int) -> int:
    """Play a random game in step with OpenSpiel, and return its number of decisions."""
    draws = random.Random(seed)  # noqa: S311 - not for secrets
    ours = Game(compiled(size, walls).program)
    words = Words(compiled(size, walls))
    theirs = pyspiel.load_game(f"quoridor(board_size={size},wall_count={walls})").new_initial_state()
    decisions = 0
    while not ours.over:
        options = {named(words.option(ours, option)): option for option in ours.options}
        legal = {theirs.action_to_string(a): a for a in theirs.legal_actions()}
        assert ours.player == theirs.current_player()
        assert sorted(options) == sorted(legal), f"{theirs}\n{sorted(options)}\n{sorted(legal)}"
        assert len(options) == len(ours.options)
        moves = [name for name in sorted(options) if name[-1] not in "hv"]
        chosen = draws.choice(moves if draws.random() < 0.5 else sorted(options))
        theirs.apply_action(legal[chosen])
        ours.apply(options[chosen])
        decisions += 1
    assert theirs.is_terminal()
    assert ours.result is not None
    last = decisions == 4 * size * size  # a player who arrives with it wins here only
    assert theirs.returns() == ([0, 0] if last else zero_sum(ours.result))
    return decisions


@pytest.mark.parametrize(
    ("size", "walls"), split(TABLES, "openspiel", lambda *_: False, lambda size, walls: size > 5)
)
def test_walls_stand_as_theirs(size: int, walls: int) -> None:
    """A few random games have the same options and results in both programs."""
    for seed in range(1 if size > 7 else 3):
        assert in_step(size, walls, seed) > 0


@pytest.mark.long("openspiel-deep")
@pytest.mark.parametrize(("size", "walls"), TABLES)
def test_many_games_of_walls(size: int, walls: int) -> None:
    """Many random games have the same options and results in both programs."""
    for seed in range(3, 60 if size < 7 else 15):
        in_step(size, walls, seed)
