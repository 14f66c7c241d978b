"""`trail` and `path`: the longest way over members of a list, each once (`interpreter.engine.longest`).

A state is a member and, of a trail, the end by which it is left: three for each member, the third for none.
Which states can follow each is written down first, as bits of a matrix; then `$longest` looks for the longest
way, depth first, with a stack in memory. In what order ways are tried makes no difference to the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from interpreter.compiled.lists import once_each_kept
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
    eqz,
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
from interpreter.compiled.work import charged, due

if TYPE_CHECKING:
    from interpreter.compiled.expressions import Expressions

__all__ = ["longest"]


def longest(e: Expressions, scope: Scope, node: x.Longest) -> Wat:
    """The number of members of the longest way, at most `most`.

    All lists are made before the search begins. Each is written behind the one before it; `starts` says
    where.
    """
    unit, function = e.unit, scope.function
    most = node.over.domain.most
    before, members = once_each_kept(e, scope, node.over)
    flat = unit.memory.words(most * node.body.domain.most)
    starts = unit.memory.words(most + 1)
    i, member, length, best = (function.local(hint) for hint in ("i", "m", "length", "best"))
    inner = scope.bound(node.variable, member)
    gather = e.each(inner, node.body, lambda value: e.appended(flat, length, value), strict=False)
    each: Body = [
        put(member, members.member(get(i))),
        unit.spend(const(node.each), node.at),
        store(shift_left(get(i), 2), get(length), starts),
        *gather,
    ]
    states = most * (3 if node.kind == "trail" else 1)
    tables = _Tables(unit, flat, starts, states, most)
    make = _by_ends if node.kind == "trail" else _by_next
    name = unit.helper(
        f"${node.kind}_{flat}", lambda made: make(made, tables), "$members", "$count", result=True
    )
    search = unit.helper(
        f"$longest_{flat}", lambda made: _search(made, tables), "$count", "$most", "$at", result=True
    )
    walk: Body = [
        put(i, ZERO),
        put(length, ZERO),
        *e.counting(scope, i, compare(">=", get(i), members.length), each),
        store(shift_left(members.length, 2), get(length), starts),
        put(best, members.length),
        when(compare(">", get(best), const(node.most)), [put(best, const(node.most))]),
    ]
    found = call(search, call(name, members.address, members.length), get(best), const(node.at))
    return e.valued(scope, [*before, *walk], found)


class _Tables:
    """Where the lists of members lie, and the matrix of which state can follow which."""

    def __init__(self, unit: Unit, flat: int, starts: int, states: int, members: int) -> None:
        self.unit, self.flat, self.starts, self.states = unit, flat, starts, states
        self.ends = states // members if members else 1
        self.row = (states + 7) // 8
        self.matrix = unit.memory.room(max(1, self.row * states))
        self.used = unit.memory.room(members + 1)
        self.stack, self.next = unit.memory.words(members + 1), unit.memory.words(members + 1)

    def start(self, member: Wat) -> Wat:
        """Where the list of a member begins, as an index."""
        return load(shift_left(member, 2), self.starts)

    def listed(self, index: Wat) -> Wat:
        """What stands in the lists at an index."""
        return load(shift_left(index, 2), self.flat)

    def follows(self, state: Wat, following: Wat) -> Body:
        """Write down that a state can follow another."""
        at = add(multiply(state, const(self.row)), ("i32.shr_u", following, const(3)))
        bit: Wat = ("i32.shl", const(1), ("i32.and", following, const(7)))
        old = load(at, self.matrix, width="i32.load8_u")
        return [store(at, ("i32.or", old, bit), self.matrix, width="i32.store8")]

    def can_follow(self, state: Wat, following: Wat) -> Wat:
        """Whether a state can follow another."""
        at = add(multiply(state, const(self.row)), ("i32.shr_u", following, const(3)))
        byte = load(at, self.matrix, width="i32.load8_u")
        return ("i32.and", ("i32.shr_u", byte, ("i32.and", following, const(7))), const(1))

    def cleared(self) -> Wat:
        """Let nothing follow anything."""
        return ("memory.fill", const(self.matrix), ZERO, const(self.row * self.states))


def _counted(local: str, first: Wat, end: Wat, body: Body, label: str) -> Body:
    step: Body = [put(local, add(get(local), const(1))), branch(f"${label}")]
    walk = [branch_if(f"${label}_end", compare(">=", get(local), end)), *body, *step]
    return [put(local, first), block(f"${label}_end", [loop(f"${label}", walk)])]


def _by_next(function: Function, t: _Tables) -> None:
    """A member is followed by those in its list; how many states there are."""
    m, i, other = (function.local(hint) for hint in ("m", "i", "other"))
    named = load(add(get("$members"), shift_left(get(other), 2)))
    match = when(compare("==", named, t.listed(get(i))), t.follows(get(m), get(other)))
    others = _counted(other, ZERO, get("$count"), [match], "others")
    lists = _counted(i, t.start(get(m)), t.start(add(get(m), const(1))), others, "list")
    function.body = [t.cleared(), *_counted(m, ZERO, get("$count"), lists, "members"), get("$count")]


def _by_ends(function: Function, t: _Tables) -> None:
    """A member left by an end is followed by each other that has it, left by the other end if it has two."""
    m, i, other, j = (function.local(hint) for hint in ("m", "i", "other", "j"))
    mine, theirs = subtract(get(i), t.start(get(m))), subtract(get(j), t.start(get(other)))
    two = compare(">", subtract(t.start(add(get(other), const(1))), t.start(get(other))), const(1))
    onward: Wat = ("if", ("result", "i32"), two, ("then", subtract(const(1), theirs)), ("else", const(2)))
    state, following = (
        add(multiply(get(m), const(3)), mine),
        add(multiply(get(other), const(3)), onward),
    )
    meets = when(compare("==", t.listed(get(i)), t.listed(get(j))), t.follows(state, following))
    ends = _counted(j, t.start(get(other)), t.start(add(get(other), const(1))), [meets], "their_ends")
    others = _counted(other, ZERO, get("$count"), [when(compare("!=", get(other), get(m)), ends)], "others")
    own = _counted(i, t.start(get(m)), t.start(add(get(m), const(1))), others, "own_ends")
    function.body = [
        t.cleared(),
        *_counted(m, ZERO, get("$count"), own, "members"),
        multiply(get("$count"), const(3)),
    ]


def _search(function: Function, t: _Tables) -> None:
    """Depth first from each state, until `$most` members are in a row; `$count` is the number of states."""
    start, depth, best, state, following = (
        function.local(hint) for hint in ("start", "depth", "best", "state", "following")
    )

    def member(of: Wat) -> Wat:
        return of if t.ends == 1 else ("i32.div_u", of, const(t.ends))

    def used(of: Wat) -> Wat:
        return load(member(of), t.used, width="i32.load8_u")

    def mark(of: Wat, value: Wat) -> Wat:
        return store(member(of), value, t.used, width="i32.store8")

    top = shift_left(add(get(depth), const(-1)), 2)
    fits = ("i32.and", t.can_follow(get(state), get(following)), eqz(used(get(following))))
    look: Body = [
        branch_if("$none", compare(">=", get(following), get("$count"))),
        branch_if("$some", fits),
        put(following, add(get(following), const(1))),
        branch("$look"),
    ]
    push: Body = [
        store(top, add(get(following), const(1)), t.next),
        mark(get(following), const(1)),
        store(shift_left(get(depth), 2), get(following), t.stack),
        store(shift_left(get(depth), 2), ZERO, t.next),
        put(depth, add(get(depth), const(1))),
        branch("$step"),
    ]
    pop: Body = [
        mark(get(state), ZERO),
        put(depth, add(get(depth), const(-1))),
        branch_if("$step", get(depth)),
    ]
    step: Body = [
        charged(const(1), get("$at")),
        due(get("$at")),
        when(compare(">", get(depth), get(best)), [put(best, get(depth))]),
        branch_if("$enough", compare(">=", get(best), get("$most"))),
        put(state, load(top, t.stack)),
        put(following, load(top, t.next)),
        block("$none", [block("$some", [loop("$look", look)]), *push]),
        *pop,
    ]
    begin: Body = [
        mark(get(start), const(1)),
        store(ZERO, get(start), t.stack),
        store(ZERO, ZERO, t.next),
        put(depth, const(1)),
        loop("$step", step),
    ]
    function.body = [
        ("memory.fill", const(t.used), ZERO, const(t.states // t.ends + 1)),
        block("$enough", _counted(start, ZERO, get("$count"), begin, "starts")),
        get(best),
    ]
