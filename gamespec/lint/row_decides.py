"""GS407: a condition in the rule of a row whose result the row itself determines.

The component that the rule is about belongs to the row, so its printed attributes are known. An author who
tests its colour, for example, means other components, whose rule belongs elsewhere.
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
    """Report comparisons between a printed attribute of the row's own component and a known value."""
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
                help=f"`{name}` is the component of this row; put a rule about others under `{section}`, "
                "with the condition that this component lies where the rule works",
            )  # fmt: skip


def _parameter(game: m.Game, rule: m.RowRule) -> str | None:
    """Return the parameter of the rule's event or function that is a component of the kind, or `None`."""
    about = game.events if isinstance(rule.does, tuple) else game.functions
    for declared in about:
        if declared.ident.name == rule.of.name:
            return next((p.ident.name for p in declared.parameters if is_of_kind(p.type, rule.kind)), None)
    return None


def _members(subject: Subject, kind: Kind, row: str) -> list[int]:
    """Return the numbers of the components that belong to a row."""
    rows, names = kind.columns["row"][1], subject.world.values
    return [kind.type.first + i for i, r in enumerate(rows) if names.text(kind.row, r) == row]


def _within(inner: Span, outer: Span) -> bool:
    return inner.source is outer.source and outer.start <= inner.start and inner.end <= outer.end
