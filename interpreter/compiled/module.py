"""A program as a module: everything that it takes to play its games."""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program import Program
from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.ahead import Ahead
from interpreter.compiled.atoms import Atoms
from interpreter.compiled.chance import GAMMA, high_product, mix, wide
from interpreter.compiled.changes import Changes
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.flow import DECIDE, Flow
from interpreter.compiled.memory import POSITION, WORD
from interpreter.compiled.options import Options, Record
from interpreter.compiled.ranking import Ranking
from interpreter.compiled.techniques import FULL, Techniques
from interpreter.compiled.trials import Trials
from interpreter.compiled.unit import Unit
from interpreter.compiled.wat import (
    ZERO,
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
    multiply,
    put,
    store,
)

__all__ = ["BATCH", "Batches", "Module", "compiled"]

BATCH = 1024
"""So many games are played in one call."""


@dataclass(frozen=True, slots=True)
class Batches:
    """Where a batch of games lies: its seeds, and what came of each.

    Of each game there are two numbers of 64 bits, its seed and the key of its luck; and, in words of 32, how
    many decisions it took, its outcome, and, by seat, the places and the parts of the score. `done` says how
    many games are over, if one of them came to a stop.
    """

    seeds: int
    results: int
    width: int
    done: int


@dataclass(frozen=True, slots=True)
class Module:
    """A module, and how its host finds in its memory what it tells: listed options, and batches."""

    unit: Unit
    records: tuple[Record, ...]
    stride: int
    batches: Batches


def compiled(program: Program, start: list[int], techniques: Techniques = FULL) -> Module:
    """The module of a program, whose games begin in a position.

    It exports `start()` and `answer(k)`, which run from the position as it is to where the game waits next and
    give `DECIDE` or `OVER`; and `batch(from, to)`, which plays games from their beginning to their end and takes
    each option with the same chance.
    """
    unit = Unit(program, techniques)
    expressions, atoms = Expressions(unit), Atoms(unit)
    options, ranking = Options(unit, expressions, Trials(unit)), Ranking(unit, expressions)
    expressions.ahead = Ahead(options).number
    flow = Flow(unit, Changes(unit, expressions, atoms), options, ranking)
    unit.functions["$run"] = flow.run()
    begin = flow.begin()
    full = ("global.set", "$fuel", const(BUDGET))
    first = Function("$start", (), ("i32",))
    first.body = [full, call("$run", const(0))]
    answer = Function("$answer", (("$k", "i32"),), ("i32",))
    answer.body = [
        full,
        unit.put(Head.DECISIONS, add(unit.place(Head.DECISIONS), const(1))),
        unit.put(Head.PC, call(begin, get("$k"))),
        call("$run", unit.place(Head.PC)),
    ]
    batches = Batches(
        unit.memory.room(16 * BATCH),
        unit.memory.words(BATCH * (2 + program.players * (1 + len(program.score)))),
        2 + program.players * (1 + len(program.score)),
        unit.memory.words(2),
    )
    for function in (first, answer, *_entries(unit), _batch(unit, batches, start, ranking)):
        unit.functions[function.name] = function
    return Module(unit, tuple(options.records), options.stride, batches)


def _entries(unit: Unit) -> tuple[Function, Function]:
    """`start` and `answer` for whoever may have written the position: indexes are made from it first."""
    start = Function("$entered", (), ("i32",), "start")
    start.body = [*unit.indexes.made(start), call("$start")]
    answer = Function("$answered", (("$k", "i32"),), ("i32",), "answer")
    answer.body = [*unit.indexes.made(answer), call("$answer", get("$k"))]
    return start, answer


def _batch(unit: Unit, batches: Batches, start: list[int], ranking: Ranking) -> Function:
    """Play games, one after another; each begins with a copy of the position before set-up."""
    program, layout = unit.program, unit.layout
    function = Function("$batch", (("$from", "i32"), ("$to", "i32")), (), "batch")
    game, state, made, result = (function.local(hint) for hint in ("game", "state", "made", "result"))
    seeds, drawn, key = function.local("seeds"), function.local("drawn", "i64"), function.local("key", "i64")
    count = ("i64.extend_i32_u", ("global.get", "$count"))
    number = ("i64.add", get(key), ("i64.mul", wide(GAMMA), get(drawn)))
    pick = ("i32.wrap_i64", call(high_product(unit), call(mix(unit), number), count))
    beginning, length = unit.memory.written(start, 2), const(WORD * layout.length)
    decide = [
        branch_if("$over", compare("!=", get(state), const(DECIDE))),
        put(drawn, ("i64.add", get(drawn), ("i64.const", "1"))),
        put(made, add(get(made), const(1))),
        store(ZERO, get(made), batches.done + WORD),
        put(state, call("$answer", pick)),
        branch("$on"),
    ]
    places = const(WORD * program.players)
    parts = WORD * program.players * len(program.score)
    told = [
        put(result, add(multiply(get(game), const(WORD * batches.width)), const(batches.results))),
        store(get(result), get(made)),
        store(get(result), unit.place(Head.OUTCOME), WORD),
        ("memory.copy", add(get(result), const(2 * WORD)), const(POSITION + WORD * layout.places), places),
    ]
    if parts:
        to = add(get(result), const(WORD * (2 + program.players)))
        told.append(("memory.copy", to, const(ranking.room), const(parts)))
    play = [
        branch_if("$all", compare(">=", get(game), get("$to"))),
        store(ZERO, get(game), batches.done),
        put(seeds, add(multiply(get(game), const(16)), const(batches.seeds))),
        ("memory.copy", const(POSITION), const(beginning), length),
        *unit.indexes.begun(start),
        ("i64.store", f"offset={POSITION + WORD * Head.SEED_LOW}", ZERO, ("i64.load", get(seeds))),
        put(key, ("i64.load", "offset=8", get(seeds))),
        put(drawn, ("i64.const", "0")),
        put(made, ZERO),
        store(ZERO, ZERO, batches.done + WORD),
        put(state, call("$start")),
        block("$over", [loop("$on", decide)]),
        *told,
        put(game, add(get(game), const(1))),
        branch("$next"),
    ]
    function.body = [put(game, get("$from")), block("$all", [loop("$next", play)])]
    return function
