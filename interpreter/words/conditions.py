"""Explains conditions in words, by the smallest part that fails and by the values that this part read.

The explanation depends on what the reader can tell (see `interpreter.words.known`). If a condition is known
to fail, then either some part of it is known to fail, or some of the parts that fail are hidden.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gamespec.description.syntax import syntax_of
from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.words.said import value_in

if TYPE_CHECKING:
    from interpreter.words.known import Inquiry
    from interpreter.words.text import Words

__all__ = ["MOST_LISTED", "applied", "failing", "folded", "in_parts", "values_in"]

MOST_LISTED = 12
"""The greatest number of members that a message shows of a list."""
OPENED = 3
"""The greatest nesting depth at which functions in a condition are expanded."""


def failing(known: Inquiry, node: core.Core) -> core.Core:
    """Return the smallest part that makes a failing condition fail.

    If no part of a conjunction is known to fail, the result is the only part whose value is hidden. If
    several parts are hidden, it is the whole conjunction.
    """
    if isinstance(node, core.Apply) and isinstance(node.function.body, core.And):
        node = applied(node, node.function.body)
    inside = in_parts(node) if isinstance(node, core.Let) else node
    if isinstance(inside, core.And):
        hidden: list[core.Core] = []
        for part in inside.parts:
            truth = known.truth(part)
            if truth is False:
                return failing(known, part)
            hidden += [part] if truth is None else []
        if len(hidden) == 1:
            return failing(known, hidden[0])
    return inside


def values_in(known: Inquiry, node: core.Core, words: Words, depth: int = OPENED) -> Iterator[str]:  # noqa: C901, PLR0912 - a case a node
    """Yield `text is value` for each part of a condition whose value explains the condition.

    Only parts that the game itself evaluates are included. The rest of a conjunction after the part that
    failed is omitted, and so is the branch of an `if … else` that was not chosen. Unknown values are
    described as hidden.
    """
    match node:
        case core.Equal(_, _, left, right) | core.Less(_, _, left, right):
            yield from _value(known, left, words)
            yield from _value(known, right, words)
        case core.Not(_, _, of):
            yield from values_in(known, of, words, depth)
        case core.Or(_, _, parts) | core.And(_, _, parts):
            for part in _decisive(known, node, parts):
                yield from values_in(known, part, words, depth)
        case core.If(_, _, condition, then, otherwise):
            yield from values_in(known, condition, words, depth)
            chosen = known.truth(condition)
            if chosen is not None and isinstance(then.type, t.Bool):
                yield from values_in(known, then if chosen else otherwise, words, depth)
        case core.InList(_, _, item, of):
            yield from _value(known, item, words)
            yield from _value(known, of, words)
        case core.InZone(_, _, item, _):
            yield from _value(known, item, words)
            component = known.value(item)
            zone = known.zone(component) if isinstance(component, int) and component != t.NONE else None
            if zone is not None:
                yield words.texts.gettext("it lies in {zone}", zone=words.zone(zone))
        case core.Let():
            inside = in_parts(node)
            if not isinstance(inside, core.Let):
                yield from values_in(known, inside, words, depth)
        case core.Quantifier(_, _, _, _, over, _):
            yield from _value(known, over, words)
        case core.BuiltIn(_, _, "empty" | "size", (of,), _):
            yield from _value(known, node if known.value(_listed(of)) is None else of, words)
        case core.Apply(_, _, function, args):
            for arg in args:
                yield from _value(known, arg, words)
            if depth > 0 and isinstance(node.type, t.Bool) and function.body is not None:
                yield from values_in(known, applied(node, function.body), words, depth - 1)
        case core.Load() | core.Const():
            yield from _value(known, node, words)
        case _:
            return


def folded(node: core.Core) -> str:
    """Return an expression as the author wrote it, but on a single line."""
    return " ".join(node.span.text.split())


def applied(node: core.Apply, body: core.Core) -> core.Core:
    """Return `body`, which is a function's body or a part of it, applied to the arguments of a call."""
    for slot, arg in zip(reversed(node.function.parameters), reversed(node.args), strict=True):
        body = core.Let(body.type, body.span, slot, arg, body)
    return body


_PARTS: dict[type[core.Core], tuple[str, ...]] = {
    core.And: ("parts",), core.Or: ("parts",), core.Not: ("of",), core.If: ("condition", "then", "otherwise"),
    core.Equal: ("left", "right"), core.Less: ("left", "right"), core.InList: ("item", "of"),
    core.InZone: ("item", "zone"), core.Apply: ("args",), core.BuiltIn: ("args",), core.Quantifier: ("over",),
}  # fmt: skip
"""The fields of each kind of condition whose contents are evaluated separately."""


def in_parts(node: core.Let) -> core.Core:
    """Return the body of a `let` with the `let` moved into each of its parts.

    Each part can then be evaluated separately. If the body has no such parts, the `let` itself is the result.
    """

    def inside(part: core.Core) -> core.Core:
        return (
            part
            if isinstance(part, core.Const | core.Fixed)
            else replace(node, type=part.type, span=part.span, body=part)
        )

    if isinstance(node.body, core.Let):
        parts = in_parts(node.body)
        return node if isinstance(parts, core.Let) else in_parts(replace(node, body=parts))
    if type(node.body) not in _PARTS:
        return node
    changed: dict[str, Any] = {}
    for name in _PARTS[type(node.body)]:
        held = getattr(node.body, name)
        changed[name] = tuple(map(inside, held)) if isinstance(held, tuple) else inside(held)
    return replace(node.body, **changed)


def _decisive(known: Inquiry, node: core.And | core.Or, parts: Sequence[core.Core]) -> Sequence[core.Core]:
    """Return the first part that decides a conjunction or disjunction, or all parts if no part decides it."""
    decides = isinstance(node, core.Or)
    return next(((part,) for part in parts if known.truth(part) is decides), parts)


def _value(known: Inquiry, node: core.Core, words: Words) -> Iterator[str]:
    if isinstance(node, core.Const | core.Fixed):
        yield from _options_in(node, words)
        return
    shown, node = folded(node), _listed(node)
    value = known.value(node)
    if value is None:
        yield words.texts.gettext("`{expression}` is hidden", expression=shown)
    elif isinstance(node.type, t.ListType):
        assert isinstance(value, tuple)  # noqa: S101 - its type says so
        listed = ", ".join(words.value(node.type.of, x) for x in value[:MOST_LISTED])
        if len(value) > MOST_LISTED:
            more = len(value) - MOST_LISTED
            listed += ", " + words.texts.ngettext("and {count} more", "and {count} more", more)
        said = listed if value else words.texts.gettext("empty")
        yield words.texts.gettext("`{expression}` is {value}", expression=shown, value=said)
    else:
        said = words.value(node.type, value) + _gathered(known, node, words)
        yield words.texts.gettext("`{expression}` is {value}", expression=shown, value=said)


def _options_in(node: core.Core, words: Words) -> Iterator[str]:
    """Yield the value of each option named in an expression whose value is known before the game."""
    options, syntax = words.names.options, syntax_of(node.span.text)
    for name in dict.fromkeys(_names(syntax) if syntax is not None else ()):
        if name in options:
            value = options[name]
            said = value_in(words.texts, str(value).lower()) if isinstance(value, bool) else str(value)
            yield words.texts.gettext("`{expression}` is {value}", expression=name, value=said)


def _names(node: ast.Node) -> Iterator[str]:
    """Yield the bare names in an expression, without those that only qualify what follows their dot."""
    match node:
        case ast.Name(_, _, name):
            yield name
        case ast.Attribute(_, _, ast.Name()):
            return
        case _:
            for part in ast.children(node):
                yield from _names(part)


def _listed(node: core.Core) -> core.Core:
    """Return an expression, or the list of the zone's components if the expression denotes a zone."""
    if isinstance(node.type, t.ZoneType):
        return core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
    return node


def _gathered(known: Inquiry, node: core.Core, words: Words) -> str:
    """Format the terms whose sum is the value of a function, such as `: 3, sale -2`.

    The first term is the function's own. The result is "" for any other expression.
    """
    if not isinstance(node, core.Apply) or not isinstance(node.type, t.Int):
        return ""
    parts: list[str] = []
    for term in node.function.terms:
        holds = known.truth(term.when and applied(node, term.when))
        if holds is False:
            continue
        inside = applied(node, term.value)
        value = known.value(inside) if holds else None
        said = words.texts.gettext("hidden") if value is None else words.value(inside.type, value)
        parts.append(f"`{term.name}` {said}" if term.name is not None else said)
    return f": {', '.join(parts)}" if parts else ""
