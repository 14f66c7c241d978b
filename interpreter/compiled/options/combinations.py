"""Emits code that counts the combinations of a pick, as `interpreter.kernels.combinations` describes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import Action, Pick
from gamespec.program.budget import OPTION, PARTS
from interpreter.compiled.expressions.lists import once_each_stored
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    compare,
    const,
    get,
    load,
    multiply,
    put,
    store,
    when,
)
from interpreter.compiled.wasm.work import due
from interpreter.kernels import combinations as kernels

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["Combinations", "are_combinations"]


def are_combinations(action: Action) -> bool:
    """Return whether an action's options are the combinations of a single pick without conditions."""
    if len(action.picks) != 1:
        return False
    pick = action.picks[0]
    return pick.counts is not None and pick.where is None and not pick.alike and not pick.hidden


class Combinations:
    """Emits code that counts the combinations of one pick, and finds a combination by its index."""

    def __init__(self, e: Expressions, pick: Pick) -> None:
        self.e, self.unit, self.pick = e, e.unit, pick
        self.own = kernels.Combinations(e.unit.program, pick, ModuleRoom(e.unit))

    def total(self, scope: Scope, count: str) -> Body:
        """Return the instructions that put the number of combinations into the local `count`.

        They also store the candidates from which `taken` forms a combination.
        """
        e, function, pick, made = self.e, scope.function, self.pick, self.unit.kernels
        before, members = once_each_stored(e, scope, pick.source)
        k, some = function.local("k"), function.local("some")
        asked, allowed = self._asked(scope, k)
        price = add(const(pick.each + OPTION), ("i32.div_u", get(k), const(PARTS)))
        one: Body = [
            *made.assigned(function, some, self.own.count, get(k), allowed),
            e.unit.spend(multiply(price, get(some)), pick.at),
            due(pick.at),
            put(count, add(get(count), get(some))),
        ]
        return [
            *before,
            made.call(self.own.begin, members.address, members.length),
            e.unit.spend(const(2), pick.at),
            *asked,
            put(count, ZERO),
            put(k, const(self.own.low)),
            *e.counting(scope, k, compare(">", get(k), const(self.own.high)), one),
        ]

    def _asked(self, scope: Scope, k: str) -> tuple[Body, Wat]:
        """Return instructions that find the allowed sizes, and the test whether the size `k` is allowed."""
        e, many, width = self.e, self.pick.many, self.own.high + 1
        if many is None:
            return [], const(1)
        if not many.domain.is_list:
            asked = scope.function.local("asked")
            return [put(asked, e.number(scope, many))], compare("==", get(k), get(asked))
        made, stored = e.materialized(scope, many)
        marks = e.unit.memory.room(width)
        mark = lambda value: [  # noqa: E731 - what takes a member
            when(("i32.lt_u", value, const(width)), [store(value, const(1), marks, width="i32.store8")])
        ]
        cleared: Wat = ("memory.fill", const(marks), ZERO, const(width))
        return [*made, cleared, *e.through(scope, stored, mark)], load(get(k), marks, width="i32.load8_u")

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Return the instruction that puts the combination with the given number into the pick's slot."""
        del scope  # several values are always stored in the position
        return [self.unit.kernels.call(self.own.take, number)]
