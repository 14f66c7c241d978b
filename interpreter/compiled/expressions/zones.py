"""The contents of zones: the components of a zone form a linked list, which is traversed link by link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from interpreter.compiled.state.zone_sets import counted, through, words_for
from interpreter.compiled.unit.unit import Scope
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
    get,
    loop,
    put,
    subtract,
    when,
)

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions, Take

__all__ = ["each", "family_length", "number", "single"]


def number(e: Expressions, scope: Scope, node: x.ZoneAt | x.ZoneLength | x.ZoneEnd | x.InZone | x.Key) -> Wat:
    """Return the tree for a zone's number, for its length or end, or for where a component lies."""
    unit, layout = e.unit, e.unit.layout
    match node:
        case x.ZoneAt(keys=keys):
            table = unit.program.families[node.family]
            return unit.offset(tuple(e.number(scope, key) for key in keys), table.dims, table.first)
        case x.ZoneLength(zone=zone):
            return unit.place_at(layout.size, e.number(scope, zone))
        case x.ZoneEnd(zone=zone, bottom=bottom):
            end = unit.place_at(layout.last if bottom else layout.first, e.number(scope, zone))
            before, c = e.once(scope, end, "c")
            return e.valued(scope, before, either(compare(">=", c, ZERO), c, const(NONE)))
        case x.InZone(item=item, zone=zone):
            before, c = e.once(scope, e.number(scope, item), "c")
            there = compare("==", unit.place_at(layout.zone_of, c), e.number(scope, zone))
            return e.valued(scope, before, either(compare(">=", c, ZERO), there, ZERO))
        case x.Key(component=component):
            family = unit.program.families[node.family]
            lies = unit.place_at(layout.zone_of, e.number(scope, component))
            before, index = e.once(scope, subtract(lies, const(family.first)), "index")
            within: Wat = ("i32.lt_u", index, const(family.count))
            return e.valued(scope, before, either(within, add(index, const(family.dims[0][0])), const(NONE)))


def each(e: Expressions, scope: Scope, node: x.Contents | x.FamilyContents | x.ZoneEnds, take: Take) -> Body:
    """Return the instructions that pass the components of a zone or a family to `take`.

    The components of a zone come in the order in which they lie, beginning at the top or, if the node says
    so, at the bottom.
    """
    match node:
        case x.Contents(zone=zone):
            source = e.masks.source(node)
            if source is not None and not single(e, zone):
                before, words = e.masks.words(scope, source)
                taken = lambda c: [e.unit.spend(const(1), node.at), *take(c)]  # noqa: E731 - what takes a member
                return [*before, *through(scope.function, source.first, words, taken)]
            return _along(e, scope, e.number(scope, zone), None, take, node)
        case x.ZoneEnds(zone=zone, count=count):
            return _along(e, scope, e.number(scope, zone), e.number(scope, count), take, node)
        case x.FamilyContents():
            return _family(e, scope, node, take)


def family_length(e: Expressions, scope: Scope, node: x.FamilyContents) -> Wat:
    """Return the tree for the total number of components in all zones of a family."""
    unit, family = e.unit, e.unit.program.families[node.family]
    kind = unit.program.kinds[family.kind]
    words = _words(e, node)
    sizes = [unit.place(unit.layout.size + family.first + zone) for zone in range(family.count)]
    total: Wat = ZERO
    for size in sizes:
        total = add(total, size)
    paid = unit.spend(const(kind.size), node.at)
    return e.valued(scope, [paid], total if words is None else counted(words))


def _words(e: Expressions, node: x.FamilyContents) -> list[Wat] | None:
    """Return the words of the set of components in a family's zones, or `None` if there are no sets."""
    if not e.unit.sets.some:
        return None
    program = e.unit.program
    size = program.kinds[program.families[node.family].kind].size
    return [e.unit.sets.of_family(node.family, word) for word in range(words_for(size))]


def _along(  # noqa: PLR0913 - a zone, how many of it, and who takes them
    e: Expressions,
    scope: Scope,
    zone: Wat,
    count: Wat | None,
    take: Take,
    node: x.Contents | x.ZoneEnds,
) -> Body:
    unit, layout, function = e.unit, e.unit.layout, scope.function
    bottom = isinstance(node, x.ZoneEnds) and node.bottom
    start, onward = (layout.last, layout.previous) if bottom else (layout.first, layout.next)
    if single(e, node.zone) and count is None:
        only = function.local("c")
        some = [unit.spend(const(1), node.at), *take(get(only))]
        return [put(only, unit.place_at(start, zone)), when(compare(">=", get(only), ZERO), some)]
    c, left = function.local("c"), function.local("left") if count is not None else None
    done, more = function.label("done"), function.label("more")
    before: Body = [put(c, unit.place_at(start, zone))]
    body: Body = [branch_if(done, compare("<", get(c), ZERO))]
    if count is not None and left is not None:
        before.append(put(left, count))
        body += [
            branch_if(done, compare("<=", get(left), ZERO)),
            put(left, add(get(left), const(-1))),
        ]
    body += [
        unit.spend(const(1), node.at),
        *take(get(c)),
        put(c, unit.place_at(onward, get(c))),
        branch(more),
    ]
    return [*before, block(done, [loop(more, body)])]


def single(e: Expressions, zone: x.Expression) -> bool:
    """Return whether a zone has room for at most one component."""
    if not isinstance(zone, x.ZoneAt):
        return False
    family, zones = e.unit.program.families[zone.family], e.unit.program.zones
    return all(zones[family.first + i].capacity <= 1 for i in range(family.count))


def _family(e: Expressions, scope: Scope, node: x.FamilyContents, take: Take) -> Body:
    unit, program = e.unit, e.unit.program
    family = program.families[node.family]
    kind = program.kinds[family.kind]
    words = _words(e, node)
    if words is not None:
        taken = lambda c: [unit.spend(const(1), node.at), *take(c)]  # noqa: E731 - what takes a member
        return through(scope.function, kind.first, words, taken)
    c = scope.function.local("c")
    zone = unit.place_at(unit.layout.zone_of, get(c))
    inside: Wat = ("i32.lt_u", subtract(zone, const(family.first)), const(family.count))
    body = [when(inside, take(get(c)))]
    return [
        unit.spend(const(kind.size), node.at),
        put(c, const(kind.first)),
        *e.counting(scope, c, compare(">=", get(c), const(kind.first + kind.size)), body),
    ]
