"""A small game with lots of cards, workers who have several trades, and a hand limit at the end of a turn.

A single decision chooses any number of cards, with copies grouped by row. How many may be chosen is known
only during play.
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
    """The checker reports nothing about the game, and random games keep the contract."""
    found = check(GAME).diagnostics
    assert not found, render(found)
    spec = load(GAME)
    for players in spec.players:
        assert hold(spec.compiled(players), [players], stride=17).games == 1


def test_what_its_rules_say() -> None:
    """All scenarios pass. They identify lots by the kinds of their cards."""
    spec = load(GAME)
    scenarios, found = load_scenarios(spec)
    assert not found
    reports = {scenario.id: run_scenario(spec, scenario).report for scenario in scenarios}
    assert len(reports) == 5
    assert not {id_: report for id_, report in reports.items() if report}


def test_how_many_options_there_are() -> None:
    """If copies are chosen, the options are multisets of kinds.

    With at least 8 copies of each of 4 kinds, there are C(9, 4) - 1 non-empty lots of up to 5 cards, and C(7,
    4) lots of up to 3 cards, including the empty one.
    """
    compiled = load(GAME).compiled()
    actions = zip(compiled.names.actions, compiled.program.actions, strict=True)
    counts = {spec.name: action.count for spec, action in actions}
    assert counts["sell"] == comb(9, 4) - 1 == 125
    assert counts["keep_seven"] == comb(7, 4) == 35


def test_answers_by_number_and_by_name() -> None:
    """Every option can be restored from its number, and from the form in which saved games store it."""
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
    """Random games end without a fault, before they reach the limit."""
    summary = playouts(load(GAME).compiled(players).program, 10, seed=players)
    assert (summary.faults, summary.truncated, summary.completed) == (0, 0, 10)


@pytest.mark.long("deep")
def test_a_thousand_games() -> None:
    """A thousand random games end without a fault, before they reach the limit."""
    summary = playouts(load(GAME).compiled(3).program, 1000, seed=1)
    assert (summary.faults, summary.truncated, summary.completed) == (0, 0, 1000)
