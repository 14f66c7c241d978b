"""A deck-building game as an author would write it. The rules of each card are next to its row.

The cards have ten kinds of rules. Two overlays add an eleventh and a twelfth kind without changing the other
cards. One of them uses a card twice, the other makes cards cheaper. They also work together.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from long_checks import split

from gamespec import load
from interpreter.contract import hold
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.simulate import playouts

GAME = Path(__file__).parent / "authored" / "roadstead" / "game.yaml"
FORMS = ["", "+admiral", "+quay", "+admiral+quay"]
TEN = {"crew", "hamlet", "fair", "stall", "pyre", "smelter", "bilge", "corsair", "battery", "ledger"}


def test_it_is_short() -> None:
    """The game with ten kinds of rules has fewer than 180 lines, and each overlay adds one row."""
    lines = GAME.read_text(encoding="utf-8").splitlines()
    spec = load(GAME)
    (kind,) = spec.model.components
    with_rules = {rule.row.name for rule in kind.rules}
    assert (len(lines) < 180, with_rules) == (True, TEN)
    more = load(f"{GAME}+admiral+quay").model.components[0]
    assert len(more.rows or ()) == len(kind.rows or ()) + 2


def test_what_the_cards_do() -> None:
    """All scenarios about the effects of the cards pass."""
    spec = load(GAME)
    scenarios, found = load_scenarios(spec)
    assert not found
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert len(reports) == 9
    assert not {id_: report for id_, report in reports.items() if report}


@pytest.mark.parametrize(
    ("overlays", "players"),
    split(
        [(overlays, players) for players in (4, 2) for overlays in FORMS],
        "contract",
        lambda overlays, players: (overlays, players) == (FORMS[0], 4),
        lambda overlays, players: (overlays, players) != (FORMS[-1], 2),
    ),
)
def test_it_is_sound(overlays: str, players: int) -> None:
    """A random game fulfils the contract of engines, with any combination of the overlays."""
    assert hold(load(f"{GAME}{overlays}").compiled(players), [0], stride=23).games == 1


@pytest.mark.parametrize("overlays", FORMS)
def test_it_can_be_played(overlays: str) -> None:
    """Random games end without a fault, before they reach the limit."""
    summary = playouts(load(f"{GAME}{overlays}").compiled(3).program, 5, seed=1)
    assert (summary.faults, summary.truncated, summary.completed) == (0, 0, 5)
