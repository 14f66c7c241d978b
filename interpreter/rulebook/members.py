"""The members of lists and zones: nouns, where they are, and relative clauses that select some of them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.locale import gettext_noop
from interpreter.rulebook.marks import plain

if TYPE_CHECKING:
    from interpreter.rulebook.nouns import Noun
    from interpreter.rulebook.speaker import Speaker

__all__ = ["Members", "members", "relative"]

HAVE_ATTRIBUTES = frozenset({"component", "part", "row"})
"""The kinds of values with attributes, as which a relative clause on an attribute could be read."""

_OF = re.compile(" (?=(?:of|von) )")
"""Where a noun of several words, such as `part of a tile`, takes the name of a local."""

CLOCKWISE = gettext_noop("(clockwise, beginning with {player})")
COUNTERCLOCKWISE = gettext_noop("(counter-clockwise, beginning with {player})")


@dataclass(frozen=True)
class Members:
    """The words for the members of a list: a noun, and what follows it, such as ` in your hand`.

    `whole` is the phrase for all of them if that is shorter, such as `all players`. `own` is the marked local
    that stands for a member in `where`. `apart` takes the place of `where` after a single member.

    Any relative clause may follow a place that is `near`, with which it can't be read: a bare name. A clause
    on an attribute may also follow a place that is `plain`, which says nothing with attributes.
    """

    noun: Noun
    where: str = ""
    whole: str = ""
    own: str = ""
    apart: str = ""
    near: bool = False
    plain: bool = False

    def one(self, variable: str = "") -> str:
        """Return the words for one member, without an article."""
        return f"{self._named(self.noun.one, variable)}{self.apart or self.where}"

    def many(self, variable: str = "") -> str:
        """Return the words for several members, without an article."""
        return f"{self._named(self.noun.many, variable)}{self.where}"

    def _named(self, noun: str, variable: str) -> str:
        shown = variable or self.own
        if not shown or plain(shown).removeprefix("the ") == self.noun.one:
            return noun
        first, *rest = _OF.split(noun, 1)
        return " ".join((first, shown, *rest))

    def each(self, s: Speaker, variable: str = "") -> str:
        """Return the words for any one member: in the plural in languages whose singular has a gender."""
        return self.many(variable) if s.plural_only else self.one(variable)

    def all(self, s: Speaker) -> str:
        """Return the words for all members, as a noun phrase."""
        return self.whole or s.gettext("the {things}", things=self.many())

    def bracketed(self, s: Speaker) -> str:
        """Return the words for all members, in brackets if they may end in a clause."""
        said = self.all(s)
        return said if self.near or self.plain else f"({said})"


def members(s: Speaker, node: ast.Node, called: str = "") -> Members:  # noqa: C901, PLR0912 - a case for each kind of list
    """Return the words for the members of a list or zone. One of them is `called` so in what follows."""
    noun = s.nouns.noun(_element(s.type(node)))
    match node:
        case ast.Name() if isinstance(s.symbol(node), t.Named):
            return Members(noun)
        case ast.Name(_, _, "players") if s.symbol(node) is None and "players" not in s.typed.scope.locals:
            return Members(noun)
        case ast.Name() | ast.Index() if _is_zone(s, node):
            return _in_zone(s, node, noun)
        case ast.Range(_, _, low, high):
            ends = s.gettext("from {low} to {high}", low=s.closed(low), high=s.inner(high))
            return Members(noun, f" {ends}")
        case ast.Quantifier(_, _, "filter", ident, over, body):
            with s.renamed(ident, called):
                outer = s.members(over, called or ident)
                clause = relative(s, ident, body, outer)
                if clause is not None:
                    apart = f"{outer.apart}{clause}" if outer.apart else ""
                    where = f"{outer.where}{clause}"
                    return replace(outer, where=where, apart=apart, whole="", near=False, plain=False)
                told = s.gettext("for which {condition}", condition=s.condition(body))
                return Members(outer.noun, f"{outer.where} {told}", own=s.local(ident))
        case ast.Quantifier(_, _, "sort", ident, over, body):
            with s.renamed(ident, called):
                outer, said = s.members(over, called or ident), s.trait(ident, body)
                by = f"({s.value(body)})" if said is None else said
                ordered = s.gettext("(ordered by {value}, least first)", value=by)
                own = s.local(ident) if said is None else outer.own
                return Members(outer.noun, f"{outer.where} {ordered}", own=own)
        case ast.Call(_, _, "reverse", (of,)):
            outer, order = s.members(of, called), s.gettext("(in reverse order)")
            return Members(outer.noun, f"{outer.where} {order}", own=outer.own)
        case ast.Call(_, _, "clockwise" | "counterclockwise" as way, (of,)):
            phrase = CLOCKWISE if way == "clockwise" else COUNTERCLOCKWISE
            return Members(noun, " " + s.fill(phrase, player=s.value(of, dative=True)), s.value(node))
        case ast.Call(_, _, "neighbours", (of,)):
            return Members(noun, " " + s.gettext("next to {cell}", cell=s.inner(of, dative=True)))
        case ast.Call(_, _, "parts", (of,)):
            return Members(noun, " " + s.gettext("printed on {tile}", tile=s.inner(of, dative=True)))
        case _:
            said = s.value(node)
            for whole in (
                s.gettext("the {things}", things=noun.many),
                s.gettext("all {things}", things=noun.many),
            ):
                if said.startswith(whole + " ") and not s.is_open(node):
                    return Members(noun, said.removeprefix(whole), said)
            return Members(noun, " " + s.gettext("among {things}", things=s.closed(node)), s.inner(node))


def _element(type_: t.Type) -> t.Type:
    """Return the type of the members of a list, of which a line is one."""
    return t.Named("cell", type_.name, 0, 0) if isinstance(type_, t.Named) and type_.sort == "line" else type_


def _in_zone(s: Speaker, node: ast.Name | ast.Index, noun: Noun) -> Members:
    """Return the words for what lies in a zone, or in all zones of a family."""
    symbol = s.symbol(node)
    apart = ""
    if isinstance(node, ast.Name) and isinstance(symbol, core.ZoneStore) and symbol.keys:
        apart = " " + s.gettext(
            "in {zone}", zone=s.every(s.nouns.declared(node.name), symbol.keys, some=True)
        )
    near = isinstance(node, ast.Name) or all(isinstance(key, ast.Me) for key in node.keys)
    keys = [] if isinstance(node, ast.Name) else [t.strip(s.type(key)) for key in node.keys]
    plain_ = all(not (isinstance(key, t.Named) and key.sort in HAVE_ATTRIBUTES) for key in keys)
    place = " " + s.gettext("in {zone}", zone=s.value(node))
    return Members(noun, place, apart=apart, near=near, plain=plain_)


def _is_zone(s: Speaker, node: ast.Node) -> bool:
    of = node.of if isinstance(node, ast.Index) else node
    return isinstance(s.symbol(of), core.ZoneStore)


# --- relative clauses -------------------------------------------------------------------------------------


def relative(s: Speaker, ident: str, node: ast.Node, over: Members) -> str | None:
    """Return what a condition says about the local `ident` as a relative clause, with a blank before it.

    The clause does not name the local. Returns `None` if it would have to: also where the clause would follow
    another noun than that of `over`, and could be read with it.
    """
    if over.near or not over.where:
        return _clause(s, ident, node)
    parts = node.parts if isinstance(node, ast.Logic) else (node,)
    return (
        _clause(s, ident, node) if over.plain and all(_on_attribute(part, ident) for part in parts) else None
    )


def _on_attribute(node: ast.Node, ident: str) -> bool:
    """Return whether a condition compares an attribute of a local with a value."""
    match node:
        case ast.Comparison(_, _, ast.Attribute(_, _, ast.Name(_, _, of), attribute), ((_, right),)):
            return of == ident and attribute != "owner" and not isinstance(right, ast.Nothing)
        case _:
            return False


def _clause(s: Speaker, ident: str, node: ast.Node) -> str | None:
    match node:
        case ast.Logic(_, _, op, parts):
            said = [_clause(s, ident, part) for part in parts]
            known = [each for each in said if each is not None]
            if len(known) < len(said) or any(isinstance(part, ast.Logic) for part in parts):
                return None
            if any(_is_on_itself(part, ident) for part in parts):
                return None
            word = s.gettext("and") if op == "and" else s.gettext("or")
            first, *rest = known
            return "".join((first, *(f" {word} {clause.lstrip(', ')}" for clause in rest)))
        case ast.Comparison(_, _, left, ((op, right),)) if not mentions(right, ident):
            return _compared(s, ident, left, op, right)
        case ast.Call(_, _, "empty", (ast.Index() as of,)) if _of(of, ident) and _is_zone(s, of):
            return _empty(s, of, holds=True)
        case ast.Not(_, _, ast.Call(_, _, "empty", (ast.Index() as of,))) if _of(of, ident) and _is_zone(
            s, of
        ):
            return _empty(s, of, holds=False)
        case _:
            return None


def _is_on_itself(node: ast.Node, ident: str) -> bool:
    """Return whether a condition compares a local itself, for which the words fit no other clause."""
    match node:
        case ast.Comparison(_, _, ast.Name(_, _, of)):
            return of == ident
        case _:
            return False


def _empty(s: Speaker, of: ast.Index, *, holds: bool) -> str:
    assert isinstance(of.of, ast.Name)  # noqa: S101 - only names have zones
    said = s.nouns.declared(of.of.name)
    if holds:
        return s.gettext(" with nothing in {zone}", zone=said)
    return s.gettext(" with something in {zone}", zone=said)


def _of(node: ast.Node, ident: str) -> bool:
    """Return whether an index has a local as its only key."""
    match node:
        case ast.Index(_, _, ast.Name(), (ast.Name(_, _, key),)):
            return key == ident
        case _:
            return False


def _compared(s: Speaker, ident: str, left: ast.Node, op: str, right: ast.Node) -> str | None:
    match left:
        case ast.Attribute(_, _, ast.Name(_, _, of), attribute) if of == ident:
            type_ = t.strip(s.type(left.of))
            said = s.nouns.attribute(type_.name if isinstance(type_, t.Named) else "", attribute)
        case ast.Index(_, _, ast.Name(_, _, store), (ast.Name(_, _, of),)) if of == ident and isinstance(
            s.symbol(left.of), core.Store
        ):
            if s.nouns.plural(store):
                return None
            said = s.nouns.declared(store)
        case ast.Name(_, _, of) if of == ident:
            return _itself(s, op, right)
        case _:
            return None
    return whose(s, said, op, right)


def _itself(s: Speaker, op: str, right: ast.Node) -> str | None:
    zone = isinstance(s.type(right), t.ZoneType)
    match op:
        case "in" if zone:
            return s.gettext(" lying in {zone}", zone=s.any_zone(right))
        case "not in" if zone:
            return s.gettext(" not lying in {zone}", zone=s.any_zone(right))
        case "!=" if not isinstance(right, ast.Nothing):
            return s.gettext(" other than {thing}", thing=s.inner(right, dative=True))
        case _:
            return None


def whose(s: Speaker, said: str, op: str, right: ast.Node) -> str | None:
    """Return a relative clause that compares what is called `said` with a value."""
    if isinstance(right, ast.Nothing):
        if op == "==":
            return s.gettext(" without {name}", name=said)
        return s.gettext(" with {name}", name=said) if op == "!=" else None
    value = s.predicate(right)
    match op:
        case "==":
            return s.gettext(" whose {name} is {value}", name=said, value=value)
        case "!=":
            return s.gettext(" whose {name} is not {value}", name=said, value=value)
        case "<":
            return s.gettext(" whose {name} is less than {value}", name=said, value=value)
        case "<=":
            return s.gettext(" whose {name} is at most {value}", name=said, value=value)
        case ">":
            return s.gettext(" whose {name} is more than {value}", name=said, value=value)
        case ">=":
            return s.gettext(" whose {name} is at least {value}", name=said, value=value)
        case _:
            return None


def mentions(node: ast.Node, ident: str) -> bool:
    """Return whether a name occurs in a part of an expression."""
    own = isinstance(node, ast.Name) and node.name == ident
    return own or any(mentions(part, ident) for part in ast.children(node))
