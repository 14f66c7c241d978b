"""The kernel that derives seeds agrees with `interpreter.play.luck`, which hashes with `hashlib`."""

from __future__ import annotations

import random
import struct

import pytest
from asserted import asserted
from in_module import ROOM, InModule

from interpreter.kernels import seeding
from interpreter.kernels.seeding import derive, packed_seeds
from interpreter.kernels.terms import Longs
from interpreter.play.luck import Seeds

GAMES = ROOM // 3
RUNS = (0, 1, 1 << 31, 1 << 63, (1 << 64) - 1)
INDEXES = (0, 2, 9, 10, 95, 99, 996, 10**8 - 4, 10**8, 10**11 - 1, (1 << 32) - 4, 1 << 32, 10**18 - 4)
LAST = (1 << 63) - GAMES


def asked(count: int, to: Longs) -> int:
    """Derive the seeds of the run `to[0]` from the index `to[1]` on."""
    derive(to[0], to[1], count, to)
    return count


def expected(run: int, first: int, count: int = GAMES) -> list[int]:
    """Return the numbers that Python derives: the seeds and keys for a module, then the seeds of luck."""
    seeds = [Seeds.of(run, first + i) for i in range(count)]
    return [*struct.unpack(f"<{2 * count}Q", packed_seeds(seeds)), *(each.luck for each in seeds)]


@pytest.fixture(scope="module")
def translated() -> InModule:
    """Return the kernel in a module."""
    return InModule(asked)


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("first", [*INDEXES, LAST])
def test_seeds(translated: InModule, run: int, first: int) -> None:
    """The seeds agree at the limits of runs and indexes, with any number of digits."""
    found = [run, first, *[0] * (ROOM - 2)]
    assert translated(GAMES, to=found) == (GAMES, [*expected(run, first), *[0] * (ROOM - 3 * GAMES)])
    with asserted([seeding]):
        asked(GAMES, found)
    assert found[: 3 * GAMES] == expected(run, first)


@pytest.mark.parametrize("seed", range(20))
def test_random_seeds(translated: InModule, seed: int) -> None:
    """The seeds agree for random runs and for indexes with a random number of digits."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    for _ in range(20):
        run, first = luck.getrandbits(64), luck.randrange(10 ** luck.randint(1, 19)) % LAST
        given = [run, first, *[0] * (ROOM - 2)]
        assert translated(GAMES, to=given)[1][: 3 * GAMES] == expected(run, first)
    found = [run, first, 0]
    derive(run, first, 1, found)
    assert found == expected(run, first, 1)


def test_only_the_games_asked_for(translated: InModule) -> None:
    """Numbers after those of the last game are left alone."""
    given = [3, 4, *range(ROOM - 2)]
    assert translated(0, to=given) == (0, given)
    assert translated(2, to=given) == (2, [*expected(3, 4, 2), *given[6:]])
