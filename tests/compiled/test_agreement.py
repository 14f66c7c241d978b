"""Compiled games are the definitional engine's: every integer at every decision, options and their order, results."""

from __future__ import annotations

import random

import pytest

import gamespec
from gamespec.program import Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.compiled.flow import DECIDE, OVER
from interpreter.compiled.host import Instance, values_of
from interpreter.compiled.module import Module, compiled
from interpreter.engine.position import initial, put_seed
from interpreter.play.errors import Fault
from interpreter.play.options import Value

AUTHORED = (
    "tests/games/authored/chess.yaml",
    "tests/games/authored/draughts.yaml",
    "tests/games/authored/go.yaml",
    "tests/games/authored/roadstead/game.yaml",
    "tests/games/authored/backgammon/game.yaml",
    "tests/games/byway/game.yaml",
    "tests/games/causeway/game.yaml",
    "tests/games/palisade/game.yaml",
    "tests/games/tannery/game.yaml",
)


def listed(instance: Instance, module: Module) -> list[tuple[int, tuple[Value, ...]]]:
    """The options that are listed: each action with its values."""
    program = module.unit.program
    decide = program.code[instance.position[Head.PC]]
    assert isinstance(decide, Decide)
    found = []
    for action, words in instance.records(module.listed, program.sites[decide.site].actions):
        several = [pick.counts is not None for pick in program.actions[action].picks]
        found.append((action, values_of(words, module.listed.fields[action][1], several)))
    return found


def compare(program: Program, games: int, decisions: int) -> int:
    """Play games side by side; how many decisions were compared."""
    beginning = initial(program, Game(program).machine.atoms, 0)
    module = compiled(program, beginning)
    instance, compared = Instance(module.unit), 0
    for seed in range(games):
        luck, position = random.Random(seed), list(beginning)
        game = Game(program, seed)
        put_seed(position, seed)
        instance.position = position
        state = instance.call("start")
        for _ in range(decisions):
            assert instance.position == list(game.position)
            assert state == (OVER if game.over else DECIDE)
            if game.over:
                break
            assert listed(instance, module) == [(option.action, option.values) for option in game.options]
            number = luck.randrange(len(game.options))
            compared += 1
            try:
                game.play(game.options[number])
            except Fault as fault:
                with pytest.raises(Fault) as raised:
                    instance.call("answer", number)
                told = raised.value
                assert (told.code, told.at, told.message) == (fault.code, fault.at, fault.message)
                assert (told.numbers, told.cure) == (fault.numbers, fault.cure)
                break
            state = instance.call("answer", number)
    return compared


@pytest.mark.parametrize("game", gamespec.games())
def test_shipped_games(game: str) -> None:
    spec = gamespec.load(game)
    for players in sorted({min(spec.players), max(spec.players)}):
        assert compare(spec.program(players=players), 3, 60) > 3


@pytest.mark.parametrize("path", AUTHORED)
def test_authored_games(path: str) -> None:
    assert compare(gamespec.load(path).program(), 2, 60) >= 4
