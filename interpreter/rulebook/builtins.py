"""The built-ins of the language as phrases: a row for each, as in `gamespec.expr.builtins`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.trees import ast
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.conditions import ASKED
from interpreter.rulebook.marks import link
from interpreter.rulebook.quantified import trait

if TYPE_CHECKING:
    from interpreter.rulebook.speaker import Speaker

__all__ = ["PHRASES", "called"]

PHRASES: dict[str, tuple[str, ...]] = {
    "size": (gettext_noop("the number of {things}"),),
    "nth": (gettext_noop("the {thing} at position {b} of {a}"),),
    "place": (gettext_noop("the position of {b} in {a}"),),
    "top": (gettext_noop("the first of {a}"), gettext_noop("the first {b} of {a}")),
    "bottom": (gettext_noop("the last of {a}"), gettext_noop("the last {b} of {a}, beginning with the last")),
    "rest": (gettext_noop("{a} except the first {b}"),),
    "union": (gettext_noop("{a} together with {b}, each once"),),
    "distinct": (gettext_noop("{a}, each value once"),),
    "reverse": (gettext_noop("{a} in reverse order"),),
    "key": (gettext_noop("the {key} with {b} in {zone}"),),
    "number": (gettext_noop("the position of {a} in the order of {order}"),),
    "abs": (gettext_noop("the absolute value of {a}"),),
    "min": (gettext_noop("the least of {a}"),),
    "max": (gettext_noop("the greatest of {a}"),),
    "default": (gettext_noop("{a} or, if there is none, {b}"),),
    "the": (gettext_noop("the only one of {a}"),),
    "left": (gettext_noop("the player to the left of {a}"), gettext_noop("the player {b} seats to the left of {a}")),
    "right": (gettext_noop("the player to the right of {a}"), gettext_noop("the player {b} seats to the right of {a}")),
    "seat": (gettext_noop("the player in seat {a}"),),
    "clockwise": (gettext_noop("the players clockwise, beginning with {a}"),),
    "counterclockwise": (gettext_noop("the players counter-clockwise, beginning with {a}"),),
    "team": (gettext_noop("the team of {a}"),),
    "neighbours": (gettext_noop("the neighbours of {a}"), gettext_noop("the neighbours of {a} in direction {b}")),
    "offset": (gettext_noop("the cell {b} columns to the east and {c} rows to the south of {a}"),),
    "step": (gettext_noop("the next cell from {a} in direction {b}"), gettext_noop("the cell {c} steps from {a} in direction {b}")),
    "ray": (gettext_noop("the cells beyond {a} in direction {b}"),),
    "direction": (gettext_noop("the direction from {a} to {b}"),),
    "distance": (gettext_noop("the distance from {a} to {b}"),),
    "gap": (gettext_noop("the number of steps forward from {a} to {b}"),),
    "opposite": (gettext_noop("the direction opposite to {a}"),),
    "lines": (gettext_noop("the straight lines of {b} cells on {space}"),),
    "column": (gettext_noop("the column of {a}"),),
    "row": (gettext_noop("the row of {a}"),),
    "spots": (gettext_noop("the spots where {a} fits"),),
    "spot": (gettext_noop("the spot {b} columns to the east and {c} rows to the south of the centre of {space}, turned clockwise by {d} quarter turns"),),
    "around": (gettext_noop("the tiles on the eight places around {a}"), gettext_noop("the members of {space} that touch {a}")),
    "between": (gettext_noop("the member of {space} between {a} and {b}"),),
    "parts": (gettext_noop("the parts printed on {a}"),),
    "features": (gettext_noop("all features on {space}"),),
    "feature": (gettext_noop("the feature of {a}"),),
    "joined": (gettext_noop("all parts of the feature of {a}"),),
    "tiles": (gettext_noop("the tiles that the feature of {a} covers"),),
    "open_ends": (gettext_noop("the number of open ends of the feature of {a}"),),
    "touching": (gettext_noop("the features that touch the feature of {a}"),),
    "pending": (gettext_noop("the number of events that wait on {list}"),),
    "occurred": (gettext_noop("the number of times that the present situation is in {list}"),),
    "in_a_row": (gettext_noop("how many times in a row, at most {n}, {who} could take one of these actions now: {actions}"),),
    "cell": (gettext_noop("cell {b} of {space}"), gettext_noop("the cell of {space} in column {b} and row {c}")),
}  # fmt: skip
"""The phrases for each built-in that has a value: for its least number of arguments, and for one more."""

_ZONE_TOP = {
    "top": (gettext_noop("the top {thing} of {zone}"), gettext_noop("the top {b} {things} of {zone}")),
    "bottom": (gettext_noop("the bottom {thing} of {zone}"), gettext_noop("the bottom {b} {things} of {zone}")),
}  # fmt: skip

_BESIDE_ME = {
    "left": (gettext_noop("the player to your left"), gettext_noop("the player {b} seats to your left")),
    "right": (gettext_noop("the player to your right"), gettext_noop("the player {b} seats to your right")),
}  # fmt: skip

_COUNTING = frozenset({"top", "bottom", "rest", "step", "offset", "spot"})
"""Built-ins whose arguments after the first are numbers before a noun, or directions."""

_LEAST = {"offset": 3, "spot": 4, "between": 3, "cell": 2, "step": 2, "in_a_row": 2}


def called(s: Speaker, node: ast.Call, *, dative: bool = False) -> str:  # noqa: C901, PLR0912 - a case for each form that needs more than its phrase
    """Return a call as a noun phrase."""
    declared = s.world.symbols.get(node.name)
    if isinstance(declared, m.FunctionDecl):
        from interpreter.rulebook.values import apply

        if isinstance(s.type(node), t.Bool):
            return s.gettext("whether {condition}", condition=s.condition(node))
        return apply(s, node, declared)
    if node.name in ASKED:
        return s.gettext("whether {condition}", condition=s.condition(node))
    if node.name == "old":
        return s.gettext("the earlier value of {value}", value=s.closed(node.args[0]))
    match node.name, node.args:
        case "the", (of,):
            if isinstance(s.type(of), t.ListType | t.ZoneType):
                return _only(s, of)
            return s.value(of, dative=dative)
        case ("top" | "bottom") as end, (of, *_) if isinstance(s.type(of), t.ZoneType):
            return _end(s, end, node)
        case ("min" | "max") as name, args if len(args) > 1:
            return s.fill(PHRASES[name][0], a=s.all_of([s.closed(each) for each in args]))
        case "key", (ast.Name(_, _, zone), thing):
            key = s.nouns.noun(s.type(node)).one
            return s.fill(PHRASES["key"][0], key=key, zone=s.nouns.declared(zone), b=s.operand(thing))
        case ("left" | "right") as side, (ast.Me(), *_):
            by = s.operand(node.args[1]) if len(node.args) > 1 else ""
            return s.fill(_BESIDE_ME[side][bool(by)], b=by)
        case "nth", (of, ast.Number(_, _, 1)):
            return s.gettext("the first {thing}", thing=s.members(of).each(s))
        case ("nth" | "number") as name, (of, *position):
            noun = s.nouns.noun(s.type(node if name == "nth" else of))
            at = s.closed(position[0]) if position else ""
            whole = s.closed(of, dative=True)
            return s.fill(PHRASES[name][0], thing=noun.one, order=noun.many, a=whole, b=at)
        case "in_a_row", (*actions, most):
            who = s.gettext("you") if node.by is None else s.closed(node.by)
            names = [a.name for a in actions if isinstance(a, ast.Name)]
            listed = ", ".join(link(s.nouns.label(each), f"action-{each}") for each in names)
            return s.fill(PHRASES["in_a_row"][0], n=s.closed(most), who=who, actions=listed)
        case _:
            return _filled(s, node)


def _only(s: Speaker, of: ast.Node) -> str:
    if isinstance(of, ast.Quantifier) and of.kind == "best":
        over, said = s.members(of.over, of.name), trait(s, of.name, of.body)
        if said is not None and over.where:
            things, one = over.bracketed(s), over.noun.one
            return s.gettext(
                "the {thing} with the greatest {trait} among {things}", thing=one, trait=said, things=things
            )
        if said is not None:
            return s.gettext("the {thing} with the greatest {trait}", thing=over.one(), trait=said)
        thing = over.one(s.local(of.name))
        return s.gettext(
            "the {thing} for which {value} is greatest", thing=thing, value=f"({s.value(of.body)})"
        )
    return s.gettext("the only {thing}", thing=s.members(of).each(s))


def _end(s: Speaker, end: str, node: ast.Call) -> str:
    zone = s.closed(node.args[0])
    noun = s.nouns.noun(s.type(node.args[0]))
    one, several = _ZONE_TOP[end]
    number = node.args[1] if len(node.args) > 1 else None
    if number is None or (isinstance(number, ast.Number) and number.value == 1):
        return s.fill(one, thing=noun.one, zone=zone)
    return s.fill(several, b=s.operand(number), things=noun.many, zone=zone)


def _filled(s: Speaker, node: ast.Call) -> str:
    phrases = PHRASES[node.name]
    least = _LEAST.get(node.name, _least(node.name))
    phrase = phrases[min(len(phrases) - 1, len(node.args) - least)]
    if node.name in _ZONE_TOP and isinstance(node.args[-1], ast.Number) and node.args[-1].value == 1:
        phrase = phrases[0]
    values = {}
    for letter, arg in zip("abcd", node.args, strict=False):
        if "{space}" in phrase or "{list}" in phrase:
            spaces = {space.ident.name for space in s.world.game.spaces}
            if isinstance(arg, ast.Name) and (arg.name in spaces or node.name in {"pending", "occurred"}):
                values["space"] = s.the(s.nouns.declared(arg.name))
                values["list"] = s.nouns.label(arg.name)
                continue
        if node.name in _COUNTING and letter != "a":
            values[letter] = s.operand(arg)
        elif phrase.endswith(f"{{{letter}}}"):
            values[letter] = s.inner(arg, dative=True)
        else:
            values[letter] = s.closed(arg, dative=True)
    if "{things}" in phrase:
        values["things"] = s.members(node.args[0]).many()
    return s.fill(phrase, **values)


def _least(name: str) -> int:
    from gamespec.expr.builtins import BUILTINS

    return BUILTINS[name].least
