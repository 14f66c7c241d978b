"""Tests for the statistics of playouts: means, intervals, random draws and seeds."""

from __future__ import annotations

from collections import Counter
from math import isclose, sqrt

import pytest

from interpreter.simulate import Draws, Mean, Seeds, wilson


def mean_of(*numbers: float) -> Mean:
    """Return the mean of `numbers`."""
    mean = Mean()
    for number in numbers:
        mean.add(number)
    return mean


def test_mean_and_error() -> None:
    """The mean and its standard error agree with arithmetic.

    The numbers 2, 4, 4, 4, 5, 5, 7 and 9 have the mean 5, and their squared deviations add up to 32. The
    error is therefore sqrt(32 / 7 / 8).
    """
    mean = mean_of(2, 4, 4, 4, 5, 5, 7, 9)
    assert mean.mean == 5
    assert isclose(mean.error or 0, sqrt(32 / 7 / 8))
    assert (mean.least, mean.greatest) == (2, 9)


def test_mean_of_none_and_one() -> None:
    """Without numbers there is no mean, and with a single number there is no standard error."""
    assert mean_of().mean is None
    assert mean_of(3).mean == 3
    assert mean_of(3).error is None


def test_mean_far_from_zero() -> None:
    """The variance of numbers that are far from 0 loses no digits.

    4, 7, 13 and 16 have the variance 30. If a billion is added to each, a sum of squares would lose all
    digits.
    """
    assert mean_of(*(1e9 + number for number in (4, 7, 13, 16))).variance == 30


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_wilson_interval(hits: int, trials: int, low: float, high: float) -> None:
    """Wilson intervals agree with published examples.

    The source is R. Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    """
    assert wilson(hits, trials) == pytest.approx((low, high), abs=5e-5)


def test_wilson_of_nothing() -> None:
    """Without trials, the interval is the whole range from 0 to 1."""
    assert wilson(0, 0) == (0, 1)


def test_draws_are_fair() -> None:
    """Draws are uniform.

    In 6,000 rolls of a die, chi-squared is below its 99.9 % point, which is 20.5 for 5 degrees of freedom.
    """
    draws = Draws(1, "policy")
    seen = Counter(draws.below(6) for _ in range(6000))
    assert sum((seen[face] - 1000) ** 2 / 1000 for face in range(6)) < 20.5


def test_draws_can_go_back() -> None:
    """The n-th draw depends only on n and its own bound, not on earlier bounds.

    A stream of draws can be rewound.
    """
    draws, other = Draws(5, "policy"), Draws(5, "policy")
    drawn = [draws.below(100) for _ in range(4)]
    for bound in (1, 2, 3):
        other.below(bound)
    assert other.below(100) == drawn[3]
    other.drawn = 1
    assert other.below(100) == drawn[1]


def test_nothing_to_draw_from() -> None:
    """A draw with a bound below 1 is refused."""
    with pytest.raises(ValueError, match="nothing to draw from"):
        Draws(1, "policy").below(0)


def test_games_have_seeds_of_their_own() -> None:
    """All seeds are different: those of games and of their luck, within a run and between adjacent runs."""
    seeds = {each for seed in range(3) for index in range(1000) for each in Seeds.of(seed, index)}
    assert len(seeds) == 6000
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_seeds_are_hashes() -> None:
    r"""Seeds are BLAKE2b hashes of a seed, lowest byte first, and a purpose.

    The expected values were calculated with the command b2sum of GNU coreutils, as `printf
    '\1\0\0\0\0\0\0\0game 0' | b2sum -l 64`, and the same with `luck 0`.
    """
    assert Seeds.of(1, 0) == Seeds.of(1 + 2**64, 0)
    assert [seed.to_bytes(8, "little").hex() for seed in Seeds.of(1, 0)] == [
        "70cb8cceaaf2fdc9",
        "e6ece298ab87a42e",
    ]
