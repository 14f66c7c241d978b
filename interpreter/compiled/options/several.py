"""Emits a loop over the combinations of a pick of several values (`interpreter.kernels.several`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamespec.program import Pick
from gamespec.program.budget import PARTS
from interpreter.compiled.expressions.lists import once_each_stored
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import cleared
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    compare,
    const,
    either,
    get,
    load,
    loop,
    put,
    store,
    when,
)
from interpreter.kernels.several import Several

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["several"]


def several(e: Expressions, scope: Scope, pick: Pick, take: Callable[[], Body]) -> Body:
    """Return a loop over the combinations of a pick.

    In each iteration, the pick's slot holds the combination, and the instructions from `take` run.
    """
    unit, function = e.unit, scope.function
    assert pick.counts is not None  # noqa: S101 - asked by the caller
    slot = unit.program.slots[pick.slot]
    values = Several(unit.program, pick, ModuleRoom(unit))
    before, members = once_each_stored(e, scope, pick.source)
    size, k, last = function.local("size"), function.local("k"), function.local("most")
    copy: Body = [
        put(size, members.length),
        ("drop", unit.kernels.call(values.begin, members.address, get(size))),
        unit.spend(const(2), pick.at),
    ]
    low, high = pick.counts
    first_low, up_to = const(low), _least(get(size), const(high))
    numbers: Body = []
    allowed: Wat = const(1)
    begin: Body = [put(k, first_low), put(last, up_to)]
    if pick.many is not None and not pick.many.domain.is_list:
        asked = function.local("asked")
        numbers = [put(asked, e.number(scope, pick.many))]
        inside = and_(compare(">=", get(asked), const(low)), compare("<=", get(asked), get(last)))
        begin = [
            put(last, up_to),
            put(k, get(asked)),
            put(last, either(inside, get(asked), add(get(asked), const(-1)))),
        ]
    elif pick.many is not None:
        made, asked_list = e.wide(scope, pick.many)
        marks = unit.memory.room(high + 1)
        mark = lambda value: [  # noqa: E731 - what takes a member
            when(("i32.le_u", value, const(high)), [store(value, const(1), marks, width="i32.store8")])
        ]
        numbers = [
            *made,
            ("memory.fill", const(marks), ZERO, const(high + 1)),
            *e.through(scope, asked_list, mark),
        ]
        allowed = load(get(k), marks, width="i32.load8_u")
    body = _of_one_number(e, scope, values, (size, k), take)
    walk = e.counting(scope, k, compare(">", get(k), get(last)), [when(allowed, body)])
    return [*before, *copy, *numbers, *begin, *walk, *cleared(unit.slot(pick.slot), slot.size)]


def _least(a: Wat, b: Wat) -> Wat:
    return either(compare("<", a, b), a, b)


def _of_one_number(
    e: Expressions, scope: Scope, values: Several, numbers: tuple[str, str], take: Callable[[], Body]
) -> Body:
    """Return a loop over the combinations of one size, which is in the second local of `numbers`."""
    unit, function, pick = e.unit, scope.function, values.pick
    count, k = map(get, numbers)
    combos, copies, next_ = (function.label(hint) for hint in ("combination", "copies", "next"))
    price = unit.spend(add(const(pick.each), ("i32.div_u", k, const(PARTS))), pick.at)
    lay = unit.kernels.call(values.lay, k)
    if pick.where is None:
        one: Body = [price, lay, *take()]
    elif not pick.asks_which:
        one = [price, lay, when(e.number(scope, pick.where), take())]
    else:
        tried: Body = [
            price,
            lay,
            when(e.number(scope, pick.where), [*take(), branch(next_)]),
            branch_if(copies, unit.kernels.call(values.others, k)),
        ]
        one = [block(next_, [loop(copies, tried)])]
    return [
        unit.kernels.call(values.first, k),
        loop(combos, [*one, branch_if(combos, unit.kernels.call(values.raised, count, k))]),
    ]
