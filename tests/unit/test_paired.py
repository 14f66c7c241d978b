"""Tests for differences between paired games, whose errors and intervals follow from arithmetic."""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev, variance

import pytest

from interpreter.play.luck import Draws
from interpreter.simulate import Fixed, Until
from interpreter.simulate.intervals import beyond
from interpreter.study.paired import Paired


def paired(a: list[float], b: list[float]) -> Paired:
    """Return the difference between the lists `a` and `b`, in which every game has weight 1."""
    found = Paired()
    for one, other in zip(a, b, strict=True):
        found.add((one, 1.0), (other, 1.0))
    return found


A = [3.0, 8.0, 1.0, 6.0, 2.0]
B = [5.0, 9.0, 2.0, 9.0, 1.0]


def test_of_games_that_all_count_it_is_the_paired_t_interval() -> None:
    """If every game has weight 1, the interval is the paired t interval.

    The differences are 2, 1, 1, 3 and -1. Their mean is 6/5 and their variance 44/20, and the error of the
    mean is the square root of a fifth of the variance. Student's 97.5 % point for 4 degrees of freedom is
    2.776 (Abramowitz and Stegun, table 26.10).
    """
    found = paired(A, B)
    assert found.means == pytest.approx((4.0, 5.2))
    assert found.difference == pytest.approx(1.2)
    assert found.error() == pytest.approx(sqrt(2.2 / 5))
    half = 2.776 * sqrt(2.2 / 5)
    assert found.interval(Fixed(), whole=False) == pytest.approx((1.2 - half, 1.2 + half), abs=1e-3)


def test_without_common_luck_it_is_that_of_two_means() -> None:
    """If the games share no luck, the squared error is the sum of the squared errors of the two means."""
    found = paired(A, B)
    assert found.error(paired=False) == pytest.approx(sqrt((variance(A) + variance(B)) / 5))
    assert found.spread == pytest.approx(stdev(B) * sqrt(4 / 5))
    assert found.amount == pytest.approx(5.2)


def test_large_values_lose_no_digits() -> None:
    """Adding a billion to every value changes neither the error nor the difference of the means."""
    far = paired([value + 1e9 for value in A], [value + 1e9 for value in B])
    assert far.error() == pytest.approx(paired(A, B).error(), rel=1e-6)
    assert far.means == pytest.approx((4.0 + 1e9, 5.2 + 1e9))


def test_shares_of_what_happened_are_ratios() -> None:
    """The mean of a weighted quantity is a ratio of sums, and its error follows from the delta method.

    The values 2 of 4, 0 of 1 and 3 of 3 make 5/8, and 1 of 2, 0 of 0 and 1 of 4 make 1/3. Calculated by hand,
    a game with the sum x and the weight w deviates from the mean m by n (x - m w) / sum(w).
    """
    a, b = [(2.0, 4.0), (0.0, 1.0), (3.0, 3.0)], [(1.0, 2.0), (0.0, 0.0), (1.0, 4.0)]
    found = Paired()
    for one, other in zip(a, b, strict=True):
        found.add(one, other)
    assert found.means == pytest.approx((5 / 8, 1 / 3))
    off = [3 * ((xb - wb / 3) / 6 - (xa - wa * 5 / 8) / 8) for (xa, wa), (xb, wb) in zip(a, b, strict=True)]
    assert fmean(off) == pytest.approx(0)
    assert found.error() == pytest.approx(sqrt(sum(each**2 for each in off) / (3 * 2)))


def test_a_game_without_the_quantity_says_nothing_of_it() -> None:
    """A mean ignores games that lack the quantity.

    A pair in which only one game lacks the quantity counts as a pair that differs.
    """
    found = Paired()
    found.add((4.0, 1.0), (0.0, 0.0))
    found.add((6.0, 1.0), (7.0, 1.0))
    assert found.means == pytest.approx((5.0, 7.0))
    assert (found.games, found.differing) == (2, 2)
    nothing = Paired()
    nothing.add()
    assert nothing.means == (None, None)


def test_bonett_and_price() -> None:
    """The interval of a win share is the interval of Bonett and Price.

    In 6 of 20 pairs only the second game was won, in 2 pairs only the first. The method adds one pair of each
    kind, so n + 2 = 22, p12 = 7/22 and p21 = 3/22. The center is 4/22, and the variance is (p12 + p21 - (p12
    - p21)^2) / 22.
    """
    found = paired([0.0] * 6 + [1.0] * 2 + [1.0] * 12, [1.0] * 6 + [0.0] * 2 + [1.0] * 12)
    error = sqrt((10 / 22 - (4 / 22) ** 2) / 22)
    reach = Fixed().reach_of_mean(20)
    assert found.interval(Fixed(), whole=True) == pytest.approx(
        (4 / 22 - reach * error, 4 / 22 + reach * error)
    )


def test_few_games_that_are_alike_leave_room() -> None:
    """Ten pairs that do not differ still have an interval around 0, and a single pair has the whole range."""
    low, high = paired([1.0] * 10, [1.0] * 10).interval(Fixed(), whole=True)
    assert low == pytest.approx(-high)
    assert high > 0.15
    one = paired([1.0], [0.0])
    assert one.interval(Fixed(), whole=True) == (-1.0, 1.0)
    assert one.error() == float("inf")


def test_what_is_the_same() -> None:
    """Two games have the same value if no pair differs, or if the weighted value is equal in every game."""
    assert paired([1.0, 2.0], [1.0, 2.0]).same
    assert not paired([1.0, 2.0], [1.0, 3.0]).same
    always = Paired()
    always.add((3.0, 3.0), (4.0, 4.0))
    assert always.differing == 1
    assert always.same


TABLE = {
    0.05: {1: 12.706, 2: 4.303, 4: 2.776, 10: 2.228, 30: 2.042, 120: 1.980},
    0.001: {1: 636.619, 2: 31.598, 4: 8.610, 10: 4.587, 30: 3.646, 120: 3.373},
}
"""Critical values of Student's t, by two-sided probability and degrees of freedom.

The source is R. Fisher, F. Yates, "Statistical Tables", 1938.
"""


def test_the_probability_beyond_is_that_of_the_tables() -> None:
    """The two-sided probability of exceeding t agrees with the published tables.

    Up to 200 degrees of freedom the probability is calculated as a sum. Beyond 200 it is approximated by the
    normal distribution, which exceeds 1.960 with a probability of 0.05. From 200 to 201 degrees, the results
    of the two methods agree.
    """
    for chance, row in TABLE.items():
        for freedom, t in row.items():
            assert beyond(t, freedom) == pytest.approx(chance, rel=2e-3)
    assert beyond(1.959964, 10**9) == pytest.approx(0.05, rel=1e-5)
    assert beyond(3.290527, 10**9) == pytest.approx(0.001, rel=1e-5)
    for t in (0.3, 1.0, 2.5, 4.0):
        assert beyond(t, 200) == pytest.approx(beyond(t, 201), rel=2e-3)
    assert beyond(0.0, 7) == 1.0
    assert beyond(float("inf"), 3) == beyond(float("inf"), 300) == 0.0


def test_at_all_looks_together_less_is_surprising() -> None:
    """With a stopping rule, probabilities hold for all interim looks together, by the reflection principle.

    After n of N games, a deviation of t counts as t sqrt(n / N), with twice the probability.
    """
    rule = Until(0.1, spread=1.0)
    assert rule.most == 503  # (2.2414 / 0.1)^2 = 502.4
    assert rule.chance(3.0, 503) == pytest.approx(2 * beyond(3.0, 502))
    assert rule.chance(3.0, 100) == pytest.approx(2 * beyond(3.0 * sqrt(100 / 503), 99))
    assert rule.chance(rule.reach_of_mean(100), 100) == pytest.approx(0.05, rel=0.02)
    assert rule.chance(0.1, 5) == 1.0
    assert Until(0.1).most == 126  # a share, whose standard deviation is at most 1/2


def coverage(runs: int, games: int) -> tuple[float, float]:
    """Return the share of runs whose interval contains the true difference between 6-sided and 8-sided dice.

    Both dice use the same luck. The first share is for the probability of rolling a one, the second for the
    mean.
    """
    draws, held = Draws(5, "dice"), [0, 0]
    for _ in range(runs):
        ones, faces = Paired(), Paired()
        for _ in range(games):
            luck = draws.below(24)
            six, eight = 1 + luck // 4, 1 + luck // 3
            ones.add((float(six == 1), 1.0), (float(eight == 1), 1.0))
            faces.add((float(six), 1.0), (float(eight), 1.0))
        for number, (found, truth) in enumerate(((ones, 1 / 8 - 1 / 6), (faces, 1.0))):
            low, high = found.interval(Fixed(), whole=number == 0)
            held[number] += low <= truth <= high
    return held[0] / runs, held[1] / runs


def test_intervals_cover() -> None:
    """Intervals contain the true difference in 95 percent of runs.

    With 600 runs of 150 games, three standard errors of this share are 2.7 percentage points.
    """
    for share in coverage(600, 150):
        assert 0.923 <= share <= 0.977
