"""`announce` runs the handlers of an event one after another until one of them stops the event.

A handler that stops its event sets a local, which the announcer reads as soon as the handler returns.
"""

from __future__ import annotations

from gamespec.compile.decisions.routines import (
    arguments,
    find_declared,
    find_routine,
    keep,
    of_handler,
    require,
)
from gamespec.compile.draft.builder import Block, Builder, compile_block
from gamespec.compile.draft.draft import BranchUnless, Call, Clear, Jump, Label
from gamespec.compile.steps.agenda import compile_later
from gamespec.model import model as m
from gamespec.resolve.types import parameter_type
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["compile_announce", "handle"]


def compile_announce(b: Builder, block: Block, step: m.Announce) -> None:
    """Compile `announce` for an event that is handled now or waits on an agenda."""
    events = b.declared_events
    if not find_declared(block, step.event, "event", events):
        return
    event, handlers = events[step.event.name]
    b.world.symbols.used.add(f"event {event.ident}")
    b.world.effort.spend(len(handlers), step.span)
    if step.later is not None:
        compile_later(b, block, step, event, step.later)
        return
    slots = tuple(
        core.Slot(p.ident.name, parameter_type(p.type, b.world, b.found), frame=True)
        for p in event.parameters
    )
    args = arguments(block.scope, step.arguments, event.parameters, slots, step.event)
    if args is not None:
        _now(b, block, step, event, args)


def _now(b: Builder, block: Block, step: m.Announce, event: m.EventDecl, args: tuple[core.Core, ...]) -> None:
    """Compile the handlers of an event, then the steps that depend on whether a handler has stopped it."""
    stopped, over = Label(), Label()
    inner, several = block.inner(), len(b.declared_events[event.ident.name][1]) > 1
    known = keep(b, inner, args) if several else args
    may_stop = handle(b, inner, event, known, (step.span, step.event.span), stopped)
    if step.otherwise is None:
        if may_stop:
            b.emit(stopped)
        b.clear(inner, block.taken, step.span)
        return
    b.clear(inner, block.taken, step.span)
    compile_block(b, block, step.then)
    with b.left_out(block, not may_stop):
        b.emit(Jump(step.span, over))
        b.emit(stopped)
        b.clear(inner, block.taken, step.span)
        compile_block(b, block, step.otherwise)
        b.emit(over)


def handle(  # noqa: PLR0913 - an event with its values, where it is announced, and where a stop leads
    b: Builder,
    block: Block,
    event: m.EventDecl,
    args: tuple[core.Core, ...],
    spans: tuple[Span, Span],
    stopped: Label,
) -> bool:
    """Compile the handlers of an event.

    `spans` are the place of the step and the place at which it names the event. Returns whether a handler may
    stop the event; such a handler jumps to the label `stopped`.
    """
    step, named = spans
    may_stop = False
    flag = core.Local(t.BOOL, step, b.stopped.slot)
    for handler in b.declared_events[event.ident.name][1]:
        found = find_routine(b, of_handler(handler, event))
        if found is None:
            continue
        routine, uses = found
        require(block, uses, f"handler `{handler.ident}`", named, me=False)
        b.called(block, routine)
        b.emit(Call(step, routine, args))
        if uses.cancels:
            may_stop, goes_on = True, Label()
            b.emit(BranchUnless(step, flag, goes_on))
            b.emit(Clear(step, b.stopped.routine, 0))
            b.emit(Jump(step, stopped))
            b.emit(goes_on)
    return may_stop
