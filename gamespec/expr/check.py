"""Elaboration: syntax to typed core. Names are bound and types inferred in one walk.

Types flow upwards; an expected type flows down only to decide what a bare name of a value means
(`red` where a colour is wanted). A mistake is reported once, at the smallest part at fault, and
stands as `Wrong` from there on, whose type fits everywhere. Arithmetic on numbers known before
the game is done here, so that bounds and sizes are constants.
"""

from __future__ import annotations

from typing import assert_never

from gamespec.effort import TooMuch
from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.builtins import check_call
from gamespec.expr.names import check_attribute, check_index, check_name
from gamespec.expr.operators import (
    arithmetic,
    both,
    comparison,
    negative,
    number_range,
)
from gamespec.expr.quantifiers import check_quantifier, check_reach
from gamespec.expr.scope import Scope, declared, known, path, unless_none

__all__ = ["check", "check_condition", "coerce", "elaborate", "list_cure", "listed", "suit"]


def elaborate(
    expression: ast.Expression, scope: Scope, wanted: t.Type | None = None, goes: str = ""
) -> core.Core:
    """The typed form of a whole expression; with `wanted`, of that type (see `coerce`)."""
    inside = scope.inside(expression.source)
    try:
        checked = check(expression.root, inside, wanted)
    except RecursionError:
        return inside.error("GS106", "the functions used here are nested too deeply", expression.span)
    return coerce(checked, wanted, inside, goes) if wanted is not None else checked


def check_condition(expression: ast.Expression, scope: Scope) -> core.Core:
    """The typed form of a condition."""
    return elaborate(expression, scope, t.BOOL)


def check(node: ast.Node, scope: Scope, wanted: t.Type | None = None) -> core.Core:
    """The typed form of a part of an expression."""
    effort = scope.world.effort
    effort.left -= 1
    if effort.left < 0:
        raise TooMuch(scope.span(node))
    result = _check(node, scope, wanted)
    if isinstance(result.type, t.Optional) and path(node) in scope.not_none:
        return _retyped(result, result.type.of)
    return result


def _retyped(node: core.Core, type_: t.Type) -> core.Core:
    from dataclasses import replace

    return replace(node, type=type_)


def _check(node: ast.Node, scope: Scope, wanted: t.Type | None) -> core.Core:  # noqa: C901, PLR0912 - one line for each form
    span = scope.span(node)
    match node:
        case ast.Number(_, _, value):
            if value > t.INT_MAX:
                return scope.error("GS304", f"{value} does not fit into 32 bits", node)
            return core.Const(t.Int(value, value), span, value)
        case ast.Bool(_, _, value):
            return core.Const(t.BOOL, span, int(value))
        case ast.Nothing():
            return core.Const(t.NOTHING, span, t.NONE)
        case ast.Unread():
            return core.Wrong(t.BAD, span)
        case ast.Me():
            return _me(node, scope)
        case ast.Name():
            return check_name(node, scope, wanted)
        case ast.Attribute():
            return check_attribute(node, scope)
        case ast.Index():
            return check_index(node, scope)
        case ast.Call():
            return check_call(node, scope)
        case ast.Quantifier():
            return check_quantifier(node, scope)
        case ast.Reach():
            return check_reach(node, scope)
        case ast.Negative(_, _, of):
            return negative(check(of, scope), scope, span)
        case ast.Not(_, _, of):
            return _not(coerce(check(of, scope), t.BOOL, scope), span)
        case ast.Binary(_, _, op, left, right):
            return arithmetic(op, check(left, scope), check(right, scope), scope, span)
        case ast.Comparison():
            return comparison(node, scope)
        case ast.Logic(_, _, op, parts):
            return _logic(op, parts, scope, span)
        case ast.Choice():
            return _choice(node, scope, wanted)
        case ast.Range(_, _, low, high):
            return number_range(check(low, scope), check(high, scope), scope, span)
        case ast.Items(_, _, items):
            return _items(items, scope, wanted, span)
        case _:
            assert_never(node)


def _me(node: ast.Me, scope: Scope) -> core.Core:
    scope.me.used = True
    if not scope.me.available:
        return scope.error(
            "GS206",
            "there is no `me` here",
            node,
            help="name the player, or run a procedure `as` a player",
        )
    return core.Me(scope.world.player, scope.span(node))


def _not(of: core.Core, span: core.Span) -> core.Core:
    if isinstance(of.type, t.Bad):
        return of
    if isinstance(of, core.Const):
        return core.Const(t.BOOL, span, 1 - of.value)
    return core.Not(t.BOOL, span, of)


def _logic(op: str, parts: tuple[ast.Node, ...], scope: Scope, span: core.Span) -> core.Core:
    checked: list[core.Core] = []
    for part in parts:
        checked.append(coerce(check(part, scope), t.BOOL, scope))
        scope = scope.knowing(known(checked[-1], part, holds=op == "and"))
    if any(isinstance(c.type, t.Bad) for c in checked):
        return core.Wrong(t.BAD, span)
    decisive = 0 if op == "and" else 1
    kept = [c for c in checked if not (isinstance(c, core.Const) and c.value != decisive)]
    if not kept:
        return core.Const(t.BOOL, span, 1 - decisive)
    if isinstance(kept[0], core.Const):
        return core.Const(t.BOOL, span, decisive)
    if len(kept) == 1:
        return kept[0]
    return core.And(t.BOOL, span, tuple(kept)) if op == "and" else core.Or(t.BOOL, span, tuple(kept))


def _choice(node: ast.Choice, scope: Scope, wanted: t.Type | None) -> core.Core:
    condition = coerce(check(node.condition, scope), t.BOOL, scope)
    then_scope = scope.knowing(known(condition, node.condition, holds=True))
    else_scope = scope.knowing(known(condition, node.condition, holds=False))
    then, otherwise = both(node.then, then_scope, node.otherwise, else_scope, wanted)
    type_ = t.join(then.type, otherwise.type)
    if type_ is None:
        return scope.error(
            "GS301",
            f"the two sides are {t.a(then.type)} and {t.a(otherwise.type)}",
            node,
            help="both sides of `if … else` need one type",
        )
    if isinstance(condition, core.Const):
        return then if condition.value else otherwise
    if isinstance(type_, t.ListType):
        then, otherwise = coerce(then, type_, scope), coerce(otherwise, type_, scope)
    return core.If(type_, scope.span(node), condition, then, otherwise)


def _items(items: tuple[ast.Node, ...], scope: Scope, wanted: t.Type | None, span: core.Span) -> core.Core:
    inner = t.element(wanted) if wanted is not None else None
    checked = [check(item, scope, inner) for item in items]
    type_: t.Type = t.NOTHING if not checked else checked[0].type
    for item, node in zip(checked, items, strict=True):
        joined = t.join(type_, item.type)
        if joined is None:
            return scope.error(
                "GS301",
                f"the list has {t.a(type_)} and {t.a(item.type)}",
                node,
                help="all values of a list need one type",
            )
        type_ = joined
    if isinstance(type_, t.ListType | t.ZoneType):
        return scope.error("GS307", "a list cannot hold lists", span)
    listed = t.ListType(type_, len(checked))
    if all(isinstance(c, core.Const) for c in checked):
        values = tuple(c.value for c in checked if isinstance(c, core.Const))
        return core.Fixed(listed, span, values)
    return core.ListOf(listed, span, tuple(checked))


def listed(node: core.Core, scope: Scope) -> core.Core:
    """A zone or a line as the list of what is in it; anything else unchanged."""
    match node.type:
        case t.ZoneType(of, most):
            return core.Contents(t.ListType(of, most), node.span, node)
        case t.Named("line", name):
            cell, lines = scope.world.lines[name]
            longest = max((len(x) for x in lines), default=0)
            return core.BuiltIn(t.ListType(cell, longest), node.span, "line_cells", (node,), lines)
        case _:
            return node


def coerce(node: core.Core, wanted: t.Type, scope: Scope, goes: str = "") -> core.Core:
    """`node` as a value of type `wanted`, or a report of why it cannot be one.

    What only happens to fit is narrowed: `goes` says in a fault's words where it goes.
    """
    if isinstance(wanted, t.ListType):
        node = listed(node, scope)
    suited = suit(node, wanted, scope)
    return narrowed(suited, wanted, goes) if suited is node else suited


def narrowed(node: core.Core, wanted: t.Type, goes: str = "") -> core.Core:
    """A value that suits a type, held to its bounds where its own do not prove that it keeps them."""
    target, has = _numbers(wanted), _numbers(node.type)
    kept = t.meet(target, has) if target is not None and has is not None else has
    most = node.type.most if isinstance(node.type, t.ListType) else 0
    room = min(most, wanted.most) if isinstance(wanted, t.ListType) else most
    if kept == has and most == room:
        return node
    bounds = t.Int(t.INT_MIN, t.INT_MAX) if kept == has or target is None else target
    type_ = node.type if kept is None else _bounded(node.type, kept)
    if isinstance(type_, t.ListType):
        type_ = t.ListType(type_.of, room)
    return core.Narrow(type_, node.span, node, bounds.low, bounds.high, room, goes)


def _numbers(type_: t.Type) -> t.Int | None:
    """The bounds of a number, of a number that may be none, or of the numbers in a list."""
    inner = t.strip(t.element(type_) or type_)
    return inner if isinstance(inner, t.Int) else None


def _bounded(type_: t.Type, bounds: t.Int) -> t.Type:
    """A type of numbers with other bounds."""
    match type_:
        case t.ListType(t.Optional(), most):
            return t.ListType(t.Optional(bounds), most)
        case t.ListType(_, most):
            return t.ListType(bounds, most)
        case t.Optional():
            return t.Optional(bounds)
        case _:
            return bounds


def suit(node: core.Core, wanted: t.Type, scope: Scope) -> core.Core:
    """`node` itself if a value of its type can be one of type `wanted`, else a report of why it cannot."""
    given = node.type
    if isinstance(given, t.Optional) and not isinstance(wanted, t.Optional) and t.accepts(wanted, given.of):
        return scope.error(
            "GS303",
            f"{t.a(wanted)} is needed, this may be `none`",
            node.span,
            help=unless_none(node),
            others=declared(scope, node),
        )
    if not t.accepts(wanted, given):
        return scope.error(
            "GS302",
            f"expected `{t.show(wanted)}`, this is {t.a(given)}",
            node.span,
            help=_cure(wanted, given, " ".join(node.span.text.split())),
            others=declared(scope, node),
        )
    bounds, has = _numbers(wanted), _numbers(given)
    if bounds is None or has is None or has == t.EMPTY:
        return node
    strange = has if not isinstance(given, t.ListType) and t.meet(bounds, has) == t.EMPTY else None
    if strange is not None:
        return scope.error("GS304", f"`{t.show(strange)}` never fits into `{t.show(bounds)}`", node.span)
    outside = (
        [v for v in node.values if not bounds.low <= v <= bounds.high] if isinstance(node, core.Fixed) else []
    )
    if outside:
        return scope.error("GS304", f"{outside[0]} is not in `{t.show(bounds)}`", node.span)
    return node


def list_cure(node: core.Core) -> str | None:
    """What to write where a list is needed and a number is given."""
    return f"write `1..{node.span.text}` for the numbers up to it" if isinstance(node.type, t.Int) else None


def _cure(wanted: t.Type, given: t.Type, text: str) -> str | None:
    """What to write instead where the type leaves little doubt."""
    match wanted, given:
        case t.Bool(), t.Int():
            return f"compare it, as in `{text} > 0`"
        case t.Bool(), t.Optional():
            return f"write `{text} != none`"
        case t.Bool(), t.ListType() | t.ZoneType():
            return f"write `not empty({text})`"
        case t.Int(), t.ListType() | t.ZoneType():
            return f"write `size({text})` for how many there are"
        case ((t.Named("player") | t.Optional(t.Named("player"))), t.Int()):
            return f"write `seat({text})` for the player in a seat"
        case ((t.Bool() | t.Named() | t.Optional()), t.ListType(of) | t.ZoneType(of)) if t.accepts(
            wanted, of
        ):
            return f"say which, or write `the({text})` for the only one there is"
        case t.ListType(of), _ if t.accepts(of, given):
            return f"write `{{{text}}}` for a list of one"
        case _:
            return None
