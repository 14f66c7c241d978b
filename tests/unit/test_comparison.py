"""Tests for the comparison of two games, which are played with common luck.

The tests cover the quantities that are compared and some differences that are known in advance.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gamespec
from interpreter.simulate import Summary, plan_of
from interpreter.study.comparison import Comparison, until_differences
from interpreter.study.quantities import COUNTED, Quantities
from interpreter.study.verdicts import Difference

DIE = """
language: 1
game: die
title: A die
players: 2
options:
  sides: {type: 2..20, default: 6}
  twice: {type: bool, default: false}
  swapped: {type: bool, default: false}
variables:
  thrown: {type: 0..20}
  stakes: {type: 0..20, per: player}
actions:
  left: {do: [{random: {n: {from: 1..sides}}}, {set: {thrown: n}}]}
  right: {do: [{random: {n: {from: 1..sides}}}, {set: {thrown: n}}]}
  stake: {do: [{set: {"stakes[me]": 10}}]}
phases:
  bid: {turns: clockwise, do: [{if: twice, then: [{offer: [stake]}]}, {stop: phase}]}
  throw:
    turns: clockwise
    do:
      - if: swapped
        then: [{offer: [right, left]}]
        else: [{offer: [left, right]}]
end:
  hit: {when: thrown == 1, winner: seat(1)}
  missed: {when: thrown > 0, winner: seat(2)}
score:
  thrown: thrown
  staked: stakes[player]
limit: {decisions: 9, then: draw}
"""
"""Game with a die, which seat 1 throws with either hand; seat 1 wins if the die shows a one.

With `twice`, seat 1 must also stake ten points before the throw.
"""

CLASSES = """
language: 1
game: classes
title: Classes
players: 2
variables: {n: {type: 0..9}}
actions:
  up: {do: [{set: {n: n + 1}}]}
  down: {when: n > 9, do: []}
phases: {play: {turns: clockwise, do: [{offer: [up, down]}]}}
end: {three: {when: n == 3, draw: true}}
limit: {decisions: 9, then: draw}
"""


def found(first: str, second: str, games: int, **options: int | bool) -> dict[str, Difference]:
    """Return the differences between `first` and `second`, which is played with `options`, by key."""
    plans = plan_of(first), plan_of(second, options=options)
    return {each.quantity.key: each for each in Comparison(*plans).play(games).differences()}


@pytest.fixture
def die(tmp_path: Path) -> str:
    """Return the path of the file with the `DIE` game."""
    (tmp_path / "die.yaml").write_text(DIE, encoding="utf-8")
    return str(tmp_path / "die.yaml")


def test_common_luck_is_common(die: str) -> None:
    """Two games with the same luck have related results.

    For the same luck u, a die with 6 sides shows 1 + 6u and a die with 18 sides 1 + 18u, each rounded down.
    The second throw is therefore 3 times the first, less 0, 1 or 2. Half of the games use the other hand,
    which is chosen by the same luck too.
    """
    one, other = plan_of(die, seed=4), plan_of(die, seed=4, options={"sides": 18})
    comparison = Comparison(one, other)
    for a, b in comparison.pairs(300):
        assert a.result is not None
        assert b.result is not None
        assert a.seeds == b.seeds
        assert 0 <= 3 * a.result.parts[0][0] - b.result.parts[0][0] <= 2
    told = {each.quantity.key: each for each in comparison.differences()}
    assert told["chosen.left"].verdict == "same"
    assert told["part.thrown"].verdict == "clear"
    assert told["part.thrown"].low < 6 < told["part.thrown"].high  # 9.5 less 3.5
    assert told["wins.1"].low < 1 / 18 - 1 / 6 < told["wins.1"].high
    assert told["part.thrown"].error < told["part.thrown"].apart


def test_what_changes_by_a_known_amount(die: str) -> None:
    """A stake of ten points changes scores and the number of decisions by known amounts.

    Seat 1 scores ten points more, the average score of the two seats rises by five, and there is one more
    decision.
    """
    told = found(die, die, 60, twice=True)
    for key, more in (("score.1", 10), ("part.staked", 5), ("decisions", 1)):
        assert told[key].difference == pytest.approx(more)
        assert told[key].verdict == "clear"
    assert told["end.hit"].quantity.title == "ended by hit"
    assert told["score.2"].verdict == "same"


def test_what_only_one_has(die: str, tmp_path: Path) -> None:
    """Quantities that only one of the two games has are listed separately.

    Examples are the counts of an action that the other game lacks or never offers.
    """
    without = DIE.replace('  stake: {do: [{set: {"stakes[me]": 10}}]}\n', "").replace("[stake]", "[left]")
    (tmp_path / "without.yaml").write_text(without, encoding="utf-8")
    gone = Comparison(plan_of(die, options={"twice": True}), plan_of(str(tmp_path / "without.yaml"))).play(9)
    keys = [[quantity.key for quantity in side] for side in gone.only()]
    assert keys == [["chosen.stake", "taken.stake"], []]
    never = Comparison(plan_of(die), plan_of(die, options={"twice": True})).play(9)
    assert [[quantity.key for quantity in side] for side in never.only()] == [
        [],
        ["chosen.stake", "taken.stake"],
    ]


def test_a_game_and_itself_are_the_same() -> None:
    """A game compared with itself shows no difference, because the two games of each pair are identical."""
    told = found("trapper", "trapper", 20)
    assert {each.verdict for each in told.values()} == {"same"}
    assert {each.difference for each in told.values()} == {0.0}


def test_what_never_came_about_is_left_out(tmp_path: Path) -> None:
    """Actions that nobody could ever choose and ends that never occurred are left out of the comparison."""
    (tmp_path / "classes.yaml").write_text(CLASSES, encoding="utf-8")
    told = found(str(tmp_path / "classes.yaml"), str(tmp_path / "classes.yaml"), 5)
    assert {"chosen.up", "end.three", "decisions"} <= told.keys()
    assert not {"chosen.down", "taken.down", "end.limit", "end.truncated", "fault"} & told.keys()


def test_means_are_those_of_the_summary() -> None:
    """The means of shares, scores, ends and measures are the same as those that `simulate` reports."""
    plan = plan_of("pig", seats=("random", "random", "greedy"), seed=3)
    comparison = Comparison(plan, plan).play(12)
    summary: Summary = comparison.runs[0].summary
    told = {each.quantity.key: each.a for each in comparison.differences()}
    for number, seat in enumerate(summary.seats, 1):
        assert told.get(f"wins.{number}", 0.0) == pytest.approx(seat.share.mean)
        assert told[f"score.{number}"] == pytest.approx(seat.score.mean)
    for number, player in enumerate(comparison.runs[0].players, 1):
        assert told.get(f"wins.player.{number}", 0.0) == pytest.approx(player.share.mean)
        assert told[f"score.player.{number}"] == pytest.approx(player.score.mean)
    means = {key: mean.mean for key, mean in summary.measures.means.items() if mean.count}
    assert {key: told[key] for key in means if key in told} == pytest.approx(
        {key: mean for key, mean in means.items() if key in told}
    )
    assert len(means) > 6
    assert told["end.goal"] == 1.0


def test_partners_win_together() -> None:
    """A team has a single share of wins, which is named by its seats.

    With two teams, there is a single advantage.
    """
    plan = plan_of("euchre")
    known = Quantities(plan.compiled, plan.players).known
    wins = [key for key in known if key.startswith("wins.")]
    assert wins == ["wins.1", "wins.2"]
    assert known["wins.1"].title == "wins of seats 1, 3"
    assert [key for key in known if key.startswith("advantage")] == ["advantage.1"]


def test_a_fault_says_nothing_of_the_result(tmp_path: Path) -> None:
    """If a game stopped with a fault, only the fault is compared."""
    (tmp_path / "classes.yaml").write_text(CLASSES, encoding="utf-8")
    faulty = CLASSES.replace("n: {type: 0..9}", "n: {type: 0..2}")
    (tmp_path / "faulty.yaml").write_text(faulty, encoding="utf-8")
    comparison = Comparison(plan_of(str(tmp_path / "classes.yaml")), plan_of(str(tmp_path / "faulty.yaml")))
    told = {each.quantity.key: each for each in comparison.play(12).differences()}
    assert told["fault"].difference == 1.0
    assert set(told) == {"fault"}
    assert {"decisions", "end.three"} <= {quantity.key for quantity in comparison.only()[0]}
    assert comparison.runs[1].summary.faults == 12


def test_until_it_is_known(die: str) -> None:
    """A run with a stopping rule ends once all differences between shares are known precisely enough.

    It never plays more games than the rule allows.
    """
    rule = until_differences(0.1)
    comparison = Comparison(plan_of(die), plan_of(die, options={"sides": 18})).play(10_000, rule)
    assert comparison.games < rule.most == 503
    assert comparison.games % rule.every == 0
    wins = [each for each in comparison.differences(rule) if each.quantity.key.startswith("wins.")]
    assert all(each.high - each.low <= 0.2 for each in wins)
    assert not Comparison(plan_of(die), plan_of(die)).known_to(rule)


def test_without_common_luck_nothing_is_compared() -> None:
    """Plans with different seeds or different players have no common luck, so comparing them is refused."""
    plan = plan_of("pig", tally=COUNTED)
    with pytest.raises(ValueError, match="seed 0 and 1"):
        Comparison(plan, plan_of("pig", seed=1))
    with pytest.raises(ValueError, match="players"):
        Comparison(plan, plan_of("pig", seats=("greedy", "random")))
    with pytest.raises(gamespec.OptionError):
        plan_of("pig", options={"goal": 1})


def test_it_can_be_gone_on_with() -> None:
    """A comparison can be continued: 100 games and then 100 more give the same result as 200 games."""
    plans = plan_of("pig"), plan_of("pig", options={"goal": 50})
    whole = Comparison(*plans).play(200).differences()
    assert Comparison(*plans).play(100).play(100).differences() == whole


def test_an_advantage_that_follows_is_not_compared(die: str, tmp_path: Path) -> None:
    """If win shares always add up to 1, an advantage is a win share less 1/2, which says the same.

    If all can lose, they need not: with no winner, shares and advantages are 0; for a winner they are 1 and
    +1/2.
    """
    told = found(die, die, 30, sides=2)
    assert {"wins.1", "wins.2"} <= told.keys()
    assert not [key for key in told if key.startswith("advantage")]
    lost = DIE.replace("winner: seat(2)", "winner: '{}'")
    (tmp_path / "lost.yaml").write_text(lost, encoding="utf-8")
    told = found(str(tmp_path / "lost.yaml"), str(tmp_path / "lost.yaml"), 30, sides=2)
    assert told["advantage.1"].difference == pytest.approx(told["wins.1"].difference / 2)
