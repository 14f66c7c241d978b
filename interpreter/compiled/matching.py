"""`matching`: how many members of a list can each have a candidate (`interpreter.engine.matching`).

All lists are made first, one behind the other. A candidate is known by the first place at which its value
stands. Then each member looks for a way to be served, breadth first, as the definitional engine does; how
many are served does not depend on the order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from interpreter.compiled.unit import Scope, Unit
from interpreter.compiled.wat import (
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
    put,
    shift_left,
    store,
    when,
)
from interpreter.compiled.work import charged

if TYPE_CHECKING:
    from interpreter.compiled.expressions import Expressions

__all__ = ["matching"]


def matching(e: Expressions, scope: Scope, node: x.Quantifier) -> Wat:
    """To how many members of a list one of their candidates can be given, none twice."""
    unit, function = e.unit, scope.function
    most, wide = node.over.domain.most, node.body.domain.most
    lists = _Lists(unit, most, most * wide)
    before, members = e.wide(scope, node.over)
    i, count, length, member = (function.local(hint) for hint in ("i", "count", "length", "m"))
    inner = scope.bound(node.variable, member)
    gather = e.each(inner, node.body, lambda value: e.appended(lists.values, length, value), strict=False)
    each: Body = [
        put(member, members.member(get(i))),
        unit.spend(const(node.each), node.at),
        store(shift_left(get(i), 2), get(length), lists.starts),
        *gather,
    ]
    name = unit.helper(
        f"$matching_{lists.values}", lambda made: _matched(made, lists), "$count", "$at", result=True
    )
    walk = e.counting(scope, i, compare(">=", get(i), get(count)), each)
    return e.valued(
        scope,
        [
            *before,
            put(count, members.length),
            put(i, ZERO),
            put(length, ZERO),
            *walk,
            store(shift_left(get(count), 2), get(length), lists.starts),
        ],
        call(name, get(count), const(node.at)),
    )


class _Lists:
    """Where the candidates of each member lie, and what is found while members are served."""

    def __init__(self, unit: Unit, members: int, candidates: int) -> None:
        room = unit.memory.words
        self.unit = unit
        self.values, self.same = room(candidates), room(candidates)
        self.starts = room(members + 1)
        self.owner, self.wanted = room(candidates), room(candidates)
        self.given, self.asking = room(members), room(members)


def _at(room: int, index: Wat) -> Wat:
    return load(shift_left(index, 2), room)


def _set(room: int, index: Wat, value: Wat) -> Wat:
    return store(shift_left(index, 2), value, room)


def _loop(local: str, first: Wat, end: Wat, body: Body, label: str) -> Body:
    step: Body = [put(local, add(get(local), const(1))), branch(f"${label}")]
    walk = [branch_if(f"${label}_end", compare(">=", get(local), end)), *body, *step]
    return [put(local, first), block(f"${label}_end", [loop(f"${label}", walk)])]


def _matched(function: Function, lists: _Lists) -> None:
    """Serve the members, one after another; nobody has a candidate at first."""
    t, s, m, served = (function.local(hint) for hint in ("t", "s", "m", "served"))
    flat = _at(lists.starts, get("$count"))
    equal = compare("==", _at(lists.values, get(s)), _at(lists.values, get(t)))
    look: Body = [
        put(s, ZERO),
        block(
            "$first",
            [loop("$look", [branch_if("$first", equal), put(s, add(get(s), const(1))), branch("$look")])],
        ),
        _set(lists.same, get(t), get(s)),
        _set(lists.owner, get(t), const(-1)),
    ]
    serve = lists.unit.helper(
        f"$serve_{lists.values}", lambda made: _serve(made, lists), "$member", "$flat", "$at", result=True
    )
    function.body = [
        *_loop(t, ZERO, flat, look, "candidates"),
        *_loop(m, ZERO, get("$count"), [_set(lists.given, get(m), const(-1))], "nobody"),
        *_loop(
            m,
            ZERO,
            get("$count"),
            [put(served, add(get(served), call(serve, get(m), flat, get("$at"))))],
            "members",
        ),
        get(served),
    ]


def _serve(function: Function, lists: _Lists) -> None:
    """Give a member a candidate, if others can change theirs for that; whether it has one."""
    t, asks, head, tail, mine, takes, before = (
        function.local(hint) for hint in ("t", "asks", "head", "tail", "candidate", "takes", "before")
    )
    change: Body = [
        put(takes, _at(lists.wanted, get(mine))),
        _set(lists.owner, get(mine), get(takes)),
        put(before, _at(lists.given, get(takes))),
        _set(lists.given, get(takes), get(mine)),
        put(mine, get(before)),
        branch_if("$change", compare(">=", get(mine), ZERO)),
        ("return", const(1)),
    ]
    owner = _at(lists.owner, get(mine))
    fresh: Body = [
        _set(lists.wanted, get(mine), get(asks)),
        when(compare("<", owner, ZERO), [loop("$change", change)]),
        _set(lists.asking, get(tail), owner),
        put(tail, add(get(tail), const(1))),
    ]
    each: Body = [
        put(mine, _at(lists.same, get(t))),
        when(compare("<", _at(lists.wanted, get(mine)), ZERO), fresh),
    ]
    begin, end = _at(lists.starts, get(asks)), _at(lists.starts, add(get(asks), const(1)))
    asking: Body = [
        put(asks, _at(lists.asking, get(head))),
        charged(("i32.sub", end, begin), get("$at")),
        *_loop(t, begin, end, each, "candidates"),
    ]
    function.body = [
        *_loop(t, ZERO, get("$flat"), [_set(lists.wanted, get(t), const(-1))], "clear"),
        _set(lists.asking, ZERO, get("$member")),
        put(tail, const(1)),
        *_loop(head, ZERO, get(tail), asking, "asking"),
        ZERO,
    ]
