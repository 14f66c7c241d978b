"""`trail` and `path`, which measure the longest trail or path over the members of a list."""

from __future__ import annotations

from gamespec.expr.fit import listed, suit
from gamespec.expr.quantifiers import binder
from gamespec.expr.scope import Scope
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["LONGEST_FORMS", "check_longest"]

LONGEST_FORMS: dict[str, tuple[str, str]] = {
    "trail": (
        "trail(x in LIST: ENDS, MOST)",
        (
            "the number of members of `LIST` in the longest trail, each once: in at one of its `ENDS`, out "
            "at the other, and on to a member that shares that end"
        ),
    ),
    "path": (
        "path(x in LIST: NEXT, MOST)",
        "the number of members of `LIST` in the longest path, each once, from a member to one of its `NEXT`",
    ),
}
"""The form of each quantifier, and sentences about its result. The search ends when it has found a length of
`MOST`, which is a constant.
"""

ENDS = 2


def check_longest(node: ast.Longest, scope: Scope) -> core.Core:
    """Type-check `kind(name in over: body, most)`."""
    over = listed(scope.check(node.over), scope)
    inner = t.element(over.type)
    if inner is None:
        return scope.error("GS307", f"`{node.kind}` needs a list, but this is {t.a(over.type)}", node.over)
    slot = core.Slot(node.name, inner, frame=False)
    inside = scope.introduce(node.name, slot, binder(node, scope))
    hint = t.ListType(inner, 1) if node.kind == "path" else None
    body = listed(inside.check(node.body, hint), inside)
    most = scope.check(node.most)
    if any(isinstance(part.type, t.Bad) for part in (over, body, most)) or isinstance(inner, t.Bad):
        return core.Wrong(t.BAD, scope.span(node))
    body = _ends(node, body, scope) if node.kind == "trail" else _next(node, body, inner, inside)
    if isinstance(body.type, t.Bad):
        return body
    if not isinstance(most.type, t.Int):
        return scope.error("GS302", f"a number is needed, but this is {t.a(most.type)}", node.most)
    if not isinstance(most, core.Const):
        return scope.error("GS306", "the maximum length must be constant", node.most)
    if most.value < 1:
        return scope.error(
            "GS304", f"the maximum length must be at least 1, but this is {most.value}", node.most
        )
    members = over.type.most if isinstance(over.type, t.ListType) else 0
    type_ = t.Int(0, min(most.value, members))
    return core.Longest(type_, scope.span(node), node.kind, slot, over, body, most.value)


def _ends(node: ast.Longest, body: core.Core, scope: Scope) -> core.Core:
    """Type-check the list of a member's ends in a trail.

    Its type must show that there are at most two ends.
    """
    if not isinstance(body.type, t.ListType):
        return scope.error(
            "GS307", f"`trail` needs the list of a member's ends, but this is {t.a(body.type)}", node.body
        )
    if isinstance(body.type.of, t.Optional):
        return scope.error(
            "GS303", "an end is needed, but this may be `none`", node.body,
            help="leave `none` out: `filter(e in …: e != none)` is a list of ends"
        )  # fmt: skip
    if body.type.most > ENDS:
        return scope.error(
            "GS302", f"a member of a trail has at most two ends, but this list may have {body.type.most}",
            node.body, help="`top(list, 2)` lists the first two",
        )  # fmt: skip
    return body


def _next(node: ast.Longest, body: core.Core, inner: t.Scalar, scope: Scope) -> core.Core:
    if not isinstance(body.type, t.ListType):
        return scope.error(
            "GS307", f"`path` needs the list of the next members, but this is {t.a(body.type)}", node.body
        )
    return suit(body, t.ListType(inner, body.type.most), scope)
