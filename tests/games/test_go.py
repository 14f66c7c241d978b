"""Go with positional superko, as an author would write it, in lock-step with OpenSpiel's Go.

In OpenSpiel, a move that repeats a position is legal and ends the game as a draw. In our game, it is illegal.
Everything else is equal: the other legal moves, captures, the end after two passes, and area scoring. So
every move that is illegal only in our game must end OpenSpiel's game as a draw.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import load

if TYPE_CHECKING:
    from typing import Any

GO = Path(__file__).parent / "authored" / "go.yaml"


def test_everything_fits_on_the_largest_board() -> None:
    """A game can be played on the largest board, which is 19 x 19.

    A situation of 361 points occupies 19 words of 19 digits, and the history holds 723 situations, including
    the first one.
    """
    game = Named(load(GO), options={"size": 19})
    (history,) = game.program.histories
    assert (361, history.words, history.length) == (19 * 19, 19, 2 * 361 + 1)
    draws = random.Random(1)  # noqa: S311 - not for secrets
    for _ in range(12):
        game.apply(draws.choice(game.options))
    assert game.position[history.place] == 1 + 12


def test_no_board_comes_twice() -> None:
    """On a board of 2 x 2, where all stones are captured again and again, no position occurs twice."""
    for seed in range(20):
        game, draws = Named(load(GO), options={"size": 2}), random.Random(seed)  # noqa: S311 - as above
        boards = {tuple(game.held("stone"))}
        while not game.over:
            option = draws.choice(game.options)
            game.apply(option)
            board = tuple(game.held("stone"))
            assert (board in boards) == (option.values == ())
            boards.add(board)


def lock_step(size: int, seed: int) -> tuple[int, int]:
    """Play a random game in step with OpenSpiel; return the numbers of moves and of forbidden moves."""
    pyspiel = pytest.importorskip("pyspiel")
    theirs = pyspiel.load_game(f"go(board_size={size},komi=7.5)").new_initial_state()
    game = Named(load(GO), options={"size": size})
    draws, moves, forbidden = random.Random(seed), 0, 0  # noqa: S311 - not for secrets
    while not game.over:
        assert not theirs.is_terminal()
        assert theirs.current_player() == game.player
        options = {_theirs(option.values, size): option for option in game.options}
        repeating = set(theirs.legal_actions()) - options.keys()
        assert options.keys() <= set(theirs.legal_actions())
        for action in repeating:
            after = theirs.child(action)
            assert (after.is_terminal(), after.returns()) == (True, [0, 0])
            forbidden += 1
        action = _choice(draws, options)
        game.apply(options[action])
        theirs.apply_action(action)
        moves += 1
    assert theirs.is_terminal()
    assert game.result is not None
    won = [1 if place == 1 else -1 for place in game.result.places]
    assert won == theirs.returns()
    return moves, forbidden


def _choice(draws: random.Random, options: dict[int, Any]) -> int:
    """Return the number of a random move, which is seldom a pass. The pass has the greatest number."""
    moves = sorted(options)
    return draws.choice(moves[:-1] if len(moves) > 1 and draws.random() < 0.97 else moves)


def _theirs(values: tuple[Any, ...], size: int) -> int:
    """Return OpenSpiel's number of a move. Cells are numbered row by row, followed by the pass."""
    return values[0] if values else size * size


@pytest.mark.long("openspiel")
@pytest.mark.parametrize("size", [3, 5, 9])
def test_lock_step(size: int) -> None:
    """Random games proceed identically in both programs, except for moves that repeat a position."""
    assert sum(lock_step(size, seed)[0] for seed in range(4)) > 0


@pytest.mark.long("openspiel-deep")
def test_many_games_in_lock_step() -> None:
    """Random games proceed identically in both programs, and repetitions occur in some of them."""
    played = [lock_step(size, seed) for size in (2, 3, 4, 5, 7, 9) for seed in range(40)]
    assert sum(forbidden for _, forbidden in played) > 0
