"""Estimates of who is going to win, on games whose chances arithmetic says."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from math import log2
from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.estimated import Estimated, Moment, estimated
from interpreter.play.luck import Seeds
from interpreter.play.playout import uniform
from interpreter.play.tally import Counts
from interpreter.simulate import Fixed
from interpreter.simulate.estimating import Estimating
from interpreter.simulate.measures import ESTIMATED
from interpreter.simulate.plans import plan_of
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
"""Before the first decision it is settled who wins; then there are four turns in which nothing happens."""

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
"""Each turn a coin says who has a point; who has two first has won."""

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
"""In the fourth turn the second player wins by one option of ten, and loses by all others."""


def program(folder: Path, text: str) -> Program:
    """The program of a game."""
    file = folder / "sample.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return gamespec.load(file).program()


def test_what_moments_come_to() -> None:
    """Three moments of a game of four turns, which the first of two teams wins, and then nobody."""
    moments = [Moment(0, (2, 6), 0), Moment(1, (4, 4), 8), Moment(3, (16, 0), 0)]
    assert [moment.chances for moment in moments] == [(1 / 4, 3 / 4), (1 / 2, 1 / 2), (1, 0)]
    first = 1 / 4 * 2 + 3 / 4 * log2(4 / 3)
    second = 2 * (1 / 4 * 2) + 1 / 2 * 1
    uncertainty = (first + second + 0) / 3
    drama = ((3 / 4 - 1 / 4) + 0 + 0) / 3
    wanted = Estimated(3, uncertainty, drama, lowest=1 / 4, left=1 - 3 / 4, halfway=False)
    found = estimated(moments, 4, 0)
    assert found == replace(wanted, uncertainty=found.uncertainty)
    assert found.uncertainty == pytest.approx(uncertainty)
    assert estimated(moments, 4, None) == Estimated(3, found.uncertainty)
    assert estimated(moments, 4, 1).left == 0  # it was never known
    assert estimated(moments[:1], 4, 1).halfway is True
    with pytest.raises(ValueError, match="without moments"):
        estimated([], 4, 0)


def test_nothing_is_known_of_what_came_to_no_end() -> None:
    """All have an even chance then."""
    assert Moment(0, (0, 0, 0), 0).chances == (1 / 3, 1 / 3, 1 / 3)
    assert Moment(0, (0, 0, 0), 0).bits == 0


@BOTH
def test_what_is_settled_before_the_first_turn(tmp_path: Path, make: MakeEngine) -> None:
    """No uncertainty, no drama; all of the game is left when it is known, and who is ahead halfway wins."""
    engine = Estimating(make, 5)(program(tmp_path, LOTTERY))
    for played in engine.batch([Seeds.of(1, i) for i in range(6)], tally=Counts(pace=True)):
        assert played.estimated == Estimated(4, 0, 0, lowest=1, left=1, halfway=True)


@BOTH
def test_a_race_by_coins(tmp_path: Path, make: MakeEngine) -> None:
    """At a:b points the first has a chance of 1/2, at 1:0 of 3/4, at 0:1 of 1/4, at 1:1 of 1/2.

    With 1,000 games an estimate's standard error is at most 0.016: all are within five of these.
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
        assert {sum(moment.won) for moment in moments} == {1000}
        (played,) = engine.batch([seeds], tally=Counts(pace=True))
        result = game.result
        assert result is not None
        mine = wanted if result.winners == (0,) else [1 - each for each in wanted]
        assert played.estimated is not None
        drama = sum(max(0, 1 - 2 * each) for each in mine) / len(mine)
        assert played.estimated.drama == pytest.approx(drama, abs=0.05)
        assert played.estimated.lowest == pytest.approx(min(mine), abs=0.08)
        bits = sum(-p * log2(p) - (1 - p) * log2(1 - p) for p in wanted) / len(wanted)
        assert played.estimated.uncertainty == pytest.approx(bits, abs=0.06)
        assert played.estimated.left == 0
        lengths.add(len(answers))
    assert lengths == {2, 3}


@BOTH
def test_who_was_behind_until_the_last_turn(tmp_path: Path, make: MakeEngine) -> None:
    """Who wins by one option of ten had a chance of 1/10 at all four moments: 8/10 behind."""
    engine = Estimating(make, 1000)(program(tmp_path, LAST))
    (played,) = engine.batch([Seeds(3, 4)], lambda decision, _: decision.options[-1], tally=Counts(pace=True))
    assert played.result is not None
    assert played.result.winners == (1,)
    found = played.estimated
    assert found is not None
    assert found.moments == 4
    assert found.drama == pytest.approx(8 / 10, abs=0.06)  # 1,000 games: a standard error of 0.019
    assert found.lowest == pytest.approx(1 / 10, abs=0.05)
    assert (found.left, found.halfway) == (0, False)


def test_the_games_are_those_without_estimates() -> None:
    """The same results and counts, in the same order; who asks again gets the same estimates."""
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
    """What is estimated is what random players would come to, whoever plays."""
    made = run("tic-tac-toe", 2, seats=["greedy", "random"], estimate=10)
    means = {e.measure.key: e.games for e in made.summary.measures.estimates(Fixed())}
    assert set(ESTIMATED) <= set(means)


def test_a_table_has_them_and_gives_them_back() -> None:
    """In columns that are there only if they were asked for."""
    plan = plan_of("tic-tac-toe", seed=1, estimate=10)
    rows, made = plan.rows(), Run(plan, keep=True).play(5)
    names = [column.name for column in rows.columns]
    wanted = ["moments", "uncertainty", "drama", "lowest_chance", "known_early", "halfway_won"]
    assert names[-6:] == wanted
    assert "drama" not in [column.name for column in plan_of("tic-tac-toe").rows().columns]
    for number, row in enumerate(made.rows()):
        assert rows.playout(row) == plan.again(number)


def test_measures_of_comebacks() -> None:
    """Of two games one was won from a chance of 1/4, half of an even share, the other one from more."""
    made = Run(plan_of("tic-tac-toe"))
    game = plan_of("tic-tac-toe").again(0)
    assert game.result is not None
    measures = made.summary.measures
    for lowest, halfway in ((0.25, False), (0.26, True)):
        told = Estimated(4, 0.5, 0.1, lowest, 0.2, halfway)
        measures.add(game.decisions, game.result, game.tally, told)
    found = {e.measure.key: e.mean for e in measures.estimates(Fixed())}
    assert [found[key] for key in ESTIMATED] == pytest.approx([0.5, 0.1, 1 / 2, 0.2, 1 / 2])


def test_turns_must_be_counted() -> None:
    """Else it is not known when it was known."""
    with pytest.raises(ValueError, match="turns are counted"):
        plan_of("tic-tac-toe", estimate=3, tally=Counts(lead=True))
    engine = Estimating(DefinitionalEngine, 3)(gamespec.load("tic-tac-toe").program())
    with pytest.raises(ValueError, match="turns are counted"):
        engine.batch([Seeds(1, 2)], tally=Counts(lead=True))
