"""Walks over the listed options of the pending decision."""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.options.options import Options
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import WORD
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    add,
    block,
    branch,
    branch_if,
    compare,
    const,
    eqz,
    get,
    loop,
    put,
    subtract,
    when,
)

__all__ = ["at_decision", "every_option"]


def at_decision(unit: Unit, of: Callable[[int], Body]) -> Body:
    """Return the instructions of the site at which the position waits, after which the function returns.

    `of` returns the instructions of each site.
    """
    return [
        when(compare("==", unit.place(Head.PC), const(place)), [*of(i.site), ("return",)])
        for place, i in enumerate(unit.program.code)
        if isinstance(i, Decide)
    ]


def every_option(options: Options, function: Function, k: str, at: str, do: Callable[[int], Body]) -> Body:
    """Return instructions that do something with each listed option of the pending decision, and return.

    `do` says what, for an action. Then the local `at` has the address of the option. The local `k` counts the
    options, from the number that it has before.
    """
    left = function.local("left")

    def of(site: int) -> Body:
        its: Body = []
        for index, action in enumerate(options.unit.program.sites[site].actions):
            done, more = function.label("done"), function.label("more")
            one: Body = [
                branch_if(done, eqz(get(left))),
                *do(action),
                put(at, add(get(at), const(WORD * options.records[action].words))),
                put(k, add(get(k), const(1))),
                put(left, subtract(get(left), const(1))),
                branch(more),
            ]
            its += [
                put(at, options.begins(index)),
                put(left, options.many(index)),
                block(done, [loop(more, one)]),
            ]
        return its

    return at_decision(options.unit, of)
