"""Tests for the effects that reports find in random play, on games whose true effects are known."""

from __future__ import annotations

from itertools import product
from math import comb
from typing import TYPE_CHECKING

import pytest
from known_games import KNOWN, Known

from interpreter.report import Facts, Run, facts_of
from interpreter.report.experiment import LEAST, Offer, Trial
from interpreter.report.games import PlayedGames
from interpreter.report.sentences import sentences
from interpreter.report.verdicts import Strength
from interpreter.simulate import plan_of
from interpreter.simulate.intervals import Fixed, beyond
from interpreter.simulate.runs import Run as Games

if TYPE_CHECKING:
    from pathlib import Path


def reported(known: Known, folder: Path, games: int, seed: int, seats: list[str] | None = None) -> Facts:
    """Play `games` games with `seed`, and return the facts of a report on them."""
    plan = plan_of(known.load(folder), players=known.players, seed=seed, seats=seats)
    made = Games(plan, keep=True).play(games)
    return facts_of(Run.of(made.about), PlayedGames(made))


@pytest.mark.parametrize(("name", "seed"), [("survive", 1), ("survive", 2), ("shares", 3), ("teams", 4)])
def test_effects_that_arithmetic_says(tmp_path: Path, name: str, seed: int) -> None:
    """Each effect is within an interval's width of the truth, and is clear exactly if the truth is not 0.

    In `survive`, players who live longer use every action more often. A comparison of users with non-users
    would therefore call actions clear that have no effect.
    """
    known = KNOWN[name]
    found = reported(known, tmp_path, 1500, seed)
    assert {fact.name for fact in found.actions} == set(known.effects)
    for fact in found.actions:
        assert fact.link is None
        assert fact.tried is not None
        effect, truth = fact.tried.effect, known.effects[fact.name]
        assert effect is not None
        assert abs(effect.mean - truth) <= effect.high - effect.low
        assert (effect.strength is Strength.CLEAR) == bool(truth)
    told = [said for said in sentences(found) if "where it is first offered" in said.text]
    assert [said.strength.startswith("Clear.") for said in told] == [any(known.effects.values())]


def test_bots_that_do_nothing_have_associations_only(tmp_path: Path) -> None:
    """If bots choose by the position, the extra wins of players who use an action are never called clear."""
    found = reported(KNOWN["survive"], tmp_path, 40, 1, ["greedy"] * 3)
    assert [fact.tried for fact in found.actions] == [None] * 8
    assert found.comparisons == 3
    assert not [said for said in sentences(found) if "used `" in said.text and "lear" in said.strength]


@pytest.mark.parametrize(("chance", "winners", "losers"), [(0.25, 10, 50), (0.5, 20, 20), (0.9, 8, 112)])
def test_chance_is_called_as_often_as_it_says(chance: float, winners: int, losers: int) -> None:
    """Chance alone is called an effect about as often as the significance level says.

    The test adds the probabilities of all outcomes that count as an effect, over all possible numbers of
    winners and losers who take the action. At the 5 % level, this sum may reach 6 %. Outcomes are discrete,
    so the sum cannot be exactly 5 %; the next outcome may have a probability of 2 %.
    """
    alarms = dict.fromkeys((0.05, 0.005), 0.0)
    total, won = winners + losers, winners / (winners + losers)
    for lucky, unlucky in product(range(winners + 1), range(losers + 1)):
        weight = 1.0
        for many, took in ((winners, lucky), (losers, unlucky)):
            weight *= comb(many, took) * chance**took * (1 - chance) ** (many - took)
        if weight < 1e-9:
            continue
        trial = Trial()
        for number in range(total):
            wins = number < winners
            took = number < lucky or winners <= number < winners + unlucky
            trial.add([Offer(chance, took, wins - won)])
        effect = trial.effect(Fixed())
        assert effect is not None
        for level in alarms:
            alarms[level] += weight * (beyond(effect.errors, total - 1) <= level)
    assert 0.02 <= alarms[0.05] <= 0.06
    assert alarms[0.005] <= 0.008


@pytest.mark.parametrize(("others", "takers"), [(0.9, 0.7), (0.05, 0.5), (0.2, 0.7), (0.5, 0.5)])
def test_intervals_of_what_is_seldom_taken_hold(others: float, takers: float) -> None:
    """For an action that is seldom taken, the interval contains the true effect in at least 93.5 % of cases.

    Of 120 offers, each taken with a probability of 0.1, about twelve are taken. The sum leaves out improbable
    outcomes, which therefore count as misses.
    """
    total, chance, held = 120, 0.1, 0.0
    for taken in range(2, 28):
        for won in range(taken + 1):
            likely = binomial(total, taken, chance) * binomial(taken, won, takers)
            for other in range(total - taken + 1):
                weight = likely * binomial(total - taken, other, others)
                if weight > 2e-5:
                    low, high = _interval(chance, (taken, won), (total - taken, other))
                    held += weight * (low <= takers - others <= high)
    assert held >= 0.935


def binomial(total: int, number: int, chance: float) -> float:
    """Return the probability of `number` successes in `total` trials."""
    return comb(total, number) * chance**number * (1 - chance) ** (total - number)


def _interval(chance: float, took: tuple[int, int], left: tuple[int, int]) -> tuple[float, float]:
    """Return the lower and upper end of the interval of the effect.

    `took` describes the players who took the action, and `left` those who did not. Each holds a number of
    players and how many of them won.
    """
    trial = Trial()
    mean = (took[1] + left[1]) / (took[0] + left[0])
    for taken, (number, won) in ((True, took), (False, left)):
        for each in range(number):
            trial.add([Offer(chance, taken, (each < won) - mean)])
    effect = trial.effect(Fixed())
    assert effect is not None
    return effect.low, effect.high


def test_an_effect_is_unbiased() -> None:
    """The estimated effect is unbiased even if the seat that takes the action more often also wins more.

    In a hundred games, two seats take the action with probabilities of 1/5 and 1/2, and all four combinations
    of their choices occur as often as expected. The first seat wins 0.1 of a game without the action and 0.4
    with it, the second 0.6 and 0.9. The effect is therefore 0.3.
    """
    trial = Trial()
    for first, second in product((False, True), repeat=2):
        for _ in range(10 if first else 40):
            trial.add([Offer(0.2, first, 0.1 + 0.3 * first), Offer(0.5, second, 0.6 + 0.3 * second)])
    effect = trial.effect(Fixed())
    assert effect is not None
    assert effect.mean == pytest.approx(0.3)


def test_of_few_offers_nothing_is_said() -> None:
    """If there are too few offers, no effect is stated.

    An offer that is taken with a probability of 1/2 counts as 1/4, so 40 offers are enough and 39 are not.
    """
    for offers in (39, 40):
        trial = Trial()
        for number in range(offers):
            trial.add([Offer(0.5, number % 2 == 0, 0.5 - number % 3 % 2)])
        assert (trial.effect(Fixed()) is None) == (offers / 4 < LEAST)
    assert Trial().effect(Fixed()) is None


def test_where_nobody_wins_more_than_others_nothing_is_found() -> None:
    """If all players win exactly as often as their seats do on average, the effect and its error are 0."""
    trial = Trial()
    for number in range(60):
        trial.add([Offer(0.5, number % 2 == 0, 0.0)])
    effect = trial.effect(Fixed())
    assert effect is not None
    assert (effect.mean, effect.low, effect.high, effect.errors) == (0, 0, 0, 0)


def test_what_all_that_took_it_won_is_far_out() -> None:
    """The distance from chance stays finite even if everybody who took an action won and nobody else did."""
    trial = Trial()
    for number in range(60):
        took = number % 2 == 0
        trial.add([Offer(0.5, took, took - 0.5)])
    effect = trial.effect(Fixed())
    assert effect is not None
    assert 5 < effect.errors < 20
    assert effect.high == 1
