"""Values as noun phrases, a case for each form of expression."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from gamespec.model import model as m
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.world.symbols import OptionValue
from interpreter.rulebook.builtins import called
from interpreter.rulebook.marks import code, link, name, plain
from interpreter.rulebook.quantified import quantified

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.rulebook.speaker import Speaker

__all__ = ["apply", "at_least_one", "cases", "family", "value"]

MINUS, TIMES = "\N{MINUS SIGN}", "\N{MULTIPLICATION SIGN}"

_COMPOUND = (ast.Binary, ast.Choice)

PREPOSITIONS = frozenset({"of", "in", "on", "at", "by", "for", "to", "with", "from"})
"""Words at the end of a function's name after which its argument follows without `of`."""

BRACKETED = 28
"""The length, in characters, from which an operand stands in brackets."""


def value(s: Speaker, node: ast.Node, *, dative: bool = False) -> str:  # noqa: C901, PLR0912 - a case for each form
    """Return a part of an expression as a noun phrase, with `dative` in the case that prepositions need."""
    match node:
        case ast.Number(_, _, number):
            return str(number)
        case ast.Bool(_, _, truth):
            return s.gettext("yes") if truth else s.gettext("no")
        case ast.Nothing() | ast.Unread():
            return s.gettext("nothing")
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
            start, moved = s.value(origin, dative=True), s.value(body)
            return s.gettext(
                "everything that can be reached from {start} by going from any {x} on to {next}",
                start=start,
                x=s.local(ident),
                next=moved,
            )
        case ast.Longest():
            return _longest(s, node)
        case ast.Let(_, _, ident, of, body):
            return s.gettext(
                "{value}, where {x} is {of}", value=s.value(body), x=s.local(ident), of=s.value(of)
            )
        case ast.Negative(_, _, of):
            return f"{MINUS}{_operand(s, of)}"
        case ast.Not() | ast.Comparison() | ast.Logic():
            return s.gettext("whether {condition}", condition=s.condition(node))
        case ast.Binary():
            return _binary(s, node)
        case ast.Choice():
            return _choice(s, node)
        case ast.Range(_, _, low, high):
            return s.gettext("the numbers from {low} to {high}", low=s.value(low), high=s.value(high))
        case ast.Items(_, _, items):
            return s.all_of([s.value(each) for each in items]) or s.gettext("nothing")
        case _:
            assert_never(node)


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
        case core.Store() | m.FunctionDecl():
            return s.the(s.nouns.declared(ident))
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
        return s.gettext("the bank")
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
    keys = s.all_of([s.value(k) for k in node.keys])
    return s.gettext("{value} for {keys}", value=s.value(node.of), keys=keys)


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


def every(s: Speaker, said: str, keys: Sequence[t.Type]) -> str:
    """Return the words for all members of a family."""
    things = s.all_of([s.nouns.noun(key).one for key in keys])
    if isinstance(keys[0], t.Named) and keys[0].sort == "cell":
        return s.gettext("the {name} on every {thing}", name=said, thing=things)
    return s.gettext("the {name} of every {thing}", name=said, thing=things)


def at_least_one(s: Speaker, said: str, keys: Sequence[t.Type]) -> str:
    """Return the words for some member of a family."""
    things = s.all_of([s.nouns.noun(key).one for key in keys])
    if isinstance(keys[0], t.Named) and keys[0].sort == "cell":
        return s.gettext("the {name} on at least one {thing}", name=said, thing=things)
    return s.gettext("the {name} of at least one {thing}", name=said, thing=things)


def family(s: Speaker, said: str, keys: Iterable[tuple[ast.Node, t.Type]]) -> str:
    """Return the words for one member of a family, given its keys and their types."""
    owned, places = "", ""
    for node, type_ in keys:
        if isinstance(node, ast.Me) and not owned:
            owned = s.gettext("your {name}", name=said)
            continue
        key = s.value(node, dative=True)
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


def _operand(s: Speaker, node: ast.Node) -> str:
    said = s.value(node)
    return f"({said})" if isinstance(node, _COMPOUND) or len(plain(said)) > BRACKETED else said


def _term(s: Speaker, node: ast.Node) -> str:
    plain_sum = isinstance(node, ast.Binary) and node.op not in {"//", "%"}
    return s.value(node) if plain_sum else _operand(s, node)


def _binary(s: Speaker, node: ast.Binary) -> str:
    tight = node.op in {"*", "//", "%"}
    left = _operand(s, node.left) if tight else _term(s, node.left)
    right = _operand(s, node.right) if tight or node.op == "-" else _term(s, node.right)
    match node.op:
        case "+":
            return f"{left} + {right}"
        case "-":
            return f"{left} {MINUS} {right}"
        case "*":
            return f"{left} {TIMES} {right}"
        case "//":
            return s.gettext("{left} ÷ {right}, rounded down", left=left, right=right)
        case "%":
            return s.gettext("the remainder of {left} ÷ {right}", left=left, right=right)
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
        s.gettext("{value} if {condition}", value=_bracketed(s, then), condition=s.condition(asked))
        for asked, then in pairs
    ]
    return s.gettext("; otherwise {value}", value=s.value(rest)).join(("; ".join(said), ""))


def _bracketed(s: Speaker, node: ast.Node) -> str:
    said = s.value(node)
    return f"({said})" if isinstance(node, _COMPOUND) else said


def _longest(s: Speaker, node: ast.Longest) -> str:
    body, most, x = s.value(node.body), s.value(node.most), s.local(node.name)
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
        "(any {x} leads on to {next}; at most {most} count)",
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
        return s.the(said)
    if len(node.args) == 1 and isinstance(node.args[0], ast.Me):
        return s.gettext("your {name}", name=said)
    if len(node.args) == 1 and plain(said).rpartition(" ")[2] in PREPOSITIONS:
        return s.gettext("the {function} {arguments}", function=said, arguments=s.value(node.args[0]))
    if len(node.args) == 1:
        return s.gettext("the {function} of {thing}", function=said, thing=s.value(node.args[0], dative=True))
    return s.gettext("the {function} {arguments}", function=said, arguments=listed(s, names, node.args))


def listed(s: Speaker, names: Sequence[str], args: Sequence[ast.Node]) -> str:
    """Return arguments in brackets, each after the name of its parameter."""
    said = []
    for ident, arg in zip(names, args, strict=False):
        same = isinstance(arg, ast.Name) and arg.name == ident
        marked = name(ident.replace("_", " ")) if s.language == "en" or len(ident) == 1 else code(ident)
        said.append(s.value(arg) if same else f"{marked}: {s.value(arg)}")
    return f"({'; '.join(said)})"
