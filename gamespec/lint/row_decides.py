"""GS407: a condition in a rule beside a row that is decided by the row itself.

The component that the rule is about is one of the row, so what is printed on it is known: who asks for its
colour means other components, and their rule stands elsewhere.
"""

from __future__ import annotations

from gamespec.description.row_rules import is_of_kind
from gamespec.lint.subject import Subject
from gamespec.model import model as m
from gamespec.model.walk import expressions_in
from gamespec.text.source import Span
from gamespec.world.world import Kind

__all__ = ["row_decides"]


def row_decides(subject: Subject) -> None:
    """Report comparisons of what is printed on the row's own component with something known."""
    for declared in subject.game.components:
        for rule in declared.rules:
            _look(subject, subject.world.kinds[declared.ident.name], rule)


def _look(subject: Subject, kind: Kind, rule: m.RowRule) -> None:
    name, where = _parameter(subject.game, rule), [each.span for each in expressions_in(rule.does)]
    members = _members(subject, kind, rule.row.name)
    for span, asked in subject.world.compared.items():
        if asked.name != name or not any(_within(span, part) for part in where):
            continue
        printed = {asked.values[c - asked.first] for c in members}
        if len(printed) == 1:
            value = subject.world.values.text(asked.type, printed.pop())
            section = "handlers" if isinstance(rule.does, tuple) else "terms"
            subject.found.report(
                "GS407", f"the row decides this: `{asked.printed.text}` is {value} on `{rule.row}`", span,
                severity="warning",
                help=f"`{name}` is the component of this row; a rule about others stands under `{section}`, "
                "with the condition that this one lies where it works",
            )  # fmt: skip


def _parameter(game: m.Game, rule: m.RowRule) -> str | None:
    """The one parameter of the event or function that is a component of the kind."""
    about = game.events if isinstance(rule.does, tuple) else game.functions
    for declared in about:
        if declared.ident.name == rule.of.name:
            return next((p.ident.name for p in declared.parameters if is_of_kind(p.type, rule.kind)), None)
    return None


def _members(subject: Subject, kind: Kind, row: str) -> list[int]:
    """The components of a row, by number."""
    rows, names = kind.columns["row"][1], subject.world.values
    return [kind.type.first + i for i, r in enumerate(rows) if names.text(kind.row, r) == row]


def _within(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
