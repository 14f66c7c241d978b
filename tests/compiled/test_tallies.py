"""Modules that count play like other modules, and count the same however they are compiled and run."""

from __future__ import annotations

import struct
from collections.abc import Iterator

import pytest
from agreement import EVERYTHING
from long_checks import sampled

import gamespec
from gamespec.program import Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.analysis.techniques import PLAIN
from interpreter.compiled.course.module import Module, compiled
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Instance
from interpreter.compiled.wasm.interface import OVER
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engine.state.position import put_seed
from interpreter.kernels.statistics.tally_row import TallyRow
from interpreter.play import chunk
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import uniform
from interpreter.play.tally import NOTHING, Counts, Tally

GAMES = (
    "carcassonne",
    "euchre",
    "goofspiel",
    "hanabi",
    "leduc-poker",
    "othello",
    "rufus",
    "trapper",
    "trumpet",
)


def course(module: Module, start: list[int], seed: int, most: int) -> Iterator[list[int]]:
    """Yield the position at each decision of a game and at its end, followed by the remaining budget."""
    instance, program, position = Instance(module.unit), module.unit.program, list(start)
    put_seed(position, seed)
    instance.position = position
    state = instance.run("start")
    for number in range(most):
        position = instance.position
        yield [*position, instance._global("fuel")]  # noqa: SLF001 - what is tested
        if state == OVER:
            return
        decide = program.code[position[Head.PC]]
        assert isinstance(decide, Decide)
        instance.run("ask", 0)
        counts = instance.words(module.listed.table, 2 * len(program.sites[decide.site].actions))[1::2]
        state = instance.run("answer", number % sum(counts))


@pytest.mark.parametrize("name", sampled(GAMES, "agreement", 3))
def test_counting_changes_nothing(name: str) -> None:
    """Counting changes neither the positions at decisions nor the budget that remains there."""
    program = gamespec.load(name).program()
    start = beginning(program)
    ways = [compiled(program, start, counts=counts) for counts in (NOTHING, EVERYTHING)]
    one, other = (list(course(module, start, 3, 80)) for module in ways)
    assert len(one) > 3
    assert one == other


def tallies(program: Program, module: Module, counts: Counts, games: int) -> list[Tally]:
    """Return the tallies of a batch of `games` games."""
    instance, batches, row = Instance(module.unit), module.batches, TallyRow(program, counts)
    seeds = (struct.pack("<QQ", derived(i, "game"), derived(i, "policy")) for i in range(games))
    instance.put(batches.seeds, b"".join(seeds))
    instance.run("batch", 0, games)
    ends = (batches.results + 4 * batches.width * (i + 1) for i in range(games))
    return [row.tally(instance.data(end - row.size, row.size)) for end in ends]


@pytest.mark.parametrize("name", sampled([*GAMES, "tests/games/authored/chess.yaml"], "agreement", 3))
def test_techniques_count_the_same(name: str) -> None:
    """Tallies are the same with all optimization techniques as with none."""
    program = gamespec.load(name).program()
    start = beginning(program)
    full = tallies(program, compiled(program, start, counts=EVERYTHING), EVERYTHING, 4)
    assert full == tallies(program, compiled(program, start, PLAIN, counts=EVERYTHING), EVERYTHING, 4)


@pytest.mark.parametrize("name", sampled(GAMES, "agreement", 3))
def test_games_count_the_same_step_by_step(name: str) -> None:
    """Tallies of the compiled engine equal those of the definitional engine, in a batch and with a policy."""
    program, seeds = gamespec.load(name).program(), [Seeds.of(5, index) for index in range(3)]
    wanted = list(DefinitionalEngine(program).batch(seeds, tally=EVERYTHING))
    engine = CompiledEngine(program, jobs=2)
    assert list(engine.batch(seeds, tally=EVERYTHING)) == wanted
    assert list(engine.batch(seeds, uniform, tally=EVERYTHING)) == wanted
    assert all(played.tally is not None for played in wanted)


def test_what_was_counted_lies_behind_each_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tallies are the same with any number of threads, even if a call has room for only a few games."""
    seeds = [Seeds.of(2, index) for index in range(300)]
    usual = list(
        CompiledEngine(gamespec.load("leduc-poker").program(), jobs=1).batch(seeds, tally=EVERYTHING)
    )
    monkeypatch.setattr(chunk, "MOST_BYTES", 3000)
    program = gamespec.load("leduc-poker").program()
    engine = CompiledEngine(program, jobs=3)
    assert list(engine.batch(seeds, tally=EVERYTHING)) == usual
    row = TallyRow(program, EVERYTHING)
    assert 1 < compiled(program, beginning(program), counts=EVERYTHING).batches.most <= 3000 // row.size
