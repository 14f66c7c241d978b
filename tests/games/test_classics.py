"""Classic games against numbers that others have counted: how many ways there are to play them.

The counts of histories (`perft`) are those of the literature and of other programs; a rule that is missed or
invented changes them.
"""

from __future__ import annotations

from functools import cache

import pytest
from long_checks import split

from gamespec import load
from interpreter import Game


def perft(game: Game, depth: int) -> int:
    """How many ways there are to make the next `depth` decisions. A game that is over has no more."""
    if depth == 1:
        return len(game.options)
    count = 0
    for option in game.options:
        after = game.clone()
        after.apply(option)
        count += perft(after, depth - 1)
    return count


def whole_tree(start: Game) -> tuple[int, int]:
    """How many ways there are to play a game to its end, and how many positions can come up in it."""
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
    # game: options, the counts for depths 1, 2, 3, …, and those of the next depths, which take their time
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
    """A game that counts are known for, at its first decision."""
    return Game(load(name).program(options=COUNTS[name][0]))


MOST = 303_600
"""So many histories are counted in a few seconds."""


@pytest.mark.parametrize(("name", "depth", "count"), SHALLOW)
def test_histories(name: str, depth: int, count: int) -> None:
    """The first decisions can be made in as many ways as others have counted."""
    assert perft(beginning(name), depth) == count


@pytest.mark.parametrize(
    ("name", "depth", "count"),
    split(DEEP, "counts", lambda *_: False, lambda name, depth, count: count > MOST),
)
def test_longer_histories(name: str, depth: int, count: int) -> None:
    """So can the next ones, where captures, mills and passes come in."""
    assert perft(beginning(name), depth) == count


def test_all_of_tic_tac_toe() -> None:
    """There are 255,168 ways to play tic-tac-toe, through 5,478 positions."""
    assert whole_tree(beginning("tic-tac-toe")) == (255_168, 5478)
