"""Quantifiers with a value, a phrase for each. Those that are conditions are in `conditions`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.trees import ast
from interpreter.locale import gettext_noop
from interpreter.rulebook.members import relative

if TYPE_CHECKING:
    from interpreter.rulebook.speaker import Speaker

__all__ = ["BY_MEMBER", "CONDITIONS", "SELECTED", "quantified"]

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

BY_MEMBER: dict[str, str] = {
    "sum": gettext_noop("the sum over {things} of: {value}"),
    "min": gettext_noop("the least number among {things} of: {value}"),
    "max": gettext_noop("the greatest number among {things} of: {value}"),
    "best": gettext_noop("those of {things} with the greatest: {value}"),
    "sort": gettext_noop("{things}, in ascending order of: {value}"),
    "map": gettext_noop("{value}, for {things}"),
    "matching": gettext_noop(
        "the greatest number of {things} that can each have one of their own, no two the same, from: {value}"
    ),
}
"""For each quantifier that computes a value for each member, its phrase."""

_INSIDE = frozenset({"while", "until"})


def quantified(s: Speaker, node: ast.Quantifier) -> str:
    """Return a quantifier as a noun phrase."""
    if node.kind in CONDITIONS:
        return s.gettext("whether {condition}", condition=s.condition(node))
    over, x = s.members(node.over, node.name), s.local(node.name)
    if node.kind in SELECTED:
        short, long = SELECTED[node.kind]
        if isinstance(node.body, ast.Bool) and node.body.value:
            return s.fill(short, things=over.many(), thing=over.each(s), clause="")
        clause = relative(s, node.name, node.body)
        if clause is not None and node.kind in _INSIDE:
            return s.fill(short, things=over.many(), thing=over.each(s), clause=clause)
        if clause is not None:
            return s.fill(short, things=f"{over.many()}{clause}", thing=f"{over.each(s)}{clause}")
        asked = s.condition(node.body)
        return s.fill(long, things=over.many(x), thing=over.each(s, x), condition=asked)
    things = s.gettext("all {things}", things=over.many(x))
    return s.fill(BY_MEMBER[node.kind], things=things, value=s.value(node.body))
