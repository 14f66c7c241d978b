"""Combinations that are counted rather than listed, for random choices.

If no condition is evaluated for a combination, and no two values are alike, the number of combinations of k
values is the binomial coefficient, and the r-th is found by unranking. Its first value is the first one for
which r is less than the number of combinations that begin with it or an earlier value; the other values
follow in the same way. The order is that of `several`: fewer values first, then by the indexes of the values
in their list.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from gamespec.program import Action, Pick
from gamespec.program.budget import BUDGET, OPTION, PARTS
from interpreter.compiled.expressions.lists import once_each_kept
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
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
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.compiled.wasm.work import due

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["Combinations", "are_combinations"]


def are_combinations(action: Action) -> bool:
    """Return whether an action's options are the combinations of one pick without conditions."""
    if len(action.picks) != 1:
        return False
    pick = action.picks[0]
    return pick.counts is not None and pick.where is None and not pick.alike and not pick.hidden


class Combinations:
    """Counts the combinations of one pick, and unranks them."""

    def __init__(self, e: Expressions, pick: Pick) -> None:
        assert pick.counts is not None  # noqa: S101 - asked by the caller
        self.e, self.unit, self.pick = e, e.unit, pick
        self.low, self.high = pick.counts
        most = pick.source.domain.most
        room = self.unit.memory.words
        self._members, self._size, self._allowed = room(most), room(1), room(self.high + 1)
        self._width = self.high + 1
        self._table = self.unit.memory.table(
            [min(comb(n, k), BUDGET + 1) for n in range(most + 1) for k in range(self._width)]
        )

    def _combinations(self, n: Wat, k: Wat) -> Wat:
        """Return the tree for the number of combinations of k out of n values, saturated above the budget."""
        return self._table.at(add(multiply(n, const(self._width)), k))

    def total(self, scope: Scope, count: str) -> Body:
        """Return the instructions that count the combinations, and store the values for `taken`."""
        e, function, pick = self.e, scope.function, self.pick
        before, members = once_each_kept(e, scope, pick.source)
        size, k, some, allows = (function.local(hint) for hint in ("size", "k", "some", "allows"))
        asked, allowed = self._asked(scope, k)
        price = add(const(pick.each + OPTION), ("i32.div_u", get(k), const(PARTS)))
        one: Body = [
            put(allows, and_(allowed, compare("<=", get(k), get(size)))),
            store(shift_left(get(k), 2), get(allows), self._allowed),
            put(some, ZERO),
            when(get(allows), [put(some, self._combinations(get(size), get(k)))]),
            e.unit.spend(multiply(price, get(some)), pick.at),
            due(pick.at),
            put(count, add(get(count), get(some))),
        ]
        return [
            *before,
            put(size, members.length),
            store(ZERO, get(size), self._size),
            ("memory.copy", const(self._members), members.address, shift_left(get(size), 2)),
            e.unit.spend(const(2), pick.at),
            *asked,
            put(count, ZERO),
            put(k, const(self.low)),
            *e.counting(scope, k, compare(">", get(k), const(self.high)), one),
        ]

    def _asked(self, scope: Scope, k: str) -> tuple[Body, Wat]:
        """Return the instructions that find the allowed sizes, and the test that `k` is one of them."""
        e, many = self.e, self.pick.many
        if many is None:
            return [], const(1)
        if not many.domain.is_list:
            asked = scope.function.local("asked")
            return [put(asked, e.number(scope, many))], compare("==", get(k), get(asked))
        made, kept = e.kept(scope, many)
        marks = e.unit.memory.room(self._width)
        mark = [("memory.fill", const(marks), ZERO, const(self._width))]
        walk = e.through(
            scope,
            kept,
            lambda value: [
                when(
                    ("i32.lt_u", value, const(self._width)),
                    [store(value, const(1), marks, width="i32.store8")],
                )
            ],
        )
        return [*made, *mark, *walk], load(get(k), marks, width="i32.load8_u")

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Return the instruction that puts the combination with the given number into the slot."""
        del scope  # lists lie in the position
        return [call(self.unit.helper(f"$combination_{self._members}", self._taken, "$r"), number)]

    def _taken(self, function: Function) -> None:
        k, i, at, some = (function.local(hint) for hint in ("k", "i", "at", "some"))
        size = load(ZERO, self._size)
        place = self.unit.program.slots[self.pick.slot].place
        find: Body = [
            put(some, self._combinations(size, get(k))),
            when(
                load(shift_left(get(k), 2), self._allowed),
                [
                    branch_if("$found", compare("<", get("$r"), get(some))),
                    put("$r", subtract(get("$r"), get(some))),
                ],
            ),
            put(k, add(get(k), const(1))),
            branch("$find"),
        ]
        left = subtract(
            subtract(size, get(at)), const(1)
        )  # values behind this one, of which k - i - 1 are taken
        member = load(shift_left(get(at), 2), self._members)
        take: Body = [
            store(shift_left(get(i), 2), member, self.unit.slot(self.pick.slot, 1)),
            put(i, add(get(i), const(1))),
        ]
        walk: Body = [
            branch_if("$whole", compare(">=", get(i), get(k))),
            put(some, self._combinations(left, subtract(subtract(get(k), get(i)), const(1)))),
            when(compare("<", get("$r"), get(some)), take, [put("$r", subtract(get("$r"), get(some)))]),
            put(at, add(get(at), const(1))),
            branch("$walk"),
        ]
        function.body = [
            put(k, const(self.low)),
            block("$found", [loop("$find", find)]),
            self.unit.put(place, get(k)),
            block("$whole", [loop("$walk", walk)]),
        ]
