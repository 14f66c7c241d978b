"""Each expression of a game is what the definitional engine says, at positions of random play."""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest

import gamespec
from gamespec.program import Program
from gamespec.program import expressions as x
from interpreter import Game
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.facts import within
from interpreter.compiled.host import Instance
from interpreter.compiled.unit import Scope, Unit
from interpreter.compiled.wat import ZERO, Function, get, put, store
from interpreter.play.errors import Fault

GAMES = tuple(gamespec.games())


def closed(program: Program) -> list[x.Expression]:
    """All expressions of a program in which no variable is free, the outermost first."""
    found: dict[int, x.Expression] = {}

    def walk(value: object, bound: frozenset[int]) -> frozenset[int]:
        """What is free in a value."""
        free: frozenset[int] = frozenset()
        if isinstance(value, x.Function):
            walk(value.body, frozenset())
            return frozenset()
        if isinstance(value, tuple):
            for part in value:
                free |= walk(part, bound)
            return free
        if not is_dataclass(value) or isinstance(value, type):
            return free
        if isinstance(value, x.Variable):
            return frozenset({value.variable})
        for field in fields(value):
            free |= walk(getattr(value, field.name), bound)
        if isinstance(value, x.Quantifier | x.Reach | x.Longest | x.Let):
            free -= {value.variable}
        if isinstance(value, x.Const.__mro__[1]) and not free:
            found[id(value)] = value
        return free

    for part in (program.code, program.actions, program.sites, program.end):
        walk(part, frozenset())
    return [
        node
        for node in found.values()
        if not isinstance(node, x.Const | x.Fixed | x.Me | x.Local)
        and not any(isinstance(part, x.Can | x.InARow) for part in within(node))  # they take a whole module
    ]


def positions(program: Program, games: int, seed: int) -> Iterator[list[int]]:
    luck = random.Random(seed)
    for number in range(games):
        game = Game(program, number)
        while not game.over:
            if luck.random() < 0.2:
                yield list(game.position)
            game.play(luck.choice(game.options))


def in_scope(program: Program, node: x.Expression, position: list[int]) -> bool:
    """Whether all locals of an expression are what they can be; one outside of its scope is 0."""
    for inner in within(node):
        if isinstance(inner, x.Local):
            slot = program.slots[inner.slot]
            values = position[slot.place : slot.place + slot.size]
            if slot.domain.is_list:
                length, *members = values
                if not 0 <= length <= slot.domain.most:
                    return False
                values = members[:length]
            if not all(slot.domain.member.holds(value) for value in values):
                return False
    return True


def compiled(
    program: Program, nodes: list[x.Expression]
) -> tuple[Instance, list[x.Expression], Counter[str]]:
    unit, missing = Unit(program), Counter[str]()
    expressions, made = Expressions(unit), []
    for node in nodes:
        function = Function(f"$e{len(made)}", (), ("i32",), f"e{len(made)}")
        scope = Scope(function)
        try:
            if node.domain.is_list:
                before, kept = expressions.wide(scope, node)
                address, length = function.local("address"), function.local("count")
                function.body = [
                    *before, put(address, kept.address), put(length, kept.length),
                    store(ZERO, get(address), 32), get(length),
                ]  # fmt: skip
            else:
                function.body = [expressions.number(scope, node)]
        except NotImplementedError as error:
            missing[str(error)] += 1
            continue
        function.body = [*unit.indexes.made(function), *function.body]
        unit.functions[function.name] = function
        made.append(node)
    return Instance(unit), made, missing


@pytest.mark.parametrize("game", GAMES)
def test_expressions(game: str) -> None:
    program = gamespec.load(game).program()
    instance, nodes, missing = compiled(program, closed(program))
    evaluator = Game(program).machine.evaluator
    compared, failed = 0, 0
    for position in positions(program, 3, 1):
        instance.position = position
        for number, node in enumerate(nodes):
            if not in_scope(program, node, position):
                continue
            try:
                wanted: object = evaluator.asked(node, position)
            except Fault as fault:
                wanted = (fault.code, fault.at, fault.message, fault.numbers)
                failed += 1
            except IndexError:
                continue  # a local outside of its scope is 0, which may be no key
            try:
                found: object = instance.call(f"e{number}")
                if node.domain.is_list:
                    assert isinstance(found, int)
                    found = instance.words(instance.words(32, 1)[0], found)
                    wanted = (
                        list(wanted)
                        if not isinstance(wanted, tuple) or not wanted or isinstance(wanted[0], int)
                        else wanted
                    )
                else:
                    wanted = int(wanted) if isinstance(wanted, int) else wanted
            except Fault as fault:
                found = (fault.code, fault.at, fault.message, fault.numbers)
            assert found == wanted, (node, number)
            compared += 1
    print(
        game,
        len(nodes),
        "expressions",
        compared,
        "compared",
        failed,
        "faults",
        dict(missing),
        file=sys.stderr,
    )
