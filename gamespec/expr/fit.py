"""Coercion, which checks that a value fits its destination by type and by bounds.

A value whose type proves that it fits stays as it is. A value that may fit is narrowed (`core.Narrow`). A
value that never fits is reported.
"""

from __future__ import annotations

import re

from gamespec.expr.scope import Scope, declared, unless_none
from gamespec.text.advice import Advice, replaced, write
from gamespec.text.suggest import fuller, longer
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["coerce", "component_meant", "list_cure", "listed", "suit"]


def listed(node: core.Core, scope: Scope) -> core.Core:
    """Convert a zone or a line to the list of its members, and return any other expression unchanged."""
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
    """Return `node` as a value of type `wanted`, or report why it cannot be one.

    If its type does not prove that it fits, the value is narrowed. `goes` describes the destination in the
    message of a fault.
    """
    if node.type == wanted:
        return node
    if isinstance(wanted, t.ListType):
        node = listed(node, scope)
    suited = suit(node, wanted, scope)
    return narrowed(suited, wanted, goes) if suited is node else suited


def narrowed(node: core.Core, wanted: t.Type, goes: str = "") -> core.Core:
    """Return `node` with a check of its bounds, if its own type does not prove them."""
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
    """Return the bounds of a number, of an optional number, or of the numbers in a list.

    Returns `None` for a type without numbers.
    """
    inner = t.strip(t.element(type_) or type_)
    return inner if isinstance(inner, t.Int) else None


def _bounded(type_: t.Type, bounds: t.Int) -> t.Type:
    """Return a type of numbers with other bounds."""
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
    """Return `node` if its type can be converted to `wanted`, or report why it cannot."""
    given = node.type
    if isinstance(given, t.Optional) and not isinstance(wanted, t.Optional) and t.accepts(wanted, given.of):
        return scope.error(
            "GS303",
            f"{t.a(wanted)} is needed, but this may be `none`",
            node.span,
            help=unless_none(node),
            others=declared(scope, node),
        )
    if not t.accepts(wanted, given):
        return scope.error(
            "GS302",
            f"expected `{t.show(wanted)}`, but this is {t.a(given)}",
            node.span,
            help=_cure(wanted, given, " ".join(node.span.text.split()), scope),
            others=declared(scope, node),
        )
    bounds, has = _numbers(wanted), _numbers(given)
    if bounds is None or has is None or has == t.EMPTY:
        return node
    strange = has if not isinstance(given, t.ListType) and t.meet(bounds, has) == t.EMPTY else None
    if strange is not None:
        nearest = bounds.low if strange.high < bounds.low else bounds.high
        return scope.error(
            "GS304", f"`{t.show(strange)}` never fits into `{t.show(bounds)}`", node.span,
            remedies=(replaced(node.span, str(nearest), asks=True),) if strange.low == strange.high else (),
        )  # fmt: skip
    outside = (
        [v for v in node.values if not bounds.low <= v <= bounds.high] if isinstance(node, core.Fixed) else []
    )
    if outside:
        return scope.error("GS304", f"{outside[0]} is not in `{t.show(bounds)}`", node.span)
    return node


def component_meant(root: ast.Node, kind: t.Type | None, scope: Scope) -> str | None:
    """Return advice on the names of components if values that are printed on some stand in their place."""
    if isinstance(root, ast.Name):
        return _in_full(root.name, kind, scope)
    rows, parts = _rows(kind, scope), root.items if isinstance(root, ast.Items) else ()
    names = [part.name for part in parts if isinstance(part, ast.Name)]
    found = [[name] if name in rows else longer(name, rows) for name in names]
    if not names or len(names) < len(parts) or any(len(each) != 1 for each in found):
        return None
    return write("{" + ", ".join(name for (name,) in found) + "}")


def _in_full(name: str, kind: t.Type | None, scope: Scope) -> str | None:
    """Return advice on the full name of a component: all that is printed on it, `plum_2` and not `plum`."""
    rows = _rows(kind, scope)
    return None if name in rows else fuller(name, rows)


def _rows(kind: t.Type | None, scope: Scope) -> list[str]:
    """Return the names of the components of a kind, without the numbers of copies."""
    kind = t.strip(kind) if kind is not None else None
    if not isinstance(kind, t.Named) or kind.name not in scope.world.kinds:
        return []
    return [*dict.fromkeys(name.partition("#")[0] for name in scope.world.kinds[kind.name].names)]


def list_cure(node: core.Core) -> str | None:
    """Return advice on what to write if a number is given where a list is needed, or `None`."""
    return f"write `1..{node.span.text}` for the numbers up to it" if isinstance(node.type, t.Int) else None


def _cure(wanted: t.Type, given: t.Type, text: str, scope: Scope) -> str | None:
    """Return advice on what to write instead of a value of a wrong type, or `None` if that is unclear."""
    match wanted, given:
        case t.Bool(), t.Int():
            return Advice(f"compare it, as in `{text} > 0`", (f"{text} > 0",))
        case t.Bool(), t.Optional():
            return write(f"{text} != none")
        case t.Bool(), t.ListType() | t.ZoneType():
            return write(f"not empty({text})")
        case t.Int(), t.ListType() | t.ZoneType():
            return Advice(f"write `size({text})` for the number of members", (f"size({text})",))
        case (
            (t.Named("player") | t.Optional(t.Named("player")) | t.ListType(t.Named("player"))),
            t.Int(),
        ):
            return Advice(f"write `seat({text})` for the player in a seat", (f"seat({text})",))
        case ((t.Named("cell", name) | t.Optional(t.Named("cell", name))), t.Int()) if (
            scope.world.spaces[name].sort == "track"
        ):
            return f"write `cell({name}, {text})` for the cell with that number"
        case ((t.Bool() | t.Named() | t.Optional()), t.ListType(of) | t.ZoneType(of)) if t.accepts(
            wanted, of
        ):
            return f"say which one, or write `the({text})` for the only one"
        case t.ListType(t.Int()), t.Int() if ends := re.fullmatch(r"(\d+) ?- ?(\d+)", text):
            return write(f"{ends[1]}..{ends[2]}")
        case t.ListType(of), _ if t.accepts(of, given):
            return f"write `{{{text}}}` for a list with one member"
        case _:
            return _in_full(text, wanted, scope)
