"""Gathering functions, which combine their own value with terms that other rules add.

Terms are to functions what handlers are to events: each is declared separately, without knowledge of the
others. The result is an ordinary expression that combines the terms in the order of declaration, so programs
and engines know nothing of terms.
"""

from __future__ import annotations

from typing import assert_never

from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.fit import coerce, listed
from gamespec.expr.operators import ANY_INT, arithmetic, joined
from gamespec.expr.scope import Scope, known
from gamespec.model import model as m
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["gathered"]


def gathered(
    declared: m.FunctionDecl, terms: tuple[m.TermDecl, ...], scope: Scope
) -> tuple[core.Core, tuple[core.Term, ...]]:
    """Return the value of a function of the game, combined with its terms, and the terms themselves.

    `scope` knows the parameters of the function.
    """
    how = declared.gathers
    if how is None:
        return elaborate(declared.body, scope), ()
    first = _value(declared.body, how, scope)
    each = tuple(_term(term, how, scope) for term in terms)
    if isinstance(first.type, t.Bad) or any(isinstance(term.value.type, t.Bad) for term in each):
        return core.Wrong(t.BAD, first.span), ()
    value = first
    for term in each:
        value = _joined(how, value, term.when, term.value, scope)
    return value, (core.Term(name=None, when=None, value=first), *each)


def _value(expression: Expression, how: m.Gathers, scope: Scope) -> core.Core:
    """Elaborate a value that is to be combined in the way `how`, or report why it cannot be."""
    inside = scope.inside(expression.source)
    match how:
        case "any" | "all":
            return check_condition(expression, scope)
        case "sum" | "min" | "max":
            return coerce(elaborate(expression, scope), ANY_INT, inside)
        case "union":
            value = listed(elaborate(expression, scope), inside)
            if isinstance(value.type, t.ListType | t.Bad):
                return value
            return inside.error(
                "GS307",
                f"a function that gathers by `union` is a list, but this is {t.a(value.type)}",
                value.span,
            )
        case _:
            assert_never(how)


def _term(term: m.TermDecl, how: m.Gathers, scope: Scope) -> core.Term:
    """Elaborate the condition and the value of a term."""
    name = term.ident.name
    if term.when is None:
        return core.Term(name, None, _value(term.body, how, scope))
    when = check_condition(term.when, scope)
    value = _value(term.body, how, scope.knowing(known(when, term.when.root, holds=True)))
    return core.Term(name, when, core.Wrong(t.BAD, when.span) if isinstance(when.type, t.Bad) else value)


def _joined(
    how: m.Gathers, so_far: core.Core, when: core.Core | None, value: core.Core, scope: Scope
) -> core.Core:
    """Combine the value gathered so far with one more term, `value`, which counts only if `when` holds."""
    if isinstance(so_far.type, t.Bad) or (isinstance(when, core.Const) and not when.value):
        return so_far
    when = None if isinstance(when, core.Const) else when
    span = value.span
    match how:
        case "sum":
            added = value if when is None else _if(when, value, core.Const(t.Int(0, 0), span, 0))
            return arithmetic("+", so_far, added, scope.inside(span.source), span)
        case "any":
            return core.Or(t.BOOL, so_far.span, (*_parts(core.Or, so_far), _all(when, value)))
        case "all":
            holds = value if when is None else core.Or(t.BOOL, span, (core.Not(t.BOOL, span, when), value))
            return core.And(t.BOOL, so_far.span, (*_parts(core.And, so_far), holds))
        case "min" | "max":
            return _extreme(how, so_far, when, value)
        case "union":
            nothing = core.Fixed(t.ListType(t.NOTHING, 0), span, ())
            added = value if when is None else _if(when, value, nothing)
            return joined(so_far, added, span, scope.inside(span.source))
        case _:
            assert_never(how)


def _parts(form: type[core.And | core.Or], of: core.Core) -> tuple[core.Core, ...]:
    """Return the operands of a conjunction or disjunction. Any other expression is its own single operand."""
    return of.parts if isinstance(of, form) else (of,)


def _all(when: core.Core | None, value: core.Core) -> core.Core:
    return value if when is None else core.And(t.BOOL, value.span, (when, value))


def _if(when: core.Core, value: core.Core, otherwise: core.Core) -> core.Core:
    type_ = t.join(value.type, otherwise.type)
    assert type_ is not None  # noqa: S101 - both are numbers, or one is the empty list
    return core.If(type_, value.span, when, value, otherwise)


def _extreme(how: str, so_far: core.Core, when: core.Core | None, value: core.Core) -> core.Core:
    """Return the lesser or greater of two numbers, the second of which counts only if `when` holds.

    The first number is evaluated once, before the condition.
    """
    assert isinstance(so_far.type, t.Int)  # noqa: S101 - it was coerced
    assert isinstance(value.type, t.Int)  # noqa: S101 - it was coerced
    pick = min if how == "min" else max
    type_ = t.Int(pick(so_far.type.low, value.type.low), pick(so_far.type.high, value.type.high))
    if when is None:
        return core.BuiltIn(type_, value.span, how, (so_far, value))
    slot = core.Slot("so far", so_far.type, frame=False)
    kept = core.Local(so_far.type, so_far.span, slot)
    chosen = _if(when, core.BuiltIn(type_, value.span, how, (kept, value)), kept)
    return core.Let(chosen.type, value.span, slot, so_far, chosen)
