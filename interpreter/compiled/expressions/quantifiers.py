"""Quantifiers: emits loops over a list whose body is evaluated with the variable bound to each member.

A quantifier is a strict consumer of its list if it stops early or if its body may fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from interpreter.compiled.expressions import zones
from interpreter.compiled.expressions.matching import matching
from interpreter.compiled.expressions.numbers import fault_too_wide, too_wide
from interpreter.compiled.state.zone_sets import through
from interpreter.compiled.unit.unit import Loop, Scope
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
    put,
    when,
)
from interpreter.play import faults

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions, Take

__all__ = ["each", "number"]


def _loop(  # noqa: PLR0913 - a quantifier, its body, and what that knows
    e: Expressions, inner: Scope, node: x.Quantifier, body: Body, member: str, *, strict: bool
) -> Body:
    """Return the loop over the list of a quantifier.

    `body` has been emitted in the scope `inner`, and reads the current member from the local `member`.
    """
    scope = inner.outside(len(inner.loops) - 1)

    def take(value: Wat) -> Body:
        return [put(member, value), e.unit.spend(const(node.each), node.at), *body]

    over = node.over
    if isinstance(over, x.OfPlane) and over.question == "joined" and over.of and _any_order(e, node):
        ring = e.tiles[over.plane].through(scope.function, e.number(scope, over.of), take)
        return [*inner.loops[-1].before, e.unit.spend(const(over.each), over.at), *ring]
    walk = e.each(scope, over, take, strict=strict or e.unit.facts.fails(node.body))
    return [*inner.loops[-1].before, *walk]


def _any_order(e: Expressions, node: x.Quantifier) -> bool:
    """Return whether the result of a quantifier is independent of the order of the members."""
    if not e.unit.techniques.rings:
        return False
    return node.kind in {"any", "all", "none", "count", "sum"} and not e.unit.facts.fails(node.body)


def _bound(scope: Scope, node: x.Quantifier) -> tuple[str, Scope]:
    member = scope.function.local("m")
    return member, scope.within(Loop()).bound(node.variable, member)


def number(e: Expressions, scope: Scope, node: x.Quantifier) -> Wat:
    """Return the tree for a quantifier whose value is a scalar."""
    found = e.members.number(scope, node)
    if found is None:
        found = _of_one(e, scope, node)
    if found is None:
        found = e.masks.asked(scope, node, lambda: _number(e, scope, node))
    return _number(e, scope, node) if found is None else found


def _number(e: Expressions, scope: Scope, node: x.Quantifier) -> Wat:
    member, inner = _bound(scope, node)
    match node.kind:
        case "any" | "all" | "none":
            stop, found = (eqz, 0) if node.kind == "all" else (lambda test: test, int(node.kind == "any"))
            result, done = scope.function.local("holds"), scope.function.label("known")
            body = [when(stop(e.number(inner, node.body)), [put(result, const(found)), branch(done)])]
            loop = block(done, _loop(e, inner, node, body, member, strict=True))
            return e.valued(scope, [put(result, const(1 - found)), loop], get(result))
        case "first":
            result, done = scope.function.local("first"), scope.function.label("found")
            body = [when(e.number(inner, node.body), [put(result, get(member)), branch(done)])]
            loop = block(done, _loop(e, inner, node, body, member, strict=True))
            return e.valued(scope, [put(result, const(NONE)), loop], get(result))
        case "count":
            count = scope.function.local("count")
            test = compare("!=", e.number(inner, node.body), ZERO)
            body = [put(count, add(get(count), test))]
            return e.valued(
                scope, [put(count, ZERO), *_loop(e, inner, node, body, member, strict=False)], get(count)
            )
        case "the":
            return _the(e, scope, node, member, inner)
        case "matching":
            return matching(e, scope, node)
        case "sum":
            return _sum(e, scope, node, member, inner)
        case "min" | "max":
            return _extreme(e, scope, node, member, inner)
        case _:
            message = f"{node.kind} is a list"
            raise AssertionError(message)


def _of_one(e: Expressions, scope: Scope, node: x.Quantifier) -> Wat | None:
    """Return the tree for a quantifier over a zone that holds at most one component.

    Return `None` for a quantifier over any other list, or if the quantifier itself can fail.
    """
    over, nothing = node.over, {"any": 0, "none": 0, "count": 0, "sum": 0, "all": 1}.get(node.kind)
    if nothing is None or not isinstance(over, x.Contents) or not zones.single(e, over.zone):
        return None
    if node.kind == "sum" and e.unit.facts.fails_itself(node):
        return None
    unit, member = e.unit, scope.function.local("m")
    there = unit.place_at(unit.layout.first, e.number(scope, over.zone))
    paid = [unit.spend(const(1 + node.each), node.at)]
    value = e.valued(scope, paid, e.number(scope.bound(node.variable, member), node.body))
    found = either(compare(">=", get(member), ZERO), value, const(nothing))
    return e.valued(scope, [put(member, there)], eqz(found) if node.kind == "none" else found)


def _the(e: Expressions, scope: Scope, node: x.Quantifier, member: str, inner: Scope) -> Wat:
    count, found = scope.function.local("count"), scope.function.local("only")
    body = [
        when(e.number(inner, node.body), [put(count, add(get(count), const(1))), put(found, get(member))])
    ]
    fault = e.unit.fault(faults.NOT_ONE, node.at, length=get(count))
    before = [
        put(count, ZERO),
        *_loop(e, inner, node, body, member, strict=False),
        when(compare("!=", get(count), const(1)), fault),
    ]
    return e.valued(scope, before, get(found))


def _sum(e: Expressions, scope: Scope, node: x.Quantifier, member: str, inner: Scope) -> Wat:
    value = e.number(inner, node.body)
    if not e.unit.facts.fails_itself(node):
        total = scope.function.local("sum")
        body: Body = [put(total, add(get(total), value))]
        return e.valued(
            scope, [put(total, ZERO), *_loop(e, inner, node, body, member, strict=False)], get(total)
        )
    wide = scope.function.local("sum", "i64")
    body = [put(wide, ("i64.add", get(wide), ("i64.extend_i32_s", value)))]
    before = [
        put(wide, ("i64.const", "0")),
        *_loop(e, inner, node, body, member, strict=False),
        when(too_wide(get(wide)), fault_too_wide(e, node.at, get(wide))),
    ]
    return e.valued(scope, before, ("i32.wrap_i64", get(wide)))


def _extreme(e: Expressions, scope: Scope, node: x.Quantifier, member: str, inner: Scope) -> Wat:
    found, some, value = (scope.function.local(hint) for hint in ("extreme", "some", "x"))
    better: Wat = compare(">" if node.kind == "max" else "<", get(value), get(found))
    said = faults.GREATEST_OF_NOTHING if node.kind == "max" else faults.LEAST_OF_NOTHING
    body = [
        put(value, e.number(inner, node.body)),
        when(("i32.or", eqz(get(some)), better), [put(found, get(value))]),
        put(some, const(1)),
    ]
    before = [
        put(some, ZERO),
        *_loop(e, inner, node, body, member, strict=False),
        when(eqz(get(some)), e.unit.fault(said, node.at)),
    ]
    return e.valued(scope, before, get(found))


def each(e: Expressions, scope: Scope, node: x.Quantifier, take: Take) -> Body:
    """Return the instructions that pass the members of a quantifier's list to `take`, one after another."""
    source = e.masks.source(node)
    if source is not None:
        before, words = e.masks.words(scope, source)
        return [*before, *through(scope.function, source.first, words, take)]
    member, inner = _bound(scope, node)
    match node.kind:
        case "filter" if (left := e.members.filtered(scope, node, take)) is not None:
            return left
        case "filter":
            body = [when(e.number(inner, node.body), take(get(member)))]
            return _loop(e, inner, node, body, member, strict=False)
        case "while":
            done = scope.function.label("done")
            body = [branch_if(done, eqz(e.number(inner, node.body))), *take(get(member))]
            return [block(done, _loop(e, inner, node, body, member, strict=True))]
        case "until":
            done, last = scope.function.label("done"), scope.function.local("last")
            body = [put(last, e.number(inner, node.body)), *take(get(member)), branch_if(done, get(last))]
            return [block(done, _loop(e, inner, node, body, member, strict=True))]
        case "map":
            value = scope.function.local("x")
            body = [put(value, e.number(inner, node.body)), *take(get(value))]
            return _loop(e, inner, node, body, member, strict=False)
        case "flat":
            body = e.each(inner, node.body, take, strict=False)
            return _loop(e, inner, node, body, member, strict=False)
        case _:
            message = f"{node.kind} is made whole"
            raise AssertionError(message)
