"""Comparisons that are summed inside modules have the same sums, bit by bit, as those of games one by one."""

from __future__ import annotations

from contextlib import closing
from time import perf_counter
from typing import TYPE_CHECKING

import pytest
from agreement_games import ROOT
from asserted import asserted

import gamespec
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run import batches
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.statistics import adding, game_row, measuring, pairing, quantifying
from interpreter.simulate import plan_of
from interpreter.study.comparison import Comparison, until_differences
from interpreter.study.sweep import Sweep

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.protocol import MakeEngine
    from interpreter.simulate.plans import Plan
    from interpreter.study.paired import Paired

KERNELS = [adding, game_row, measuring, pairing, quantifying]
TESTED = ROOT / "tests" / "games"

PAIRS: dict[str, tuple[str, str, dict[str, int]]] = {
    "options": ("goofspiel", "goofspiel", {"cards": 5}),
    "parts": ("carcassonne", "carcassonne+traders-and-builders", {}),
    "teams": ("euchre", "euchre", {}),
    "together": ("hanabi", "hanabi", {}),
    "faults": (str(TESTED / "heath"), str(TESTED / "heath"), {}),
    "limits": (str(TESTED / "squirrels"), str(TESTED / "squirrels"), {}),
    "lotteries": ("liars-dice", "liars-dice", {}),
}
"""Two games to be compared, and the options of the second."""


def plans(name: str, make: MakeEngine = CompiledEngine) -> tuple[Plan, Plan]:
    """Return the plans of two games that are compared."""
    first, second, options = PAIRS[name]
    return (
        plan_of(gamespec.load(first), seed=5, engine=make),
        plan_of(gamespec.load(second), options=options, seed=5, engine=make),
    )


def sums(of: Comparison) -> dict[str, Paired]:
    """Return the sums of all quantities."""
    return dict(of.paired.items())


@pytest.mark.parametrize("name", PAIRS)
def test_sums_are_those_of_games_one_by_one(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All sums of all quantities are equal, as are the summaries of both runs, in whatever chunks games come.

    In CPython, the kernels violate no assertion.
    """
    games = 12 if name in ("parts", "limits") else 60
    expected = Comparison(*plans(name))
    with asserted(KERNELS), closing(expected.pairs(games)) as pairs:
        assert len([*pairs]) == games
    for first in (1, 7, 50):
        monkeypatch.setattr(batches, "FIRST", first)
        found = Comparison(*plans(name)).play(games)
        assert found.games == expected.games == games
        assert sums(found) == sums(expected)
        for mine, yours in zip(found.runs, expected.runs, strict=True):
            yours.summary.fault_places = mine.summary.fault_places  # two faults are never equal
            assert mine.summary == yours.summary
    differ = any(paired.differing for _, paired in found.paired.items())
    assert differ == (name in ("options", "parts"))


def test_pairs_go_on() -> None:
    """A comparison that is played in two parts has the same sums as one that is played at once."""
    whole, parts = (Comparison(*plans("options")) for _ in range(2))
    assert sums(whole.play(50)) == sums(parts.play(20).play(30))
    with closing(parts.pairs(5)) as pairs:
        assert len([*pairs]) == 5
    assert sums(whole.play(5)) == sums(parts)


def test_until_differences_are_known() -> None:
    """A comparison ends after the same pair, wherever the games are summed."""
    rule = until_differences(0.2)
    found, by_hand = (Comparison(*plans("options")) for _ in range(2))
    found.play(5000, rule)
    with closing(by_hand.pairs(5000, rule)) as pairs:
        assert len([*pairs]) == found.games < 5000
    assert sums(found) == sums(by_hand)


@pytest.mark.parametrize("keys", [["wins.1", "chosen.mark", "end.line"], ["fault", "branching"]])
def test_a_sweep_is_that_of_games_one_by_one(keys: list[str]) -> None:
    """A sweep has the same outcomes on an engine that sums the games and on one that does not."""

    def swept(make: MakeEngine) -> object:
        spec = gamespec.load("tic-tac-toe")
        base, *cells = (
            plan_of(spec, options={"columns": columns}, seed=4, engine=make) for columns in (3, 4, 6)
        )
        first, others = Sweep(base, cells, keys).play(60).told()
        return [
            {
                key: (outcome.mean, outcome.interval, outcome.difference)
                for key, outcome in each.outcomes.items()
            }
            for each in (first, *others)
        ]

    assert swept(CompiledEngine) == swept(DefinitionalEngine)


@pytest.mark.parametrize("make", [CompiledEngine, DefinitionalEngine])
@pytest.mark.parametrize("keys", [["score.1"], [], ["score.1", "score.1", "chosen.stake"]])
def test_a_sweep_of_what_only_some_games_know(keys: list[str], make: MakeEngine, tmp_path: Path) -> None:
    """Quantities that the base, a cell or all of them lack have no outcome there, and no difference."""
    (tmp_path / "bets.yaml").write_text(BETS, encoding="utf-8")
    spec = gamespec.load(tmp_path / "bets.yaml")
    plain, staked = (plan_of(spec, options={"stakes": stakes}, engine=make) for stakes in (False, True))
    for base, cell in ((plain, staked), (staked, plain), (plain, plain)):
        first, cells = Sweep(base, [cell], keys).play(12).told()
        for found, plan in ((first, base), *((each, cell) for each in cells)):
            known = {"score.1", *(["chosen.stake"] if plan is staked else [])}
            assert {*found.outcomes} == known & {*keys}
            assert found.run.summary.games == 12


BETS = """\
language: 1
game: bets
title: Bets
players: 2
options: {stakes: {type: bool, default: false}}
variables: {n: {type: 0..9, per: player}}
actions:
  go: {do: [{random: {k: {from: 0..9}}}, {set: {"n[me]": k}}]}
  stake: {do: [{set: {"n[me]": 5}}]}
phases:
  play:
    turns: clockwise
    do:
      - if: stakes
        then: [{offer: [go, stake]}]
        else: [{offer: [go]}]
limit: {decisions: 4, then: rank}
score: n[player]
"""
"""Game in which a player can stake only with the option `stakes`."""


def test_seconds_of_a_comparison_are_not_counted_twice() -> None:
    """The time of both runs together is at most the time that has passed."""
    begun = perf_counter()
    compared = Comparison(*plans("options")).play(400)
    assert 0 < sum(run.seconds for run in compared.runs) <= perf_counter() - begun
