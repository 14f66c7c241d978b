"""Whatever a module is made with, the same games are played: batches of random games end alike, decision for decision."""

from __future__ import annotations

import struct
from dataclasses import fields, replace

import pytest
import wasmtime

import gamespec
from gamespec.program import Program
from interpreter import Game
from interpreter.compiled.host import Instance
from interpreter.compiled.module import compiled
from interpreter.compiled.techniques import FULL, PLAIN, Techniques
from interpreter.engine.position import initial
from interpreter.play.luck import derived

GAMES = (
    "tic-tac-toe", "connect-four", "breakthrough", "othello", "hex", "nine-mens-morris",
    "tests/games/authored/chess.yaml", "tests/games/authored/go.yaml", "tests/games/authored/draughts.yaml",
)  # fmt: skip
WITHOUT_ONE = tuple(replace(FULL, **{technique.name: False}) for technique in fields(Techniques))


def played(program: Program, techniques: Techniques, games: int) -> list[int]:
    """What came of a batch: how many decisions each game took, its outcome, places and parts of the score."""
    beginning = initial(program, Game(program).machine.atoms, 0)
    module = compiled(program, beginning, techniques)
    instance = Instance(module.unit)
    seeds = b"".join(struct.pack("<QQ", derived(i, "game"), derived(i, "policy")) for i in range(games))
    instance._memory.write(instance._store, seeds, module.batches.seeds)  # noqa: SLF001 - as a host does
    batch = instance._exports["batch"]  # noqa: SLF001 - as above
    assert isinstance(batch, wasmtime.Func)
    batch(instance._store, 0, games)  # noqa: SLF001 - as above
    return instance.words(module.batches.results, games * module.batches.width)


@pytest.mark.parametrize("name", GAMES)
def test_techniques_change_nothing(name: str) -> None:
    program, games = gamespec.load(name).program(), 12
    plain = played(program, PLAIN, games)
    for techniques in (FULL, *WITHOUT_ONE):
        assert played(program, techniques, games) == plain, techniques


@pytest.mark.parametrize("size", [2, 8, 15, 19])
def test_boards_of_several_words(size: int) -> None:
    """What lies in one word or in several, and whose cells end a word or don't, makes no difference."""
    wide, high = max(size, 5), max(size - 1, 4)
    for game, options in (
        ("hex", {"size": size}),
        ("tic-tac-toe", {"columns": wide, "rows": high, "line": 5}),
        ("breakthrough", {"columns": min(size, 16), "rows": min(high, 16)}),
        ("connect-four", {"columns": min(wide, 12), "rows": min(high, 11)}),
    ):
        program = gamespec.load(game).program(options=options)
        assert played(program, FULL, 20) == played(program, PLAIN, 20)
