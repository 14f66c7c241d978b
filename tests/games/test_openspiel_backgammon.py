"""Backgammon compared with OpenSpiel's: after each throw, a turn can lead to the same positions in both.

OpenSpiel moves two men in one action, and a double consists of two such actions, while our game moves one man
at a time. So the tests compare the positions of the men at the end of a turn. Our results count gammons and
are reduced to the winner for the comparison. The tests are skipped if OpenSpiel is not installed.
"""

from __future__ import annotations

import random
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from inside import place
from openspiel import zero_sum

from gamespec import load
from interpreter import Game

if TYPE_CHECKING:
    from gamespec.compile import Compiled

pyspiel = pytest.importorskip("pyspiel")

pytestmark = pytest.mark.long("openspiel")

GAME = Path(__file__).parent / "authored" / "backgammon"
POINTS, MEN, THEIR_BAR = 24, 15, 100
SIZE = POINTS + 2

Men = tuple[int, ...]
"""For each player, the number of men off the board, on each point in the player's order, and on the bar."""


@cache
def compiled() -> Compiled:
    """Return the backgammon of this repository, compiled."""
    return load(GAME).compiled()


def ours(game: Game) -> Men:
    """Return the positions of the men in a game of this repository."""
    at = place(compiled(), "men")
    return tuple(game.position[at : at + 2 * SIZE])


def theirs(state: Any) -> Men:
    """Return the positions of the men in OpenSpiel's state, which reverses the first player's points."""
    found: list[int] = []
    for player in (0, 1):
        points = [state.board(player, i) for i in range(POINTS)]
        bar = state.board(player, THEIR_BAR)
        off = MEN - sum(points) - bar
        found += [off, *(reversed(points) if player == 0 else points), bar]
    return tuple(found)


def our_turns(game: Game) -> dict[Men, Game]:
    """Return every game that can result from the current turn, keyed by the positions of the men."""
    found: dict[Men, Game] = {}
    seen: set[tuple[int, ...]] = set()
    left = [game]
    while left:
        now = left.pop()
        if now.over or now.chance is not None:
            found.setdefault(ours(now), now)
            continue
        for option in now.options:
            after = now.clone()
            after.play(option)
            if (key := tuple(after.position)) not in seen:
                seen.add(key)
                left.append(after)
    return found


def their_turns(state: Any) -> dict[Men, Any]:
    """Return every OpenSpiel state that can result from the current turn, keyed by the men's positions."""
    found: dict[Men, Any] = {}
    seen: set[tuple[Men, int]] = set()
    left = [(state, 0)]
    while left:
        now, actions = left.pop()
        if now.is_terminal() or now.is_chance_node():
            found.setdefault(theirs(now), now)
            continue
        for action in now.legal_actions():
            after = now.child(action)
            if (key := (theirs(after), actions + 1)) not in seen:
                seen.add(key)
                left.append((after, actions + 1))
    return found


def thrown(game: Game, state: Any, outcome: int) -> Game:
    """Return the game after the throw that OpenSpiel numbers `outcome`.

    The first outcome also determines who begins.
    """
    said = state.action_to_string(outcome)
    found = re.search(r"roll: (\d)(\d)", said)
    assert found is not None
    first, second = sorted(map(int, found.groups()), reverse=True)
    if "O starts" in said:
        first, second = second, first
    after = game.clone()
    after.settle(first)
    after.settle(second)
    return after


def in_step(game: Game, state: Any, outcome: int) -> dict[Men, tuple[Game, Any]]:
    """Return both programs' games after each possible turn with a throw, keyed by the men's positions.

    Checks that both programs reach the same positions.
    """
    after, there = our_turns(thrown(game, state, outcome)), their_turns(state.child(outcome))
    assert set(after) == set(there), f"{state.child(outcome)}\n{set(after) ^ set(there)}"
    return {men: (after[men], there[men]) for men in sorted(after)}


def both() -> tuple[Game, Any]:
    """Return our game and OpenSpiel's state, both before the first throw."""
    return Game(compiled().program, explicit=True), pyspiel.load_game("backgammon").new_initial_state()


def test_the_first_turns() -> None:
    """After each possible first throw, a turn leads to the same positions in both programs."""
    game, state = both()
    outcomes = [outcome for outcome, _ in state.chance_outcomes()]
    assert len(outcomes) == 30, "15 throws of two different numbers, after which either player may begin"
    for outcome in outcomes:
        assert len(in_step(game, state, outcome)) > 1


def random_game(seed: int) -> int:
    """Play a random game in both programs, and return its number of turns."""
    draws = random.Random(seed)  # noqa: S311 - not for secrets
    game, state = both()
    turns = 0
    while not game.over:
        outcome = draws.choice([outcome for outcome, _ in state.chance_outcomes()])
        game, state = draws.choice([*in_step(game, state, outcome).values()])
        turns += 1
    assert state.is_terminal()
    assert game.result is not None
    assert state.returns() == zero_sum(game.result)
    return turns


@pytest.mark.parametrize("seed", [4, 5, 10])
def test_random_games(seed: int) -> None:
    """Every turn of a random game leads to the same positions in both programs."""
    assert random_game(seed) > 20


@pytest.mark.long("openspiel-deep")
def test_many_random_games() -> None:
    """Every turn of many random games leads to the same positions in both programs."""
    for seed in range(11, 60):
        random_game(seed)
