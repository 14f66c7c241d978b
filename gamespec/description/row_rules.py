"""Rules attached to a row: the steps that it runs at an event, and the value that it adds to a function.

Each of them becomes an ordinary handler or term, under the condition that its component has that row. So
every rule about handlers and terms applies to them, and later passes need not know of rows.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.description.declared import read_steps
from gamespec.description.reader import Reader, child, entries, is_read
from gamespec.documents.document import Node
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.text.diagnostics import Collector, Remark
from gamespec.trees import ast

__all__ = ["RULES", "is_of_kind", "rules_of_row", "with_row_rules"]

RULES = frozenset({"on", "terms"})
"""Keys of a row that hold rules rather than values: steps for events, expressions for functions."""


def rules_of_row(r: Reader, kind: m.Ident, row: Node) -> Iterator[m.RowRule]:
    """Yield the rules in a row. A row without an `id` cannot have any, which is reported."""
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
    """Return a game with the rules of rows added, before handlers and terms that are declared separately."""
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
    """Return the condition that the component that an event or function is about has the row of a rule.

    Returns `None` after reporting that not exactly one parameter is such a component.
    """
    about = [p.ident.name for p in declared.parameters if is_of_kind(p.type, rule.kind)]
    if len(about) != 1:
        many = f"{len(about)} parameters" if about else "no parameter"
        found.report(
            "GS208", f"`{rule.of}` has {many} of type `{rule.kind}`: it is unclear which component is meant",
            rule.of.span, others=(Remark(declared.ident.span, f"`{rule.of}` is declared here"),),
        )  # fmt: skip
        return None
    span = rule.row.span
    component = ast.Name(span.start, span.end, about[0])
    of_it = ast.Attribute(span.start, span.end, component, "row")
    row = ast.Name(span.start, span.end, rule.row.name)
    return ast.Expression(ast.Comparison(span.start, span.end, of_it, (("==", row),)), span.source)


def is_of_kind(type_: m.TypeRef, kind: m.Ident) -> bool:
    """Return whether a type is the plain type of a kind's components."""
    return (
        type_.form == "plain"
        and not type_.optional
        and isinstance(type_.root, ast.Name)
        and type_.root.name == kind.name
    )
