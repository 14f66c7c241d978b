"""Tests for sweeps, whose cells are played with the same luck as the game with default options."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

import gamespec
from interpreter.simulate import Fixed, plan_of, wilson
from interpreter.study.comparison import Comparison
from interpreter.study.paired import Paired
from interpreter.study.quantities import Quantities
from interpreter.study.sweep import Sweep, asked_for

DIE = """
language: 1
game: die
title: A die
players: 2
options: {sides: {type: 2..20, default: 6}}
variables: {thrown: {type: 0..20}}
actions:
  left: {do: [{random: {n: {from: 1..sides}}}, {set: {thrown: n}}]}
  right: {do: [{random: {n: {from: 1..sides}}}, {set: {thrown: n}}]}
phases: {throw: {turns: clockwise, do: [{offer: [left, right]}]}}
end:
  hit: {when: thrown == 1, winner: seat(1)}
  missed: {when: thrown > 0, winner: seat(2)}
score: thrown
limit: {decisions: 9, then: draw}
"""


@pytest.fixture
def die(tmp_path: Path) -> gamespec.Spec:
    """Return a game in which seat 1 rolls a die and wins by rolling a one."""
    (tmp_path / "die.yaml").write_text(DIE, encoding="utf-8")
    return gamespec.load(tmp_path / "die.yaml")


def test_what_each_cell_comes_to(die: gamespec.Spec) -> None:
    """The outcomes of all cells agree with arithmetic.

    A die of n sides shows (n + 1) / 2 on average, and shows a one in 1 / n of its rolls.
    """
    cells = [plan_of(die, options={"sides": sides}) for sides in (4, 6, 12)]
    base, told = Sweep(plan_of(die), cells, ["wins.1", "score", "chosen.left"]).play(600).told()
    for sides, cell in zip((4, 6, 12), told, strict=True):
        for key, truth in (("wins.1", 1 / sides), ("score", (sides + 1) / 2), ("chosen.left", 1 / 2)):
            interval = cell.outcomes[key].interval
            assert interval is not None
            middle = sum(interval) / 2
            assert abs(middle - truth) < 2 * (interval[1] - middle)  # this is four standard errors
    verdicts = [
        {key: outcome.difference.verdict for key, outcome in cell.outcomes.items() if outcome.difference}
        for cell in told
    ]
    assert verdicts[1] == {"wins.1": "same", "score": "same", "chosen.left": "same"}
    assert verdicts[0]["score"] == verdicts[2]["score"] == "clear"
    assert {each["chosen.left"] for each in verdicts} == {"same"}
    assert all(outcome.difference is None for outcome in base.outcomes.values())


def test_differences_are_those_of_a_comparison(die: gamespec.Spec) -> None:
    """The differences of a cell are equal to those of a paired comparison with the same luck."""
    other = plan_of(die, options={"sides": 9}, seed=2)
    _, (cell,) = Sweep(plan_of(die, seed=2), [other], ["wins.1", "score"]).play(50).told()
    compared = {d.quantity.key: d for d in Comparison(plan_of(die, seed=2), other).play(50).differences()}
    for key in ("wins.1", "score"):
        found = cell.outcomes[key].difference
        assert found is not None
        assert (found.low, found.high) == (compared[key].low, compared[key].high)
        assert cell.outcomes[key].mean == compared[key].b


def test_an_advantage_is_no_share(die: gamespec.Spec) -> None:
    """The interval of an advantage is calculated as for a mean, not as for a share.

    With two sides, seat 1 wins half of the games, so the values are 1/2 and -1/2, and half the interval's
    width is 1.98 / 20.
    """
    _, (cell,) = Sweep(plan_of(die), [plan_of(die, options={"sides": 2})], ["advantage.1"]).play(100).told()
    interval = cell.outcomes["advantage.1"].interval
    assert interval is not None
    assert (interval[1] - interval[0]) / 2 == pytest.approx(1.984 / 20, rel=0.03)


def test_the_game_as_it_stands_is_played_once(die: gamespec.Spec) -> None:
    """The cell with the default options is the base run itself, so its games are not played twice."""
    played = []
    plans = [plan_of(die, options={"sides": sides}) for sides in (6, 7)]
    sweep = Sweep(plan_of(die), plans, ["score"]).play(5, played.append)
    same = [run is sweep.base for run in sweep.cells]
    assert sum(played) == 5 * (1 + same.count(False))


def test_intervals_of_one_side() -> None:
    """The interval of a single run is Wilson's for shares and Student's for means.

    The standard error of 1, 2 and 3 is 1 / sqrt(3).
    """
    share, number = Paired(), Paired()
    for value in (1.0, 0.0, 1.0, 1.0):
        share.add((0.0, 1.0), (value, 1.0))
    for value in (1.0, 2.0, 3.0):
        number.add((9.0, 1.0), (value, 1.0))
    assert share.second(Fixed(), share=True) == pytest.approx(wilson(3, 4))
    reach = Fixed().reach_of_mean(3) / sqrt(3)
    assert number.second(Fixed(), share=False) == pytest.approx((2 - reach, 2 + reach))
    one = Paired()
    one.add((1.0, 1.0), (1.0, 1.0))
    assert one.second(Fixed(), share=True) is None


def test_what_is_asked_for(die: gamespec.Spec) -> None:
    """Quantities are selected by key or by the first word of the key, in the order given, and only once."""
    plan = plan_of(die)
    known = Quantities(plan.compiled, plan.players).known
    assert asked_for(known, ["score.2", "wins", "score", "score.2"]) == [
        "score.2",
        "wins.1",
        "wins.2",
        "score",
    ]
    assert asked_for(known, ["chosen"]) == ["chosen.left", "chosen.right"]
    with pytest.raises(KeyError, match="islands"):
        asked_for(known, ["wins", "islands"])
