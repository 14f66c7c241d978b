"""Plays on from a position in a single call: random playouts, or the position after each of its options.

The position is in memory when one of these functions is called, and again when the function returns. In
between, the position is saved together with everything stored behind it (sets and indexes). Each playout and
each option starts from the saved copy.

- `$playouts(count, last)` plays on from the position, once for each of `count` seeds. The seeds lie where the
  seeds of a batch lie, and the results are written as the rows of a batch (`row`). Options are listed before
  the seed changes, as they are in a clone of the game. A playout stops when `last` decisions have been made
  and another one is due.
- `$children(from, to)` takes each of the options from number `from` up to number `to`, and stores the
  resulting positions one after another. The listed options stay in place, because the lists of later
  decisions are written behind them.

After a fault, memory stays as it is, and `done` holds the number of the playout or option that raised the
fault.
"""

from __future__ import annotations

from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import GAMES, STEPS
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.snapshot import Snapshot
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.unit.chance import wide
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import Batches, Children
from interpreter.compiled.wasm.memory import POSITION, WORD, Words, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    get,
    load,
    loop,
    multiply,
    put,
    store,
    subtract,
    when,
)
from interpreter.play.chance import GAMMA

__all__ = ["Onward", "answered", "row"]

ROOM = 1 << 20
"""Maximum total size of the positions that one call of `children` stores, in bytes."""


def row(unit: Unit, batches: Batches, ranking: Ranking, game: Wat, decisions: Wat) -> Body:
    """Return the instructions that write the result of a game to its row of a batch.

    The row holds the number of decisions, the outcome, the players' final places, and the parts of the score.
    """
    program, layout = unit.program, unit.layout
    parts = WORD * program.players * len(program.score)
    at = add(multiply(game, const(WORD * batches.width)), const(batches.results))
    told: Body = [
        store(at, decisions),
        store(at, unit.place(Head.OUTCOME), WORD),
        *copied(add(at, const(2 * WORD)), const(unit.memory.at(layout.places)), WORD * program.players),
    ]
    if parts:
        to = add(at, const(WORD * (2 + program.players)))
        told += copied(to, const(ranking.room), parts)
    return told


def answered(unit: Unit) -> Body:
    """Return the instructions that count another decision and renew the budget."""
    return [
        unit.put(Head.DECISIONS, add(unit.place(Head.DECISIONS), const(1))),
        ("global.set", "$fuel", const(BUDGET)),
    ]


class Onward:
    """Emits `$playouts` and `$children`; a module contains whichever of them its use requires."""

    def __init__(self, unit: Unit, options: RankedOptions, ranking: Ranking, batches: Batches) -> None:
        self.unit, self.options, self.ranking, self.batches = unit, options, ranking, batches
        self.snapshot = Snapshot(unit, options)
        self.told = Children(0, 0)
        """The address of the positions stored by `children`, and how many of them fit there. Both numbers are
        0 unless the module exports `children`.
        """

    # --- playouts -------------------------------------------------------------------------------------

    def playouts(self) -> Function:
        """Return the function `$playouts`, which a module contains if it plays whole games."""
        function = Function("$playouts", (("$count", "i32"), ("$last", "i32")), (), "playouts")
        game, seeds, before, options = (
            function.local(hint) for hint in ("game", "seeds", "before", "options")
        )
        unit, batches, decisions = self.unit, self.batches, self.unit.place(Head.DECISIONS)
        drawn: Wat = ("i64.mul", wide(GAMMA), ("i64.extend_i32_u", get(before)))
        chosen = self.options.picked(("global.get", "$key"), decisions, get(options))
        onward: Body = [
            put(options, call("$ask", const(1))),
            store(
                ZERO, load(get(seeds), width="i64.load"), POSITION + WORD * Head.SEED_LOW, width="i64.store"
            ),
            ("global.set", "$key", ("i64.sub", load(get(seeds), 8, width="i64.load"), drawn)),
            *answered(self.unit),
            ("drop", call(GAMES.name, unit.place(Head.PC), chosen)),
        ]
        over: Body = [call("$score")] if unit.program.score else []
        more: Wat = ("i32.lt_u", get(before), get("$last"))
        each: Body = [
            branch_if("$all", compare(">=", get(game), get("$count"))),
            store(ZERO, get(game), batches.done),
            put(seeds, add(multiply(get(game), const(16)), const(batches.seeds))),
            *self.snapshot.back(),
            *unit.tallies.begun(),
            when(unit.place(Head.OUTCOME), over, [when(more, onward)]),
            *row(unit, batches, self.ranking, get(game), subtract(decisions, get(before))),
            *unit.tallies.told(batches, get(game)),
            put(game, add(get(game), const(1))),
            branch("$next"),
        ]
        function.body = [
            self.snapshot.put_aside(),
            put(before, decisions),
            store(ZERO, get("$last"), Words.LAST),
            put(game, ZERO),
            block("$all", [loop("$next", each)]),
            store(ZERO, const(Words.NO_LAST), Words.LAST),
            *self.snapshot.back(),
        ]
        return function

    # --- children -------------------------------------------------------------------------------------

    def children(self) -> Function:
        """Return the function `$children`, which a module contains if it plays step by step.

        `$children` returns the number of options of the pending decision.
        """
        bytes_ = WORD * self.unit.layout.length
        most = max(1, ROOM // bytes_)
        self.told = Children(self.unit.memory.room(most * bytes_), most)
        function = Function("$children", (("$from", "i32"), ("$to", "i32")), ("i32",), "children")
        k, to, count, first = (function.local(hint) for hint in ("k", "to", "count", "first"))
        unit, each = self.unit, const(bytes_)
        one: Body = [
            branch_if("$all", compare(">=", get(k), get("$to"))),
            branch_if("$all", compare(">=", get(k), get(count))),
            store(ZERO, get(k), self.batches.done),
            *self.snapshot.back(),
            self.snapshot.offer(),
            *answered(self.unit),
            ("drop", call(STEPS.name, unit.place(Head.PC), get(k))),
            ("memory.copy", get(to), self.snapshot.state, each),
            put(to, add(get(to), each)),
            put(k, add(get(k), const(1))),
            branch("$next"),
        ]
        function.body = [
            store(ZERO, const(-1), self.batches.done),
            put(count, call("$ask", ZERO)),
            self.snapshot.put_aside(),
            put(first, ("global.get", "$options")),
            *self.snapshot.keep_options(function),
            put(to, const(self.told.address)),
            put(k, get("$from")),
            block("$all", [loop("$next", one)]),
            ("global.set", "$options", get(first)),
            *self.snapshot.back(),
            get(count),
        ]
        return function
