"""Tests for actions with which players leave a game early.

In the games under test, the expected counts can be calculated.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

import gamespec
from interpreter.cli.app import cli
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.play.tally import Counts, Last, Pace, Tally
from interpreter.simulate.exits import Exit, Exits

if TYPE_CHECKING:
    from pathlib import Path

    from interpreter.protocol import MakeEngine

BOTH = pytest.mark.parametrize("make", [DefinitionalEngine, partial(CompiledEngine, jobs=1)])

WALK = """\
language: 1
game: walk
title: Walk
players: 3
variables:
  home: {type: bool, per: player}
  steps: {type: 0..9, per: player}
actions:
  walk: {with: {n: {from: 1..19}}, do: [{set: {"steps[me]": "steps[me] + 1"}}]}
  turn_back: {do: [{set: {"home[me]": true}}]}
phases:
  play:
    turns: clockwise
    who: not home[player]
    do: [{offer: [walk, turn_back]}]
end:
  there: {when: "any(p in players: steps[p] == 9) or all(p in players: home[p])"}
score: steps[player]
limit: {decisions: 99, then: truncate}
"""
"""Game in which a player who turns back, which is one option of twenty, is out.

The other players walk on until one of them has made nine steps.
"""

COUNTS = Counts(pace=True, last=True)


@pytest.fixture
def walk(tmp_path: Path) -> Path:
    """Return the path of the file with the walk game."""
    file = tmp_path / "walk.yaml"
    file.write_text(WALK, encoding="utf-8")
    return file


@BOTH
def test_last_decisions(walk: Path, make: MakeEngine) -> None:
    """The tally records each seat's last action, the turn of that action, and how often it took each one.

    The second player turns back in turn 2, and the other two take turns until the first has made nine steps.
    After turn 1, the third player has turn 3, the first turn 4, and so on. The first player's ninth step is
    turn 18, by which the third player has made eight steps.
    """
    taken = iter([0, -1, *[0] * 30])
    program = gamespec.load(walk).program()
    (played,) = make(program).batch(
        [Seeds(1, 2)], lambda decision, _: decision.options[next(taken)], tally=COUNTS
    )
    assert played.tally is not None
    assert played.tally.pace is not None
    assert played.tally.pace.turns == 18
    assert played.tally.last == Last((0, 1, 0), (18, 2, 17), ((9, 0), (0, 1), (8, 0)))
    exits = Exits()
    for _ in range(10):
        exits.add(played.tally)
    assert exits.told() == [Exit(1, 10, 1.0, pytest.approx(2 / 18))]


@BOTH
def test_who_never_decides_has_no_last_decision(walk: Path, make: MakeEngine) -> None:
    """If all three players turn back at once, each has one decision, which is also the last.

    If turns are not counted, no last decisions are recorded.
    """
    program = gamespec.load(walk).program()
    (played,) = make(program).batch([Seeds(1, 2)], lambda d, _: d.options[-1], tally=COUNTS)
    assert played.tally is not None
    assert played.tally.last == Last((1, 1, 1), (1, 2, 3), ((0, 1),) * 3)
    (kuhn,) = make(gamespec.load("kuhn-poker").program()).batch([Seeds(1, 2)], tally=Counts(last=True))
    assert kuhn.tally is not None
    assert kuhn.tally.last is None  # turns are not counted


def game(actions: tuple[int, ...], turns: tuple[int, ...], chosen: tuple[tuple[int, ...], ...]) -> Tally:
    """Return the tally of a game with 20 turns.

    The arguments give each seat's last action, its turn, and how often the seat chose each action.
    """
    return Tally(Pace(20, 10, 0, 0, 40, 2), last=Last(actions, turns, chosen))


def test_an_action_that_is_chosen_often_is_no_exit() -> None:
    """An action that players often choose without leaving is not an exit.

    Only one of 9 choices was a player's last. A player whom others put out leaves after whatever action came
    last.
    """
    exits = Exits()
    for _ in range(20):
        exits.add(game((0, 0), (8, 20), ((4, 0), (5, 0))))
    assert exits.told() == []


def test_what_is_rare_is_not_told() -> None:
    """An exit is reported if it occurs in at least a tenth of the games and there are at least ten games.

    One game of twenty is less than a tenth, two are enough, and nine games are too few to report anything.
    """
    out, fine = game((1, 0), (5, 20), ((2, 1), (9, 0))), game((0, 0), (19, 20), ((9, 0), (9, 0)))
    exits = Exits()
    for each in (out, *[fine] * 19):
        exits.add(each)
    assert exits.told() == []
    exits = Exits()
    for each in (out, out, *[fine] * 18):
        exits.add(each)
    assert exits.told() == [Exit(1, 2, 2 / 20, 5 / 20)]
    exits = Exits()
    for each in [out] * 9:
        exits.add(each)
    assert exits.told() == []


def test_a_round_without_somebody_is_not_early() -> None:
    """A player has left early if the other player decides three turns later, but not if two turns later."""
    for since, early in ((3, True), (2, False)):
        exits = Exits()
        for _ in range(10):
            exits.add(game((1, 0), (20 - since, 20), ((2, 1), (9, 0))))
        assert bool(exits.told()) is early


def simulate(*words: str) -> str:
    """Run `gamespec simulate` with these arguments in this process, and return its output."""
    run = CliRunner().invoke(cli, ["simulate", *words])
    assert run.exit_code == 0, run.output
    return run.stdout


def test_it_is_told(walk: Path, tmp_path: Path) -> None:
    """Text and JSON reports name the action by which players leave early.

    Writing the games to a table makes no difference.
    """
    text = simulate(str(walk), "--games", "200", "--jobs", "1")
    (line,) = [line for line in text.splitlines() if "early" in line]
    assert line.startswith("`turn_back` ended its player's game early in ")
    assert line.endswith("of the turns on average: random players give up.")
    out = ("--out", str(tmp_path / "games.csv"))
    plain, kept = (
        json.loads(simulate(str(walk), "--games", "200", "--format", "json", *more)) for more in ((), out)
    )
    (found,) = plain["exits"]
    assert found["action"] == "turn_back"
    assert found["share"] == found["games"] / 200
    assert kept["exits"] == plain["exits"]


@pytest.mark.parametrize("name", ["tic-tac-toe", "pig", "connect-four", "carcassonne"])
def test_where_nobody_can_leave_nothing_is_told(name: str) -> None:
    """Games that all players play to the end have no exits."""
    text = simulate(name, "--games", "60", "--format", "json", "--jobs", "1")
    assert json.loads(text)["exits"] == []
