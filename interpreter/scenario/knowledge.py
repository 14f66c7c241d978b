"""Who knows what in a position: the facts that `knows` and `hidden` name, and whether a player knows one.

`knows` below is the one place that decides it, from what the position and the program's tables say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import assert_never

from gamespec.compile import Compiled
from gamespec.diagnostics import Collector
from gamespec.document import Scalar
from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.elaborate import elaborate
from gamespec.expr.fit import listed
from gamespec.expr.scope import MeUse, Scope
from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.resolve import outermost
from gamespec.syntax import parse_expression
from interpreter.inspection import Inspector
from interpreter.scenario.entries import Subject
from interpreter.words import Words

__all__ = ["Fact", "Held", "Which", "facts", "knows", "read_subject", "told"]


@dataclass(frozen=True, slots=True)
class Which:
    """Which component it is that lies somewhere; with an `attribute`, what of it is printed there."""

    component: int
    attribute: str | None


@dataclass(frozen=True, slots=True)
class Held:
    """What a member of a variable holds."""

    store: int
    index: int


Fact = Which | Held


def knows(program: Program, position: Sequence[int], player: int, fact: Fact) -> bool:
    """Whether a player (the seat, from 0) knows a fact."""
    match fact:
        case Which(component, _):
            return bool(position[program.layout.known + component] >> player & 1)
        case Held(store, index):
            return bool(program.stores[store].seen[index] >> player & 1)
        case _:
            assert_never(fact)


def facts(subject: Subject, inspector: Inspector) -> tuple[Fact, ...]:
    """The facts that an expression names in a position; none where it is `none` or an empty list.

    Raises `Fault`.
    """
    node = subject.node
    if isinstance(node, core.Load):
        index = 0
        for key, (first, size) in zip(node.keys, node.store.dims, strict=True):
            value = inspector.value(key)
            assert isinstance(value, int)  # noqa: S101 - keys are no lists
            index = index * size + value - first
        return (Held(inspector.compiled.names.stores.index(node.store), index),)
    found = inspector.value(node)
    members = found if isinstance(found, tuple) else (found,)
    return tuple(Which(c, subject.attribute) for c in members if c != NONE)


def told(fact: Fact, inspector: Inspector, words: Words) -> str:
    """Who knows a fact, and which it is."""
    program, p = words.program, inspector.position
    match fact:
        case Which(c, attribute):
            name = words.component(c) + ("" if attribute is None else f".{attribute}")
            what = f"{name} ({words.zone(p[program.layout.zone_of + c])})"
        case Held(store, index):
            what = words.member(store, index)
        case _:
            assert_never(fact)
    those = [f"p{player + 1}" for player in range(program.players) if knows(program, p, player, fact)]
    return f"{what} is known to {', '.join(those) or 'nobody'}"


def read_subject(compiled: Compiled, node: Scalar, found: Collector) -> Subject | None:
    """What somebody is said to know; `None` after reporting that nobody can know or not know such a thing."""
    before = found.errors
    expression = parse_expression(node, found)
    if expression is None:
        return None
    me = MeUse(available=True)
    scope = outermost(compiled.world, expression.source, found, me)
    typed = listed(elaborate(expression, scope), scope)
    if found.errors > before:
        return None
    if isinstance(typed, core.Load):
        if compiled.program.stores[compiled.names.stores.index(typed.store)].bank is None:
            return Subject(expression.span, typed, None, me.used)
        found.report("GS128", "resources are open: everybody knows them", expression.span)
        return None
    if _is_component(typed.type):
        return Subject(expression.span, typed, None, me.used)
    if isinstance(expression.root, ast.Attribute):  # of a component that is named it is a constant by now
        of = _owner(expression.root, scope)
        if of is not None:
            return Subject(expression.span, of, expression.root.name, me.used)
    cure = "name components, a list of them, what is printed on one, or a variable"
    found.report(
        "GS302",
        f"only components and variables can be known, this is {t.a(typed.type)}",
        expression.span,
        help=cure,
    )
    return None


def _owner(node: ast.Attribute, scope: Scope) -> core.Core | None:
    """The component whose attribute this is; `None` if it is of something else."""
    quiet = outermost(scope.world, scope.source, Collector(), MeUse(available=True))
    of = quiet.check(node.of)
    return of if _is_component(of.type) else None


def _is_component(type_: t.Type) -> bool:
    inner = t.strip(t.element(type_) or type_)
    return isinstance(inner, t.Named) and inner.sort == "component"
