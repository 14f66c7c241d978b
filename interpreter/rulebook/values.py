"""Values as noun phrases, a case for each form of expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamespec.expr.builtins import BUILTINS
from gamespec.model import model as m
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.symbols import OptionValue
from interpreter.locale import gettext_noop
from interpreter.rulebook.builtins import called
from interpreter.rulebook.marks import code, link, name, plain
from interpreter.rulebook.quantified import quantified, trait

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.rulebook.speaker import Speaker

__all__ = [
    "CASE",
    "apply",
    "cases",
    "closed",
    "every",
    "family",
    "inner",
    "is_open",
    "operand",
    "signed",
    "value",
]

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"

_COMPOUND = (ast.Binary, ast.Choice, ast.Let, ast.Not, ast.Comparison, ast.Logic)
"""Forms whose words stand in brackets inside any other phrase, even at its end."""

_TRAILING = frozenset({
    "default", "union", "distinct", "rest", "reverse", "clockwise", "counterclockwise", "occurred",
    "in_a_row",
})  # fmt: skip
"""Built-ins whose words end in a clause, which must not run into what follows."""

CASE = (gettext_noop("{value} if {condition}"), gettext_noop("otherwise {value} if {condition}"))
"""A case of a value that depends on conditions: the first one, and a later one."""

PREPOSITIONS = frozenset({"in", "on", "at", "by", "for", "to", "with", "from"})
"""Words at the end of a function's name after which its argument follows without `of`."""


def value(s: Speaker, node: ast.Node, *, dative: bool = False) -> str:  # noqa: C901, PLR0912 - a case for each form
    """Return a part of an expression as a noun phrase, with `dative` in the case that prepositions need."""
    match node:
        case ast.Number(_, _, number):
            return signed(number)
        case ast.Bool(_, _, truth):
            return s.gettext("yes") if truth else s.gettext("no")
        case ast.Nothing() | ast.Unread():
            return s.gettext("no value")
        case ast.Me():
            return s.pgettext("dative", "you") if dative else s.pgettext("nominative", "you")
        case ast.Name():
            return _name(s, node)
        case ast.Attribute():
            return _attribute(s, node)
        case ast.Index():
            return _index(s, node)
        case ast.Call():
            return called(s, node, dative=dative)
        case ast.Quantifier():
            return quantified(s, node)
        case ast.Reach(_, _, ident, origin, body):
            start, moved = closed(s, origin, dative=True), inner(s, body)
            return s.gettext(
                "everything that can be reached from {start} by going from any {x} to {next}",
                start=start,
                x=s.local(ident),
                next=moved,
            )
        case ast.Longest():
            return _longest(s, node)
        case ast.Let(_, _, ident, of, body):
            return s.gettext(
                "{value}, where {x} is {of}", value=closed(s, body), x=s.local(ident), of=inner(s, of)
            )
        case ast.Negative(_, _, of):
            return f"{MINUS}{operand(s, of)}"
        case ast.Not() | ast.Comparison() | ast.Logic():
            return s.gettext("whether {condition}", condition=s.condition(node))
        case ast.Binary():
            return _binary(s, node)
        case ast.Choice():
            return _choice(s, node)
        case ast.Range(_, _, low, high):
            return s.gettext("the numbers from {low} to {high}", low=closed(s, low), high=inner(s, high))
        case ast.Items(_, _, items):
            return s.all_of([closed(s, each) for each in items]) or s.gettext("nothing")
        case _:
            assert_never(node)


def signed(number: int) -> str:
    """Return a number with a minus sign, not a hyphen, if it is negative."""
    return f"{MINUS}{-number}" if number < 0 else str(number)


def _name(s: Speaker, node: ast.Name) -> str:
    found, ident = s.typed.core(node), node.name
    if ident in s.typed.scope.locals or isinstance(found, core.Local | core.Column):
        return s.local(ident)
    match s.world.symbols.get(ident):
        case OptionValue(type_, now):
            said = link(s.nouns.declared(ident), f"option-{ident}")
            return s.gettext("{option} ({value})", option=said, value=s.nouns.value(type_, now))
        case t.Named() as named:
            return s.gettext("all {things}", things=s.nouns.noun(named).many)
        case core.Store():
            return s.nouns.declared(ident)
        case m.FunctionDecl():
            return s.function(ident)
        case core.ZoneStore():
            return zone(s, node)
        case _:
            pass
    if ident == "players":
        return s.gettext("all players")
    if isinstance(found, core.Const):
        return s.nouns.value(found.type, found.value)
    return s.local(ident)


def _attribute(s: Speaker, node: ast.Attribute) -> str:
    found = s.typed.core(node)
    if node.name == "bank":
        return s.gettext("the number of {resource} in the bank", resource=s.value(node.of))
    if isinstance(node.of, ast.Name) and isinstance(s.symbol(node.of), t.Named | OptionValue):
        if isinstance(found, core.Const):
            return s.nouns.value(found.type, found.value)
        return s.gettext("all {things}", things=s.nouns.noun(s.type(node)).many)
    if isinstance(node.of, ast.Attribute) and isinstance(found, core.Const) and s.typed.core(node.of) is None:
        return s.nouns.value(found.type, found.value)
    of = t.strip(s.type(node.of))
    attribute = s.nouns.attribute(of.name if isinstance(of, t.Named) else "", node.name)
    return s.gettext("the {attribute} of {thing}", attribute=attribute, thing=s.value(node.of, dative=True))


def _index(s: Speaker, node: ast.Index) -> str:
    symbol = s.symbol(node.of)
    if isinstance(symbol, t.Named) and isinstance(node.of, ast.Name):
        row, keys = s.nouns.noun(symbol).one, s.all_of([s.value(k) for k in node.keys])
        return s.gettext("the {row} for {keys}", row=row, keys=keys)
    if isinstance(symbol, core.ZoneStore):
        return zone(s, node)
    if isinstance(symbol, core.Store) and isinstance(node.of, ast.Name):
        return family(s, s.nouns.declared(node.of.name), zip(node.keys, symbol.keys, strict=False))
    keys = s.all_of([closed(s, k) for k in node.keys])
    return s.gettext("{value} for {keys}", value=closed(s, node.of), keys=keys)


def zone(s: Speaker, node: ast.Name | ast.Index) -> str:
    """Return the name of a zone, or of all zones of a family."""
    if isinstance(node, ast.Index):
        assert isinstance(node.of, ast.Name)  # noqa: S101 - only names have zones
        symbol = s.world.symbols.get(node.of.name)
        assert isinstance(symbol, core.ZoneStore)  # noqa: S101 - the caller has looked
        return family(s, s.nouns.declared(node.of.name), zip(node.keys, symbol.keys, strict=False))
    symbol, said = s.world.symbols.get(node.name), s.nouns.declared(node.name)
    if isinstance(symbol, core.ZoneStore) and symbol.keys:
        return every(s, said, symbol.keys)
    return s.the(said)


def every(s: Speaker, said: str, keys: Sequence[t.Type], *, some: bool = False) -> str:
    """Return the words for all members of a family together, or for `some` one of them."""
    nouns = [s.nouns.noun(key) for key in keys]
    things = s.all_of([noun.one if some else noun.many for noun in nouns])
    on = isinstance(keys[0], t.Named) and keys[0].sort == "cell"
    if some:
        phrase = (
            gettext_noop("the {name} on any {thing}") if on else gettext_noop("the {name} of any {thing}")
        )
    else:
        phrase = (
            gettext_noop("the {name} on all {thing}") if on else gettext_noop("the {name} of all {thing}")
        )
    return s.fill(phrase, name=said, thing=things)


def family(s: Speaker, said: str, keys: Iterable[tuple[ast.Node, t.Type]]) -> str:
    """Return the words for one member of a family, given its keys and their types."""
    owned, places = "", ""
    for node, type_ in keys:
        if isinstance(node, ast.Me) and not owned:
            owned = s.gettext("your {name}", name=said)
            continue
        key = inner(s, node, dative=True)
        match t.strip(type_):
            case t.Named("player"):
                places += " " + s.gettext("of {owner}", owner=key)
            case t.Named("cell"):
                places += " " + s.gettext("on {cell}", cell=key)
            case t.Named("component" | "part"):
                places += " " + s.pgettext("thing", "of {thing}", thing=key)
            case _:
                places += " " + s.gettext("for {key}", key=key)
    return f"{owned or s.the(said)}{places}"


def is_open(s: Speaker, node: ast.Node) -> bool:
    """Return whether the words for a value end in a clause, into which what follows could be read."""
    match node:
        case ast.Quantifier():
            return not isinstance(node.body, ast.Bool) and trait(s, node.name, node.body) is None
        case ast.Call(_, _, "size" | "the" | "top" | "bottom" | "nth", (of, *_)):
            return is_open(s, of)
        case ast.Call(_, _, ident):
            return ident in _TRAILING or (ident in BUILTINS and BUILTINS[ident].signature.endswith("bool"))
        case ast.Items(_, _, items):
            return len(items) > 1
        case ast.Reach():
            return True
        case ast.Binary(_, _, "%"):
            return False
        case _:
            return isinstance(node, _COMPOUND)


def closed(s: Speaker, node: ast.Node, *, dative: bool = False) -> str:
    """Return a value as a noun phrase that other words may follow."""
    said = s.value(node, dative=dative)
    return f"({said})" if is_open(s, node) else said


def inner(s: Speaker, node: ast.Node, *, dative: bool = False) -> str:
    """Return a value as a noun phrase that ends another phrase."""
    said = s.value(node, dative=dative)
    return f"({said})" if isinstance(node, _COMPOUND) and is_open(s, node) else said


def operand(s: Speaker, node: ast.Node) -> str:
    """Return a value as a noun phrase that stands beside a sign: in brackets unless it is a bare name."""
    said = s.value(node)
    match node:
        case ast.Number() | ast.Name() | ast.Attribute(_, _, ast.Name(_, _, "direction")):
            return said
        case ast.Call(_, _, _, ()) | ast.Call(_, _, _, (ast.Me(),)) | ast.Index(_, _, _, (ast.Me(),)):
            return said
        case _:
            return f"({said})"


def _term(s: Speaker, node: ast.Node) -> str:
    plain_sum = isinstance(node, ast.Binary) and node.op not in {"//", "%"}
    return s.value(node) if plain_sum else operand(s, node)


def _binary(s: Speaker, node: ast.Binary) -> str:
    tight = node.op in {"*", "//", "%"}
    left = operand(s, node.left) if tight else _term(s, node.left)
    right = operand(s, node.right) if tight or node.op == "-" else _term(s, node.right)
    match node.op:
        case "+":
            return f"{left} + {right}"
        case "-":
            return f"{left} {MINUS} {right}"
        case "*":
            return f"{left} {TIMES} {right}"
        case "//":
            return s.gettext("{left} ÷ {right} rounded down", left=left, right=right)
        case "%":
            return s.gettext("the remainder of {left} divided by {right}", left=left, right=right)
        case _:
            assert_never(node.op)


def cases(node: ast.Node) -> tuple[list[tuple[ast.Node, ast.Node]], ast.Node]:
    """Return the conditions and values of a chain of `if … else`, and the value in all other cases."""
    found: list[tuple[ast.Node, ast.Node]] = []
    while isinstance(node, ast.Choice):
        found.append((node.condition, node.then))
        node = node.otherwise
    return found, node


def _choice(s: Speaker, node: ast.Choice) -> str:
    pairs, rest = cases(node)
    said = [
        s.fill(CASE[at > 0], value=closed(s, then), condition=s.condition(asked))
        for at, (asked, then) in enumerate(pairs)
    ]
    return "; ".join(said) + s.gettext("; otherwise {value}", value=closed(s, rest))


def _longest(s: Speaker, node: ast.Longest) -> str:
    body, most, x = inner(s, node.body), inner(s, node.most), s.local(node.name)
    what = s.members(node.over).all(s)
    if node.kind == "trail":
        return s.gettext(
            "the number of {things} in the longest trail, each used once and joined at a common end "
            "(the ends of any {x} are {ends}; at most {most} count)",
            things=what,
            x=x,
            ends=body,
            most=most,
        )
    return s.gettext(
        "the number of {things} on the longest path, each used once "
        "(any {x} leads to {next}; at most {most} count)",
        things=what,
        x=x,
        next=body,
        most=most,
    )


def apply(s: Speaker, node: ast.Call, declared: m.FunctionDecl) -> str:
    """Return the words for a function of the game that is applied to arguments."""
    said = s.function(node.name)
    names = [parameter.ident.name for parameter in declared.parameters]
    if not node.args:
        return said
    if len(node.args) == 1 and plain(said).rpartition(" ")[2] in PREPOSITIONS:
        return s.gettext("the {function} {arguments}", function=said, arguments=inner(s, node.args[0]))
    if len(node.args) == 1 and isinstance(node.args[0], ast.Me):
        return s.gettext("your {name}", name=said)
    if len(node.args) == 1:
        return s.gettext(
            "the {function} of {thing}", function=said, thing=inner(s, node.args[0], dative=True)
        )
    return s.gettext("the {function} {arguments}", function=said, arguments=listed(s, names, node.args))


def listed(s: Speaker, names: Sequence[str], args: Sequence[ast.Node]) -> str:
    """Return arguments in brackets, each after the name of its parameter."""
    said = []
    for ident, arg in zip(names, args, strict=False):
        same = isinstance(arg, ast.Name) and arg.name == ident
        marked = name(ident.replace("_", " ")) if s.language == "en" or len(ident) == 1 else code(ident)
        said.append(s.value(arg) if same else f"{marked}: {s.inner(arg)}")
    return f"({'; '.join(said)})"
