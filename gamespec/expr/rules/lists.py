"""Typing rules of the built-ins for lists and zones."""

from __future__ import annotations

from gamespec.expr.call import Call, optional
from gamespec.expr.fit import listed
from gamespec.expr.fold import constant_value
from gamespec.expr.operators import ANY_INT, each_once, joined, listed_for, sought
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["distinct", "empty", "key", "nth", "place", "rest", "reverse", "size", "top", "union"]


def size(call: Call) -> core.Core:
    of = call.list(0)
    if isinstance(of, core.Fixed):
        return core.Const(t.Int(len(of.values), len(of.values)), call.span, len(of.values))
    return call.result(t.Int(0, t.most_of(of.type)), of)


def empty(call: Call) -> core.Core:
    return call.result(t.BOOL, call.list(0))


def top(call: Call) -> core.Core:
    """Type-check `top` and `bottom`.

    They apply even to an unordered zone, which lists its members in declared order.
    """
    of = call.list(0)
    if isinstance(of.type, t.ZoneType) and of.type.ordered is False:
        of = listed(of, call.scope)
    inner, data = t.element(of.type), None if isinstance(of.type, t.ZoneType) else "list"
    if len(call.node.args) == 1:
        return call.result(optional(inner), of, data=data)
    count = call.arg(1, ANY_INT)
    return call.result(t.ListType(inner or t.BAD, _first_few(of, count)), of, count, data=data)


def _first_few(of: core.Core, count: core.Core) -> int:
    high = count.type.high if isinstance(count.type, t.Int) else 0
    return min(t.most_of(of.type), max(0, high))


def rest(call: Call) -> core.Core:
    of, count = listed(call.list(0), call.scope), call.arg(1, ANY_INT)
    inner, most = t.element(of.type) or t.BAD, t.most_of(of.type)
    if isinstance(of, core.Fixed) and isinstance(count, core.Const) and not t.is_component(inner):
        values = of.values[max(0, count.value) :]
        return core.Fixed(t.ListType(inner, len(values)), call.span, values)
    least = max(0, count.type.low) if isinstance(count.type, t.Int) else 0
    return call.result(t.ListType(inner, max(0, most - least)), of, count)


def nth(call: Call) -> core.Core:
    of = listed(call.list(0), call.scope)
    return call.result(t.element(of.type) or t.BAD, of, call.arg(1, ANY_INT))


def place(call: Call) -> core.Core:
    (among, item), scope = call.node.args, call.scope
    of = listed(call.list(0, listed_for(item, among, scope)), scope)
    value = sought(item, of, scope, call.span, placed=True)
    found = call.result(t.Optional(t.Int(1, t.most_of(of.type))), of, value)
    if isinstance(of, core.Fixed) and isinstance(value, core.Const) and not t.is_component(value.type):
        known = constant_value(found)
        type_ = found.type if known == t.NONE else t.Optional(t.Int(known, known))
        return core.Const(type_, call.span, known)
    return found


def union(call: Call) -> core.Core:
    a, b = (listed(call.list(i), call.scope) for i in (0, 1))
    return joined(a, b, call.span, call.scope)


def distinct(call: Call) -> core.Core:
    of = listed(call.list(0), call.scope)
    inner = t.element(of.type)
    if inner is None:
        return call.wrong
    if isinstance(of, core.Fixed):
        values = tuple(dict.fromkeys(of.values))
        return core.Fixed(t.ListType(inner, len(values)), call.span, values)
    return call.result(each_once(inner, t.most_of(of.type)), of)


def reverse(call: Call) -> core.Core:
    of = listed(call.list(0), call.scope)
    return call.result(of.type, of)


def key(call: Call) -> core.Core:
    node, world = call.node.args[0], call.scope.world
    zone = world.symbols.get(node.name) if isinstance(node, ast.Name) else None
    if not isinstance(zone, core.ZoneStore) or len(zone.keys) != 1:
        if isinstance(node, ast.Name) and node.name in world.symbols.broken:
            return call.wrong
        return call.scope.error("GS302", "`key` needs the name of a zone that is `per` something", node)
    world.symbols.used.add(zone.name)
    return call.result(optional(zone.keys[0]), call.arg(1, zone.type.of), data=zone)
