"""Backgammon as an author would write it. One expression requires that both dice be played if possible."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamespec import load
from interpreter.contract import hold
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.simulate import playouts

GAME = Path(__file__).parent / "authored" / "backgammon"


def test_the_classic_cases() -> None:
    """All scenarios pass: which dice must be played, hits, the bar, bearing off, and the value of a game."""
    spec = load(GAME)
    scenarios, found = load_scenarios(spec)
    assert not found
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert len(reports) == 16
    assert not any(reports.values()), reports


@pytest.mark.long("counts")
def test_random_games_come_to_their_end() -> None:
    """Random games end without a fault, and none is truncated."""
    summary = playouts(load(GAME).compiled().program, 10, seed=1)
    assert (summary.faults, summary.truncated, summary.completed) == (0, 0, 10)


def test_it_keeps_the_contract() -> None:
    """A random game fulfils the contract of engines."""
    assert hold(load(GAME).compiled(), range(1), stride=29).games == 1
