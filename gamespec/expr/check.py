"""Elaboration from syntax to typed core, which binds names and infers types in one walk.

Types flow upwards. An expected type flows down only to decide the meaning of a bare name, such as `red` where
a colour is wanted. A mistake is reported once, at the smallest part at fault. From there on the expression is
`Wrong`, whose type fits everywhere. Arithmetic on numbers known before the game is evaluated during
elaboration, so that bounds and sizes are constants.
"""

from __future__ import annotations

from typing import assert_never

from gamespec.expr.builtins import check_call
from gamespec.expr.fit import coerce
from gamespec.expr.longest import check_longest
from gamespec.expr.names import check_attribute, check_index, check_name
from gamespec.expr.operators import arithmetic, both, comparison, negative, value_range
from gamespec.expr.printed import acting
from gamespec.expr.quantifiers import check_let, check_quantifier, check_reach
from gamespec.expr.scope import Scope, known
from gamespec.text.advice import Advice
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["check"]


def check(node: ast.Node, scope: Scope, wanted: t.Type | None) -> core.Core:  # noqa: C901, PLR0912 - one line for each form
    """Type-check a part of an expression according to its form. `Scope.check` types its subparts.

    The most frequent forms come first.
    """
    match node:
        case ast.Name():
            return check_name(node, scope, wanted)
        case ast.Attribute():
            return check_attribute(node, scope)
        case ast.Index():
            return check_index(node, scope)
        case ast.Call():
            return check_call(node, scope)
        case ast.Number(_, _, value):
            if value > t.INT_MAX:
                return scope.error("GS304", f"{value} does not fit into 32 bits", node)
            return core.Const(t.Int(value, value), scope.span(node), value)
        case ast.Bool(_, _, value):
            return core.Const(t.BOOL, scope.span(node), int(value))
        case ast.Nothing():
            return core.Const(t.NOTHING, scope.span(node), t.NONE)
        case ast.Unread():
            return core.Wrong(t.BAD, scope.span(node))
        case ast.Me():
            return _me(node, scope)
        case ast.Quantifier():
            return check_quantifier(node, scope)
        case ast.Reach():
            return check_reach(node, scope)
        case ast.Longest():
            return check_longest(node, scope)
        case ast.Let():
            return check_let(node, scope, wanted)
        case ast.Negative(_, _, of):
            return negative(scope.check(of), scope, scope.span(node))
        case ast.Not(_, _, of):
            return _not(coerce(scope.check(of), t.BOOL, scope), scope.span(node))
        case ast.Binary(_, _, op, left, right):
            return arithmetic(op, scope.check(left), scope.check(right), scope, scope.span(node))
        case ast.Comparison():
            return comparison(node, scope)
        case ast.Logic(_, _, op, parts):
            return _logic(op, parts, scope, scope.span(node))
        case ast.Choice():
            return _choice(node, scope, wanted)
        case ast.Range(_, _, low, high):
            return value_range(*both(low, scope, high, scope, None), scope, scope.span(node))
        case ast.Items(_, _, items):
            return _items(items, scope, wanted, scope.span(node))
        case _:
            assert_never(node)


def _me(node: ast.Me, scope: Scope) -> core.Core:
    scope.me.used = True
    if not scope.me.available:
        return scope.error(
            "GS206",
            "there is no `me` here",
            node,
            help=_instead_of_me(scope),
        )
    return core.Me(scope.world.player, scope.span(node))


def _instead_of_me(scope: Scope) -> str:
    player = acting(scope)
    if player is None:
        return "name the player, or run a procedure `as` a player"
    return Advice(f"the player here is `{player}`", (player,))


def _not(of: core.Core, span: core.Span) -> core.Core:
    if isinstance(of.type, t.Bad):
        return of
    if isinstance(of, core.Const):
        return core.Const(t.BOOL, span, 1 - of.value)
    return core.Not(t.BOOL, span, of)


def _logic(op: str, parts: tuple[ast.Node, ...], scope: Scope, span: core.Span) -> core.Core:
    checked: list[core.Core] = []
    for part in parts:
        checked.append(coerce(scope.check(part), t.BOOL, scope))
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
    condition = coerce(scope.check(node.condition), t.BOOL, scope)
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
    checked = [scope.check(item, inner) for item in items]
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
