"""At every decision, the indexes of a game agree with its position."""

from __future__ import annotations

import random

import pytest

import gamespec
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.compiled.course.module import Module, compiled
from interpreter.compiled.making.host import Instance
from interpreter.compiled.state.indexes import Index, asked_by_value
from interpreter.compiled.wasm.interface import OVER
from interpreter.engine.state.position import initial, put_seed

GAMES = (
    "tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "nine-mens-morris", "trapper",
    "ogallala", "tests/games/authored/chess.yaml", "tests/games/authored/go.yaml",
    "tests/games/authored/draughts.yaml", "tests/games/authored/backgammon/game.yaml",
    "tests/games/palisade/game.yaml",
)  # fmt: skip


def options(instance: Instance, module: Module) -> int:
    """Return the number of options that are listed for the pending decision."""
    decide = module.unit.program.code[instance.position[Head.PC]]
    assert isinstance(decide, Decide)
    return len(instance.records(module.listed, module.unit.program.sites[decide.site].actions))


def signed(values: list[int]) -> list[int]:
    """Return unsigned 32-bit numbers converted to signed ones."""
    return [value - (1 << 32) if value >> 31 else value for value in values]


@pytest.mark.long("agreement")
@pytest.mark.parametrize("name", GAMES)
def test_indexes_follow_the_position(name: str) -> None:
    """After assignments, resets, trials and restoring, each index equals one computed from the position."""
    program, luck = gamespec.load(name).program(), random.Random(name)  # noqa: S311 - nothing secret
    beginning = initial(program, Game(program).machine.atoms, 0)
    module = compiled(program, beginning)
    instance = Instance(module.unit)

    def check(index: Index) -> None:
        table = index.table
        values = instance.position[table.place : table.place + table.count]
        assert instance.words(index.address, index.size // 4) == signed(index.image(values))

    for seed in range(4):
        position = list(beginning)
        put_seed(position, seed)
        instance.position = position
        state, decisions = instance.call("start"), 0
        while state != OVER and decisions < 120:
            for index in module.unit.indexes.of.values():
                check(index)
            state = instance.call("answer", luck.randrange(options(instance, module)))
            decisions += 1
        assert decisions


def test_which_stores_are_indexed() -> None:
    """A store is indexed only if its members are searched by value, like the discs on a board.

    The number of men in hand and the place of a king are not indexed.
    """
    for name, wanted in (
        ("othello", {0}),
        ("nine-mens-morris", {0}),
        ("tests/games/authored/chess.yaml", {0, 1}),
        ("pig", set()),
    ):
        unit = compiled_unit(name)
        assert set(unit) == wanted, name


def compiled_unit(name: str) -> dict[int, Index]:
    """Return the indexes of a game by store.

    Checks that each of these stores is searched by value.
    """
    program = gamespec.load(name).program()
    unit = compiled(program, initial(program, Game(program).machine.atoms, 0)).unit
    assert set(unit.indexes.of) <= asked_by_value(unit.expressions)
    return dict(unit.indexes.of)
