"""Solvers against plain minimax, in random games on graphs."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import pytest
from graph_games import by_outcome, by_score, program_of, puzzle, shortest, value

from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.solving.kinds import Values
from interpreter.solving.answers import Method
from interpreter.solving.methods import Plan
from interpreter.solving.watch import Watch

if TYPE_CHECKING:
    from pathlib import Path

    from gamespec.program import Program
    from interpreter.protocol import Engine
    from interpreter.solving.answers import Answer, Worth

SEEDS, MEMORY = range(12), 1_000_000
BOTH = [Method.SEARCH, Method.SITUATIONS]


def solved(engine: Engine, method: Method, kind: Values) -> Answer:
    """Solve the game of an engine."""
    solving = Plan(engine, method, kind).start(Watch(), MEMORY)
    solving.run()
    return solving.answer()


def outcome(worth: Worth) -> tuple[float | None, int | None]:
    """Return who wins and when."""
    assert worth.known
    return worth.low, worth.decisions


def margin(worth: Worth) -> float | None:
    """Return by how much the first seat wins."""
    assert worth.known
    return worth.low


def engines(program: Program, seed: int) -> list[Engine]:
    """Return both engines. The first module checks its accesses, which takes long to compile."""
    return [CompiledEngine(program, checked=seed == 0), DefinitionalEngine(program)]


@pytest.mark.parametrize("seed", SEEDS)
def test_outcomes(seed: int, tmp_path: Path) -> None:
    """The winner, and the number of decisions, are those of minimax, although situations repeat."""
    program = program_of(by_outcome(seed), tmp_path)
    root, options = value(program, scores=False)
    for engine, method in product(engines(program, seed), BOTH):
        answer = solved(engine, method, Values.OUTCOME)
        assert outcome(answer.worth) == root
        assert [outcome(each.worth) for each in answer.options] == options


@pytest.mark.parametrize("seed", SEEDS)
def test_margins(seed: int, tmp_path: Path) -> None:
    """The margin is that of minimax, also where the limit ends the game."""
    program = program_of(by_score(seed), tmp_path)
    root, options = value(program, scores=True)
    for engine, method in product(engines(program, seed), BOTH):
        answer = solved(engine, method, Values.MARGIN)
        assert margin(answer.worth) == root
        assert [margin(each.worth) for each in answer.options] == options


@pytest.mark.parametrize("seed", SEEDS)
def test_lines(seed: int, tmp_path: Path) -> None:
    """The line of best play takes as many decisions as the answer says, and the announced winner wins."""
    program = program_of(by_outcome(seed, forwards=True), tmp_path)
    engine = DefinitionalEngine(program)
    answer = solved(engine, Method.SEARCH, Values.OUTCOME)
    winner, decisions = outcome(answer.worth)
    assert len(answer.way) == (decisions or 0)
    if decisions:
        game = engine.begin(0)
        for option in answer.way:
            game.apply(option)
        assert game.result is not None
        assert game.result.winners == ((0,) if winner == 1 else (1,))


@pytest.mark.parametrize("seed", SEEDS)
def test_puzzles(seed: int, tmp_path: Path) -> None:
    """The shortest solutions, and their number, are those found by trying all sequences of options."""
    program = program_of(puzzle(seed), tmp_path)
    expected = shortest(program)
    for engine in engines(program, seed):
        answer = solved(engine, Method.SHORTEST, Values.WON)
        assert answer.worth.known
        found = (answer.worth.decisions, answer.ways) if answer.worth.low else None
        assert found == expected


def test_samples(tmp_path: Path) -> None:
    """The random games include wins of both sides, draws, repeated situations and unsolvable puzzles."""
    games = [program_of(by_outcome(seed), tmp_path) for seed in SEEDS]
    assert {value(game, scores=False)[0][0] for game in games} == {1, 0, -1}  # type: ignore[index] # of pairs
    solutions = [shortest(program_of(puzzle(seed), tmp_path)) for seed in SEEDS]
    assert None in solutions
    assert len({*solutions}) > 4
