"""Sums are exact: they equal those of fractions, in CPython and in a module, and no column overflows."""

from __future__ import annotations

import random
import struct
from fractions import Fraction
from itertools import islice
from math import nextafter, trunc
from typing import TYPE_CHECKING

import pytest
from asserted import asserted

import gamespec
from interpreter.compiled.run.asides import Aside
from interpreter.kernels.statistics import adding, pairing
from interpreter.kernels.statistics.adding import MOST, SMALL, Adding
from interpreter.kernels.statistics.counters import Counters
from interpreter.kernels.statistics.pairing import Pairing
from interpreter.kernels.terms import Lists
from interpreter.simulate import Mean
from interpreter.study.paired import Paired, Pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.kernels.terms import Room

KINDS, ROOM = 3, 64

GREATEST = nextafter(2.0**53, 0)
"""The greatest number that may be added."""

NUMBERS = [
    *(0.0, -0.0, 1.0, -1.0, 0.5, 1 / 3, -2 / 3, 1e-30, -1e-18, 2.0**-64, 2.0**-65),
    *(SMALL, SMALL + 1.0, -SMALL, SMALL + 0.5, 2.0**31, 2.0**32, 2.0**32 + 1, -(2.0**52) + 0.5, GREATEST),
    *(-GREATEST, nextafter(1, 0), nextafter(2.0**32, 0)),
]
"""Numbers on both sides of each limit."""


class Including:
    """Adds given numbers, the *i*-th to the kind *i* modulo `KINDS`, each as often as given."""

    def __init__(self, state: Room, given: Room) -> None:
        self.adding, self.numbers, self.times = Adding(KINDS, state), given.reals(ROOM), given.words(ROOM)

    def run(self, first: int, end: int) -> int:
        """Add the numbers with the indexes from `first` up to `end`."""
        for i in range(first, end):
            self.adding.include(i % KINDS, self.numbers[i], self.times[i])
        return end


def units(value: float) -> int:
    """Return a number in units of 2^-64, without what it has beyond."""
    return trunc(Fraction(value) * 2**64)


def expected(numbers: Sequence[float]) -> tuple[int, int, int, float | None, float | None]:
    """Return the sums of numbers, calculated with fractions."""
    all_units = [units(number) for number in numbers]
    ends = (min(numbers), max(numbers)) if numbers else (None, None)
    return len(numbers), sum(all_units), sum(each**2 for each in all_units), *ends


@pytest.fixture(scope="module")
def inside() -> Aside:
    """Return the kernel in a module."""
    return Aside(gamespec.load("tic-tac-toe").program(), "including for the test", Including)


@pytest.mark.parametrize("seed", range(20))
def test_sums_are_those_of_fractions(inside: Aside, seed: int) -> None:
    """The sums are exact, in CPython and in a module, and `Mean` has the same, in any order and grouping.

    In CPython, the kernel violates no assertion.
    """
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    numbers = [luck.choice([*NUMBERS, luck.uniform(-9, 9), luck.random()]) for _ in range(ROOM)]
    times = [luck.choice([1, 2, 9, 5000]) for _ in numbers]
    kinds = [
        [number for at in range(kind, ROOM, KINDS) for number in [numbers[at]] * times[at]]
        for kind in range(KINDS)
    ]
    state, given = Counters(), Counters()
    kernel = Including(state, given)
    inside.write(state.form.pack(*state.numbers()))
    inside.give(struct.pack(f"<{ROOM}d{ROOM}i", *numbers, *times))
    inside.run(0, ROOM)
    state.fill(inside.read())
    assert [kernel.adding.sums(kind) for kind in range(KINDS)] == [*map(expected, kinds)]
    state.clear()
    kernel.numbers[:], kernel.times[:] = numbers, times
    with asserted([adding]):
        kernel.run(0, ROOM)
    assert [kernel.adding.sums(kind) for kind in range(KINDS)] == [*map(expected, kinds)]
    for some in (numbers[kind::KINDS] for kind in range(KINDS)):
        luck.shuffle(some)
        left, parts = iter(some), []
        while piece := [*islice(left, luck.randrange(1, 9))]:
            parts.append(Mean())
            for number in piece:
                parts[-1].add(number)
        luck.shuffle(parts)
        whole = Mean()
        for part in parts:
            whole.merge(part)
        assert (whole.count, whole.total, whole.squares, whole.least, whole.greatest) == expected(some)


def test_a_mean_is_rounded_once() -> None:
    """Of exact sums, the mean is the nearest floating-point number, and so is the variance.

    A million numbers have the mean 2^40 + 1/3 up to the rounding of each number, which is the same for all,
    so their variance is 0. That of as many zeros and ones is n / (4 (n - 1)) for n numbers.
    """
    far = Mean()
    far.add(2.0**40 + 1 / 3, 1_000_000)
    assert (far.mean, far.variance, far.error) == (2.0**40 + 1 / 3, 0.0, 0.0)
    coins = Mean()
    for value in (0, 1):
        coins.add(value, 5 * 10**9)
    assert (coins.mean, coins.variance) == (0.5, 10**10 / 4 / (10**10 - 1))


@pytest.mark.parametrize("value", [GREATEST, -GREATEST, 2.0**32 - 2.0**-20, 2.0**21 - 2.0**-32])
def test_no_column_overflows(value: float) -> None:
    """A column stays below 2^63 if it grows `MOST` times by the most that a number adds to it.

    No digit exceeds 2^32 - 1, so that a number whose digits are all 2^32 - 1 adds the most.
    """
    bound = 7 * ((1 << 32) - 1)
    assert bound * MOST < 1 << 63
    kernel = Adding(1, Lists())
    kernel.include(0, value, 1)
    columns = [column - (column >> 63 << 64) for column in (*kernel.total, *kernel.squares)]
    assert max(map(abs, columns)) <= bound
    most = [0] * 8
    ones = (1 << 64) - 1
    adding.add_product(most, 0, 1, ones, ones, ones, ones)
    assert max(most) <= bound


@pytest.mark.parametrize("seed", range(20))
def test_pairs_are_those_of_fractions(seed: int) -> None:
    """Sums and products over pairs of games are exact, in CPython and in a module, in any grouping.

    Some pairs are equal, and some different ones share a slot.
    """
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    weights = [0.0, 1.0, 2.0, SMALL, SMALL + 1.0, 2.0**31]

    def vector() -> list[float]:
        return [number for _ in range(3) for number in (luck.choice(NUMBERS), luck.choice(weights))]

    few = [(vector(), vector()) for _ in range(3)]
    games = [luck.choice([*few, (vector(), vector())]) for _ in range(ROOM)]
    groups = [games[:first] for first in (5,)] + [games[5:40], games[40:]]
    luck.shuffle(groups)
    keys = {"a": 0, "b": 1, "c": 2}
    merged, one_by_one = Pairs(keys, keys), Pairs(keys, keys)
    with asserted([adding, pairing]):
        for group in groups:
            part = Pairs(keys, keys)
            for a, b in group:
                part.add(a, b)
            merged.merge(part)
    program = gamespec.load("tic-tac-toe").program()
    made = Aside(
        program, "pairs for the test", lambda state, given: Pairing((3, 3), BOTH, state, given, ROOM)
    )
    state, given = Counters(), Counters()
    kernel = Pairing((3, 3), BOTH, state, given, ROOM)
    kernel.a[: 6 * ROOM] = [number for a, _ in games for number in a]
    kernel.b[: 6 * ROOM] = [number for _, b in games for number in b]
    second, _ = given.place(kernel.b)
    made.give(struct.pack(f"<{6 * ROOM}d", *kernel.a[: 6 * ROOM]))
    made.give(struct.pack(f"<{6 * ROOM}d", *kernel.b[: 6 * ROOM]), second)
    made.run(0, ROOM)
    with asserted([adding, pairing]):
        kernel.run(0, ROOM)
    assert made.read() == state.form.pack(*state.numbers())
    one_by_one.include(ROOM, kernel)
    for q, key in enumerate(keys):
        assert merged[key] == one_by_one[key] == by_hand(games, q)


BOTH = ((0, 0), (1, 1), (2, 2))


def by_hand(games: Sequence[tuple[Sequence[float], Sequence[float]]], q: int) -> Paired:
    """Return the sums of a quantity, calculated with fractions."""
    differing, sums, products = 0, [0] * 6, [0] * 10
    for a, b in games:
        (xa, wa), (xb, wb) = a[2 * q : 2 * q + 2], b[2 * q : 2 * q + 2]
        differing += (xa, wa) != (xb, wb)
        factors = [units(number) for number in (wa, wb, xa, xb)]
        sums = [x + y for x, y in zip(sums, (*factors, *map(abs, factors[2:])), strict=True)]
        found = [factors[i] * factors[j] for i in range(4) for j in range(i, 4)]
        products = [x + y for x, y in zip(products, found, strict=True)]
    return Paired(len(games), differing, sums, products)
