"""Games written from the manual by people who knew nothing else about it. Each does what its rules say.

They are a worker-placement game, a cooperative game with events, a trick-taking game with partners and
bidding, and a tableau game with twenty different cards. Their authors worked out the expected values by hand.
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
    """Return the argument for `load` that selects a game together with its overlays."""
    game, _, overlays = name.partition("+")
    return f"{AUTHORED / game / 'game.yaml'}{'+' if overlays else ''}{overlays}"


@pytest.mark.parametrize("name", sampled(FORMS, "contract", 4))
def test_nothing_is_reported(name: str) -> None:
    """The checker reports neither errors nor warnings, even if all overlays are applied together."""
    assert not [d.message for d in check(path_of(name)).diagnostics]


@pytest.mark.parametrize("name", sampled(OVERLAYS, "contract", 4))
def test_scenarios_hold(name: str) -> None:
    """All scenarios of the game and of its overlays pass."""
    spec = load(path_of(name))
    scenarios, found = load_scenarios(spec)
    assert not found
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert len(reports) == SCENARIOS[name]
    assert not {id_: report for id_, report in reports.items() if report}


@pytest.mark.parametrize("name", sampled(FORMS, "contract", 10))
def test_they_are_sound(name: str) -> None:
    """Random games keep the contract and do not fault, with the fewest and with the most players."""
    spec = load(path_of(name))
    for players in sorted({min(spec.players), max(spec.players)}):
        assert hold(spec.compiled(players), [0], stride=31).games == 1
        summary = playouts(spec.program(players), 8)
        assert (summary.games, summary.truncated, summary.faults) == (8, 0, 0)
