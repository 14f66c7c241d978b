"""Tests for runs in which options that must be tried are counted in the first games only."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from interpreter.cli.app import cli
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine import DefinitionalEngine
from interpreter.play.luck import Seeds
from interpreter.play.tally import Counts
from interpreter.simulate import Fixed, Plan, Run, plan_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec
    from interpreter.protocol import Engine

    Maker = Callable[[str], Spec]

ENGINES: list[Callable[..., Engine]] = [DefinitionalEngine, CompiledEngine]

MARKED = """
players: 2
spaces: {{row: {{grid: [8, 1]}}}}
variables: {{at: {{type: row?}}, sum: {{type: 0..99}}}}
actions:
  mark:
    with: {{c: {{from: row}}}}
    keeps: "(column(at) if at != none else 0) % 2 == 0"
    do: [{{set: {{at: c, sum: {sum}}}}}]
phases: {{main: {{turns: clockwise, do: [{{offer: [mark]}}]}}}}
end: {{last: {{when: "(column(at) if at != none else 0) {end}", winner: me}}}}
"""
"""A game in which four of eight cells can be marked at each decision, until it ends."""

GAME = MARKED.format(sum="0", end="== 8")


def plan(spec: Spec, make: Callable[..., Engine], counted: int | None = None) -> Plan:
    """Return the plan of a run in which options are counted in so many games, or in all."""
    tally = Counts(pace=True, lead=True, measures=True, last=True)
    return replace(plan_of(spec, tally=tally, engine=make, seed=2), options_counted=counted)


def told(run: Run) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the summary of a run, and what it says about options per decision."""
    summary = run.summary.as_dict(Words(run.plan.compiled), Fixed())
    (branching,) = (each for each in summary["measures"] if each["measure"] == "branching")
    return {**summary, "measures": [each for each in summary["measures"] if each != branching]}, branching


@pytest.mark.parametrize("make", ENGINES)
def test_only_options_per_decision_are_of_fewer_games(game_of: Maker, make: Callable[..., Engine]) -> None:
    """Four options per decision are the mean over the first 7 games of 30; nothing else changes."""
    spec = game_of(GAME)
    all_, branching = told(Run(plan(spec, make)).play(30))
    some, first = told(Run(plan(spec, make, 7)).play(30))
    assert some == all_
    assert (branching["games"], first["games"]) == (30, 7)
    for each in (branching, first):
        assert (each["mean"], each["least"], each["greatest"]) == (4, 4, 4)


@pytest.mark.parametrize("first", [0, 4, 7, 9])
def test_the_counts_of_a_game_depend_on_its_number(game_of: Maker, first: int) -> None:
    """Games that are played in two ranges have the same counts, on both engines."""
    compiled, definitional = (plan(game_of(GAME), make, 7) for make in reversed(ENGINES))
    whole = list(definitional.games(range(12)))
    ranges = range(first), range(first, 12)
    for each in (compiled, definitional):
        assert [game for numbers in ranges for game in each.games(numbers)] == whole
    data = [b"".join(chunk.data for chunk in compiled.chunks(each)) for each in (range(12), *ranges)]
    assert data[0] == data[1] + data[2]
    tallies = [game.playout.tally for game in whole]
    options = [tally.pace.options for tally in tallies if tally is not None and tally.pace is not None]
    assert [number > 0 for number in options] == [number < 7 for number in range(12)]


@pytest.mark.parametrize("make", ENGINES)
def test_later_games_meet_only_the_faults_of_options_that_they_try(
    game_of: Maker, make: Callable[..., Engine]
) -> None:
    """Trying the last cell is a fault in each of the first 5 games, and afterwards as in uncounted games."""
    spec = game_of(MARKED.format(sum='"1 // (8 - column(c))"', end="> 0"))
    run = Run(plan(spec, make, 5)).play(40)
    later = make(spec.program()).batch([Seeds.of(2, number) for number in range(5, 40)])
    faults = sum(playout.fault is not None for playout in later)
    assert 0 < faults < 35
    assert run.summary.faults == 5 + faults


@pytest.mark.parametrize("make", ENGINES)
def test_options_that_bots_see_are_counted(game_of: Maker, make: Callable[..., Engine]) -> None:
    """Options are counted in all games if a bot plays, or if the winner is estimated."""
    random = plan(game_of(GAME), make, 2)
    for each in (replace(random, players=("greedy", "random")), replace(random, estimate=1)):
        assert told(Run(each).play(5))[1]["games"] == 5


def test_the_command_says_in_which_games_options_were_counted(game_of: Maker, tmp_path: Path) -> None:
    """`simulate` counts options in 1,000 games and says so, but in all games that it adds to a table."""
    game_of(GAME)

    def simulated(games: int, *words: str) -> str:
        arguments = "simulate", str(tmp_path / "game.yaml"), "--games", str(games), "--jobs", "1", *words
        done = CliRunner().invoke(cli, arguments)
        assert done.exit_code == 0, done.output
        return done.output

    def games(*words: str) -> tuple[int, int]:
        shown = json.loads(simulated(1010, "--format", "json", *words))["measures"]
        found = {each["measure"]: each["games"] for each in shown}
        return found["branching"], found["choice"]

    note = "Options per decision were counted in the first 1,000 games."
    assert note not in simulated(1000)
    assert note in simulated(1010).splitlines()
    assert games() == (1000, 1010)
    assert games("--out", str(tmp_path / "games.csv")) == (1010, 1010)
