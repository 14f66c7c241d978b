"""Tests for the expected values of estimates, summed over all results that random games can have.

No game is played. The chances are given, each possible sequence of results has its probability, and the
expected value is the sum over all sequences. For an unbiased estimate, the expected value is the truth,
however few games there are. The expected values of two bounds lie on either side of the truth.
"""

from __future__ import annotations

from itertools import product
from math import comb, log, log2, prod

import pytest

from interpreter.play.estimated import SURE, Bounds, Moment, estimated
from interpreter.play.trials import harmonic

CHANCES = [
    (0.5, 0.5),
    (0.9, 0.1),
    (0.25, 0.75),
    (1.0, 0.0),
    (0.6, 0.3, 0.1),
    (0.4, 0.4, 0.2),
    (0.2, 0.2, 0.6),
]


def ways(games: int, chances: tuple[float, ...]) -> list[tuple[float, Moment]]:
    """Return all sequences of outcomes of `games` games, each as a moment with its probability."""
    return [
        (prod(chances[each] for each in outcomes), Moment(0, len(chances), outcomes, outcomes))
        for outcomes in product(range(len(chances)), repeat=games)
    ]


@pytest.mark.parametrize("games", [1, 2, 5])
@pytest.mark.parametrize("chances", CHANCES)
def test_the_entropy_is_unbiased(games: int, chances: tuple[float, ...]) -> None:
    """The expected estimate of the entropy falls short by a part that can be calculated.

    This part is what further games would add. An outcome that came only once is picked with a probability of
    1 / n, and comes again after 1 / p games on average.
    """

    def after(p: float) -> float:
        """Return the expected contribution of the games until an outcome of probability `p` comes again.

        At most a thousand games are considered.
        """
        reach = (harmonic(games + s - 2) - harmonic(games - 1) for s in range(2, 1000))
        return sum(p * (1 - p) ** s * more for s, more in enumerate(reach, 1))

    beyond = [after(p) / log(2) if p else 0.0 for p in chances]
    expected = 0.0
    for weight, moment in ways(games, chances):
        alone = [team for team in moment.outcomes if moment.outcomes.count(team) == 1]
        expected += weight * (moment.bits + sum(beyond[team] for team in alone) / games)
    assert expected == pytest.approx(sum(-p * log2(p) for p in chances if p), abs=1e-6)


@pytest.mark.parametrize("games", [1, 2, 5])
@pytest.mark.parametrize("chances", CHANCES)
def test_drama_lies_between(games: int, chances: tuple[float, ...]) -> None:
    """The expected bounds on the drama enclose the truth, and the winner's chance halfway is unbiased."""
    for team in range(len(chances)):
        made = [(weight, estimated([moment], 2, team)) for weight, moment in ways(games, chances)]
        halfway = sum(weight * (each.halfway or 0) for weight, each in made)
        drama = [(weight, each.drama or Bounds(9, 9)) for weight, each in made]
        truth = max(chances) - chances[team]
        assert halfway == pytest.approx(chances[team])
        assert sum(weight * each.low for weight, each in drama) <= truth + 1e-12
        assert sum(weight * each.high for weight, each in drama) >= truth - 1e-12


@pytest.mark.parametrize("games", [3, 6])
@pytest.mark.parametrize("chances", CHANCES)
def test_who_is_ahead_lies_between(games: int, chances: tuple[float, ...]) -> None:
    """The expected bounds on the claim that a team is ahead enclose the truth.

    They do so even if two teams have equal chances.
    """
    for team in range(len(chances)):
        found = [(weight, moment.leads(team)) for weight, moment in ways(games, chances)]
        claimed(found, all(chances[team] > p for t, p in enumerate(chances) if t != team))


def claimed(found: list[tuple[float, Bounds]], truth: float) -> None:
    """Check that `truth` lies between the expected lower bound and the expected upper bound."""
    low, high = (sum(weight * end for weight, end in ends) for ends in zip(*(
        ((weight, each.low), (weight, each.high)) for weight, each in found
    ), strict=True))  # fmt: skip
    assert sum(weight for weight, _ in found) == pytest.approx(1)
    assert Bounds.low_of_claims(low) <= truth + 1e-12
    assert Bounds.high_of_claims(high) >= truth - 1e-12


ALONE = [(0.5,), (0.9375,), (0.25,), (0.26,), (0.95,), (0.2, 1.0)]
TOGETHER = [(0.84375, 0.9375), (0.95, 0.95), (0.25, 0.25), (0.26, 0.951), (0.2, 0.25)]


@pytest.mark.parametrize(("games", "chances"), [*product([20, 90], ALONE), *product([20], TOGETHER)], ids=str)
def test_what_is_claimed_of_moments_lies_between(games: int, chances: tuple[float, ...]) -> None:
    """The expected bounds on two claims about the moments of a game enclose the truth.

    One claim is that the winner's chance was a quarter or less at some moment; the other, that it was 95 % or
    more until the end. The game has two teams and one turn per moment, and `chances` are the winner's
    chances.
    """
    turns = len(chances)
    made = []
    for counts in product(range(games + 1), repeat=turns):
        weight = prod(
            comb(games, count) * p**count * (1 - p) ** (games - count)
            for count, p in zip(counts, chances, strict=True)
        )
        if weight:
            outcomes = [(0,) * count + (1,) * (games - count) for count in counts]
            moments = [Moment(ended, 2, each, each) for ended, each in enumerate(outcomes)]
            made.append((weight, estimated(moments, turns, 0)))
    known = sum(all(p >= SURE for p in chances[ended:]) for ended in range(turns)) / turns
    nothing = Bounds(9, 9)
    claimed([(weight, each.known or nothing) for weight, each in made], known)
    claimed([(weight, each.comeback or nothing) for weight, each in made], min(chances) <= 1 / 4)
