"""Games written from the manual, by people who knew no more than that: each does what its rules say.

A worker-placement game, a cooperative one with events, a trick game with partners and bidding, a tableau of
twenty different cards. Expected values are those that their authors worked out by hand.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from long_checks import sampled

from gamespec import load
from gamespec.loader import check
from interpreter.contract import hold
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.simulate import playouts

AUTHORED = Path(__file__).parent / "authored"
OVERLAYS = {
    "terrace": ("apprentice", "stall"),
    "lamplight": ("hard", "radio"),
    "five-hundred": ("short",),
    "caravanserai": ("market_day", "lean"),
}
SCENARIOS = {"terrace": 44, "lamplight": 51, "five-hundred": 34, "caravanserai": 60}
FORMS = [name for game, more in OVERLAYS.items() for name in (game, f"{game}+{'+'.join(more)}")]


def path_of(name: str) -> str:
    """A game, with overlays, as it is given to the program."""
    game, _, overlays = name.partition("+")
    return f"{AUTHORED / game / 'game.yaml'}{'+' if overlays else ''}{overlays}"


@pytest.mark.parametrize("name", FORMS)
def test_nothing_is_reported(name: str) -> None:
    """No mistake and no warning, also with all overlays together."""
    assert not [d.message for d in check(path_of(name)).diagnostics]


@pytest.mark.parametrize("name", OVERLAYS)
def test_scenarios_hold(name: str) -> None:
    """All of them, those of the overlays too."""
    spec = load(path_of(name))
    scenarios, found = load_scenarios(spec)
    assert not found
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert len(reports) == SCENARIOS[name]
    assert not {id_: report for id_, report in reports.items() if report}


@pytest.mark.parametrize("name", sampled(FORMS, "contract", 5))
def test_they_are_sound(name: str) -> None:
    """Random games keep the contract and come to no fault, with the fewest and the most players."""
    spec = load(path_of(name))
    for players in sorted({min(spec.players), max(spec.players)}):
        assert hold(spec.compiled(players), [0], stride=31).games == 1
        summary = playouts(spec.program(players), 8)
        assert (summary.games, summary.truncated, summary.faults) == (8, 0, 0)
