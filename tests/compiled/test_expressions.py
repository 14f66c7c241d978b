"""Each expression of a game has the same value in a module and on the definitional engine.

Games evaluate only a few of their expressions at a time, and some of them never with values that make them
fail. These tests evaluate each expression at every position, wherever the expression occurs, and give the
locals that it reads arbitrary values from their domains.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

import pytest
from evaluated import evaluable, locals_given, positions
from long_checks import sampled

import gamespec
from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.failing import parts
from interpreter import Game
from interpreter.compiled.course.module import finish
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.making.host import Instance
from interpreter.compiled.unit.unit import Scope, Unit
from interpreter.compiled.wasm.wat import ZERO, Function, get, put, store
from interpreter.play.errors import Fault

POSITIONS = 25
"""Maximum number of positions per game at which its expressions are evaluated."""

TOLD = 32
"""Address of the word in which a function returns the address of its list."""


@dataclass
class Made:
    """An instance of a module that has one function for each expression in `nodes`."""

    instance: Instance
    nodes: list[x.Expression]


def looks_ahead(node: x.Expression) -> bool:
    """Return whether an expression depends on available actions, which exist only in a whole game."""
    return isinstance(node, x.Can | x.InARow) or any(
        looks_ahead(part)
        for part in (*parts(node), *((node.function.body,) if isinstance(node, x.Apply) else ()))
    )


def made(program: Program) -> Made:
    """Return a module with all expressions of a program that can be evaluated separately."""
    unit = Unit(program)
    expressions = Expressions(unit)
    nodes = [node for node in evaluable(program) if not looks_ahead(node)]
    for number, node in enumerate(nodes):
        function = Function(f"$e{number}", (), ("i32",), f"e{number}")
        scope = Scope(function)
        if node.domain.is_list:
            before, kept = expressions.wide(scope, node)
            address, length = function.local("address"), function.local("count")
            function.body = [
                *before, put(address, kept.address), put(length, kept.length),
                store(ZERO, get(address), TOLD), get(length),
            ]  # fmt: skip
        else:
            function.body = [expressions.number(scope, node)]
        unit.functions[function.name] = function
    finish(unit)
    return Made(Instance(unit), nodes)


def told(fault: Fault) -> tuple[object, ...]:
    """Return the fields of a fault on which the engines must agree."""
    return fault.code, fault.at, fault.message, fault.cure, fault.numbers


def found(made: Made, number: int) -> object:
    """Return the value of the expression with a given index, or the fields of the fault that it raises."""
    try:
        value = made.instance.call(f"e{number}")
    except Fault as fault:
        return told(fault)
    if made.nodes[number].domain.is_list:
        return made.instance.words(made.instance.words(TOLD, 1)[0], value)
    return value


@pytest.mark.parametrize("game", sampled(gamespec.games(), "agreement", 5))
def test_expressions(game: str) -> None:
    """Each expression has the same value, list or fault on both engines, for any values of its locals."""
    program = gamespec.load(game).program()
    module, evaluator = made(program), Game(program).machine.evaluator
    compared = 0
    for position in islice(positions(program, 3, 1), POSITIONS):
        for number, node in enumerate(module.nodes):
            given = locals_given(program, position, node, compared)
            try:
                value = evaluator.asked(node, given)
                wanted: object = [*value] if node.domain.is_list else int(value)
            except Fault as fault:
                wanted = told(fault)
            module.instance.position = given
            assert found(module, number) == wanted, (node, number)
            compared += 1
    assert compared >= len(module.nodes) > 0
