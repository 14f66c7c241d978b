"""The kernels that derive seeds agree with `interpreter.play.luck`, which hashes with `hashlib`."""

from __future__ import annotations

import random
import struct
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from asserted import asserted
from in_module import ROOM, InModule

from interpreter.kernels import seeding
from interpreter.kernels.seeding import (
    FIRST,
    RUN,
    Keying,
    Seeding,
    derive,
    game_seeds,
    packed_seeds,
    policy_keys,
)
from interpreter.kernels.terms import Lists, Longs
from interpreter.play.luck import Seeds

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = ROOM // 2
RUNS = (0, 1, 1 << 31, 1 << 63, (1 << 64) - 1)
INDEXES = (0, 2, 9, 10, 95, 99, 996, 10**8 - 4, 10**8, 10**11 - 1, (1 << 32) - 4, 1 << 32, 10**18 - 4)
LAST = (1 << 63) - GAMES


def asked(count: int, chance: int, to: Longs) -> int:
    """Derive the seeds of the run `to[0]` from the index `to[1]` on."""
    derive(to[0], to[1], count, chance, to)
    return count


def two(to: Longs) -> int:
    """Derive the seeds and the keys of the games `to[1]` and `to[2]` of the run `to[0]`."""
    run, one, other = to[0], to[1], to[2]
    games = game_seeds(run, one, other)
    keys = policy_keys(run, one, other)
    to[0], to[1], to[2], to[3] = games.first, keys.first, games.second, keys.second
    return 0


def expected(run: int, first: int, count: int = GAMES) -> list[int]:
    """Return the seeds and keys for a module, as Python derives them."""
    seeds = [Seeds.of(run, first + i) for i in range(count)]
    return [*struct.unpack(f"<{2 * count}Q", packed_seeds(seeds))]


@pytest.fixture(scope="module")
def translated() -> InModule:
    """Return the kernel in a module."""
    return InModule(asked)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("first", [*INDEXES, LAST])
def test_seeds(translated: InModule, run: int, first: int) -> None:
    """The seeds agree at the limits of runs and indexes, with any number of digits."""
    found = [run, first, *[0] * (ROOM - 2)]
    assert translated(GAMES, 1, to=found) == (GAMES, expected(run, first))
    with asserted([seeding]):
        asked(GAMES, 1, found)
    assert found == expected(run, first)


@pytest.mark.parametrize("seed", range(20))
def test_random_seeds(translated: InModule, seed: int) -> None:
    """The seeds agree for random runs and for indexes with a random number of digits."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    for _ in range(20):
        run, first = luck.getrandbits(64), luck.randrange(10 ** luck.randint(1, 19)) % LAST
        given = [run, first, *[0] * (ROOM - 2)]
        assert translated(GAMES, 1, to=given)[1] == expected(run, first)
    found = [run, first]
    derive(run, first, 1, 1, found)
    assert found == expected(run, first, 1)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_only_the_games_asked_for(translated: InModule, count: int) -> None:
    """Numbers after those of the last game are left alone, also if their number is odd."""
    given = [3, 4, *range(ROOM - 2)]
    assert translated(count, 1, to=given) == (count, [*expected(3, 4, count), *given[2 * count :]])


def test_keys_only(translated: InModule) -> None:
    """Without chance, the seeds of games are left out."""
    given = [3, 4, *[0] * (ROOM - 2)]
    whole = expected(3, 4, 5)
    keys = [number for key in whole[1::2] for number in (0, key)]
    assert translated(5, 0, to=given)[1] == [3, *keys[1:], *[0] * (ROOM - 10)]
    with asserted([seeding]):
        made = Keying(Lists(), Lists(), 5, chance=False)
        made.of[RUN], made.of[FIRST] = 3, 4
        assert made.run(0, 5) == 5
    assert made.seeds == keys


def test_two_games() -> None:
    """The seeds and keys of any two games of a run are the same, whatever their numbers of digits."""
    made = InModule(two)
    for run in RUNS:
        for one, other in pairwise((*INDEXES, 0)):
            wanted: tuple[int, Sequence[int]] = 0, [*expected(run, one, 1), *expected(run, other, 1)]
            assert made(to=[run, one, other, 0]) == wanted


def test_columns() -> None:
    """The seeds of a table are those of the games and of the luck of their players."""
    with asserted([seeding]):
        made = Seeding(Lists(), Lists(), 5)
        made.of[RUN], made.of[FIRST] = 7, 95
        assert made.run(0, 3) == 3
        assert made.run(3, 5) == 5
    wanted = [Seeds.of(7, number) for number in range(95, 100)]
    assert [*zip(made.games, made.luck, strict=True)] == wanted
