"""Quantifiers, `reach` and `let`, which bind a name inside an expression."""

from __future__ import annotations

from gamespec.expr.fit import coerce, list_cure, listed, suit
from gamespec.expr.operators import ANY_INT
from gamespec.expr.scope import Scope
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["QUANTIFIER_FORMS", "binder", "check_let", "check_quantifier", "check_reach"]

_CONDITION, _NUMBER, _ANY, _LIST = "condition", "number", "value", "list"

QUANTIFIER_FORMS: dict[str, tuple[str, str, str]] = {
    "any": (_CONDITION, "bool", "whether the condition holds for at least one member"),
    "all": (_CONDITION, "bool", "whether it holds for every member"),
    "none": (_CONDITION, "bool", "whether it holds for no member"),
    "count": (_CONDITION, "number", "the number of members for which it holds"),
    "filter": (_CONDITION, "list", "the list of the members for which it holds"),
    "while": (_CONDITION, "list", "the longest prefix of the list for whose members it holds"),
    "until": (
        _CONDITION,
        "list",
        "the prefix of the list up to and including the first member for which it holds",
    ),
    "first": (_CONDITION, "T?", "the first member for which it holds, or `none`"),
    "the": (_CONDITION, "T", "the only member for which it holds; none or several are a fault"),
    "sum": (_NUMBER, "number", "the sum of the numbers; 0 for an empty list"),
    "min": (_NUMBER, "number", "the least number; of an empty list: a fault"),
    "max": (_NUMBER, "number", "the greatest number; of an empty list: a fault"),
    "best": (_NUMBER, "list", "the list of the members with the greatest number"),
    "sort": (_NUMBER, "list", "the list by ascending number; members with equal numbers keep their order"),
    "map": (_ANY, "list", "the list of the values; of lists, their concatenation"),
    "matching": (
        _LIST,
        "number",
        "the greatest number of members that can each be given a value from their own list, no value twice",
    ),
}
"""The expected body of each quantifier, the type of its result, and a description of the result."""


def check_quantifier(node: ast.Quantifier, scope: Scope) -> core.Core:
    """Type-check `kind(name in over: body)`."""
    span = scope.span(node)
    if node.kind in {"trail", "path"}:
        return scope.error(
            "GS305", f"`{node.kind}` needs a maximum length", node,
            help=f"its form is `{node.kind}(x in list: list, most)`",
        )  # fmt: skip
    if node.kind not in QUANTIFIER_FORMS:
        return scope.error(
            "GS201", f"there is no quantifier `{node.kind}`",
            core.Span(scope.source, node.start, node.start + len(node.kind)),
            help=did_you_mean(node.kind, QUANTIFIER_FORMS),
        )  # fmt: skip
    over = listed(scope.check(node.over), scope)
    inner = t.element(over.type)
    if inner is None:
        return scope.error(
            "GS307",
            f"`{node.kind}` needs a list, but this is {t.a(over.type)}",
            node.over,
            help=list_cure(over),
        )
    slot = core.Slot(node.name, inner, frame=False)
    body = scope.introduce(node.name, slot, binder(node, scope)).check(node.body)
    if isinstance(over.type, t.Bad) or isinstance(body.type, t.Bad):
        return core.Wrong(t.BAD, span)
    wanted = QUANTIFIER_FORMS[node.kind][0]
    if wanted in {_ANY, _LIST}:
        body = listed(body, scope)
        body = _candidates(body, scope) if wanted == _LIST else body
    else:
        body = coerce(body, t.BOOL if wanted == _CONDITION else ANY_INT, scope)
    if isinstance(body.type, t.Bad):
        return core.Wrong(t.BAD, span)
    most = over.type.most if isinstance(over.type, t.ListType) else 0
    type_ = _result(node, inner, body.type, most)
    return core.Quantifier(type_, span, node.kind, slot, over, body)


def _candidates(body: core.Core, scope: Scope) -> core.Core:
    """Type-check the list of the candidates for a member, in the quantifier `matching`."""
    if not isinstance(body.type, t.ListType):
        return scope.error(
            "GS307", f"`matching` needs the list of each member's candidates, but this is {t.a(body.type)}",
            body.span, help=list_cure(body),
        )  # fmt: skip
    if isinstance(body.type.of, t.Optional):
        return scope.error(
            "GS303", "a candidate is needed, but this may be `none`", body.span,
            help="leave `none` out: `filter(s in …: s != none)`, or take `the(s)`",
        )  # fmt: skip
    return body


def _result(node: ast.Quantifier, inner: t.Scalar, body: t.Type, most: int) -> t.Type:
    match node.kind:
        case "any" | "all" | "none":
            return t.BOOL
        case "count":
            return t.Int(0, most)
        case "matching":
            return t.Int(0, min(most, _different(body)))
        case "filter" | "while" | "until" | "best" | "sort":
            return t.ListType(inner, most)
        case "first":
            return t.Optional(inner) if isinstance(inner, t.Bool | t.Int | t.Named) else inner
        case "the":
            return inner
        case "map":
            if isinstance(body, t.ListType):
                return t.ListType(body.of, min(most * body.most, t.INT_MAX))
            assert not isinstance(body, t.ZoneType)  # noqa: S101 - it has become a list
            return t.ListType(body, most)
        case "sum":
            low, high = (body.low, body.high) if isinstance(body, t.Int) else (0, 0)
            return t.Int(max(min(0, low * most), t.INT_MIN), min(max(0, high * most), t.INT_MAX))
        case _:
            return body


def _different(lists: t.Type) -> int:
    """Return the maximum number of different values in all lists of a type together."""
    domain = t.domain(lists.of) if isinstance(lists, t.ListType) else None
    return domain[1] if domain is not None else 0


def binder(node: ast.Quantifier | ast.Reach | ast.Longest | ast.Let, scope: Scope) -> core.Span:
    """Return the span of the variable in a quantifier, which is the first occurrence of its name in brackets.

    If the quantifier stands for a declaration, it is the declaration's span.
    """
    if node.name not in scope.source.text[node.start : node.end]:
        return scope.span(node)
    start = scope.source.text.index(node.name, scope.source.text.index("(", node.start))
    return core.Span(scope.source, start, start + len(node.name))


def check_reach(node: ast.Reach, scope: Scope) -> core.Core:
    """Type-check `reach(name from origin: body)`."""
    span = scope.span(node)
    origin = scope.check(node.origin)
    if isinstance(origin.type, t.Bad):
        return origin
    if not isinstance(origin.type, t.Named):
        return scope.error(
            "GS302", f"`reach` starts from a cell or the like, but this is {t.a(origin.type)}", node.origin
        )
    slot = core.Slot(node.name, origin.type, frame=False)
    wanted = t.ListType(origin.type, origin.type.size)
    inside = scope.introduce(node.name, slot, binder(node, scope))
    body = suit(listed(inside.check(node.body, wanted), inside), wanted, inside)
    if isinstance(body.type, t.Bad):
        return core.Wrong(t.BAD, span)
    return core.Reach(wanted, span, slot, origin, body)


def check_let(node: ast.Let, scope: Scope, wanted: t.Type | None) -> core.Core:
    """Type-check `let(name = value: body)`."""
    span = scope.span(node)
    value = scope.check(node.value)
    if isinstance(value.type, t.Nothing):
        return scope.error("GS302", "`none` alone cannot be named", node.value)
    slot = core.Slot(node.name, value.type, frame=False)
    body = scope.introduce(node.name, slot, binder(node, scope)).check(node.body, wanted)
    if isinstance(value.type, t.Bad) or isinstance(body.type, t.Bad):
        return core.Wrong(t.BAD, span)
    return core.Let(body.type, span, slot, value, body)
