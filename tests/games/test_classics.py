"""Classic games have as many histories as the literature and other programs have counted.

A missing or additional rule would change these counts (`perft`).
"""

from __future__ import annotations

from functools import cache

import pytest
from long_checks import split

from gamespec import load
from interpreter import Game


def perft(game: Game, depth: int) -> int:
    """Return the number of ways to make the next `depth` decisions, which is 0 if the game is over sooner."""
    if depth == 1:
        return len(game.options)
    count = 0
    for option in game.options:
        after = game.clone()
        after.apply(option)
        count += perft(after, depth - 1)
    return count


def whole_tree(start: Game) -> tuple[int, int]:
    """Return the number of ways to play a game to its end, and the number of different positions."""
    games = {}

    def count(game: Game) -> int:
        position = tuple(game.position)
        if position not in games:
            total = int(game.over)
            for option in game.options:
                after = game.clone()
                after.apply(option)
                total += count(after)
            games[position] = total
        return games[position]

    return count(start), len(games)


COUNTS: dict[str, tuple[dict[str, int], list[int], list[int]]] = {
    # Each game has its options, the counts for depths 1, 2, 3, …, and the counts for greater depths, which
    # take long to compute.
    "tic-tac-toe": ({}, [9, 72, 504, 3024], [15_120, 54_720, 148_176]),
    "connect-four": ({}, [7, 49, 343, 2401, 16_807], [117_649, 823_536]),
    "breakthrough": ({}, [22, 484, 11_132], [256_036]),
    "hex": ({"size": 5}, [25, 600, 13_800], [303_600]),
    "othello": ({}, [4, 12, 56, 244, 1396, 8200], [55_092]),
    "nine-mens-morris": ({}, [24, 552, 12_144], [255_024]),
}
SHALLOW = [(name, d, n) for name, (_, counts, _) in COUNTS.items() for d, n in enumerate(counts, 1)]
DEEP = [
    (name, d, n) for name, (_, counts, deep) in COUNTS.items() for d, n in enumerate(deep, 1 + len(counts))
]


@cache
def beginning(name: str) -> Game:
    """Return a game with known counts, before its first decision."""
    return Game(load(name).program(options=COUNTS[name][0]))


MOST = 60_000
"""The largest number of histories that can be counted within a second or two."""


@pytest.mark.parametrize(("name", "depth", "count"), SHALLOW)
def test_histories(name: str, depth: int, count: int) -> None:
    """The number of possible sequences of `depth` initial decisions equals the published count."""
    assert perft(beginning(name), depth) == count


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    split(DEEP, "counts", lambda *_: False, lambda name, depth, count: count > MOST),
)
def test_longer_histories(name: str, depth: int, count: int) -> None:
    """The counts agree at greater depths, too, where captures, mills and passes occur."""
    assert perft(beginning(name), depth) == count


def test_all_of_tic_tac_toe() -> None:
    """There are 255,168 ways to play tic-tac-toe, which lead through 5,478 different positions."""
    assert whole_tree(beginning("tic-tac-toe")) == (255_168, 5478)
