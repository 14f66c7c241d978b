"""Quantifiers with a value, a phrase for each. Those that are conditions are in `conditions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.expr.builtins import BUILTINS
from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.members import Members, relative

if TYPE_CHECKING:
    from interpreter.rulebook.speaker import Speaker

__all__ = ["BY_MEMBER", "CONDITIONS", "SELECTED", "quantified", "trait"]

CONDITIONS = frozenset({"any", "all", "none"})
"""The quantifiers that are conditions."""

SELECTED: dict[str, tuple[str, str]] = {
    "count": (
        gettext_noop("the number of {things}"),
        gettext_noop("the number of {things} for which {condition}"),
    ),
    "filter": (
        gettext_noop("the {things}"),
        gettext_noop("the {things} for which {condition}"),
    ),
    "first": (
        gettext_noop("the first {thing}"),
        gettext_noop("the first {thing} for which {condition}"),
    ),
    "the": (
        gettext_noop("the only {thing}"),
        gettext_noop("the only {thing} for which {condition}"),
    ),
    "while": (
        gettext_noop("the {things}, as far as each is one{clause}"),
        gettext_noop("the {things} up to, but without, the first for which this does not hold: {condition}"),
    ),
    "until": (
        gettext_noop("the {things} up to and including the first one{clause}"),
        gettext_noop("the {things} up to and including the first for which {condition}"),
    ),
}
"""For each quantifier that selects members, its phrases: with a relative clause, and with a condition."""

LAST = (gettext_noop("the last {thing}"), gettext_noop("the last {thing} for which {condition}"))
"""The phrases for the first member of a list in reverse order."""

BY_MEMBER: dict[str, str] = {
    "sum": gettext_noop("the sum of {value} for {things}"),
    "min": gettext_noop("the least value of {value} for {things}"),
    "max": gettext_noop("the greatest value of {value} for {things}"),
    "best": gettext_noop("the {many} for which {value} is greatest"),
    "sort": gettext_noop("{things}, ordered by {value}, least first"),
    "map": gettext_noop("the list of {value} for {things}"),
    "matching": gettext_noop(
        "the greatest number of {things} that can each have one of their own, no two the same, from: {value}"
    ),
}
"""For each quantifier that computes a value for each member, its phrase."""

BY_TRAIT: dict[str, str] = {
    "sum": gettext_noop("the total {trait} of {things}"),
    "min": gettext_noop("the least {trait} of {things}"),
    "max": gettext_noop("the greatest {trait} of {things}"),
    "best": gettext_noop("the {many} with the greatest {trait}"),
    "sort": gettext_noop("{things}, ordered by {trait}, least first"),
}
"""The shorter phrases for members whose value is one of their own, such as an attribute."""

_INSIDE = frozenset({"while", "until"})


def quantified(s: Speaker, node: ast.Quantifier) -> str:
    """Return a quantifier as a noun phrase."""
    if node.kind in CONDITIONS:
        return s.gettext("whether {condition}", condition=s.condition(node))
    over, x = grouped(s, s.members(node.over, node.name)), s.local(node.name)
    if node.kind in SELECTED:
        short, long = SELECTED[node.kind]
        if isinstance(node.body, ast.Bool) and node.body.value:
            return s.fill(short, things=over.many(), thing=over.each(s), clause="")
        if node.kind == "first" and isinstance(node.over, ast.Call) and node.over.name == "reverse":
            short, long = LAST
            over = s.members(node.over.args[0], node.name)
        clause = relative(s, node.name, node.body, over)
        if clause is not None and node.kind in _INSIDE:
            return s.fill(short, things=over.many(), thing=over.each(s), clause=clause)
        if clause is not None:
            return s.fill(short, things=f"{over.many()}{clause}", thing=f"{over.each(s)}{clause}")
        asked = s.condition(node.body)
        return s.fill(long, things=over.many(x), thing=over.each(s, x), condition=asked)
    if node.kind in BY_TRAIT and (said := trait(s, node.name, node.body)):
        if node.kind == "best" and over.where:
            return s.gettext(
                "the {many} with the greatest {trait} among {things}",
                many=over.noun.many,
                trait=said,
                things=over.bracketed(s),
            )
        things = s.gettext("all {things}", things=over.many())
        return s.fill(BY_TRAIT[node.kind], things=things, many=over.many(), trait=said)
    things, many = s.gettext("all {things}", things=over.many(x)), over.many(x)
    said = s.value(node.body)
    atomic = isinstance(node.body, ast.Number | ast.Name) or node.kind == "matching"
    return s.fill(BY_MEMBER[node.kind], things=things, many=many, value=said if atomic else f"({said})")


def grouped(s: Speaker, over: Members) -> Members:
    """Return words to which a clause can be added: members with a clause already stand in brackets."""
    if not over.own:
        return over
    things = s.gettext("the {things}", things=over.many())
    return Members(over.noun, " " + s.gettext("among {things}", things=f"({things})"))


def trait(s: Speaker, ident: str, node: ast.Node) -> str | None:
    """Return the name of what a member called `ident` has: its attribute, a value kept for it, a function."""
    match node:
        case ast.Attribute(_, _, ast.Name(_, _, of), attribute) if of == ident:
            type_ = t.strip(s.type(node.of))
            return s.nouns.attribute(type_.name if isinstance(type_, t.Named) else "", attribute)
        case ast.Index(_, _, ast.Name(_, _, store), (ast.Name(_, _, of),)) if of == ident:
            return s.nouns.declared(store) if isinstance(s.symbol(node.of), core.Store) else None
        case ast.Call(_, _, function, (ast.Name(_, _, of),)) if of == ident and function not in BUILTINS:
            return s.function(function)
        case _:
            return None
