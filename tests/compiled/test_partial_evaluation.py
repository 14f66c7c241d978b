"""The vector of an expression's values for all members agrees with the definitional engine."""

from __future__ import annotations

import random

import pytest

import gamespec
from gamespec.program import expressions as x
from gamespec.program.domain import NONE, Domain
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.compiled.analysis.partial_evaluation import ME, known
from interpreter.play.errors import Fault

VARIABLE = 100
TRUTH, NUMBER = Domain(0, 1), Domain(-40, 40)


class Maker:
    """A generator of random expressions that depend on a cell and on the acting player."""

    def __init__(self, size: int, ways: int, luck: random.Random) -> None:
        self.size, self.ways, self.luck = size, ways, luck
        self.cell = x.Variable(0, Domain(0, size - 1), VARIABLE)

    def number(self, depth: int) -> x.Expression:
        """Return a random numeric expression, which may fail or have the value `none`."""
        value = self.luck.randrange(-3, 9)
        if depth == 0:
            table = tuple(self.luck.choice([*range(-2, 9), NONE]) for _ in range(self.size))
            return self.luck.choice([
                x.Const(0, Domain(value, value), value), x.Me(0, TRUTH), self.cell,
                x.Column(0, NUMBER, self.cell, 0, table),
            ])  # fmt: skip
        a, b = self.whole(depth - 1), self.whole(depth - 1)
        way = x.Const(0, Domain(0, 0), self.luck.randrange(self.ways))
        step = x.Step(0, Domain(0, self.size - 1, optional=True), 0, self.cell, way)
        return self.luck.choice([
            x.Arithmetic(0, NUMBER, self.luck.choice(["+", "-", "*", "//", "%"]), a, b),
            x.Turned(0, NUMBER, a, b, 5, back=self.luck.random() < 0.5), x.Absolute(0, NUMBER, a),
            x.Extreme(0, NUMBER, self.luck.random() < 0.5, (a, b)), x.Seat(0, NUMBER, a, 2),
            x.If(0, NUMBER, self.condition(depth - 1), a, b), x.Default(0, NUMBER, self.number(depth - 1), b),
            x.Lookup(0, NUMBER, a, (-1, 2, 3, 5), (7, 1, NONE, 0)), x.There(0, NUMBER, step), step,
            x.Direction(0, NUMBER, 0, self.cell, x.There(0, NUMBER, step)),
        ])  # fmt: skip

    def whole(self, depth: int) -> x.Expression:
        """Return a random numeric expression, which may fail but is never `none`."""
        return x.There(0, NUMBER, self.number(depth))

    def condition(self, depth: int) -> x.Expression:
        """Return a random condition, which may fail."""
        if depth == 0:
            return x.Less(0, TRUTH, self.luck.choice(["<", "<=", ">", ">="]), self.whole(0), self.whole(0))
        parts = tuple(self.condition(depth - 1) for _ in range(3))
        listed = x.ListOf(0, Domain(-40, 40, most=2), (self.whole(depth - 1), self.whole(0)))
        return self.luck.choice([
            x.And(0, TRUTH, parts), x.Or(0, TRUTH, parts), x.Not(0, TRUTH, parts[0]), x.If(0, TRUTH, *parts),
            x.Equal(0, TRUTH, self.number(depth - 1), self.number(depth - 1)),
            x.InList(0, TRUTH, self.whole(depth - 1), listed),
            x.InList(0, TRUTH, self.whole(depth - 1), x.Fixed(0, Domain(0, 9, most=3), (0, 2, 5))),
        ])  # fmt: skip


@pytest.mark.parametrize("name", ["othello", "hex", "breakthrough"])
def test_what_is_known(name: str) -> None:
    """For each cell, a vector contains the engine's value, or `None` if the engine raises a fault."""
    program, luck = gamespec.load(name).program(), random.Random(name)  # noqa: S311 - nothing secret
    space = program.spaces[0]
    maker = Maker(space.size, len(space.steps), luck)
    game = Game(program)
    position, evaluator = list(game.position), game.machine.evaluator
    faults = 0
    for me in (0, 1) * 40:
        node = luck.choice([maker.number, maker.condition])(2)
        position[Head.ME] = me
        cells = tuple(range(space.size))
        found = known(program, node, {("variable", VARIABLE): cells, ME: (me,) * space.size}, space.size)
        assert found is not None
        for cell in cells:
            here = x.Const(0, Domain(cell, cell), cell)
            try:
                wanted = evaluator.asked(x.Let(0, node.domain, VARIABLE, here, node), position)
            except Fault:
                faults += 1
                assert found[cell] is None
            else:
                assert found[cell] == wanted, (node, cell)
    assert faults
