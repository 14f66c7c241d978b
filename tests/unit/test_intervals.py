"""Tests for how wide intervals are and how often they contain the truth."""

from __future__ import annotations

from itertools import islice
from math import comb, isclose, sqrt

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.simulate import Confidence, Fixed, Mean, Seeds, Until, mean_of, share_of
from interpreter.simulate.intervals import bounded, bounded_mean_of, student
from interpreter.study.holding import Looks

CHANCES = (0.5849, 0.2881, 0.1270)
"""Probabilities that a random game of tic-tac-toe is won by the first player, by the second, or drawn."""


@pytest.mark.parametrize(
    ("freedom", "expected"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.980), (1000, 1.962)],
)
def test_students_distribution(freedom: int, expected: float) -> None:
    """The 97.5 % points of Student's distribution agree with published tables.

    The values are from Abramowitz and Stegun, table 26.10, and beyond.
    """
    assert student(0.025, freedom) == pytest.approx(expected, abs=6e-4)


def test_both_ways_to_students_distribution_meet() -> None:
    """The sum used for few degrees of freedom and the series used for many agree where they meet."""
    assert student(0.0125, 200) - student(0.0125, 201) == pytest.approx(
        student(0.0125, 201) - student(0.0125, 202), rel=0.02
    )


def test_an_interval_of_a_share_ends_where_it_reaches() -> None:
    """Each end of the interval for 30 of 100 is 1.96 standard errors away from 0.3.

    The standard error is computed with that end as the share.
    """
    low, high = share_of(30, 100, Fixed())
    for end in (low, high):
        assert isclose(abs(0.3 - end), 1.959964 * sqrt(end * (1 - end) / 100), rel_tol=1e-6)


def test_an_interval_of_a_mean() -> None:
    """The interval for the mean of 1, 2, 3 and 4 is 2.5 ± 3.182 sqrt(5/12).

    The variance is 5/3, so the standard error is sqrt(5/12). Student's quantile for 3 degrees of freedom is
    3.182.
    """
    mean = Mean()
    for number in (1, 2, 3, 4):
        mean.add(number)
    found = mean_of(mean, Fixed())
    assert found is not None
    assert found == pytest.approx((2.5 - 3.182 * sqrt(5 / 12), 2.5 + 3.182 * sqrt(5 / 12)), abs=1e-3)


def test_a_mean_whose_variance_few_of_its_numbers_tell() -> None:
    """If few numbers determine the variance of a mean, the degrees of freedom are one fewer than these.

    The allowance for repeated looks still depends on all the numbers.
    """
    assert Fixed().reach_of_mean(1000, 12) == student(0.025, 11) == Fixed().reach_of_mean(12)
    for rule in (Until(0.05), Looks(4000)):
        wider = rule.reach_of_mean(1000, 12) / rule.reach_of_mean(1000)
        assert wider == pytest.approx(student(0.0125, 11) / student(0.0125, 999))


def test_a_few_games_that_went_one_way_leave_room() -> None:
    """The interval for five wins in six games allows for chance.

    It is computed as if there were z²/2 more wins and as many more losses, so the share is (5 + z²/2) / (6 +
    z²).
    """
    z2 = 1.959964**2
    share = (5 + z2 / 2) / (6 + z2)
    low, high = bounded_mean_of(mean_of_all(1, 1, 1, 1, 1, 0), Fixed())
    assert low == pytest.approx(share - 1.959964 * sqrt(share * (1 - share) / (6 + z2)), abs=1e-6)
    assert high == pytest.approx(2 * share - low)
    assert bounded_mean_of(Mean(), Fixed()) == (0, 1)


def test_one_end_is_exact_where_all_went_one_way() -> None:
    """If all games went the same way, one end of the interval is exact.

    Five wins of five have a probability of p^5, which is 0.025 for p = 0.478.
    """
    assert bounded_mean_of(mean_of_all(*[1] * 5), Fixed()) == pytest.approx((0.025 ** (1 / 5), 1))
    assert bounded_mean_of(mean_of_all(*[0] * 5), Fixed()) == pytest.approx((0, 1 - 0.025 ** (1 / 5)))


def mean_of_all(*numbers: float) -> Mean:
    """Return a `Mean` to which all the numbers have been added."""
    mean = Mean()
    for number in numbers:
        mean.add(number)
    return mean


@pytest.mark.parametrize(("half", "most"), [(0.01, 12_560), (0.1, 126), (0.001, 1_255_972)])
def test_how_many_games_are_always_enough(half: float, most: int) -> None:
    """The number of games that always suffices is (2.2414027 / 2h)², rounded up.

    A share of one half is the hardest to estimate, and is known after that many games.
    """
    rule = Until(half)
    assert abs(rule.most - (2.2414027 / (2 * half)) ** 2) <= 1
    assert rule.most == most
    even = Mean()
    for number in range(most):
        even.add(number % 2)
    assert rule.narrow(even)
    assert rule.reach(most) == pytest.approx(2.241403, abs=1e-6)
    assert rule.reach(most // 4) == pytest.approx(2 * 2.241403, rel=1e-2)


@pytest.mark.parametrize("chance", CHANCES)
@pytest.mark.parametrize("games", [100, 400, 1000])
def test_a_share_of_fixed_games_is_held_as_often_as_is_said(chance: float, games: int) -> None:
    """Over all possible numbers of wins, the intervals contain the truth in 93 to 97 percent of cases."""
    for parts in (False, True):
        held = sum(
            comb(games, wins) * chance**wins * (1 - chance) ** (games - wins)
            for wins in range(games + 1)
            if holds(chance, wins, games, Fixed(), parts=parts)
        )
        assert 0.93 <= held <= 0.97


def holds(chance: float, wins: int, games: int, confidence: Confidence, *, parts: bool = False) -> bool:
    """Return whether the interval for `wins` of `games` contains `chance`.

    `parts` selects the interval for games in which a win can be shared.
    """
    share = wins / games
    variance = share * (1 - share) * games / max(1, games - 1)
    low, high = bounded(games, share, variance, confidence) if parts else share_of(wins, games, confidence)
    return low <= chance <= high


@pytest.mark.parametrize("chance", [*CHANCES, 0.5, 0.05, 0.01])
@pytest.mark.parametrize(
    ("half", "parts"), [(0.1, False), (0.05, False), (0.03, False), (0.1, True), (0.05, True)]
)
def test_a_rule_for_stopping_holds_at_all_looks(chance: float, half: float, *, parts: bool) -> None:
    """In at least 95 percent of runs with a stopping rule, no interval misses the truth at any look.

    The probability of each number of wins is computed game by game. At each look, numbers of wins whose
    interval misses the truth are left out from then on. The interval therefore holds at whichever look a run
    stops.
    """
    rule = Until(half)
    wins = {0: 1.0}
    for games in range(1, rule.most + 1):
        more: dict[int, float] = {}
        for count, likely in wins.items():
            more[count] = more.get(count, 0) + likely * (1 - chance)
            more[count + 1] = more.get(count + 1, 0) + likely * chance
        if rule.is_due(games):
            more = {
                count: likely
                for count, likely in more.items()
                if holds(chance, count, games, rule, parts=parts)
            }
        wins = {count: likely for count, likely in more.items() if likely > 1e-12}
    assert sum(wins.values()) >= 0.95


def test_runs_of_a_game_hold_its_chances() -> None:
    """Over 200 runs of 100 games of tic-tac-toe, the intervals hold as often as stated.

    The test allows a deviation of 4 standard errors. `bench/intervals.py` plays 2,000 longer runs, with and
    without a stopping rule.
    """
    engine = CompiledEngine(gamespec.load("tic-tac-toe").program())
    games = engine.batch(Seeds.of(11, index) for index in range(200 * 100))
    held = [0, 0, 0]
    for _ in range(200):
        wins = [0, 0, 0]
        for played in islice(games, 100):
            assert played.result is not None
            wins[played.result.winners[0] if played.result.winners else 2] += 1
        for which, chance in enumerate(CHANCES):
            held[which] += holds(chance, wins[which], 100, Fixed())
    error = sqrt(0.95 * 0.05 / 200)
    assert all(abs(count / 200 - 0.95) < 4 * error for count in held), held
