"""Tests that the `repr` of every public object fits on a screen and names its class."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import gamespec
import interpreter
from interpreter import Game, Words, bots, simulate
from interpreter.bots import View
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.luck import Draws, Seeds
from interpreter.simulate import ALL, Fixed, Table, Until

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS, LINES = 80, 24
"""Width and height of a small terminal, in characters."""

DOORS = (gamespec, interpreter, bots, simulate)

PROTOCOLS = {"Bot", "Confidence"}
"""Public protocols, which have no instances of their own."""


MORE = ("Compiled", "CompiledEngine", "CompiledGame", "DefinitionalEngine", "Mcts", "Names", "Record")
"""Classes of objects that public objects hold or return without being public themselves."""


@pytest.fixture(scope="module")
def samples() -> dict[str, Any]:
    """Return an object of each public class, keyed by the name of the class.

    The objects are as large as possible; many come from a finished game with many cards.
    """
    spec = gamespec.load("carcassonne+traders-and-builders")
    compiled = spec.compiled(3)
    program, engine = compiled.program, DefinitionalEngine(compiled.program)
    game = Game(program, 3, record=True)
    while game.branching < 20:
        game.play(game.options[0])
    decision, running = game.decision, game.clone()
    assert decision is not None
    running.redealt(decision.player, 1)
    while not game.over:
        game.play(game.options[-1])
    run = simulate.run(compiled, 20)
    spilled = gamespec.Span(gamespec.Source("game.yaml", "x" * 9_000), 10, 5_000)
    remark = gamespec.Remark(spilled, "here")
    played = simulate.playout(program, Seeds(1, 2))
    return {
        "Analysis": gamespec.analyse("carcassonne", stage="names"),
        "Cancelled": gamespec.Cancelled(),
        "Checked": gamespec.check("carcassonne"),
        "Diagnostic": gamespec.Diagnostic("GS201", "unknown name", remark, (remark,), "help", ("note",)),
        "OptionError": gamespec.OptionError("`x` has no option `y`; its options: none"),
        "Program": program,
        "Remark": remark,
        "Source": spilled.source,
        "Span": spilled,
        "Spec": spec,
        "SpecError": gamespec.SpecError("x", (gamespec.Diagnostic("GS201", "unknown name", remark),) * 900),
        "UnknownGame": gamespec.UnknownGame("chess960", None),
        "Broken": interpreter.Broken("integer 7 is wrong"),
        "Decision": decision,
        "Fault": interpreter.Fault("GS502", 3, "division by 0"),
        "Game": game,
        "Hidden": interpreter.Hidden("p1 can't know what lies in `deck`"),
        "Observation": running.observation(0),
        "Option": decision.options[0],
        "Refused": interpreter.Refused("this is not on offer"),
        "Result": game.result,
        "Words": Words(compiled),
        "BadBot": bots.BadBot("`random` takes no parameters", "write `random`"),
        "UnknownBot": bots.UnknownBot("no bot is called `x`", "there are `random`"),
        "BotFailed": bots.BotFailed("`x.py:f` failed"),
        "Luck": bots.Luck(1, 2),
        "Random": bots.bot("random"),
        "View": View(engine, running, decision),
        "Counts": ALL,
        "Damaged": simulate.Damaged("games.parquet.parts/000000000000000.part"),
        "Draws": Draws(1, "policy"),
        "Estimate": next(run.summary.measures.estimates(Fixed())),
        "FaultCount": simulate.FaultCount(interpreter.Fault("GS502", 3, "division by 0"), Seeds(1, 2), 9),
        "Fixed": Fixed(),
        "Mean": run.summary.length,
        "Measures": run.summary.measures,
        "OtherRun": simulate.OtherRun("seed", 1, 2),
        "OtherVersion": simulate.OtherVersion(Path("games.parquet.parts"), 0),
        "Plan": run.plan,
        "Played": simulate.Played(3, (0, 1, 2), played),
        "Playout": next(iter(run.plan.games(range(1)))).playout,
        "Run": run,
        "Seat": run.summary.seats[0],
        "Seeds": Seeds(2**64 - 1, 2**64 - 1),
        "Summary": run.summary,
        "Tally": next(iter(run.plan.games(range(1)))).playout.tally,
        "Until": Until(0.01),
        "Compiled": compiled,
        "Names": compiled.names,
        "Record": game.record,
        "DefinitionalEngine": engine,
        "CompiledEngine": CompiledEngine(program, jobs=1),
        "CompiledGame": CompiledEngine(program, jobs=1).begin(1),
        "Mcts": bots.bot("mcts:400"),
    }


def classes() -> Iterator[str]:
    """Yield the names of all public classes except protocols."""
    for door in DOORS:
        for name in door.__all__:
            if isinstance(getattr(door, name), type) and name not in PROTOCOLS:
                yield name


def lines(text: str) -> int:
    """Return how many screen lines `text` takes."""
    return sum(max(1, -(-len(line) // COLUMNS)) for line in text.split("\n"))


@pytest.mark.parametrize("name", sorted({*classes(), *MORE} - {"Table"}))
def test_what_is_shown_says_what_it_is_and_fits(name: str, samples: dict[str, Any]) -> None:
    """A `repr` names the class, shows no address and fits on a screen.

    The test fails for a public class that has no sample.
    """
    shown = repr(samples[name])
    assert type(samples[name]).__name__ == name
    assert name in shown
    assert " object at 0x" not in shown
    assert lines(shown) <= LINES, shown


def test_a_table_in_a_file_says_where(tmp_path: Path) -> None:
    """The `repr` of a table says how many games it contains and fits on one line."""
    plan = simulate.plan_of("pig")
    table = Table(tmp_path / "games.csv", plan, plan.about, resume=False)
    assert repr(table).startswith("<Table of 0 games, ")
    assert lines(repr(table)) == 1


def test_the_doors_are_those_of_the_packages() -> None:
    """Every name in the `__all__` of a package can be imported from it."""
    for door in DOORS:
        module = importlib.import_module(door.__name__)
        assert all(hasattr(module, name) for name in door.__all__)
