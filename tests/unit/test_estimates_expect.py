"""What estimates are expected to come to, added up over all that random games can come to.

Nothing is played: chances are given, each way in which the games can end has its probability, and the sum of
what each way comes to is the expectation. A number that is unbiased comes to the true value, however few
games there are; bounds come to lie around it.
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
    """Each way in which so many games can end, in their order, with its probability."""
    return [
        (prod(chances[each] for each in outcomes), Moment(0, len(chances), outcomes, outcomes))
        for outcomes in product(range(len(chances)), repeat=games)
    ]


@pytest.mark.parametrize("games", [1, 2, 5])
@pytest.mark.parametrize("chances", CHANCES)
def test_the_entropy_is_unbiased(games: int, chances: tuple[float, ...]) -> None:
    """An outcome that came once is picked with a probability of 1 / n, and comes again after 1 / p games."""

    def after(p: float) -> float:
        """What is expected of the games until it comes again, up to a thousand."""
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
    """How far each team is behind, and the chance of the winner, which is unbiased."""
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
    """The claim that a team's chance is greater than each other's, of some that are the same, too."""
    for team in range(len(chances)):
        found = [(weight, moment.leads(team)) for weight, moment in ways(games, chances)]
        claimed(found, all(chances[team] > p for t, p in enumerate(chances) if t != team))


def claimed(found: list[tuple[float, Bounds]], truth: float) -> None:
    """What is expected of the bounds lies on either side of the truth."""
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
    """Of one of two teams: that its chance was a quarter or less once, and 95 % or more to the end.

    In a game of as many turns as moments, whose winner has these chances.
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
