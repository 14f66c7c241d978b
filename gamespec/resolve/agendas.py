"""Agendas: what waits for later, and which of it comes first."""

from __future__ import annotations

from gamespec import model as m
from gamespec.agendas import EVENT, SIZE, later_events, part_of
from gamespec.expr import core
from gamespec.resolve.binder import Binder

__all__ = ["bind_agenda"]


def bind_agenda(b: Binder, declared: m.AgendaDecl) -> None:
    """An agenda; nobody knows it if a variable that it is kept in could not be bound."""
    name, stores = declared.ident.name, b.world.stores
    events = later_events(b.world.game, name)
    parameters: dict[tuple[str, str], core.Store] = {}
    good = part_of(name, SIZE) in stores and part_of(name, EVENT) in stores
    for event in events:
        for parameter in event.parameters:
            store = stores.get(part_of(name, event.ident.name, parameter.ident.name))
            if parameter.type.form != "plain":
                b.found.report("GS302", "what waits on an agenda holds no list", parameter.type.span)
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
        newest=declared.next == "newest",
    )
    b.world.agendas[name] = agenda
    b.define(declared.ident, agenda)
