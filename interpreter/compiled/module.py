"""A program as a module: everything that it takes to play its games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamespec.program import Program
from gamespec.program import instructions as g
from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.ahead import Ahead
from interpreter.compiled.atoms import Atoms
from interpreter.compiled.changes import Changes
from interpreter.compiled.course import Course
from interpreter.compiled.expressions import Expressions
from interpreter.compiled.flow import Flow
from interpreter.compiled.memory import POSITION, WORD
from interpreter.compiled.options import Options, Record
from interpreter.compiled.ranking import Ranking
from interpreter.compiled.techniques import Techniques
from interpreter.compiled.trials import Trials
from interpreter.compiled.unit import Unit
from interpreter.compiled.wat import (
    ZERO,
    Body,
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
from interpreter.compiled.work import priced

__all__ = ["BATCH", "Batches", "Listed", "Module", "compiled"]

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
class Listed:
    """Where the options lie that are listed: by action, as the site of a decision has them.

    `sites` says of which site an instruction asks. From `table` on lies for each of its actions where its
    options begin and how many there are; `records` says how an option of each of the program's actions lies
    in memory.
    """

    sites: Mapping[int, int]
    table: int
    records: tuple[Record, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """A module, and how its host finds in its memory what it tells: listed options, and batches."""

    unit: Unit
    listed: Listed
    batches: Batches


def compiled(program: Program, start: list[int], techniques: Techniques | None = None) -> Module:
    """The module of a program, whose games begin in a position.

    It exports `start()` and `answer(k)`, which run from the position as it is to where the game waits next
    and give `DECIDE` or `OVER`; and `batch(from, to)`, which plays games from their beginning to their end
    and takes each option with the same chance. It is made with all techniques of speed, unless some are
    said.
    """
    unit = Unit(program, techniques)
    expressions, atoms = Expressions(unit), Atoms(unit)
    course = Course(program)
    options, ranking = Options(unit, expressions, Trials(unit, course)), Ranking(unit, expressions)
    expressions.ahead = Ahead(options).number
    flow = Flow(unit, course, Changes(unit, expressions, atoms), options, ranking)
    unit.functions["$run"] = flow.run()
    full = ("global.set", "$fuel", const(BUDGET))
    made: Body = []
    if unit.sets.some:
        indexed = Function("$indexed", (), (), "indexed")
        unit.sets.made(indexed)
        unit.functions[indexed.name] = indexed
        made = [call(indexed.name)]
    first = Function("$start", (), ("i32",), "start")
    first.body = [*made, full, call("$run", const(flow.beginning), ZERO, ZERO)]
    answer = Function("$answer", (("$k", "i32"),), ("i32",), "answer")
    answer.body = [
        *made,
        full,
        unit.put(Head.DECISIONS, add(unit.place(Head.DECISIONS), const(1))),
        call("$run", unit.place(Head.PC), get("$k"), ZERO),
    ]
    width = 2 + program.players * (1 + len(program.score))
    batches = Batches(
        unit.memory.room(16 * BATCH), unit.memory.words(BATCH * width), width, unit.memory.words(1)
    )
    for function in (first, answer, _batch(unit, batches, start, ranking, flow.beginning)):
        unit.functions[function.name] = function
    for function in [*unit.functions.values()]:
        priced(function, unit.exhausted)
    unit.reserved = options.reserved
    sites = {at: i.site for at, i in enumerate(program.code) if isinstance(i, g.Decide)}
    return Module(unit, Listed(sites, options.table, options.records), batches)


def _batch(unit: Unit, batches: Batches, start: list[int], ranking: Ranking, beginning: int) -> Function:
    """Play games, one after another; each begins with a copy of the position before set-up."""
    program, layout = unit.program, unit.layout
    function = Function("$batch", (("$from", "i32"), ("$to", "i32")), (), "batch")
    game, result, seeds = (function.local(hint) for hint in ("game", "result", "seeds"))
    beginning_ = [*start, *unit.sets.begun(start, layout.zone_of)]
    begun, length = unit.memory.written(beginning_, 2), const(WORD * len(beginning_))
    places = const(WORD * program.players)
    parts = WORD * program.players * len(program.score)
    told = [
        put(result, add(multiply(get(game), const(WORD * batches.width)), const(batches.results))),
        store(get(result), unit.place(Head.DECISIONS)),
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
        ("memory.copy", const(POSITION), const(begun), length),
        ("i64.store", f"offset={POSITION + WORD * Head.SEED_LOW}", ZERO, ("i64.load", get(seeds))),
        ("global.set", "$key", ("i64.load", "offset=8", get(seeds))),
        ("global.set", "$fuel", const(BUDGET)),
        ("drop", call("$run", const(beginning), ZERO, const(1))),
        *told,
        put(game, add(get(game), const(1))),
        branch("$next"),
    ]
    function.body = [put(game, get("$from")), block("$all", [loop("$next", play)])]
    return function
