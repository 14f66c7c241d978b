"""Tests for measures, on games whose expected values follow from arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.result import Result
from interpreter.simulate import ALL, MEASURES, Counts, Fixed, Measures, playouts
from interpreter.simulate.measures import ESTIMATED

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.protocol import MakeEngine

SEESAW = """\
language: 1
game: seesaw
title: Seesaw
players: 2
variables:
  step: {type: 0..4, start: 0}
  weight: {type: 0..20, per: player}
actions:
  push: {do: [{set: {"weight[me]": "weight[me] + step + 1", step: step + 1}}]}
  lean: {with: {n: {from: 1..2}}, when: step == 3, do: [{set: {step: 4, "weight[me]": "weight[me] + 4"}}]}
phases:
  play: {turns: clockwise, do: [{offer: [push, lean], ask: choice}]}
end:
  over: {when: step == 4}
score: weight[player]
limit: {decisions: 9, then: truncate}
"""
"""Game in which players take turns to push, by 1, 2, 3 and 4.

In the last turn, two more options have the same effect as pushing.
"""


def found(measures: Measures) -> dict[str | tuple[str, tuple[int, ...]], float]:
    """Return the mean of each measure, keyed by the measure's name.

    The key of a measure per team is a pair of the measure's name and the team's seats.
    """
    return {
        (estimate.measure.key, estimate.seats) if estimate.seats else estimate.measure.key: estimate.mean
        for estimate in measures.estimates(Fixed())
        if estimate.mean is not None
    }


@pytest.mark.parametrize("engine", [CompiledEngine, DefinitionalEngine])
def test_a_game_of_which_all_is_known(engine: MakeEngine, tmp_path: Path) -> None:
    """All measures of a game agree with arithmetic.

    After the four turns the weights are 1:0, 1:2, 4:2 and 4:6. Each turn after the first changes the lead,
    and the second player wins by 2. The first three of the four decisions have one option each and are
    answered automatically, and the last has three, which makes six options. The winner led after two of the
    four turns. All seven games are equal.
    """
    file = tmp_path / "seesaw.yaml"
    file.write_text(SEESAW, encoding="utf-8")
    summary = playouts(gamespec.load(file).program(), 7, engine=engine, tally=ALL)
    assert found(summary.measures) == {
        ("share", (1,)): 0,
        ("share", (2,)): 1,
        ("advantage", (1,)): -1 / 2,
        ("advantage", (2,)): 1 / 2,
        "drawn": 0,
        "decisions": 1,
        "turns": 4,
        "rounds": 2,
        "branching": 6 / 4,
        "choice": 1 - 3 / 4,
        "lead_changes": 3,
        "lead_change": 3 / 3,
        "winner_led": 2 / 4,
        "margin": 2,
    }
    for estimate in summary.measures.estimates(Fixed()):
        assert estimate.games == 7
        if estimate.measure.unit == "number":
            assert estimate.low == estimate.mean == estimate.high == estimate.least == estimate.greatest
    assert {estimate.measure.key for estimate in summary.measures.estimates(Fixed())} == {*MEASURES} - {
        *ESTIMATED,
        "shared",
        "lost",
    }  # two players never share the first place, and never both lose


def result(*winners: int, scores: tuple[int, ...]) -> Result:
    """Return the result of a game that was won by the seats in `winners`."""
    return Result(tuple(1 if seat in winners else 2 for seat in range(len(scores))), scores, 1, winners)


def test_shared_wins_and_draws() -> None:
    """The win of a shared or drawn game is divided equally among the players who share it.

    The first of three players wins the first game alone and the second game together with the second player;
    nobody wins the third. The players have therefore won 1 + 1/2 + 1/3, 1/2 + 1/3 and 1/3 of the three games,
    and each would have won one if all were equal. One game is shared, and one is drawn. The margins are 5, 0
    and 1.
    """
    measures = Measures.of(gamespec.load("hearts").program(players=3))
    measures.add(10, result(0, scores=(9, 4, 2)), None)
    measures.add(10, result(0, 1, scores=(6, 6, 2)), None)
    measures.add(10, Result((1, 1, 1), (3, 1, 2), 1, ()), None)
    assert found(measures) == pytest.approx(
        {
            ("share", (1,)): 11 / 18,
            ("share", (2,)): 5 / 18,
            ("share", (3,)): 1 / 9,
            ("advantage", (1,)): 11 / 18 - 1 / 3,
            ("advantage", (2,)): 5 / 18 - 1 / 3,
            ("advantage", (3,)): 1 / 9 - 1 / 3,
            "drawn": 1 / 3,
            "shared": 1 / 3,
            "decisions": 10,
            "margin": 2,
        }
    )


def test_partners_win_together() -> None:
    """Partners count as one team.

    A team that wins three of four games is 1/4 above one half.
    """
    measures = Measures.of(gamespec.load("euchre").program())
    for winners in ((0, 2), (0, 2), (0, 2), (1, 3)):
        measures.add(10, result(*winners, scores=(3, 1, 3, 1)), None)
    said = found(measures)
    assert said["advantage", (1, 3)] == 1 / 4
    assert said["advantage", (2, 4)] == -1 / 4
    assert said["drawn"] == 0
    assert said["margin"] == 2


def test_noughts_and_crosses_as_counted() -> None:
    """Measures of random tic-tac-toe agree with the known numbers of its 255,168 games by length.

    There are 1,440 games of length 5, 5,328 of length 6, 47,952 of length 7 and 72,576 of length 8. Of length
    9, there are 81,792 that the first player wins and 46,080 that are drawn. Each game of length n has the
    probability (9 - n)! / 9!. The first player has the odd turns. Decisions have 9, 8, 7, … options, so a
    game of length n has (19 - n) / 2 options per decision. Only the last decision of a game of length 9
    leaves no choice. The means of 20,000 games are within 4 standard errors of the exact values.
    """
    games = {5: 1_440, 6: 5_328, 7: 47_952, 8: 72_576, 9: 81_792 + 46_080}
    ways = {5: 15_120, 6: 60_480, 7: 181_440, 8: 362_880, 9: 362_880}
    chance = {n: count / ways[n] for n, count in games.items()}
    assert sum(chance.values()) == pytest.approx(1)
    draws = 46_080 / ways[9]
    first = chance[5] + chance[7] + 81_792 / ways[9]
    assert (round(first, 4), round(chance[6] + chance[8], 4), round(draws, 4)) == (0.5849, 0.2881, 0.1270)
    expected = {
        ("share", (1,)): first + draws / 2,
        ("share", (2,)): 1 - first - draws / 2,
        ("advantage", (1,)): first + draws / 2 - 1 / 2,
        ("advantage", (2,)): 1 / 2 - first - draws / 2,
        "drawn": draws,
        "decisions": sum(n * p for n, p in chance.items()),
        "turns": sum(n * p for n, p in chance.items()),
        "rounds": sum((n + 1) // 2 * p for n, p in chance.items()),
        "branching": sum((19 - n) / 2 * p for n, p in chance.items()),
        "choice": 1 - chance[9] / 9,
    }
    program = gamespec.load("tic-tac-toe").program()
    tally = Counts(pace=True, lead=True)
    summary = playouts(program, 20_000, 5, engine=CompiledEngine, tally=tally)
    said = {
        (e.measure.key, e.seats) if e.seats else e.measure.key: e for e in summary.measures.estimates(Fixed())
    }
    assert set(said) == set(expected)
    for key, value in expected.items():
        estimate = said[key]
        assert estimate.low is not None
        assert estimate.high is not None
        assert abs(estimate.mean - value) < (estimate.high - estimate.low) / 2 / 1.95 * 4, key


def test_without_a_tally_only_the_result_counts() -> None:
    """Games that are played without a tally have only the measures that follow from their results."""
    summary = playouts(gamespec.load("pig").program(), 20, engine=CompiledEngine)
    keys = {estimate.measure.key for estimate in summary.measures.estimates(Fixed())}
    assert keys == {"share", "advantage", "drawn", "decisions", "margin"}


def test_games_without_a_result_have_no_measures() -> None:
    """Without games there are no measures.

    With a single game, only shares have an interval, which is wide.
    """
    program = gamespec.load("pig").program()
    assert list(playouts(program, 0, engine=CompiledEngine).measures.estimates(Fixed())) == []
    for estimate in playouts(program, 1, engine=CompiledEngine).measures.estimates(Fixed()):
        if estimate.measure.unit == "number":
            assert estimate.low is estimate.high is None
        else:
            assert estimate.low is not None
            assert estimate.high is not None
            assert estimate.high - estimate.low > 0.75
