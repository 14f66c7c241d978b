"""Turns agendas into variables, which hold announced events until they are resolved.

An entry of an agenda consists of the number of its event and the values of the event's parameters. Each of
these is a variable with one member for each entry, so every rule about variables also holds for waiting
events.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.model import model as m
from gamespec.model.walk import every_step
from gamespec.program.frozen import replace
from gamespec.trees import ast

__all__ = ["EVENT", "SIZE", "later_events", "part_of", "with_agendas"]

SIZE, EVENT = "size", "event"
"""The names of two variables of an agenda, which hold the number of entries and the event of each entry. All
other variables of an agenda hold parameters of events.
"""


def part_of(agenda: str, *what: str) -> str:
    """Return the name of the variable that holds one part of an agenda's entries.

    Authors cannot use such names.
    """
    return ".".join((agenda, *what))


def later_events(game: m.Game, agenda: str) -> list[m.EventDecl]:
    """Return the events that some step puts on an agenda, in the order of declaration."""
    steps = (step for step in every_step(game) if isinstance(step, m.Announce))
    names = {step.event.name for step in steps if step.later is not None and step.later.name == agenda}
    return [event for event in game.events if event.ident.name in names]


def with_agendas(game: m.Game) -> m.Game:
    """Return a game with the variables that hold its agendas added to its own."""
    kept = tuple(variable for agenda in game.agendas for variable in _variables(game, agenda))
    return replace(game, variables=(*game.variables, *kept)) if kept else game


def _variables(game: m.Game, agenda: m.AgendaDecl) -> Iterator[m.VariableDecl]:
    length, events = agenda.length, later_events(game, agenda.ident.name)
    at = agenda.ident.span

    def variable(name: str, type_: m.TypeRef, *per: m.TypeRef) -> m.VariableDecl:
        return m.VariableDecl(
            ident=m.Ident(name, at),
            type=type_,
            per=per,
            seen_by=agenda.seen_by,
            shown=False,
            agenda=agenda.ident,
        )

    def up_to(low: int, high: ast.Node) -> m.TypeRef:
        span = length.span
        number = ast.Number(span.start, span.end, low)
        return m.TypeRef(span, ast.Range(span.start, span.end, number, high))

    entries = up_to(1, length.root)
    yield variable(part_of(agenda.ident.name, SIZE), up_to(0, length.root))
    yield variable(part_of(agenda.ident.name, EVENT), up_to(0, _number(length, len(events))), entries)
    for event in events:
        for parameter in event.parameters:
            name = part_of(agenda.ident.name, event.ident.name, parameter.ident.name)
            if parameter.type.form == "plain":
                yield variable(name, replace(parameter.type, optional=True), entries)


def _number(at: ast.Expression, value: int) -> ast.Number:
    return ast.Number(at.root.start, at.root.end, value)
