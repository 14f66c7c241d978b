"""Elaborates whole expressions to the type that is expected at their place."""

from __future__ import annotations

from gamespec.expr.fit import coerce
from gamespec.expr.scope import Scope
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["check_condition", "elaborate"]


def elaborate(
    expression: ast.Expression, scope: Scope, wanted: t.Type | None = None, goes: str = ""
) -> core.Core:
    """Elaborate a whole expression, and coerce it to the type `wanted` if that is given (see `coerce`)."""
    inside = scope.inside(expression.source)
    try:
        checked = inside.check(expression.root, wanted)
    except RecursionError:
        return inside.error("GS106", "the functions used here are nested too deeply", expression.span)
    return coerce(checked, wanted, inside, goes) if wanted is not None else checked


def check_condition(expression: ast.Expression, scope: Scope) -> core.Core:
    """Elaborate an expression that must be a condition."""
    return elaborate(expression, scope, t.BOOL)
