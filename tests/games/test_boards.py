"""Small games on edges and corners, on a drawn hexagonal board, and on a branching track."""

from __future__ import annotations

from pathlib import Path

import pytest
from long_checks import sampled

from gamespec import check, load
from gamespec.text.render import render
from interpreter.contract import hold
from interpreter.scenario import load_scenarios, run_scenario

HERE = Path(__file__).parent

GAMES = ["palisade", "causeway", "byway"]


@pytest.mark.parametrize("name", sampled(GAMES, "contract", 3))
def test_the_contract_holds(name: str) -> None:
    """The checker reports nothing about the game, and random games keep the contract."""
    found = check(HERE / name).diagnostics
    assert not found, render(found)
    spec = load(HERE / name)
    for players in spec.players:
        assert hold(spec.compiled(players), range(2), stride=11).games == 2


@pytest.mark.parametrize("name", GAMES[1:])
def test_their_scenarios_hold(name: str) -> None:
    """All scenarios pass, including those about roads and about branching tracks."""
    spec = load(HERE / name)
    scenarios, found = load_scenarios(spec)
    assert not found
    assert scenarios
    assert [s.id for s in scenarios if not run_scenario(spec, s).passed] == []
