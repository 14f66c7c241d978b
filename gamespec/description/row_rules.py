"""Rules beside a row: what it does at an event, and what it adds to a value.

Each is a handler or a term like any other, whose condition is that the component it is about is of that row.
So all that is said of handlers and terms holds for them, and nothing below the description knows of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gamespec.description.declared import read_steps
from gamespec.description.reader import Reader, child, entries, is_read
from gamespec.documents.document import Node
from gamespec.model import model as m
from gamespec.text.diagnostics import Collector, Remark
from gamespec.trees import ast

__all__ = ["RULES", "is_of_kind", "rules_of_row", "with_row_rules"]

RULES = frozenset({"on", "terms"})
"""What a row says beside its values: steps for events, expressions for functions."""


def rules_of_row(r: Reader, kind: m.Ident, row: Node) -> Iterator[m.RowRule]:
    """The rules that stand in a row; one without an `id` can have none."""
    on, terms, id_ = entries(child(row, "on")), entries(child(row, "terms")), child(row, "id")
    if id_ is None and (on or terms):
        r.found.report(
            "GS209", "a row with rules of its own needs an `id`", (on or terms)[0].key.span,
            help="name it: `id: …`",
        )  # fmt: skip
    if not is_read(id_):
        return
    for event in on:
        yield m.RowRule(kind, r.ident(id_), r.ident(event.key), read_steps(r, event.value))
    for term in terms:
        body = r.expression(term.value)
        if body is not None:
            yield m.RowRule(kind, r.ident(id_), r.ident(term.key), body)


def with_row_rules(game: m.Game, found: Collector) -> m.Game:
    """A game with the rules of its rows, which come before those that stand by themselves."""
    handlers: list[m.HandlerDecl] = []
    terms: list[m.TermDecl] = []
    events = {event.ident.name: event for event in game.events}
    functions = {function.ident.name: function for function in game.functions}
    for rule in (rule for kind in game.components for rule in kind.rules):
        ident = m.Ident(f"{rule.row}.{rule.of}", rule.of.span)
        declared = (events if isinstance(rule.does, tuple) else functions).get(rule.of.name)
        when = _is_of_row(rule, declared, found) if declared is not None else None
        if declared is not None and when is None:
            continue
        if isinstance(rule.does, tuple):
            handlers.append(m.HandlerDecl(ident=ident, event=rule.of, when=when, do=rule.does))
        else:
            terms.append(m.TermDecl(ident=ident, of=rule.of, when=when, body=rule.does))
    return replace(game, handlers=(*handlers, *game.handlers), terms=(*terms, *game.terms))


def _is_of_row(
    rule: m.RowRule, declared: m.EventDecl | m.FunctionDecl, found: Collector
) -> ast.Expression | None:
    """The condition that the one component which an event or function is about is of the row."""
    about = [p.ident.name for p in declared.parameters if is_of_kind(p.type, rule.kind)]
    if len(about) != 1:
        many = f"{len(about)} parameters" if about else "no parameter"
        found.report(
            "GS208", f"`{rule.of}` has {many} of type `{rule.kind}`: it is not said which component is meant",
            rule.of.span, others=(Remark(declared.ident.span, f"`{rule.of}` is declared here"),),
        )  # fmt: skip
        return None
    span = rule.row.span
    component = ast.Name(span.start, span.end, about[0])
    of_it = ast.Attribute(span.start, span.end, component, "row")
    row = ast.Name(span.start, span.end, rule.row.name)
    return ast.Expression(ast.Comparison(span.start, span.end, of_it, (("==", row),)), span.source)


def is_of_kind(type_: m.TypeRef, kind: m.Ident) -> bool:
    """Whether a type is that of the components of a kind."""
    return (
        type_.form == "plain"
        and not type_.optional
        and isinstance(type_.root, ast.Name)
        and type_.root.name == kind.name
    )
