"""Random conditions compiled to bit sets agree with the definitional engine at random positions."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import gamespec
from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import NONE, Domain
from gamespec.program.tables import Head
from interpreter import Game
from interpreter.compiled.analysis.techniques import FULL, PLAIN, Techniques
from interpreter.compiled.course.module import finish
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.making.host import Instance
from interpreter.compiled.unit.unit import Scope, Unit
from interpreter.compiled.wasm.wat import ZERO, Function, get, put, store

YES_OR_NO = Domain(0, 1)
NOTHING = Domain(1, 0, optional=True)
MADE = 100
"""First number for the variables and functions that the tests make."""


class Maker:
    """A generator of random conditions on the cells of a program's first space and on its first store."""

    def __init__(self, program: Program, luck: random.Random) -> None:
        self.program, self.luck = program, luck
        self.size = program.spaces[0].size
        self.cell = Domain(0, self.size - 1)
        self.value = program.stores[0].domain
        self.made = MADE

    def new(self) -> int:
        """Return an unused number for a variable or function."""
        self.made += 1
        return self.made

    def variable(self, number: int) -> x.Variable:
        """Return an expression for the cell that is the value of a variable."""
        return x.Variable(0, self.cell, number)

    def some_value(self) -> x.Expression:
        """Return an expression for nobody, a random player, the acting player, or the next player."""
        me = x.Me(0, YES_OR_NO)
        one = x.Const(0, Domain(1, 1), 1)
        return self.luck.choice([
            x.Const(0, NOTHING, NONE), x.Const(0, YES_OR_NO, self.luck.randrange(2)), me,
            x.Turned(0, YES_OR_NO, me, one, 2, back=False),
        ])  # fmt: skip

    def has(self, cell: x.Expression) -> x.Expression:
        """Return the condition that the store has a random value at a cell."""
        load = x.Load(0, self.value, 0, (cell,))
        sides = [load, self.some_value()]
        self.luck.shuffle(sides)
        return x.Equal(0, YES_OR_NO, *sides)

    def column(self, cell: x.Expression) -> x.Expression:
        """Return a comparison of a cell's table value with a constant or with the acting player's value."""
        table = tuple(self.luck.randrange(4) for _ in range(self.size))
        left = x.Column(0, Domain(0, 3), cell, 0, table)
        by_me = x.Column(
            0, Domain(0, 3), x.Me(0, YES_OR_NO), 0, (self.luck.randrange(4), self.luck.randrange(4))
        )
        right = self.luck.choice([x.Const(0, Domain(2, 2), 2), by_me])
        if self.luck.random() < 0.5:
            return x.Equal(0, YES_OR_NO, left, right)
        return x.Less(0, YES_OR_NO, self.luck.choice(["<", "<=", ">", ">="]), left, right)

    def condition(self, cell: x.Expression, depth: int) -> x.Expression:
        """Return a random condition on a cell, nested to a depth of at most `depth`."""
        if depth == 0:
            return self.luck.choice([self.has, self.column])(cell)
        kind = self.luck.randrange(8)
        parts = lambda: tuple(self.condition(cell, depth - 1) for _ in range(self.luck.randrange(2, 4)))  # noqa: E731 - as short as its name
        match kind:
            case 0:
                return x.And(0, YES_OR_NO, parts())
            case 1:
                return x.Or(0, YES_OR_NO, parts())
            case 2:
                return x.Not(0, YES_OR_NO, self.condition(cell, depth - 1))
            case 3:
                return x.If(0, YES_OR_NO, *(self.condition(cell, depth - 1) for _ in range(3)))
            case 4:
                return self.quantifier(self.luck.choice(["any", "none", "all"]), self.beyond(cell), depth - 1)
            case 5:
                return self.looking(cell, depth - 1)
            case 6:
                while_ = self.quantifier("while", self.ray(cell), depth - 1)
                return x.Not(0, YES_OR_NO, x.Length(0, Domain(0, self.size), while_))
            case _:
                return self.has(cell)

    def ray(self, cell: x.Expression) -> x.Expression:
        """Return the cells on a ray from a cell, or its neighbors if the space has no directions."""
        directions = len(self.program.spaces[0].steps)
        if not directions:
            return x.Neighbours(0, replace(self.cell, most=self.size), 0, cell)
        way = self.luck.randrange(directions)
        return x.Ray(0, replace(self.cell, most=self.size), 0, cell, x.Const(0, Domain(way, way), way))

    def beyond(self, cell: x.Expression) -> x.Expression:
        """Return a list of cells, which are neighbors, a ray, taken from a table, or constant."""
        most = replace(self.cell, most=self.size)
        rows = tuple(
            tuple(sorted({(c + by) % self.size for by in (1, 3)})) if c % 3 else () for c in range(self.size)
        )
        return self.luck.choice([
            x.Neighbours(0, most, 0, cell), self.ray(cell), x.ListAt(0, most, cell, 0, rows),
            x.Fixed(0, most, tuple(self.luck.randrange(self.size) for _ in range(3))),
        ])  # fmt: skip

    def quantifier(self, kind: x.QuantifierKind, over: x.Expression, depth: int) -> x.Quantifier:
        """Return a quantifier over a list, with a random condition on the members."""
        variable = self.new()
        body = self.condition(self.variable(variable), depth)
        domain = {
            "first": Domain(0, self.size - 1, optional=True),
            "count": Domain(0, self.size),
            "filter": replace(self.cell, most=self.size),
            "while": replace(self.cell, most=self.size),
        }.get(kind, YES_OR_NO)
        return x.Quantifier(0, domain, kind, variable, over, body, 1)

    def looking(self, cell: x.Expression, depth: int) -> x.Expression:
        """Return the condition that some cell is the first on a ray to meet a condition and has some value.

        The condition is in a function.
        """
        parameter, first = self.new(), self.quantifier("first", self.ray(cell), min(depth, 1))
        there = replace(self.cell, optional=True)
        nothing = x.Equal(0, YES_OR_NO, x.Variable(0, there, parameter), x.Const(0, NOTHING, NONE))
        body = x.And(0, YES_OR_NO, (x.Not(0, YES_OR_NO, nothing), self.has(self.variable(parameter))))
        function = x.Function(self.new(), (parameter,), body, 1, kept=False)
        return x.Apply(0, YES_OR_NO, function, (first,))

    def question(self) -> x.Quantifier:
        """Return a random quantifier over a list of cells."""
        most = replace(self.cell, most=self.size)
        some_cells = self.luck.sample(range(self.size), self.luck.randrange(1, self.size))
        here = self.luck.randrange(self.size)
        cell = x.Const(0, Domain(here, here), here)
        over = self.luck.choice([
            x.Fixed(0, most, tuple(range(self.size))), x.Fixed(0, most, tuple(sorted(some_cells))),
            x.Fixed(0, most, tuple(some_cells)), x.Neighbours(0, most, 0, cell), self.ray(cell),
            x.Reverse(0, most, x.Fixed(0, most, tuple(range(self.size)))),
        ])  # fmt: skip
        kind = self.luck.choice(["any", "all", "none", "count", "first", "filter"])
        return self.quantifier(kind, over, self.luck.randrange(3))

    def lines(self) -> x.Quantifier:
        """Return a random quantifier over a list of lines, each of which has three cells."""
        most = replace(self.cell, most=self.size)
        lists = tuple(
            tuple(self.luck.sample(range(self.size), 3)) if self.luck.random() < 0.3 else (c, c + 1, c + 2)
            for c in range(self.size - 2)
        )
        row, member = self.new(), self.new()
        at = x.ListAt(0, most, x.Variable(0, Domain(0, len(lists) - 1), row), 0, lists[:20])
        inner = x.Quantifier(
            0, YES_OR_NO, self.luck.choice(["all", "any", "none"]), member, at,
            self.condition(self.variable(member), 1), 1,
        )  # fmt: skip
        over = x.Fixed(0, replace(self.cell, most=20), tuple(range(20)))
        return x.Quantifier(0, YES_OR_NO, self.luck.choice(["any", "none"]), row, over, inner, 1)

    def reach(self) -> x.Reach:
        """Return the list of cells that can be reached through cells that meet a random condition."""
        most = replace(self.cell, most=self.size)
        variable, origin = self.new(), self.luck.randrange(self.size)
        onward = self.quantifier(
            "filter", x.Neighbours(0, most, 0, self.variable(variable)), self.luck.randrange(2)
        )
        return x.Reach(0, most, variable, x.Const(0, Domain(origin, origin), origin), onward, 1)

    def of_reached(self) -> x.Expression:
        """Return a random quantifier over reachable cells, either directly or through a function."""
        over: x.Expression = self.reach()
        if self.luck.random() < 0.5:
            over = x.Apply(0, over.domain, x.Function(self.new(), (), over, 1, kept=False), ())
        kind = self.luck.choice(["any", "all", "none", "count", "first", "filter"])
        return self.quantifier(kind, over, self.luck.randrange(3))


def module(program: Program, nodes: list[x.Expression], techniques: Techniques) -> Instance:
    """Return an instance of a module that has one function for each expression."""
    unit = Unit(program, techniques)
    expressions = Expressions(unit)
    for number, node in enumerate(nodes):
        function = Function(f"$e{number}", (), ("i32",), f"e{number}")
        scope = Scope(function)
        if node.domain.is_list:
            before, kept = expressions.wide(scope, node)
            address, length = function.local("address"), function.local("many")
            function.body = [
                *before, put(address, kept.address), put(length, kept.length),
                store(ZERO, get(address), 32), get(length),
            ]  # fmt: skip
        else:
            function.body = [expressions.number(scope, node)]
        function.body = [*unit.indexes.made(function), *function.body]
        unit.functions[function.name] = function
    finish(unit)
    return Instance(unit)


GAMES = ("othello", "hex", "nine-mens-morris", "breakthrough")


@pytest.mark.long("agreement")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_random_conditions(name: str, seed: int) -> None:
    """Random queries agree with the definitional engine, with all optimization techniques and with none."""
    program, luck = gamespec.load(name).program(), random.Random(seed)  # noqa: S311 - nothing secret
    maker = Maker(program, luck)
    nodes: list[x.Expression] = [maker.question() for _ in range(30)]
    nodes += [maker.lines() for _ in range(6)] + [maker.reach() for _ in range(6)]
    nodes += [maker.of_reached() for _ in range(12)]
    evaluator = Game(program).machine.evaluator
    modules = {"plain": module(program, nodes, PLAIN), "full": module(program, nodes, FULL)}
    table, position = program.stores[0], list(Game(program, 0).position)
    for share in (0.0, 0.2, 0.5, 0.8, 1.0):
        for key in range(table.count):
            position[table.place + key] = luck.randrange(2) if luck.random() < share else NONE
        position[Head.ME] = luck.randrange(2)
        for made in modules.values():
            made.position = position
        for number, node in enumerate(nodes):
            wanted = evaluator.asked(node, position)
            wanted = list(wanted) if node.domain.is_list else int(wanted)
            for which, made in modules.items():
                found: object = made.call(f"e{number}")
                if node.domain.is_list:
                    assert isinstance(found, int)
                    found = made.words(made.words(32, 1)[0], found)
                assert found == wanted, (which, number, node)
