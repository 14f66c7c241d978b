"""Conditions and their opposites as clauses, a case for each form of expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamespec.model import model as m
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.symbols import OptionValue
from interpreter.locale import gettext_noop
from interpreter.rulebook.marks import bare, link, plain
from interpreter.rulebook.members import relative

if TYPE_CHECKING:
    from interpreter.rulebook.speaker import Speaker

__all__ = ["ASKED", "OPPOSITE", "TRUTH", "condition", "is_equivalence"]

OPPOSITE = {
    "==": "!=", "!=": "==", "<": ">=", ">=": "<", "<=": ">", ">": "<=", "in": "not in", "not in": "in",
}  # fmt: skip
"""For each comparison, the one that holds if it does not."""

TRUTH = (gettext_noop("if {asked}: {condition}"), gettext_noop("otherwise, if {asked}: {condition}"))
"""A case of a condition that depends on others: the first one, and a later one."""

MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""For each comparison, the one that holds with its sides exchanged."""

_ONE = {
    "==": gettext_noop("{left} is {right}"),
    "!=": gettext_noop("{left} is not {right}"),
    "<": gettext_noop("{left} is less than {right}"),
    "<=": gettext_noop("{left} is at most {right}"),
    ">": gettext_noop("{left} is more than {right}"),
    ">=": gettext_noop("{left} is at least {right}"),
    "in": gettext_noop("{left} is among {right}"),
    "not in": gettext_noop("{left} is not among {right}"),
    "old": gettext_noop("{left} is the same as before"),
    "not old": gettext_noop("{left} is not the same as before"),
}
_SEVERAL = {
    "==": gettext_noop("{left} are {right}"),
    "!=": gettext_noop("{left} are not {right}"),
    "<": gettext_noop("{left} are less than {right}"),
    "<=": gettext_noop("{left} are at most {right}"),
    ">": gettext_noop("{left} are more than {right}"),
    ">=": gettext_noop("{left} are at least {right}"),
    "old": gettext_noop("{left} are the same as before"),
    "not old": gettext_noop("{left} are not the same as before"),
}

ASKED: dict[str, tuple[str, str]] = {
    "empty": (gettext_noop("there is no {a}"), gettext_noop("there is at least one {a}")),
    "can": (
        gettext_noop("{who} could take one of these actions now: {actions}"),
        gettext_noop("{who} could take none of these actions now: {actions}"),
    ),
}
"""For each built-in that is a condition, the clause and its opposite."""


def condition(s: Speaker, node: ast.Node, *, holds: bool = True) -> str:  # noqa: C901 - a case for each form
    """Return a condition, or its opposite, as a clause."""
    match node:
        case ast.Bool(_, _, truth):
            return s.gettext("always") if truth is holds else s.gettext("never")
        case ast.Not(_, _, of):
            return s.condition(of, holds=not holds)
        case ast.Comparison(_, _, first, rest):
            return _comparison(s, first, rest, holds=holds)
        case ast.Logic(_, _, op, parts):
            together = (op == "and") is holds
            said = [_part(s, part, holds=holds, last=part is parts[-1]) for part in parts]
            word = s.gettext("and") if together else s.gettext("or")
            return f" {word} ".join(said)
        case ast.Quantifier(kind="any" | "all" | "none"):
            return _quantifier(s, node, holds=holds)
        case ast.Call():
            return _call(s, node, holds=holds)
        case ast.Choice():
            return _choice(s, node, holds=holds)
        case ast.Let(_, _, ident, of, body):
            inner = s.condition(body, holds=holds)
            return s.gettext(
                "{condition}, where {x} is {of}", condition=f"({inner})", x=s.local(ident), of=s.inner(of)
            )
        case ast.Name() | ast.Index() | ast.Attribute() | ast.Quantifier():
            return _truth(s, node, holds=holds)
        case ast.Number() | ast.Nothing() | ast.Unread() | ast.Me() | ast.Reach() | ast.Longest():
            return s.value(node)  # never a condition: the checker has refused it
        case ast.Negative() | ast.Binary() | ast.Range() | ast.Items():
            return s.value(node)
        case _:
            assert_never(node)


def _part(s: Speaker, node: ast.Node, *, holds: bool, last: bool = True) -> str:
    """Return a part of a condition: in brackets if what stands beside it could be read into it."""
    said = s.condition(node, holds=holds)
    compound = isinstance(node, ast.Logic | ast.Choice | ast.Let) or is_equivalence(s, node)
    return f"({said})" if compound or (not last and _trails(s, node)) else said


def is_equivalence(s: Speaker, node: ast.Node) -> bool:
    """Return whether a condition compares two conditions."""
    match node:
        case ast.Comparison(_, _, left, ((_, right),)):
            return isinstance(t.strip(s.type(left)), t.Bool) and not isinstance(right, ast.Bool)
        case _:
            return False


def _trails(s: Speaker, node: ast.Node) -> bool:
    """Return whether the words for a condition end in another clause."""
    match node:
        case ast.Call(_, _, "old"):
            return True
        case ast.Not(_, _, of):
            return _trails(s, of)
        case ast.Comparison(_, _, _, rest):
            return len(rest) > 1 or s.is_open(rest[-1][1])
        case _:
            return isinstance(node, ast.Quantifier)


def _choice(s: Speaker, node: ast.Choice, *, holds: bool) -> str:
    said: list[str] = []
    rest: ast.Node = node
    while isinstance(rest, ast.Choice):
        asked, then = s.condition(rest.condition), _part(s, rest.then, holds=holds)
        said.append(s.fill(TRUTH[len(said) > 0], asked=asked, condition=then))
        rest = rest.otherwise
    said.append(s.gettext("otherwise: {condition}", condition=_part(s, rest, holds=holds)))
    return "; ".join(said)


# --- comparisons ------------------------------------------------------------------------------------------


def _comparison(s: Speaker, first: ast.Node, rest: tuple[tuple[str, ast.Node], ...], *, holds: bool) -> str:
    said, left = [], first
    for op, right in rest:
        said.append(_compared(s, left, op if holds else OPPOSITE[op], right))
        left = right
    word = s.gettext("and") if holds else s.gettext("or")
    return f" {word} ".join(said)


def _turned(left: ast.Node, op: str, right: ast.Node) -> tuple[ast.Node, str, ast.Node]:
    """Return a comparison with constants on its right."""
    constant = isinstance(left, ast.Nothing | ast.Bool) or (isinstance(left, ast.Number) and op in MIRRORED)
    return (right, MIRRORED[op], left) if constant else (left, op, right)


def _compared(s: Speaker, left: ast.Node, op: str, right: ast.Node) -> str:
    left, op, right = _turned(left, op, right)
    if isinstance(right, ast.Nothing):
        return _present(s, left, holds=op == "!=")
    if op in {"in", "not in"}:
        return _lies(s, left, right, holds=op == "in")
    if isinstance(right, ast.Bool):
        return s.condition(left, holds=right.value is (op == "=="))
    if isinstance(t.strip(s.type(left)), t.Bool):
        return _same_truth(s, left, right, holds=op == "==")
    if isinstance(left, ast.Me) or (isinstance(right, ast.Me) and op in {"==", "!="}):
        other = right if isinstance(left, ast.Me) else left
        if _is_stored(s, other):
            return s.fill(_ONE[op], left=s.value(other), right=s.predicate(ast.Me(0, 0)))
        if op == "==":
            return s.gettext("you are {player}", player=s.inner(other))
        return s.gettext("you are not {player}", player=s.inner(other))
    phrases = _SEVERAL if _is_plural(s, left) else _ONE
    match right:
        case ast.Call(_, _, "old", (of,)) if op in {"==", "!="} and s.value(of) == s.value(left):
            return s.fill(phrases["old" if op == "==" else "not old"], left=s.closed(left))
        case _:
            return s.fill(phrases[op], left=s.closed(left), right=_right(s, right))


def _right(s: Speaker, node: ast.Node) -> str:
    """Return the right side of a comparison, at whose end a sum needs no brackets."""
    return s.value(node) if isinstance(node, ast.Binary) else s.predicate(node)


def _is_stored(s: Speaker, node: ast.Node) -> bool:
    """Return whether a value is that of a variable, whose name need not be a noun for a player."""
    return isinstance(s.symbol(node.of if isinstance(node, ast.Index) else node), core.Store)


def _is_plural(s: Speaker, node: ast.Node) -> bool:
    of = node.of if isinstance(node, ast.Index) else node
    named = isinstance(of, ast.Name) and isinstance(s.symbol(of), core.Store)
    return named and isinstance(of, ast.Name) and s.nouns.plural(of.name)


def _same_truth(s: Speaker, left: ast.Node, right: ast.Node, *, holds: bool) -> str:
    one, other = s.condition(left), s.condition(right)
    if holds:
        return s.gettext("({one}) exactly if ({other})", one=one, other=other)
    return s.gettext("either ({one}) or ({other}), not both", one=one, other=other)


def _present(s: Speaker, node: ast.Node, *, holds: bool) -> str:
    """Say whether there is a value."""
    match node:
        case ast.Call(_, _, "key", (ast.Name(_, _, ident), item)):
            zone, thing = s.any_zone(ast.Name(node.start, node.end, ident)), s.closed(item)
            if holds:
                return s.gettext("{thing} lies in {zone}", thing=thing, zone=zone)
            return s.gettext("{thing} does not lie in {zone}", thing=thing, zone=zone)
        case ast.Call():
            said = s.closed(node).removeprefix(s.gettext("the {name}", name=""))
            if not holds:
                return s.gettext("there is no {name}", name=said)
            if plain(said)[:1].lower() in "aeiou":
                return s.gettext("there is an {name}", name=said)
            return s.gettext("there is a {name}", name=said)
        case _:
            pass
    said = s.closed(node)
    stripped = said.removeprefix(s.gettext("the {name}", name=""))
    if bare(said) or stripped == said:
        return (
            s.gettext("{name} has a value", name=said)
            if holds
            else s.gettext("{name} has no value", name=said)
        )
    if holds and plain(stripped)[:1].lower() in "aeiou":
        return s.gettext("there is an {thing}", thing=stripped)
    if holds:
        return s.gettext("there is a {thing}", thing=stripped)
    return s.gettext("there is no {thing}", thing=stripped)


def _lies(s: Speaker, item: ast.Node, of: ast.Node, *, holds: bool) -> str:
    said = s.closed(item)
    if isinstance(s.symbol(of.of if isinstance(of, ast.Index) else of), core.ZoneStore):
        where = s.any_zone(of)
        if holds:
            return s.gettext("{thing} lies in {zone}", thing=said, zone=where)
        return s.gettext("{thing} does not lie in {zone}", thing=said, zone=where)
    match of:
        case ast.Range(_, _, low, high):
            low_, high_ = s.closed(low), s.inner(high)
            if holds:
                return s.gettext("{thing} is from {low} to {high}", thing=said, low=low_, high=high_)
            return s.gettext("{thing} is not from {low} to {high}", thing=said, low=low_, high=high_)
        case ast.Items(_, _, items):
            values = s.any_of([s.closed(each) for each in items])
            phrases = _SEVERAL if _is_plural(s, item) else _ONE
            return s.fill(phrases["==" if holds else "!="], left=said, right=values)
        case _:
            return s.fill(_ONE["in" if holds else "not in"], left=said, right=s.members(of).all(s))


# --- quantifiers ------------------------------------------------------------------------------------------


def _quantifier(s: Speaker, node: ast.Quantifier, *, holds: bool) -> str:
    over, x = s.members(node.over, node.name), s.local(node.name)
    if node.kind == "all":
        asked = s.condition(node.body)
        if holds:
            return s.gettext("for every {thing}: {condition}", thing=over.each(s, x), condition=asked)
        return s.gettext("not for every {thing}: {condition}", thing=over.each(s, x), condition=asked)
    exists = (node.kind == "any") is holds
    true = isinstance(node.body, ast.Bool) and node.body.value
    clause = "" if true else relative(s, node.name, node.body, over)
    if clause is not None:
        thing = f"{over.each(s)}{clause}"
        if exists:
            return s.gettext("there is at least one {thing}", thing=thing)
        return (
            s.gettext("there are no {things}", things=thing)
            if s.plural_only
            else s.gettext("there is no {thing}", thing=thing)
        )
    asked = s.condition(node.body)
    if exists:
        return s.gettext("for at least one {thing}: {condition}", thing=over.each(s, x), condition=asked)
    return s.gettext("for no {thing}: {condition}", thing=over.each(s, x), condition=asked)


# --- values that are conditions ---------------------------------------------------------------------------


def _call(s: Speaker, node: ast.Call, *, holds: bool) -> str:
    if node.name == "empty":
        return s.fill(ASKED["empty"][not holds], a=s.members(node.args[0]).each(s))
    if node.name == "old":
        return s.gettext("before that, {condition}", condition=_part(s, node.args[0], holds=holds))
    if node.name == "can":
        who = s.gettext("you") if node.by is None else s.closed(node.by)
        actions = [
            link(s.nouns.label(a.name), f"action-{a.name}") for a in node.args if isinstance(a, ast.Name)
        ]
        return s.fill(ASKED["can"][not holds], who=who, actions=", ".join(actions))
    declared = s.world.symbols.get(node.name)
    if isinstance(declared, m.FunctionDecl):
        return _applied(s, node, declared, holds=holds)
    return _truth(s, node, holds=holds)


def _applied(s: Speaker, node: ast.Call, declared: m.FunctionDecl, *, holds: bool) -> str:
    from interpreter.rulebook.values import listed

    said = s.function(node.name)
    if not node.args:
        return s.gettext("{name} holds", name=said) if holds else s.gettext("{name} does not hold", name=said)
    names = [parameter.ident.name for parameter in declared.parameters]
    for_ = s.inner(node.args[0], dative=True) if len(node.args) == 1 else listed(s, names, node.args)
    if holds:
        return s.gettext("{name} holds for {thing}", name=said, thing=for_)
    return s.gettext("{name} does not hold for {thing}", name=said, thing=for_)


def _truth(s: Speaker, node: ast.Node, *, holds: bool) -> str:
    """Say whether a value is true."""
    match node:
        case ast.Name() if isinstance(s.symbol(node), OptionValue):
            said = link(s.nouns.declared(node.name), f"option-{node.name}")
            if holds:
                return s.gettext("the option {option} is on", option=said)
            return s.gettext("the option {option} is off", option=said)
        case ast.Name() if isinstance(s.symbol(node), core.Store):
            said, for_ = s.nouns.declared(node.name), ""
        case ast.Index(_, _, ast.Name(_, _, of), keys) if isinstance(s.symbol(node.of), core.Store):
            said, for_ = s.nouns.declared(of), s.all_of([s.inner(key, dative=True) for key in keys])
        case ast.Name(_, _, ident):
            said, for_ = s.local(ident), ""
        case _:
            said, for_ = s.closed(node), ""
    if not for_:
        return s.gettext("{name} holds", name=said) if holds else s.gettext("{name} does not hold", name=said)
    if holds:
        return s.gettext("{name} holds for {thing}", name=said, thing=for_)
    return s.gettext("{name} does not hold for {thing}", name=said, thing=for_)
