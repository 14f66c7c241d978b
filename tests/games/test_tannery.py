"""A small game of lots, of workers who know several trades, and of a limit at the end of the turn.

It chooses any number in one decision, by row where copies are alike; how many is known in play only.
"""

from __future__ import annotations

from math import comb
from pathlib import Path

import pytest

from gamespec import check, load
from gamespec.text.render import render
from interpreter import Game
from interpreter.answers import Answers
from interpreter.contract import hold
from interpreter.play.options import numbered
from interpreter.scenario import load_scenarios, run_scenario
from interpreter.simulate import playouts

GAME = Path(__file__).parent / "tannery" / "game.yaml"


def test_the_contract_holds() -> None:
    """Nothing is said against it, and random games keep what every game must."""
    found = check(GAME).diagnostics
    assert not found, render(found)
    spec = load(GAME)
    for players in spec.players:
        assert hold(spec.compiled(players), [players], stride=17).games == 1


def test_what_its_rules_say() -> None:
    """All its scenarios hold, in which lots are named by their sorts."""
    spec = load(GAME)
    scenarios, found = load_scenarios(spec)
    assert not found
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert len(reports) == 5
    assert not {id_: report for id_, report in reports.items() if report}


def test_how_many_options_there_are() -> None:
    """Up to 5 of 4 sorts, of each 8 at least, are C(9, 4) - 1 lots; up to 3 are C(7, 4), with none of all."""
    compiled = load(GAME).compiled()
    actions = zip(compiled.names.actions, compiled.program.actions, strict=True)
    counts = {spec.name: action.count for spec, action in actions}
    assert counts["sell"] == comb(9, 4) - 1 == 125
    assert counts["keep_seven"] == comb(7, 4) == 35


def test_answers_by_number_and_by_name() -> None:
    """Whatever is answered leads back from its number, and from what a saved game keeps of it."""
    compiled = load(GAME).compiled(3)
    game, said = Game(compiled.program, 11), Answers(compiled)
    several = 0
    for step in range(60):
        if game.over:
            break
        for option in game.options:
            alike = numbered(compiled.program, option.number)
            assert alike.number == option.number
            assert game.decision is not None
            assert said.option(game, said.of(game.decision, option)).number == option.number
            several += any(isinstance(value, tuple) and len(value) > 1 for value in option.values)
        game.play(game.options[(7 * step) % len(game.options)])
    assert several > 50


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_can_be_played(players: int) -> None:
    """Random games come to their end, without a fault and before the limit."""
    summary = playouts(load(GAME).compiled(players).program, 10, seed=players)
    assert (summary.faults, summary.truncated, summary.completed) == (0, 0, 10)


@pytest.mark.long("deep")
def test_a_thousand_games() -> None:
    """So do a thousand."""
    summary = playouts(load(GAME).compiled(3).program, 1000, seed=1)
    assert (summary.faults, summary.truncated, summary.completed) == (0, 0, 1000)
