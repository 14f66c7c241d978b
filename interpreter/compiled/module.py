"""A program as a module: everything that it takes to play its games."""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.ahead import Ahead
from interpreter.compiled.atoms import Atoms
from interpreter.compiled.changes import Changes
from interpreter.compiled.chance import high_product, mix, wide
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.flow import DECIDE, OVER, Flow
from interpreter.compiled.options import Options
from interpreter.compiled.ranking import Ranking
from interpreter.compiled.trials import Trials
from interpreter.compiled.unit import Unit
from interpreter.compiled.wat import (
    Function,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    get,
    loop,
    put,
)

__all__ = ["compiled"]

GAMMA = 0x9E3779B97F4A7C15


def compiled(program: Program) -> Unit:
    """The module of a program.

    It exports `start()` and `answer(k)`, which run to where the game waits next and give `DECIDE` or `OVER`,
    and `play(key)`, which plays on to the end and takes each option with the same chance.
    """
    unit = Unit(program)
    expressions, atoms = Expressions(unit), Atoms(unit)
    options = Options(unit, expressions, Trials(unit))
    expressions.ahead = Ahead(options).number
    flow = Flow(unit, Changes(unit, expressions, atoms), options, Ranking(unit, expressions))
    unit.functions["$run"] = flow.run()
    begin = flow.begin()
    full = ("global.set", "$fuel", const(BUDGET))
    start = Function("$start", (), ("i32",), "start")
    start.body = [full, call("$run", const(0))]
    answer = Function("$answer", (("$k", "i32"),), ("i32",), "answer")
    answer.body = [
        full,
        unit.put(Head.DECISIONS, add(unit.place(Head.DECISIONS), const(1))),
        unit.put(Head.PC, call(begin, get("$k"))),
        call("$run", unit.place(Head.PC)),
    ]
    play = Function("$play", (("$key", "i64"), ("$state", "i32")), ("i32",), "play")
    drawn, made = play.local("drawn", "i64"), play.local("made")
    count = ("i64.extend_i32_u", ("global.get", "$count"))
    number = ("i64.add", get("$key"), ("i64.mul", wide(GAMMA), get(drawn)))
    pick = ("i32.wrap_i64", call(high_product(unit), call(mix(unit), number), count))
    body = [
        branch_if("$end", compare("!=", get("$state"), const(DECIDE))),
        put(drawn, ("i64.add", get(drawn), ("i64.const", "1"))),
        put(made, add(get(made), const(1))),
        put("$state", call("$answer", pick)),
        branch("$on"),
    ]
    play.body = [block("$end", [loop("$on", body)]), get(made)]
    for function in (start, answer, play):
        unit.functions[function.name] = function
    assert OVER != DECIDE  # noqa: S101 - how a run ends
    return unit
