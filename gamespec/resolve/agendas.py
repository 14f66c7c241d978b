"""Binding of agendas: the events that may wait on them, and the order in which these are handled."""

from __future__ import annotations

from gamespec.description.agendas import EVENT, SIZE, later_events, part_of
from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.trees import core

__all__ = ["bind_agenda"]


def bind_agenda(b: Binder, declared: m.AgendaDecl) -> None:
    """Bind an agenda. It counts as broken if one of its variables could not be bound."""
    name, stores = declared.ident.name, b.world.stores
    _who_chooses(b, declared)
    events = later_events(b.world.game, name)
    parameters: dict[tuple[str, str], core.Store] = {}
    good = part_of(name, SIZE) in stores and part_of(name, EVENT) in stores
    for event in events:
        for parameter in event.parameters:
            store = stores.get(part_of(name, event.ident.name, parameter.ident.name))
            if parameter.type.form != "plain":
                b.found.report(
                    "GS302", "no parameter of an event on an agenda can be a list", parameter.type.span
                )
            if store is None:
                good = False
            else:
                parameters[event.ident.name, parameter.ident.name] = store
    if not good:
        b.define(declared.ident, None)
        return
    agenda = core.Agenda(
        name,
        tuple(event.ident.name for event in events),
        stores[part_of(name, SIZE)],
        stores[part_of(name, EVENT)],
        parameters,
        declared.next,
    )
    b.world.agendas[name] = agenda
    b.define(declared.ident, agenda)


def _who_chooses(b: Binder, declared: m.AgendaDecl) -> None:
    """Report keys that contradict `next`.

    A player cannot choose from hidden entries, and keys about the choosing player need `next: chosen`.
    """
    chosen, span = declared.next == "chosen", declared.ident.span
    if chosen and declared.seen_by == "nobody":
        b.found.report(
            "GS402",
            f"the player who chooses the next event sees the events that wait on `{declared.ident}`", span,
            help="leave out its `seen_by`",
        )  # fmt: skip
    texts = [text.span for text in declared.prompt.by_language.values()] if declared.prompt else []
    for given in [*([declared.by.span] if declared.by else []), *texts][:1]:
        if declared.next in {"newest", "oldest"}:
            message = f"nobody chooses the next event on `{declared.ident}`: it is always the {declared.next}"
            b.found.report(
                "GS402", message, given,
                help="write `next: chosen`",
            )  # fmt: skip
