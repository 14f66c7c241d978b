"""Memoized functions: what they read, and that memoization does not change results."""

from __future__ import annotations

import random
import struct
from typing import Any

import pytest
from long_checks import sampled

import gamespec
from gamespec.program import Program
from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.compiled.analysis.techniques import PLAIN, Techniques
from interpreter.compiled.course.module import compiled
from interpreter.compiled.making.host import Instance
from interpreter.compiled.state.memo import Memo, read_by
from interpreter.compiled.wasm.memory import Memory
from interpreter.engine.state.position import initial
from interpreter.play.luck import derived

NOT_YET = {"hanabi"}


@pytest.fixture(scope="module")
def program() -> Program:
    """Return a program that wants some of its functions to be memoized."""
    return gamespec.load("ogallala").program(players=3)


class Noting(list[int]):
    """A position that records which of its integers are read, in `places`."""

    def __init__(self, position: list[int]) -> None:
        super().__init__(position)
        self.places: set[int] = set()

    def __getitem__(self, at: Any) -> Any:
        self.places.update(range(len(self))[at] if isinstance(at, slice) else (at,))
        return super().__getitem__(at)


def test_what_functions_read_lies_in_the_zones_that_are_watched(program: Program) -> None:
    """To evaluate a memoized function, the definitional engine reads only the zones that are watched.

    A change in these zones invalidates the memoized results.
    """
    layout, zones, evaluator = program.layout, program.zones, Game(program).machine.evaluator
    memo, seen = Memo(program, Memory(layout.length), wanted=True), 0
    luck = random.Random(0)  # noqa: S311 - any moves
    parts = layout.next, layout.previous, layout.zone_of
    for function in program.functions:
        rows, reads = memo.of(function), read_by(program, function.body)
        if rows is None:
            continue
        assert reads is not None
        allowed = {Head.ME} if rows.by_me else set()
        for number, zone in enumerate(zones):
            if zone.family in reads[0]:
                allowed |= {layout.first + number, layout.last + number, layout.size + number}
        allowed |= {part + c for part in parts for c in range(len(program.owners))}
        game = Game(program, 1)
        for _ in range(120):
            game.play(luck.choice(game.options))
            args = tuple(luck.randrange(low, low + size) for low, size in rows.dims)
            evaluator.scratch[0] = BUDGET
            for variable, value in zip(function.parameters, args, strict=False):  # `me` may come last
                evaluator.scratch[evaluator.place(variable)] = value
            noting = Noting(game.position)
            evaluator.value(function.body)(noting)
            assert noting.places <= allowed
            seen += len(noting.places)
    assert seen > 1000


def test_what_is_not_kept(program: Program) -> None:
    """All requested functions of the game are memoized, and no others.

    In a variant that tries actions, no function is memoized.
    """
    memo = Memo(program, Memory(program.layout.length), wanted=True)
    several = [f for f in program.functions if f.kept and memo.of(f) is not None]
    assert len(several) == sum(f.kept for f in program.functions) > 0
    assert all(memo.of(f) is None for f in program.functions if not f.kept)
    tried = gamespec.load("games/ogallala/variants/two-tribes.yaml").program()
    nothing = Memo(tried, Memory(tried.layout.length), wanted=True)
    assert all(nothing.of(f) is None for f in tried.functions)


def results(program: Program, techniques: Techniques, games: int) -> list[int]:
    """Return the decisions, outcomes, places and scores of a batch of games, as a module writes them."""
    module = compiled(program, initial(program, Game(program).machine.atoms, 0), techniques)
    instance, batches = Instance(module.unit), module.batches
    seeds = (struct.pack("<QQ", derived(i, "game"), derived(i, "policy")) for i in range(games))
    instance.put(batches.seeds, b"".join(seeds))
    instance.call("batch", 0, games)
    return instance.words(batches.results, games * batches.width)


@pytest.mark.parametrize(
    "game", sampled([name for name in gamespec.games() if name not in NOT_YET], "agreement", 3)
)
def test_games_come_to_the_same_with_techniques_and_without(game: str) -> None:
    """Whole games have the same results with all optimization techniques as with none.

    In these games, memoized results outlive moves, turns and even games.
    """
    program = gamespec.load(game).program()
    games = 12
    assert results(program, Techniques(), games) == results(program, PLAIN, games)
