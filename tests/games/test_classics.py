"""Classic games have as many histories as others have counted.

The counts of histories (`perft`) are those of the literature and of other programs. A missing or additional
rule would change them.
"""

from __future__ import annotations

from functools import cache

import pytest
from long_checks import split

from gamespec import load
from interpreter import Game


def perft(game: Game, depth: int) -> int:
    """Return the number of ways to make the next `depth` decisions. A game that is over has none."""
    if depth == 1:
        return len(game.options)
    count = 0
    for option in game.options:
        after = game.clone()
        after.apply(option)
        count += perft(after, depth - 1)
    return count


def whole_tree(start: Game) -> tuple[int, int]:
    """Return the number of ways to play a game to its end, and the number of positions that can occur."""
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
    # game: options, the counts for depths 1, 2, 3, …, and the counts for the next depths, which are slow
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
    """Return a game with known counts, at its first decision."""
    return Game(load(name).program(options=COUNTS[name][0]))


MOST = 303_600
"""Number of histories that can be counted in a few seconds."""


@pytest.mark.parametrize(("name", "depth", "count"), SHALLOW)
def test_histories(name: str, depth: int, count: int) -> None:
    """The number of sequences of the first decisions equals the published count."""
    assert perft(beginning(name), depth) == count


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    split(DEEP, "counts", lambda *_: False, lambda name, depth, count: count > MOST),
)
def test_longer_histories(name: str, depth: int, count: int) -> None:
    """The counts also agree at greater depths, where captures, mills and passes occur."""
    assert perft(beginning(name), depth) == count


def test_all_of_tic_tac_toe() -> None:
    """There are 255,168 ways to play tic-tac-toe, through 5,478 positions."""
    assert whole_tree(beginning("tic-tac-toe")) == (255_168, 5478)
