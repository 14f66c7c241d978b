"""Typing rules of the built-ins for lists and zones."""

from __future__ import annotations

from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.call import Call, most_of, optional
from gamespec.expr.fit import listed
from gamespec.expr.operators import ANY_INT

__all__ = ["distinct", "empty", "key", "nth", "reverse", "size", "top", "union"]

MOST_VALUES = 2**16
"""The longest list that an expression may join."""


def size(call: Call) -> core.Core:
    of = call.list(0)
    if isinstance(of, core.Fixed):
        return core.Const(t.Int(len(of.values), len(of.values)), call.span, len(of.values))
    return call.result(t.Int(0, most_of(of.type)), of)


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
    return min(most_of(of.type), max(0, high))


def nth(call: Call) -> core.Core:
    of = listed(call.list(0), call.scope)
    return call.result(t.element(of.type) or t.BAD, of, call.arg(1, ANY_INT))


def union(call: Call) -> core.Core:
    a, b = (listed(call.list(i), call.scope) for i in (0, 1))
    joined = t.join(a.type, b.type)
    if joined is None:
        return call.scope.error("GS301", f"cannot join `{t.show(a.type)}` and `{t.show(b.type)}`", call.node)
    if not isinstance(joined, t.ListType):
        return call.wrong
    type_ = _each_once(joined.of, most_of(a.type) + most_of(b.type))
    if type_.most > MOST_VALUES:
        return call.scope.error(
            "GS309", f"this list may have {type_.most} values, at most {MOST_VALUES}", call.node,
            help="join shorter lists, or first those of them that count: `filter(x in list: …)`",
        )  # fmt: skip
    return call.result(type_, a, b)


def _each_once(of: t.Scalar, most: int) -> t.ListType:
    """A list of at most `most` values, no two of them the same."""
    domain = t.domain(of)
    if domain is None:
        return t.ListType(of, most)
    return t.ListType(of, min(most, domain[1] + isinstance(of, t.Optional)))


def distinct(call: Call) -> core.Core:
    of = listed(call.list(0), call.scope)
    inner = t.element(of.type)
    if inner is None:
        return call.wrong
    if isinstance(of, core.Fixed):
        values = tuple(dict.fromkeys(of.values))
        return core.Fixed(t.ListType(inner, len(values)), call.span, values)
    return call.result(_each_once(inner, most_of(of.type)), of)


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
