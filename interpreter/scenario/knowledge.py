"""Determines the facts that `knows` and `hidden` name in a position, and whether a player knows a fact.

The function `knows` is the only place that decides whether a player knows a fact. It uses only the position
and the program's tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from gamespec.compile import Compiled
from gamespec.description.syntax import parse_expression
from gamespec.documents.document import Scalar
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fit import listed
from gamespec.expr.fold import NotConstant, constant_list
from gamespec.expr.scope import MeUse, Scope
from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.trees import ast, core
from gamespec.trees import types as t
from interpreter.inspection import Inspector
from interpreter.play.known import copies, recognized
from interpreter.scenario.entries import Printed, Subject
from interpreter.shown import candidates
from interpreter.words import Words
from interpreter.words.held import member_name

__all__ = ["Fact", "Held", "Of", "Which", "facts", "knows", "read_subject", "told"]


@dataclass(frozen=True, slots=True)
class Which:
    """The identity of the component in a certain place, as a fact that players may know.

    `named` contains the components that were named before this one.
    """

    component: int
    named: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Of:
    """The attribute printed on the component in a certain place, as a fact that players may know."""

    component: int
    printed: Printed


@dataclass(frozen=True, slots=True)
class Held:
    """The value of one member of a variable, as a fact that players may know."""

    store: int
    index: int


Fact = Which | Of | Held


def knows(program: Program, position: Sequence[int], player: int, fact: Fact) -> bool:
    """Return whether a player (from 0) knows a fact.

    A player knows a printed value if all components that may lie there have the same value.
    """
    match fact:
        case Which(component, named):
            return bool(recognized(program, position, component, named) >> player & 1)
        case Of(component, printed):
            agree = (
                {printed.values[may - printed.first] for may in candidates(program, position, one, player)}
                for one in (component, *copies(program, position, component))
            )
            return any(len(values) == 1 for values in agree)
        case Held(store, index):
            return bool(program.stores[store].seen[index] >> player & 1)
        case _:
            assert_never(fact)


def facts(subject: Subject, inspector: Inspector) -> tuple[Fact, ...]:
    """Return the facts that a subject names in a position. `none` and an empty list name no facts.

    Raises `Fault`.
    """
    node, printed = subject.node, subject.printed
    if isinstance(node, core.Load):
        index = 0
        for key, (first, size) in zip(node.keys, node.store.dims, strict=True):
            value = inspector.value(key)
            assert isinstance(value, int)  # noqa: S101 - keys are no lists
            index = index * size + value - first
        return (Held(inspector.compiled.names.stores.index(node.store), index),)
    found = inspector.value(node)
    members = [c for c in (found if isinstance(found, tuple) else (found,)) if c != NONE]
    if printed is None:
        return tuple(Which(c, tuple(members[:i])) for i, c in enumerate(members))
    return tuple(Of(c, printed) for c in members)


def told(fact: Fact, inspector: Inspector, words: Words) -> str:
    """Describe a fact, and name the players who know it."""
    program, p = words.program, inspector.position
    match fact:
        case Which(c):
            what = f"{words.component(c)} ({words.zone(p[program.layout.zone_of + c])})"
        case Of(c, printed):
            what = f"{words.component(c)}{printed.text} ({words.zone(p[program.layout.zone_of + c])})"
        case Held(store, index):
            what = member_name(words, store, index)
        case _:
            assert_never(fact)
    those = [f"p{player + 1}" for player in range(program.players) if knows(program, p, player, fact)]
    return f"{what} is known to {', '.join(those) or 'nobody'}"


def read_subject(compiled: Compiled, node: Scalar, found: Collector) -> Subject | None:
    """Read something that players may know.

    Returns `None` after reporting a mistake. It is a mistake if every player or no player can know it.
    """
    before = found.errors
    expression = parse_expression(node, found)
    if expression is None:
        return None
    me = MeUse(available=True)
    scope = scope_apart(compiled.world, expression.source, found, me)
    typed = listed(elaborate(expression, scope), scope)
    if found.errors > before:
        return None
    if isinstance(typed, core.Load):
        if compiled.program.stores[compiled.names.stores.index(typed.store)].bank is None:
            return Subject(expression.span, typed, None, me.used)
        found.report("GS128", "resources are open: everybody knows them", expression.span)
        return None
    if _kind(typed.type) is not None:
        return Subject(expression.span, typed, None, me.used)
    asked = _asked(expression.root, scope)  # a named component is a constant by now
    if asked is not None:
        printed = _printed(expression.root, *asked, scope)
        if printed is not None and len(set(printed.values)) == 1:
            found.report("GS128", "this is the same of all of its kind: everybody knows it", expression.span)
            return None
        return Subject(expression.span, asked[1], printed, me.used) if printed is not None else None
    cure = (
        "name components, a list of them, what is printed on one, a comparison of that with a constant, "
        "or a variable"
    )
    found.report(
        "GS302",
        f"only components and variables can be known, this is {t.a(typed.type)}",
        expression.span,
        help=cure,
    )
    return None


def _asked(root: ast.Node, scope: Scope) -> tuple[ast.Attribute, core.Core] | None:
    """Return the attribute that an expression is about, and its component.

    Returns `None` for an expression that is not about an attribute of a component.
    """
    match root.first if isinstance(root, ast.Comparison) and len(root.rest) == 1 else root:
        case ast.Attribute() as node:
            pass
        case ast.Index(of=ast.Attribute() as node):
            pass
        case _:
            return None
    quiet = scope_apart(scope.world, scope.source, Collector(), MeUse(available=True))
    of = quiet.check(node.of)
    return (node, of) if _kind(of.type) is not None else None


_ONE = "a component"
"""Stands for the component that an expression is about. No author can use this as a name."""


def _printed(root: ast.Node, node: ast.Attribute, of: core.Core, scope: Scope) -> Printed | None:
    """Evaluate an expression about an attribute for each component of the kind.

    Returns `None` after reporting that the value depends on more than the component.
    """
    kind = _kind(of.type)
    assert kind is not None  # noqa: S101 - it is asked of a component
    slot = core.Slot(_ONE, kind, frame=False)
    typed = scope.bind_slot(_ONE, slot, of.span).check(_of_one(root, node))
    every = core.Fixed(t.ListType(kind, kind.size), of.span, tuple(range(kind.first, kind.first + kind.size)))
    try:
        values = constant_list(
            core.Quantifier(t.ListType(t.BOOL, kind.size), typed.span, "map", slot, every, typed)
        )
    except NotConstant as error:
        cure = "compare it with a constant" if error.code == "GS306" else None
        scope.found.report(error.code, str(error), error.span, help=cure)
        return None
    text = " ".join(scope.source.text[node.end : root.end].split())
    return Printed(f".{node.name}{text and ' '}{text}", kind.first, values)


def _of_one(root: ast.Node, node: ast.Attribute) -> ast.Node:
    """Return the expression with its component replaced by a placeholder."""
    match root:
        case ast.Comparison(first=first):
            return replace(root, first=_of_one(first, node))
        case ast.Index():
            return replace(root, of=_of_one(root.of, node))
        case _:
            return replace(node, of=ast.Name(node.of.start, node.of.end, _ONE))


def _kind(type_: t.Type) -> t.Named | None:
    """Return the kind of a component, or of the components in a list, or `None` for any other type."""
    inner = t.strip(t.element(type_) or type_)
    return inner if isinstance(inner, t.Named) and inner.sort == "component" else None
