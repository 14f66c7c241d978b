"""Emits expressions that derive lists from other lists, and expressions that query lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.domain import NONE, Domain
from interpreter.compiled.expressions import zones
from interpreter.compiled.expressions.boards import stored_ray, stored_row
from interpreter.compiled.expressions.reaching import reached
from interpreter.compiled.expressions.set_masks import lowest
from interpreter.compiled.state import bits
from interpreter.compiled.state.zone_sets import counted
from interpreter.compiled.translate.room import array
from interpreter.compiled.unit.unit import Scope, StoredList
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    block,
    branch,
    branch_if,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.kernels.sorting import sort_longs
from interpreter.play import faults

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions, Take
    from interpreter.kernels.terms import Words

__all__ = ["each_listed", "first_few", "materialized", "number", "once_each", "once_each_stored", "same"]

SIGN = const(-(1 << 31))

SMALL = 1 << 16
"""Maximum number of possible values for which seen values are marked in a table of bytes."""


def number(
    e: Expressions,
    scope: Scope,
    node: x.InList | x.Length | x.Nth | x.End | x.Only | x.ExtremeOf,
) -> Wat:
    """Return the tree for an expression that queries a list."""
    match node:
        case x.InList():
            return _in_list(e, scope, node)
        case x.Length(of=of):
            return _length(e, scope, of)
        case x.Nth():
            return _nth(e, scope, node)
        case x.End():
            return _end(e, scope, node)
        case x.Only():
            return _only(e, scope, node)
        case x.ExtremeOf():
            return _extreme(e, scope, node)


def same(e: Expressions, scope: Scope, left: x.Expression, right: x.Expression, at: int) -> Wat:
    """Return the test that two lists have the same members in the same order."""
    (first, a), (second, b) = e.materialized(scope, left), e.materialized(scope, right)
    i, equal = scope.function.local("i"), scope.function.local("equal")
    length, other = scope.function.local("length"), scope.function.local("other")
    known, more = scope.function.label("known"), scope.function.label("more")
    walk: Body = [
        branch_if(known, compare(">=", get(i), get(length))),
        when(compare("!=", a.member(get(i)), b.member(get(i))), [put(equal, ZERO), branch(known)]),
        put(i, add(get(i), const(1))),
        branch(more),
    ]
    before: Body = [
        *first,
        put(length, a.length),
        *second,
        put(other, b.length),
        put(equal, compare("==", get(length), get(other))),
        when(get(equal), [e.unit.spend(get(length), at), put(i, ZERO), block(known, [loop(more, walk)])]),
    ]
    return e.valued(scope, before, get(equal))


def _in_list(e: Expressions, scope: Scope, node: x.InList) -> Wat:
    """Return the test that a value is in a list; the value is evaluated before the list."""
    before, item = e.once(scope, e.number(scope, node.item), "item")
    match node.of:
        case x.Fixed(values=values):
            return e.valued(scope, before, _among(e, item, values))
        case x.Numbers(low=low, high=high):
            more, least = e.once(scope, e.number(scope, low), "low")
            also, greatest = e.once(scope, e.number(scope, high), "high")
            inside: Wat = ("i32.and", compare("<=", least, item), compare("<=", item, greatest))
            return e.valued(scope, [*before, *more, *also], inside)
        case x.FamilyContents(family=number):
            family, zone_of = e.unit.program.families[number], e.unit.layout.zone_of
            lies = add(e.unit.place_at(zone_of, item), const(-family.first))
            there: Wat = ("i32.lt_u", lies, const(family.count))
            return e.valued(scope, before, either(compare(">=", item, ZERO), there, ZERO))
        case _:
            found, done = scope.function.local("among"), scope.function.label("known")
            hit = [put(found, const(1)), branch(done)]
            walk = e.each(scope, node.of, lambda value: [when(compare("==", value, item), hit)], strict=True)
            return e.valued(scope, [*before, put(found, ZERO), block(done, walk)], get(found))


def _among(e: Expressions, item: Wat, values: tuple[int, ...]) -> Wat:
    """Return the test that a value equals one of the constants, made by comparisons or with a table."""
    members = sorted(set(values))
    if not members:
        return ZERO
    low, high = members[0], members[-1]
    if high - low + 1 == len(members):
        return ("i32.lt_u", subtract(item, const(low)), const(len(members)))
    if len(members) <= 3 or high - low >= SMALL:  # noqa: PLR2004 - as quick as a table
        found: Wat = compare("==", item, const(low))
        for member in members[1:]:
            found = ("i32.or", found, compare("==", item, const(member)))
        return found
    table = e.unit.memory.table([int(i in set(members)) for i in range(low, high + 1)])
    inside: Wat = ("i32.lt_u", subtract(item, const(low)), const(high - low + 1))
    return either(inside, table.at(subtract(item, const(low))), ZERO)


def _length(e: Expressions, scope: Scope, of: x.Expression) -> Wat:
    match of:
        case x.Apply(function=function) if e.unit.memo.of(function) is not None:
            before, stored = e.materialized(scope, of)
            return e.valued(scope, before, stored.length)
        case x.Local(slot=slot) if slot in scope.sets:
            return bits.count(scope.sets[slot])
        case x.Fixed() | x.Variable() | x.Local() | x.Union() | x.Distinct() | x.Reach() | x.ByPlace():
            before, stored = e.materialized(scope, of)
            return e.valued(scope, before, stored.length)
        case x.FamilyContents():
            return zones.family_length(e, scope, of)
        case _:
            source = e.masks.source(of)
            if source is not None:
                made, words = e.masks.words(scope, source)
                return e.valued(scope, made, counted(words))
            count = scope.function.local("length")
            walk = e.each(scope, of, lambda _: [put(count, add(get(count), const(1)))], strict=False)
            return e.valued(scope, [put(count, ZERO), *walk], get(count))


def _nth(e: Expressions, scope: Scope, node: x.Nth) -> Wat:
    before, stored = _stands(e, scope, node.of)
    more, n = e.once(scope, e.number(scope, node.place), "n")
    fault = e.unit.fault(faults.NO_MEMBER, node.at, n=n, length=stored.length)
    outside: Wat = ("i32.ge_u", add(n, const(-1)), stored.length)
    return e.valued(scope, [*before, *more, when(outside, fault)], stored.member(add(n, const(-1))))


def _stands(e: Expressions, scope: Scope, node: x.Expression) -> tuple[Body, StoredList]:
    """Return the instructions that materialize a list, and the list, whose length can be read repeatedly.

    The tree for the length is a local or a constant.
    """
    before, stored = e.materialized(scope, node)
    found, length = e.once(scope, stored.length, "length")
    return [*before, *found], StoredList(stored.address, length, stored.width, stored.shift)


def _end(e: Expressions, scope: Scope, node: x.End) -> Wat:
    found = scope.function.local("end")
    if node.bottom:
        walk = e.each(scope, node.of, lambda value: [put(found, value)], strict=False)
        return e.valued(scope, [put(found, const(NONE)), *walk], get(found))
    source = e.masks.source(node.of)
    if source is not None:
        before, words = e.masks.words(scope, source)
        held = [scope.function.local("set", "i64") for _ in words]
        before += [put(local, word) for local, word in zip(held, words, strict=True)]
        return e.valued(scope, before, lowest(held, source.first, const(NONE)))
    done = scope.function.label("done")
    walk = e.each(scope, node.of, lambda value: [put(found, value), branch(done)], strict=True)
    return e.valued(scope, [put(found, const(NONE)), block(done, walk)], get(found))


def _only(e: Expressions, scope: Scope, node: x.Only) -> Wat:
    count, found = scope.function.local("count"), scope.function.local("only")
    walk = e.each(
        scope,
        node.of,
        lambda value: [put(found, value), put(count, add(get(count), const(1)))],
        strict=False,
    )
    fault = e.unit.fault(faults.NOT_ONE, node.at, length=get(count))
    return e.valued(
        scope, [put(count, ZERO), *walk, when(compare("!=", get(count), const(1)), fault)], get(found)
    )


def _extreme(e: Expressions, scope: Scope, node: x.ExtremeOf) -> Wat:
    found, some = scope.function.local("extreme"), scope.function.local("some")
    value = scope.function.local("x")
    better = compare(">" if node.greatest else "<", get(value), get(found))
    walk = e.each(
        scope,
        node.of,
        lambda member: [
            put(value, member),
            when(("i32.or", eqz(get(some)), better), [put(found, get(value))]),
            put(some, const(1)),
        ],
        strict=False,
    )
    said = faults.GREATEST_OF_NOTHING if node.greatest else faults.LEAST_OF_NOTHING
    nothing = when(eqz(get(some)), e.unit.fault(said, node.at))
    return e.valued(scope, [put(some, ZERO), *walk, nothing], get(found))


def materialized(e: Expressions, scope: Scope, node: x.Expression) -> tuple[Body, StoredList]:  # noqa: C901 - a case for each node
    """Return the instructions that materialize a list, and the list as it then lies in memory.

    The list gets memory of its own, or stays where it already lies.
    """
    match node:
        case x.ListOf(items=items):
            room = e.room(node)
            found = [store(ZERO, e.number(scope, item), room + 4 * i) for i, item in enumerate(items)]
            return found, StoredList(const(room), const(len(items)))
        case x.Ends():
            return _ends(e, scope, node)
        case x.Union(left=left, right=right):
            return _distinct(e, scope, node, (left, right))
        case x.Distinct(of=of):
            return _distinct(e, scope, node, (of,))
        case x.ListAt() | x.Neighbours():
            return stored_row(e, scope, node, backwards=False)
        case x.Ray():
            return stored_ray(e, scope, node)
        case x.Reverse():
            return _reversed(e, scope, node)
        case x.Reach():
            return _reach(e, scope, node)
        case x.Quantifier(kind="best"):
            return _best(e, scope, node)
        case x.Quantifier(kind="sort"):
            return _sort(e, scope, node)
        case x.ByPlace():
            return _by_place(e, scope, node)
        case _:
            message = f"{type(node).__name__} is not made whole"
            raise AssertionError(message)


def _reversed(e: Expressions, scope: Scope, node: x.Reverse) -> tuple[Body, StoredList]:
    """Return the instructions that materialize a list in reverse order, and the resulting list.

    A list from a table is taken from a table of the reversed lists.
    """
    if isinstance(node.of, x.ListAt | x.Neighbours):
        before, whole = stored_row(e, scope, node.of, backwards=True)
        return [*before, e.unit.spend(whole.length, node.at)], whole
    before, whole = _stands(e, scope, node.of)
    room = e.room(node)
    return [
        *before,
        e.unit.spend(whole.length, node.at),
        *_copied(e, scope, whole, whole.length, room, backwards=True),
    ], StoredList(const(room), whole.length)


def _copied(  # noqa: PLR0913 - which list, how much, and where to
    e: Expressions, scope: Scope, whole: StoredList, count: Wat, room: int, *, backwards: bool
) -> Body:
    """Return the instructions that copy the first `count` members of a list to `room`.

    If `backwards`, they copy the last `count` members in reverse order instead.
    """
    i = scope.function.local("i")
    index = subtract(add(whole.length, const(-1)), get(i)) if backwards else get(i)
    body: Body = [store(shift_left(get(i), 2), whole.member(index), room)]
    return [put(i, ZERO), *e.counting(scope, i, compare(">=", get(i), count), body)]


def _ends(e: Expressions, scope: Scope, node: x.Ends) -> tuple[Body, StoredList]:
    """Return the instructions that materialize the first few members of a list, and the resulting list.

    If the node says `bottom`, the result consists of the last few members in reverse order.
    """
    before, whole = _stands(e, scope, node.of)
    count, wanted = scope.function.local("count"), scope.function.local("wanted")
    some: Body = [
        put(wanted, e.number(scope, node.count)),
        put(count, either(compare("<", get(wanted), whole.length), get(wanted), whole.length)),
        when(compare("<", get(count), ZERO), [put(count, ZERO)]),
        e.unit.spend(get(count), node.at),
    ]
    if not node.bottom:
        return [*before, *some], StoredList(whole.address, get(count), whole.width, whole.shift)
    room = e.room(node)
    return [*before, *some, *_copied(e, scope, whole, get(count), room, backwards=True)], StoredList(
        const(room), get(count)
    )


def first_few(e: Expressions, scope: Scope, node: x.Ends, count: int, take: Take) -> Body:
    """Return the instructions that pass the first `count` members of a list to `take`.

    The list cannot fail, so its other members are not computed.
    """
    left, done = scope.function.local("left"), scope.function.label("enough")

    def one(value: Wat) -> Body:
        before, read = e.once(scope, value, "m")
        fewer: Body = [put(left, add(get(left), const(-1))), branch_if(done, eqz(get(left)))]
        onward = fewer if count > 1 else [branch(done)]
        return [*before, e.unit.spend(const(1), node.at), *take(read), *onward]

    return [put(left, const(count)), block(done, e.each(scope, node.of, one, strict=True))]


def _distinct(
    e: Expressions, scope: Scope, node: x.Expression, sources: tuple[x.Expression, ...]
) -> tuple[Body, StoredList]:
    """Return the instructions that materialize the distinct values of all `sources`, and the resulting list.

    The values come in the order of their first appearance.
    """
    room, length = e.room(node), scope.function.local("length")
    here = StoredList(const(room), get(length))
    strict = any(e.unit.facts.fails(source) for source in sources)
    lists: list[tuple[Body, StoredList]] = (
        [e.materialized(scope, source) for source in sources] if strict else []
    )
    once = _Once(e, scope, node.domain, here)
    take = lambda value: once.new(value, lambda v: e.appended(room, length, v))  # noqa: E731 - what takes a member
    before: Body = [put(length, ZERO)]
    if strict:
        for made, _ in lists:
            before += made
        for _, whole in lists:
            before += e.through(scope, whole, take)
    else:
        for source in sources:
            before += e.each(scope, source, take, strict=False)
    return [*before, *once.forgotten(), e.unit.spend(get(length), node.at)], here


def once_each(e: Expressions, scope: Scope, node: x.Expression, whole: StoredList) -> tuple[Body, Wat]:
    """Return the instructions that count the distinct members of a list, and the tree for their number.

    The list is `whole`, which already lies in memory.
    """
    if e.unit.facts.once(node):
        return [], whole.length
    room, length = e.room(node), scope.function.local("length")
    here = StoredList(const(room), get(length))
    once = _Once(e, scope, node.domain, here)
    walk = e.through(scope, whole, lambda value: once.new(value, lambda v: e.appended(room, length, v)))
    return [put(length, ZERO), *walk, *once.forgotten()], get(length)


def once_each_stored(e: Expressions, scope: Scope, node: x.Expression) -> tuple[Body, StoredList]:
    """Return the instructions that materialize the distinct values of a list, and the resulting list.

    Each value takes 32 bits.
    """
    if e.unit.facts.once(node):
        before, whole = e.wide(scope, node)
        found, length = e.once(scope, whole.length, "length")
        return [*before, *found], StoredList(whole.address, length)
    return _distinct(e, scope, node, (node,))


def each_listed(
    e: Expressions,
    scope: Scope,
    node: x.Longest | x.Quantifier,
    members: StoredList,
    to: tuple[Words, Words],
) -> Body:
    """Return the instructions that write the lists of all members to memory, one after another.

    The items go to the first array of `to`. The second array receives the index at which each list begins,
    followed by the index at which the last list ends.
    """
    unit, function = e.unit, scope.function
    flat, starts = map(array, to)
    i, member, length = (function.local(hint) for hint in ("i", "m", "length"))
    gather = e.each(
        scope.bound(node.variable, member),
        node.body,
        lambda value: e.appended(flat.address, length, value),
        strict=False,
    )
    each: Body = [
        put(member, members.member(get(i))),
        unit.spend(const(node.each), node.at),
        starts.put(get(i), get(length)),
        *gather,
    ]
    return [
        put(i, ZERO),
        put(length, ZERO),
        *e.counting(scope, i, compare(">=", get(i), members.length), each),
        starts.put(members.length, get(length)),
    ]


class _Once:
    """Keeps track of the values seen so far.

    If few values are possible, each has a byte that marks it as seen. Otherwise, the list of the values seen
    is scanned.
    """

    def __init__(self, e: Expressions, scope: Scope, domain: Domain, stored: StoredList) -> None:
        self._e, self._scope, self._stored = e, scope, stored
        self._low, size, self._optional = domain.low, domain.high - domain.low + 2, domain.optional
        self._marks = e.unit.memory.room(size) if size <= SMALL else None
        self._none = size - 1

    def _mark(self, value: Wat) -> Wat:
        """Return the tree for the offset of the byte that marks a value as seen."""
        if not self._optional:
            return subtract(value, const(self._low))
        return either(compare("==", value, const(NONE)), const(self._none), subtract(value, const(self._low)))

    def new(self, value: Wat, then: Take) -> Body:
        """Return the instructions that run `then` for a value if the value has not been seen before."""
        before, read = self._e.once(self._scope, value, "x")
        if self._marks is not None:
            more, mark = self._e.once(self._scope, self._mark(read), "mark")
            fresh = [store(mark, const(1), self._marks, width="i32.store8"), *then(read)]
            return [*before, *more, when(eqz(load(mark, self._marks, width="i32.load8_u")), fresh)]
        seen, known = self._scope.function.local("seen"), self._scope.function.label("known")
        hit: Body = [put(seen, const(1)), branch(known)]
        walk = self._e.through(
            self._scope, self._stored, lambda member: [when(compare("==", member, read), hit)]
        )
        return [*before, put(seen, ZERO), block(known, walk), when(eqz(get(seen)), then(read))]

    def forgotten(self) -> Body:
        """Return the instructions that clear the marks of all values seen."""
        if self._marks is None:
            return []
        marks = self._marks
        return self._e.through(
            self._scope,
            self._stored,
            lambda value: [store(self._mark(value), ZERO, marks, width="i32.store8")],
        )


def _reach(e: Expressions, scope: Scope, node: x.Reach) -> tuple[Body, StoredList]:
    """Return the instructions that materialize all reachable values, and the resulting list.

    The values are found by breadth-first search, in which the list itself is the queue.
    """
    found = reached(e, e.members.sets, scope, node)
    if found is not None:
        return found
    room, length = e.room(node), scope.function.local("length")
    here = StoredList(const(room), get(length))
    once = _Once(e, scope, node.domain, here)
    at, member = scope.function.local("at"), scope.function.local("m")
    inner = scope.bound(node.variable, member)
    onward = e.each(
        inner, node.body, lambda value: once.new(value, lambda v: e.appended(room, length, v)), strict=False
    )
    body: Body = [
        put(member, here.member(get(at))),
        e.unit.spend(const(node.each), node.at),
        *onward,
    ]
    start = once.new(e.number(scope, node.origin), lambda v: e.appended(room, length, v))
    walk = e.counting(scope, at, compare(">=", get(at), get(length)), body)
    return [put(length, ZERO), *start, put(at, ZERO), *walk, *once.forgotten()], here


def _best(e: Expressions, scope: Scope, node: x.Quantifier) -> tuple[Body, StoredList]:
    """Return the instructions that materialize the members with the greatest value, and the resulting list.

    A member with a greater value removes all previous members from the list. Each member is written
    unconditionally, and kept if its value equals the greatest. This avoids a branch that the processor could
    not predict.
    """
    room, length, value, greatest, better = (
        e.room(node),
        *(scope.function.local(h) for h in ("length", "x", "best", "better")),
    )
    member = scope.function.local("m")
    inner = scope.bound(node.variable, member)

    def take(found: Wat) -> Body:
        return [
            put(member, found),
            e.unit.spend(const(node.each), node.at),
            put(value, e.number(inner, node.body)),
            put(better, ("i32.or", eqz(get(length)), compare(">", get(value), get(greatest)))),
            put(greatest, ("select", get(value), get(greatest), get(better))),
            put(length, ("select", ZERO, get(length), get(better))),
            store(shift_left(get(length), 2), get(member), room),
            put(length, add(get(length), compare("==", get(value), get(greatest)))),
        ]

    walk = e.each(scope, node.over, take, strict=e.unit.facts.fails(node.body))
    return [put(length, ZERO), *walk], StoredList(const(room), get(length))


def _sort(e: Expressions, scope: Scope, node: x.Quantifier) -> tuple[Body, StoredList]:
    """Return the instructions that sort a list by ascending value, and the resulting list.

    A sort key combines the value of a member with its index in the list, so members with equal values keep
    their order. Keys are compared as unsigned numbers, and flipping the sign bit of the values makes negative
    values precede the others.
    """
    before, whole = _stands(e, scope, node.over)
    room, keys = e.room(node), e.unit.memory.room(8 * max(node.domain.most, 1))
    i, member = scope.function.local("i"), scope.function.local("m")
    inner = scope.bound(node.variable, member)
    key: Wat = (
        "i64.or",
        ("i64.shl", ("i64.extend_i32_u", ("i32.xor", e.number(inner, node.body), SIGN)), ("i64.const", "32")),
        ("i64.extend_i32_u", get(i)),
    )
    fill: Body = [
        put(member, whole.member(get(i))),
        e.unit.spend(const(node.each), node.at),
        store(shift_left(get(i), 3), key, keys, width="i64.store"),
    ]
    lay: Body = [
        store(shift_left(get(i), 2), whole.member(load(shift_left(get(i), 3), keys)), room),
    ]
    over = compare(">=", get(i), whole.length)
    return [
        *before,
        put(i, ZERO),
        *e.counting(scope, i, over, fill),
        e.unit.kernels.call(sort_longs, const(keys), whole.length),
        put(i, ZERO),
        *e.counting(scope, i, over, lay),
    ], StoredList(const(room), whole.length)


def _by_place(e: Expressions, scope: Scope, node: x.ByPlace) -> tuple[Body, StoredList]:
    """Return the instructions that sort identical copies in a list by where they lie, and the resulting list.

    Identical copies form one run in the list. If no run has several members, the list stays as it is. A sort
    key consists of the run, the zone, the place in the zone if the zone is ordered, and the index in the
    list.
    """
    unit, program, layout = e.unit, e.unit.program, e.unit.layout
    before, whole = e.wide(scope, node.of)
    found, length = e.once(scope, whole.length, "length")
    before, whole = [*before, *found], StoredList(whole.address, length)
    room, keys = e.room(node), unit.memory.room(8 * max(node.domain.most, 1))
    alike, ordered = (
        unit.memory.table(program.alike),
        unit.memory.table([int(z.ordered) for z in program.zones]),
    )
    i, c, run, last, place, zone = (
        scope.function.local(h) for h in ("i", "c", "run", "last", "place", "zone")
    )
    up, more, done = scope.function.local("up"), scope.function.label("above"), scope.function.label("placed")
    climb: Body = [
        put(up, unit.place_at(layout.previous, get(up))),
        branch_if(done, compare("<", get(up), ZERO)),
        put(place, add(get(place), const(1))),
        branch(more),
    ]

    def shifted(value: Wat, bits: int) -> Wat:
        return ("i64.shl", ("i64.extend_i32_u", value), ("i64.const", str(bits)))

    key: Wat = ("i64.or", ("i64.or", shifted(get(run), 48), shifted(get(zone), 26)),
                ("i64.or", shifted(get(place), 13), ("i64.extend_i32_u", get(i))))  # fmt: skip
    fill: Body = [
        put(c, whole.member(get(i))),
        when(compare("!=", alike.at(get(c)), get(last)), [put(run, add(get(run), const(1)))]),
        put(last, alike.at(get(c))),
        put(zone, unit.place_at(layout.zone_of, get(c))),
        put(place, ZERO),
        when(ordered.at(get(zone)), [put(up, get(c)), block(done, [loop(more, climb)])]),
        store(shift_left(get(i), 3), key, keys, width="i64.store"),
    ]
    index: Wat = ("i32.and", load(shift_left(get(i), 3), keys), const((1 << 13) - 1))
    lay: Body = [store(shift_left(get(i), 2), whole.member(index), room)]
    over = compare(">=", get(i), whole.length)
    ordering: Body = [
        put(i, ZERO),
        put(run, ZERO),
        put(last, const(-1)),
        *e.counting(scope, i, over, fill),
        unit.kernels.call(sort_longs, const(keys), whole.length),
        put(i, ZERO),
        *e.counting(scope, i, over, lay),
    ]
    several, address = scope.function.local("several"), scope.function.local("list")
    look: Body = [
        put(run, alike.at(whole.member(get(i)))),
        put(several, ("i32.or", get(several), compare("==", get(run), get(last)))),
        put(last, get(run)),
    ]
    return [
        *before,
        unit.spend(shift_left(whole.length, 1), node.at),
        put(i, ZERO),
        put(last, const(-1)),
        put(several, ZERO),
        *e.counting(scope, i, over, look),
        put(address, whole.address),
        when(get(several), [*ordering, put(address, const(room))]),
    ], StoredList(get(address), whole.length)
