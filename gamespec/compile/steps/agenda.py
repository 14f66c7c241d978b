"""Deferred events: `announce … later`, and `resolve`, which handles waiting events until none is left.

`resolve` removes an entry before it handles the event, so handlers may announce more events for later. The
entries above the removed entry move down by one place. So the entries always fill the first places of the
agenda, in the order in which they were announced.
"""

from __future__ import annotations

from gamespec.compile.decisions.chosen import compile_chosen
from gamespec.compile.decisions.declared import declared
from gamespec.compile.decisions.entries import Handle, load_of, sum_of, take_off
from gamespec.compile.decisions.routines import arguments, keep
from gamespec.compile.draft.builder import Block, Builder
from gamespec.compile.draft.draft import BranchUnless, Jump, Label, Put
from gamespec.model import model as m
from gamespec.resolve.types import parameter_type
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["compile_later", "compile_resolve"]


def compile_later(b: Builder, block: Block, step: m.Announce, event: m.EventDecl, agenda: m.Ident) -> None:
    """Compile an event that joins an agenda. If the agenda is full during a game, that is a fault."""
    slots = tuple(
        core.Slot(p.ident.name, parameter_type(p.type, b.world, b.found), frame=True)
        for p in event.parameters
    )
    args = arguments(block.scope, step.arguments, event.parameters, slots, step.event)
    known = declared(block, agenda, b.world.agendas, "agenda", "agendas")
    if known is not None and event.ident.name not in known.events:
        block.scope.error(
            "GS402", f"no rule of the game announces `{event.ident}` for `{known.name}`", agenda.span,
            help="announce it at once, without `later`",
            notes=("so no position of the game has room for it there",),
        )  # fmt: skip
        return
    if args is None or known is None:
        return
    span, inner = step.span, block.inner()
    kept = keep(b, inner, args)
    one_more = sum_of(load_of(known.size, span), 1, span)
    room = known.size.type
    assert isinstance(room, t.Int)  # noqa: S101 - it is declared so
    goes = f"the maximum length of `{known.name}`"
    b.emit(Put(span, load_of(known.size, span), core.Narrow(room, span, one_more, 0, room.high, 0, goes)))
    last = load_of(known.size, span)
    number = known.events.index(event.ident.name) + 1
    b.emit(Put(span, load_of(known.event, span, last), core.Const(t.Int(number, number), span, number)))
    for parameter, value in zip(event.parameters, kept, strict=True):
        b.emit(
            Put(span, load_of(known.parameters[event.ident.name, parameter.ident.name], span, last), value)
        )
    b.clear(inner, block.taken, span)


def compile_resolve(b: Builder, block: Block, step: m.Resolve, handle: Handle) -> None:
    """Compile `resolve`, which handles an agenda's events one after another until none waits."""
    known = declared(block, step.agenda, b.world.agendas, "agenda", "agendas")
    if known is None:
        return
    b.world.symbols.used.add(known.name)
    if known.next == "chosen":
        compile_chosen(b, block, step, known, handle)
        return
    span, inner = step.span, block.inner()
    size, again, leave = load_of(known.size, span), Label(), Label()
    b.emit(again)
    zero = core.Const(t.Int(0, 0), span, 0)
    b.emit(BranchUnless(span, core.Less(t.BOOL, span, size, zero, ">"), leave))
    next_one = size if known.next == "newest" else core.Const(t.Int(1, 1), span, 1)
    (place, which) = keep(b, inner, (next_one, load_of(known.event, span, next_one)))
    for number, name in enumerate(known.events, 1):
        event, _ = b.declared_events[name]
        other = Label()
        is_it = core.Equal(t.BOOL, span, which, core.Const(t.Int(number, number), span, number))
        b.emit(BranchUnless(span, is_it, other))
        within = inner.inner()
        values = tuple(_value(known, event, p, place, span) for p in event.parameters)
        kept = keep(b, within, values)
        take_off(b, within, known, place, span)
        over = Label()
        if handle(b, within, event, kept, (span, step.agenda.span), over):
            b.emit(over)
        b.clear(within, inner.taken, span)
        b.emit(Jump(span, again))
        b.emit(other)
    b.emit(leave)
    b.clear(inner, block.taken, span)


def _value(
    known: core.Agenda, event: m.EventDecl, parameter: m.Parameter, place: core.Core, span: Span
) -> core.Core:
    """Return the expression for the value of a parameter of a waiting event.

    It is never `none`, unless the type of the parameter allows that.
    """
    waiting = load_of(known.parameters[event.ident.name, parameter.ident.name], span, place)
    if parameter.type.optional or not isinstance(waiting.type, t.Optional):
        return waiting
    return core.BuiltIn(waiting.type.of, span, "the", (waiting,), "optional")
