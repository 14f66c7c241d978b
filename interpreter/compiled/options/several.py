"""Choices of several values of one name (`interpreter.engine.options.several`): combinations by sorts.

Alike values are one sort. Written out, each sort repeated for its copies, the sorts are a row (`every`); a
combination of k values is k of its places from the left, advanced like an odometer, so that alike ones never
occur twice. Which copies of a sort are taken (`which`) is another odometer: it stays at the first copies,
unless the condition depends on which they are and rejects them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamespec.program import Pick
from gamespec.program.budget import PARTS
from gamespec.program.tables import Head
from interpreter.compiled.expressions.lists import once_each_kept
from interpreter.compiled.unit.unit import Scope, Unit
from interpreter.compiled.wasm.memory import WORD
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
    either,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
    subtract,
    when,
)

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["several"]


def several(e: Expressions, scope: Scope, pick: Pick, take: Callable[[], Body]) -> Body:
    """Go through the combinations of a pick; each stands in its slot when it is taken."""
    unit, function = e.unit, scope.function
    assert pick.counts is not None  # noqa: S101 - asked by the caller
    slot = unit.program.slots[pick.slot]
    state = _State(unit, pick, slot.place)
    before, members = once_each_kept(e, scope, pick.source)
    size, k, last = function.local("size"), function.local("k"), function.local("most")
    copy: Body = [
        put(size, members.length),
        ("memory.copy", const(state.members), members.address, shift_left(get(size), 2)),
        call(state.sorted(), get(size)),
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
    body = _of_one_number(e, scope, pick, state, k, take)
    walk = e.counting(scope, k, compare(">", get(k), get(last)), [when(allowed, body)])
    clear = [("memory.fill", const(unit.slot(pick.slot)), ZERO, const(WORD * slot.size))]
    return [*before, *copy, *numbers, *begin, *walk, *clear]


def _least(a: Wat, b: Wat) -> Wat:
    return either(compare("<", a, b), a, b)


def _of_one_number(  # noqa: PLR0913 - a pick, its state, and who takes what is found
    e: Expressions, scope: Scope, pick: Pick, state: _State, k: str, take: Callable[[], Body]
) -> Body:
    """Go through the combinations of so many values."""
    unit, function = e.unit, scope.function
    combos, copies, next_ = (function.label(hint) for hint in ("combination", "copies", "next"))
    price = unit.spend(add(const(pick.each), ("i32.div_u", get(k), const(PARTS))), pick.at)
    lay = call(state.laid(), get(k))
    if pick.where is None:
        one: Body = [price, lay, *take()]
    elif not pick.asks_which:
        one = [price, lay, when(e.number(scope, pick.where), take())]
    else:
        tried: Body = [
            price,
            lay,
            when(e.number(scope, pick.where), [*take(), branch(next_)]),
            branch_if(copies, call(state.others(), get(k))),
        ]
        one = [block(next_, [loop(copies, tried)])]
    return [
        call(state.first(), get(k)),
        loop(combos, [*one, branch_if(combos, call(state.raised(), get(k)))]),
    ]


class _State:
    """Where the sorts of a pick's values lie, and how far its combinations have been gone through."""

    def __init__(self, unit: Unit, pick: Pick, place: int) -> None:
        assert pick.counts is not None  # noqa: S101 - asked by the caller
        self.unit, self.pick, self.place = unit, pick, place
        most, chosen = pick.source.domain.most, max(pick.counts[1], 1)
        room = unit.memory.words
        self.members, self.sort_of, self.every = room(most), room(most), room(most)
        self.caps, self.begins, self.of_sort, self.filled = room(most), room(most + 1), room(most), room(most)
        self.taken, self.which = room(chosen), room(chosen)
        self.marks, self.size = unit.memory.room(most), room(1)
        self.name = f"$several{len(unit.functions)}_{self.members}"

    def _at(self, room: int, index: Wat) -> Wat:
        return load(shift_left(index, 2), room)

    def _set(self, room: int, index: Wat, value: Wat) -> Wat:
        return store(shift_left(index, 2), value, room)

    def _helper(self, what: str, make: Callable[[Function], None], *, result: bool = False) -> str:
        return self.unit.helper(f"{self.name}_{what}", make, "$k", result=result)

    def _alike(self, a: Wat, b: Wat) -> Wat:
        """Whether two members are of one sort: they have a face in common, and the decider knows both."""
        unit, pick = self.unit, self.pick
        if not pick.alike:
            return ZERO
        faces = unit.memory.table(unit.program.faces)
        same = compare("==", faces.at(a), faces.at(b))
        if not pick.hidden:
            return same
        known = unit.layout.known
        both = and_(unit.place_at(known, a), unit.place_at(known, b))
        return and_(same, and_(("i32.shr_u", both, unit.place(Head.ME)), const(1)))

    def sorted(self) -> str:
        """`(n)`: put the members into sorts, in the order of the first of each."""
        return self._helper("sorts", self._sorted)

    def _sorted(self, function: Function) -> None:
        i, j, sorts, at = (function.local(hint) for hint in ("i", "j", "sorts", "at"))
        n = get("$k")
        member, other = self._at(self.members, get(i)), self._at(self.members, get(j))
        look: Body = [
            branch_if("$found", compare(">=", get(j), get(i))),
            branch_if("$found", self._alike(member, other)),
            put(j, add(get(j), const(1))),
            branch("$look"),
        ]
        new: Body = [
            self._set(self.sort_of, get(i), get(sorts)),
            self._set(self.caps, get(sorts), const(1)),
            put(sorts, add(get(sorts), const(1))),
        ]
        sort = self._at(self.sort_of, get(j))
        old: Body = [
            self._set(self.sort_of, get(i), sort),
            self._set(self.caps, sort, add(self._at(self.caps, sort), const(1))),
        ]
        group: Body = [
            put(j, ZERO),
            block("$found", [loop("$look", look)]),
            when(compare("==", get(j), get(i)), new, old),
        ]
        begin: Body = [
            self._set(self.begins, get(i), get(at)),
            self._set(self.filled, get(i), get(at)),
            put(at, add(get(at), self._at(self.caps, get(i)))),
        ]
        mine = self._at(self.sort_of, get(i))
        place: Body = [
            put(at, self._at(self.filled, mine)),
            self._set(self.of_sort, get(at), get(i)),
            self._set(self.every, get(at), mine),
            self._set(self.filled, mine, add(get(at), const(1))),
        ]
        function.body = [
            store(ZERO, n, self.size),
            *_each(i, n, group, "group"),
            put(at, ZERO),
            *_each(i, get(sorts), begin, "begin"),
            self._set(self.begins, get(sorts), n),
            *_each(i, n, place, "place"),
        ]

    def first(self) -> str:
        """`(k)`: the first combination of so many."""

        def make(function: Function) -> None:
            i = function.local("i")
            body: Body = [self._set(self.taken, get(i), self._at(self.every, get(i)))]
            function.body = [*_each(i, get("$k"), body, "take"), call(self._firsts(), get("$k"))]

        return self._helper("first", make)

    def _firsts(self) -> str:
        """`(k)`: of each sort the first copies."""

        def make(function: Function) -> None:
            i, run = function.local("i"), function.local("run")
            sort, before = self._at(self.taken, get(i)), self._at(self.taken, add(get(i), const(-1)))
            same = either(get(i), compare("==", sort, before), ZERO)
            body: Body = [
                put(run, either(same, add(get(run), const(1)), ZERO)),
                self._set(self.which, get(i), get(run)),
            ]
            function.body = _each(i, get("$k"), body, "copies")

        return self._helper("firsts", make)

    def raised(self) -> str:
        """`(k)`: the next combination of so many; whether there is one."""

        def make(function: Function) -> None:
            i, at = function.local("i"), function.local("at")
            k = get("$k")
            last = subtract(load(ZERO, self.size), k)
            top = self._at(self.every, add(last, get(i)))
            down: Body = [
                put(i, add(get(i), const(-1))),
                when(compare("<", get(i), ZERO), [("return", ZERO)]),
                branch_if("$down", compare(">=", self._at(self.taken, get(i)), top)),
            ]
            follow: Body = [
                branch_if("$end", compare(">=", get(i), k)),
                self._set(self.taken, get(i), self._at(self.every, get(at))),
                put(i, add(get(i), const(1))),
                put(at, add(get(at), const(1))),
                branch("$follow"),
            ]
            function.body = [
                put(i, k),
                loop("$down", down),
                put(at, self._at(self.begins, add(self._at(self.taken, get(i)), const(1)))),
                block("$end", [loop("$follow", follow)]),
                call(self._firsts(), k),
                const(1),
            ]

        return self._helper("raised", make, result=True)

    def others(self) -> str:
        """`(k)`: the next copies of the same sorts; whether there are any.

        The last place goes up that can, within its sort; those of that sort follow it, others begin anew.
        """

        def make(function: Function) -> None:
            i, end, at = (function.local(hint) for hint in ("i", "end", "at"))
            k, sort = get("$k"), self._at(self.taken, get(i))
            room = subtract(self._at(self.caps, sort), subtract(get(end), get(i)))  # the last copy it may be
            mine = self._at(self.which, get(i))
            apart = compare("!=", self._at(self.taken, add(get(i), const(1))), sort)
            ends = either(compare("==", add(get(i), const(1)), k), const(1), apart)
            down: Body = [
                put(i, add(get(i), const(-1))),
                when(compare("<", get(i), ZERO), [("return", ZERO)]),
                when(ends, [put(end, add(get(i), const(1)))]),
                branch_if("$down", compare(">=", mine, room)),
            ]
            before = self._at(self.which, add(get(at), const(-1)))
            begins = compare(
                "!=", self._at(self.taken, get(at)), self._at(self.taken, add(get(at), const(-1)))
            )
            follow: Body = [
                branch_if("$set", compare(">=", get(at), k)),
                self._set(self.which, get(at), either(begins, ZERO, add(before, const(1)))),
                put(at, add(get(at), const(1))),
                branch("$follow"),
            ]
            function.body = [
                put(i, k),
                loop("$down", down),
                self._set(self.which, get(i), add(mine, const(1))),
                put(at, add(get(i), const(1))),
                block("$set", [loop("$follow", follow)]),
                const(1),
            ]

        return self._helper("others", make, result=True)

    def laid(self) -> str:
        """`(k)`: write the members that are meant into the slot, in the order of the list."""

        def make(function: Function) -> None:
            i, to = function.local("i"), function.local("to")
            sort = self._at(self.taken, get(i))
            index = self._at(self.of_sort, add(self._at(self.begins, sort), self._at(self.which, get(i))))
            mark: Body = [store(index, const(1), self.marks, width="i32.store8")]
            marked = load(get(i), self.marks, width="i32.load8_u")
            members = self.unit.slot(self.pick.slot, 1)
            move: Body = [
                when(
                    marked,
                    [
                        store(shift_left(get(to), 2), self._at(self.members, get(i)), members),
                        put(to, add(get(to), const(1))),
                        store(get(i), ZERO, self.marks, width="i32.store8"),
                    ],
                )
            ]
            function.body = [
                *_each(i, get("$k"), mark, "mark"),
                *_each(i, load(ZERO, self.size), move, "move"),
                self.unit.put(self.place, get("$k")),
            ]

        return self._helper("laid", make)


def _each(local: str, count: Wat, body: Body, label: str) -> Body:
    """A loop of a local from 0 on."""
    step: Body = [put(local, add(get(local), const(1))), branch(f"${label}")]
    walk = [branch_if(f"${label}_end", compare(">=", get(local), count)), *body, *step]
    return [put(local, ZERO), block(f"${label}_end", [loop(f"${label}", walk)])]
