"""Tests for estimates of who will win, on games whose true chances can be calculated."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import comb, log, log2
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.estimated import PROVES, Bounds, Estimated, Moment, estimated
from interpreter.play.luck import Seeds
from interpreter.play.playout import uniform
from interpreter.play.tally import Counts
from interpreter.play.trials import at_least, at_most, harmonic
from interpreter.simulate import Fixed
from interpreter.simulate.columns import ESTIMATED as COLUMNS
from interpreter.simulate.estimating import Estimating
from interpreter.simulate.measures import BOUNDED, ESTIMATED
from interpreter.simulate.plans import plan_of
from interpreter.simulate.recorded.estimate_columns import estimates_of
from interpreter.simulate.recorded.recording import Kept, Recording
from interpreter.simulate.runs import Run, run

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.program import Program
    from interpreter.protocol import MakeEngine

BOTH = pytest.mark.parametrize("make", [DefinitionalEngine, partial(CompiledEngine, jobs=1)])

HEAD = "language: 1\ngame: sample\ntitle: Sample\nplayers: 2\nlimit: {decisions: 99, then: draw}\n"

LOTTERY = """\
variables:
  lucky: {type: player, start: seat(1)}
  turns: {type: 0..4}
setup:
  - random: {p: {from: players}}
  - set: {lucky: p}
phases:
  play: {turns: clockwise, do: [{choose: {n: {from: 1..2}}}, {set: {turns: turns + 1}}]}
end:
  over: {when: turns == 4, winner: lucky}
"""
"""Game whose winner is drawn before the first decision, followed by four turns that change nothing."""

COINS = """\
variables:
  points: {type: 0..2, per: player}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 1..2}}
      - random: {p: {from: players}}
      - set: {"points[p]": "points[p] + 1"}
end:
  over: {when: "any(p in players: points[p] == 2)", winner: "the(p in players: points[p] == 2)"}
"""
"""Game in which a coin gives one player a point in each turn, and two points win."""

LAST = """\
variables:
  turns: {type: 0..4}
  hit: {type: bool}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 1..10}}
      - set: {turns: turns + 1, hit: n == 10}
end:
  hit: {when: turns == 4 and hit, winner: seat(2)}
  missed: {when: turns == 4, winner: seat(1)}
"""
"""Game that the second player wins with one of ten options in the fourth turn and loses otherwise."""


def program(folder: Path, text: str) -> Program:
    """Write a game with the sections in `text` to `folder`, and return its program."""
    file = folder / "sample.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return gamespec.load(file).program()


def moment(ended: int, *won: int, nobody: int = 0) -> Moment:
    """Return a moment after `ended` turns with the given results of its playouts.

    `won` gives the number of playouts that each team won, and `nobody` the number of draws.
    """
    turns = [team for game in range(max(won)) for team, count in enumerate(won) if game < count]
    outcomes = (*turns, *[len(won)] * nobody)
    lots = (*turns, *(game % len(won) for game in range(nobody)))
    return Moment(ended, len(won), outcomes, lots)


def test_what_moments_come_to() -> None:
    """The estimates for a game with three moments agree with values calculated by hand.

    They are made as if the first of two teams had won, and again as if nobody had. The unbiased estimate of
    the entropy from n games is the sum of c / n * (1 / c + ... + 1 / (n - 1)) over the counts c. The counts
    are 2 and 6 at the first moment, 4, 4 and 8 at the second, and 160 at the third.
    """
    moments = [moment(0, 2, 6), moment(1, 4, 4, nobody=8), moment(3, 160, 0)]
    assert [each.chances for each in moments] == [(1 / 4, 3 / 4), (1 / 2, 1 / 2), (1, 0)]
    assert [each.counts for each in moments] == [(2, 6), (8, 8), (160, 0)]
    first = 2 / 8 * sum(1 / k for k in range(2, 8)) + 6 / 8 * sum(1 / k for k in range(6, 8))
    second = 8 / 16 * sum(1 / k for k in range(4, 16)) + 8 / 16 * sum(1 / k for k in range(8, 16))
    found = estimated(moments, 4, 0)
    assert found.uncertainty == pytest.approx((first + second) / log(2) / 3)
    assert found.halfway == 1 / 2
    assert found.drama is not None
    assert found.drama.high == pytest.approx((3 / 4 - 1 / 4) / 3)
    assert found.known == Bounds(1 - 3 / 4, 1 - 3 / 4)  # 8 of 16 refute 95 %: 12 are fewer than one in 20 has
    assert found.comeback == Bounds(low=False, high=True)  # 2 of 8 games neither prove 1 / 4 nor refute it
    assert found.ahead == Bounds(low=False, high=True)
    assert estimated(moments, 4, None) == Estimated(3, found.uncertainty)
    assert estimated(moments, 4, 1).known == Bounds(0, 0)  # it was never known
    assert estimated(moments[:1], 4, 1).halfway == 3 / 4
    with pytest.raises(ValueError, match="without moments"):
        estimated([], 4, 0)


def test_nothing_is_known_of_what_came_to_no_end() -> None:
    """If no playout came to an end, all teams have the same chance and no claim can be proved or refuted."""
    empty = Moment(0, 3, (), ())
    assert empty.chances == (1 / 3, 1 / 3, 1 / 3)
    assert (empty.bits, empty.behind(0), empty.leads(0)) == (0, Bounds(0, 0), Bounds(low=False, high=True))
    assert (empty.is_more(0, 0.5), empty.is_less(0, 0.5)) == (1, 1)


@pytest.mark.parametrize(("games", "chance"), [(20, 0.95), (7, 0.3), (400, 0.95), (90, 0.25)])
def test_tails_of_the_binomial(games: int, chance: float) -> None:
    """`at_least` and `at_most` are sums of terms of the binomial distribution.

    With a chance of 95 %, all of 90 games are won in less than 1 % of cases.
    """
    terms = [comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(games + 1)]
    for hits in range(games + 1):
        assert at_least(hits, games, chance) == pytest.approx(sum(terms[hits:]), rel=1e-9)
        assert at_most(hits, games, chance) == pytest.approx(sum(terms[: hits + 1]), rel=1e-9)
    assert PROVES == 90
    assert 0.95**90 <= 0.01 < 0.95**89


@pytest.mark.parametrize("count", [0, 1, 5, 100, 101, 5000])
def test_harmonic_sums(count: int) -> None:
    """`harmonic` adds up to a hundred terms one by one, and computes longer sums by a series."""
    assert harmonic(count) == pytest.approx(sum(1 / k for k in range(1, count + 1)), rel=1e-14)


SETTLED = Estimated(4, 0, 1, Bounds(0, 0), Bounds(0, 0), Bounds(1, 1), Bounds(1, 1))
"""Estimates for a game with four moments, at each of which the winner wins all 90 playouts."""


@BOTH
def test_what_is_settled_before_the_first_turn(tmp_path: Path, make: MakeEngine) -> None:
    """If the winner is settled before the first turn, there is neither uncertainty nor drama.

    The winner is known with the whole game left to play, and the player ahead halfway wins.
    """
    engine = Estimating(make, PROVES)(program(tmp_path, LOTTERY))
    for played in engine.batch([Seeds.of(1, i) for i in range(6)], tally=Counts(pace=True)):
        assert played.estimated == SETTLED


@pytest.mark.long("generated")
@BOTH
def test_a_race_by_coins(tmp_path: Path, make: MakeEngine) -> None:
    """In the race by coins, all estimates are within five standard errors of the true chances.

    The first player's chance is 1/2 at 0:0, 3/4 at 1:0, 1/4 at 0:1 and 1/2 at 1:1. With 1,000 playouts, the
    standard error of an estimate is at most 0.016.
    """
    chance = {(0, 0): 1 / 2, (1, 0): 3 / 4, (0, 1): 1 / 4, (1, 1): 1 / 2}
    engine = Estimating(make, 1000)(program(tmp_path, COINS))
    points = engine.program.stores[0].place
    lengths = set()
    for index in range(4):
        seeds = Seeds.of(2, index)
        moments, answers = engine.moments(seeds, uniform)
        game, wanted = engine.begin(seeds.game), []
        for answer in answers:
            wanted.append(chance[game.position[points], game.position[points + 1]])
            game.play(game.options[answer])
        assert [moment.ended for moment in moments] == list(range(len(answers)))
        assert [moment.chances[0] for moment in moments] == pytest.approx(wanted, abs=0.08)
        assert {len(moment.outcomes) for moment in moments} == {1000}
        (played,) = engine.batch([seeds], tally=Counts(pace=True))
        result = game.result
        assert result is not None
        mine = wanted if result.winners == (0,) else [1 - each for each in wanted]
        assert played.estimated is not None
        assert played.estimated.drama is not None
        drama = sum(max(0, 1 - 2 * each) for each in mine) / len(mine)
        assert played.estimated.drama.low == pytest.approx(drama, abs=0.05)
        assert played.estimated.drama.high == pytest.approx(drama, abs=0.05)
        assert played.estimated.halfway == pytest.approx(mine[1], abs=0.08)
        bits = sum(-p * log2(p) - (1 - p) * log2(1 - p) for p in wanted) / len(wanted)
        assert played.estimated.uncertainty == pytest.approx(bits, abs=0.06)
        assert played.estimated.known == Bounds(0, 0)
        lengths.add(len(answers))
    assert lengths == {2, 3}


@BOTH
def test_who_was_behind_until_the_last_turn(tmp_path: Path, make: MakeEngine) -> None:
    """A player who wins in the last turn with one of ten options had a chance of 1/10 until then.

    At each moment the player was therefore 9/10 - 1/10 = 8/10 behind.
    """
    engine = Estimating(make, 1000)(program(tmp_path, LAST))
    (played,) = engine.batch([Seeds(3, 4)], lambda decision, _: decision.options[-1], tally=Counts(pace=True))
    assert played.result is not None
    assert played.result.winners == (1,)
    found = played.estimated
    assert found is not None
    assert found.moments == 4
    assert found.drama is not None
    for end in (found.drama.low, found.drama.high):
        assert end == pytest.approx(8 / 10, abs=0.06)  # 1,000 games: a standard error of 0.019
    assert found.halfway == pytest.approx(1 / 10, abs=0.05)
    assert (found.comeback, found.known, found.ahead) == (Bounds(1, 1), Bounds(0, 0), Bounds(0, 0))


def test_the_games_are_those_without_estimates() -> None:
    """Estimating does not change the games themselves, and its results can be reproduced."""
    plain = plan_of("connect-four", seed=3)
    asked = plan_of("connect-four", seed=3, estimate=20)
    wanted = [game.playout for game in plain.games(range(3))]
    found = [game.playout for game in asked.games(range(3))]
    assert [replace(playout, estimated=None) for playout in found] == wanted
    assert all(playout.estimated is not None for playout in found)
    assert asked.again(2) == found[2]
    definitional = plan_of("connect-four", seed=3, estimate=20, engine=DefinitionalEngine)
    assert definitional.again(1) == found[1]


def test_bots_games_have_them_too() -> None:
    """Games between bots are estimated too, with playouts made by random players."""
    made = run("tic-tac-toe", 2, seats=["greedy", "random"], estimate=10)
    means = {e.measure.key: e.games for e in made.summary.measures.estimates(Fixed())}
    assert set(ESTIMATED) <= set(means)


def test_a_table_has_them_and_gives_them_back() -> None:
    """A table has columns for estimates only on request, and the estimates can be read back from a row."""
    plan = plan_of("tic-tac-toe", seed=1, estimate=10)
    made, recording = Run(plan, keep=True).play(5), Recording(plan, Kept())
    names = [column.name for column in made.columns]
    assert names[-11:] == [form.name for form in COLUMNS]
    assert "uncertainty" not in [column.name for column in Run(plan_of("tic-tac-toe"), keep=True).columns]
    games = [plan.again(number) for number in range(5)]
    for played, row in zip(games, made.rows(), strict=True):
        assert estimates_of(row[-11:]) == played.estimated
        recording.add(played)
    assert [*recording.playouts()] == games


def test_measures_of_bounds() -> None:
    """Unbiased estimates of two games are reported as means, and all other estimates as bounds.

    If each game may support a claim but none proves it, the bounds are 0 and 100 %. The upper bound for a
    drama of at most 0.2 adds z²/2 = 1.92 ones and as many zeros. The middle is then (0.4 + 1.92) / 5.84 =
    0.397, the variance is (0.08 + 1.92) / 5.84 - 0.397² = 0.185, and the upper end is 0.397 + 1.96 √(0.185 /
    5.84) = 0.746.
    """
    made = Run(plan_of("tic-tac-toe"))
    game = plan_of("tic-tac-toe").again(0)
    assert game.result is not None
    measures = made.summary.measures
    for halfway in (0.25, 0.75):
        told = Estimated(4, 0.5, halfway, Bounds(0.1, 0.2), Bounds(0, 1), Bounds(0, 1), Bounds(0, 1))
        measures.add(game.decisions, game.result, game.tally, told)
    found = {e.measure.key: e for e in measures.estimates(Fixed()) if e.measure.key in ESTIMATED}
    assert list(found) == list(ESTIMATED)
    assert [each.mean for each in found.values()] == [0.5, 0.5, None, None, None, None]
    assert (found["drama"].low, found["drama"].high) == (0, pytest.approx(0.746, abs=1e-3))
    assert {(found[key].low, found[key].high) for key in BOUNDED[1:]} == {(0, 1)}


TINY = """\
variables:
  points: {type: 0..2, per: player}
phases:
  play:
    turns: clockwise
    do:
      - choose: {n: {from: 1..2}}
      - random: {x: {from: 1..4}}
      - if: x <= 3
        then: [{set: {"points[seat(1)]": "points[seat(1)] + 1"}}]
        else: [{set: {"points[seat(2)]": "points[seat(2)] + 1"}}]
end:
  over: {when: "any(p in players: points[p] == 2)", winner: "the(p in players: points[p] == 2)"}
"""
"""Game in which each point goes to the first player with a probability of 3/4, and two points win."""


@pytest.mark.long("generated")
@pytest.mark.parametrize(("playouts", "games"), [(20, 300), (50, 200), (400, 60)])
def test_what_is_just_not_known(tmp_path: Path, playouts: int, games: int) -> None:
    """The reported bounds contain the truth even if the winner is never quite known before the end.

    The highest chance before the end is 15/16, at 1:0, so the winner is in truth never known early. A playout
    estimate may wrongly claim so at 1:0, but at most for the second half of the game. If seat 2 wins, which
    happens in 5/32 of the games, its chance at first was 5/32, and so less than 1/4. If seat 1 wins, its
    chance was at least 9/16 even at 0:1, so it was ahead halfway in any case.
    """
    file = tmp_path / "tiny.yaml"
    file.write_text(HEAD + TINY, encoding="utf-8")
    made = run(str(file), games, estimate=playouts, seed=1)
    found = {e.measure.key: e for e in made.summary.measures.estimates(Fixed())}
    truths = {"known_early": 0, "comeback": 5 / 32, "halfway_won": 27 / 32}
    for key, truth in truths.items():
        estimate = found[key]
        assert estimate.low is not None
        assert estimate.high is not None
        assert estimate.low <= truth <= estimate.high


def test_turns_must_be_counted() -> None:
    """Estimates are refused unless turns are counted, since they say in which turn the winner was known."""
    with pytest.raises(ValueError, match="turns are counted"):
        plan_of("tic-tac-toe", estimate=3, tally=Counts(lead=True))
    engine = Estimating(DefinitionalEngine, 3)(gamespec.load("tic-tac-toe").program())
    with pytest.raises(ValueError, match="turns are counted"):
        engine.batch([Seeds(1, 2)], tally=Counts(lead=True))
