"""Typing rules of the built-ins for numbers, order and optionals."""

from __future__ import annotations

from gamespec.expr.call import Call
from gamespec.expr.fit import listed
from gamespec.expr.operators import ANY_INT, both
from gamespec.expr.scope import path
from gamespec.text.diagnostics import Remark
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["absolute", "default", "extreme", "number", "the"]


def number(call: Call) -> core.Core:
    of = call.arg(0)
    if isinstance(of.type, t.Bad):
        return of
    if not isinstance(of.type, t.Named):
        return call.scope.error("GS302", f"{t.a(of.type)} has no place in an order of declaration", of.span)
    if isinstance(of, core.Const):
        value = of.value - of.type.first + 1
        return core.Const(t.Int(value, value), call.span, value)
    return call.result(t.Int(1, of.type.size), of, data=of.type.first)


def absolute(call: Call) -> core.Core:
    of = call.arg(0, ANY_INT)
    if not isinstance(of.type, t.Int):
        return call.wrong
    low, high = of.type.low, of.type.high
    least = 0 if low <= 0 <= high else min(abs(low), abs(high))
    return call.result(t.Int(least, min(max(abs(low), abs(high)), t.INT_MAX)), of)


def extreme(call: Call) -> core.Core:
    pick = min if call.node.name == "min" else max
    if len(call.node.args) == 1:
        of = listed(call.list(0), call.scope)
        inner = t.element(of.type)
        if not isinstance(inner, t.Int | t.Bad):
            return call.scope.error(
                "GS302", f"`{call.node.name}` needs numbers, but this is {t.a(of.type)}", call.node.args[0],
                help=f"say which, as in `{call.node.name}(x in {of.span.text}: …)`",
            )  # fmt: skip
        return call.result(inner, of)
    args = [call.arg(i, ANY_INT) for i in range(len(call.node.args))]
    types = [a.type for a in args if isinstance(a.type, t.Int)]
    if len(types) < len(args):
        return call.wrong
    constants = [a.value for a in args if isinstance(a, core.Const)]
    if len(constants) == len(args):
        value = pick(constants)
        return core.Const(t.Int(value, value), call.span, value)
    type_ = t.Int(pick(x.low for x in types), pick(x.high for x in types))
    return call.result(type_, *args)


def default(call: Call) -> core.Core:
    a, b = both(call.node.args[0], call.scope, call.node.args[1], call.scope, None)
    if not isinstance(a.type, t.Optional):
        if isinstance(a.type, t.Bad):
            return a
        return _never_none(call, a)
    joined = t.join(a.type.of, b.type)
    if joined is None:
        return call.scope.error(
            "GS301", f"the value is {t.a(a.type.of)}, but its default is {t.a(b.type)}", call.node
        )
    return call.result(joined, a, b)


def _never_none(call: Call, of: core.Core) -> core.Core:
    """Report that a value is never `none`, and show the condition that has excluded `none`, if any."""
    why = call.scope.not_none.get(path(call.node.args[0]) or "")
    others = (Remark(why, "this has excluded `none`"),) if why is not None else ()
    return call.scope.error(
        "GS302", f"{t.a(of.type)} is never `none`", of.span, others=others,
        help=f"drop `{call.node.name}`: write `{' '.join(of.span.text.split())}`",
    )  # fmt: skip


def the(call: Call) -> core.Core:
    of = listed(call.arg(0), call.scope)
    inner = t.element(of.type)
    if inner is not None:
        return call.result(inner, of, data="list")
    if not isinstance(of.type, t.Optional):
        return of if isinstance(of.type, t.Bad) else _never_none(call, of)
    return call.result(of.type.of, of, data="optional")
