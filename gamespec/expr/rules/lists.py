"""Typing rules of the built-ins for lists and zones."""

from __future__ import annotations

from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.call import Call, optional
from gamespec.expr.fit import listed
from gamespec.expr.operators import ANY_INT, each_once, joined

__all__ = ["distinct", "empty", "key", "nth", "reverse", "size", "top", "union"]


def size(call: Call) -> core.Core:
    of = call.list(0)
    if isinstance(of, core.Fixed):
        return core.Const(t.Int(len(of.values), len(of.values)), call.span, len(of.values))
    return call.result(t.Int(0, t.most_of(of.type)), of)


def empty(call: Call) -> core.Core:
    return call.result(t.BOOL, call.list(0))


def _ordered(call: Call) -> core.Core:
    zone = call.arg(0)
    if isinstance(zone.type, t.Bad):
        return zone
    if not isinstance(zone.type, t.ZoneType):
        return call.scope.error(
            "GS302", f"`{call.node.name}` needs a zone, this is {t.a(zone.type)}", zone.span
        )
    if zone.type.ordered is False:
        return call.scope.error(
            "GS302", "this zone has no order", zone.span, help="declare it `ordered: true`"
        )
    return zone


def top(call: Call) -> core.Core:
    if isinstance(call.arg(0).type, t.ListType):
        return _first_of_list(call)
    zone = _ordered(call)
    inner = t.element(zone.type)
    if len(call.node.args) == 1:
        return call.result(optional(inner), zone)
    count = call.arg(1, ANY_INT)
    return call.result(t.ListType(inner or t.BAD, _first_few(zone, count)), zone, count)


def _first_of_list(call: Call) -> core.Core:
    of = call.arg(0)
    inner = t.element(of.type)
    if len(call.node.args) == 1:
        return call.result(optional(inner), of, data="list")
    count = call.arg(1, ANY_INT)
    return call.result(t.ListType(inner or t.BAD, _first_few(of, count)), of, count, data="list")


def _first_few(of: core.Core, count: core.Core) -> int:
    high = count.type.high if isinstance(count.type, t.Int) else 0
    return min(t.most_of(of.type), max(0, high))


def nth(call: Call) -> core.Core:
    of = listed(call.list(0), call.scope)
    return call.result(t.element(of.type) or t.BAD, of, call.arg(1, ANY_INT))


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
        return call.scope.error(
            "GS302", "`key` needs the name of a zone that has one for each of something", node
        )
    world.symbols.used.add(zone.name)
    return call.result(optional(zone.keys[0]), call.arg(1, zone.type.of), data=zone)
