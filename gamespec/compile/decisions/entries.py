"""Expressions and steps about the entries of an agenda, and the removal of an entry."""

from __future__ import annotations

from collections.abc import Callable

from gamespec.compile.draft.builder import Block, Builder
from gamespec.compile.draft.draft import Jump, Label, LoopNext, LoopStart, Put
from gamespec.model import model as m
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["Handle", "load_of", "sum_of", "take_off"]

Handle = Callable[[Builder, Block, m.EventDecl, tuple[core.Core, ...], tuple[Span, Span], Label], bool]
"""A function that compiles the handlers of an event for given values.

The spans are those of the step and of the event's name in it. A handler that stops the event jumps to the
label. The result is whether a handler may do so.
"""


def take_off(b: Builder, block: Block, known: core.Agenda, place: core.Core, span: Span) -> None:
    """Remove the entry at `place` from an agenda. The entries above it move down by one place."""
    size = load_of(known.size, span)
    assert isinstance(known.size.type, t.Int)  # noqa: S101 - it is declared so
    most = known.size.type.high
    lists = (known.event, *known.parameters.values())
    inner = block.inner()
    if known.next != "newest" and most > 1:
        places = t.ListType(t.Int(1, most - 1), most - 1)
        over = core.ListOf(places, span, (place, sum_of(size, -1, span)), numbers=True)
        members = inner.take("loop", places, 2 + places.most)
        item = inner.take("place", places.of)
        again, leave = Label(), Label()
        b.emit(LoopStart(span, members, over))
        b.emit(again)
        b.emit(LoopNext(span, members, item, leave))
        here = core.Local(places.of, span, item)
        for store in lists:
            b.emit(Put(span, load_of(store, span, here), load_of(store, span, sum_of(here, 1, span))))
        b.emit(Jump(span, again))
        b.emit(leave)
    for store in lists:
        none = t.NONE if isinstance(store.type, t.Optional) else 0
        b.emit(Put(span, load_of(store, span, size), core.Const(store.type, span, none)))
    b.emit(Put(span, load_of(known.size, span), sum_of(size, -1, span)))
    b.clear(inner, block.taken, span)


def load_of(store: core.Store, span: Span, *keys: core.Core) -> core.Load:
    """Return the expression that loads the member of `store` at the given keys."""
    return core.Load(store.type, span, store, keys)


def sum_of(of: core.Core, more: int, span: Span) -> core.Core:
    """Return the sum of an expression, such as a place or a number of places, and a constant."""
    assert isinstance(of.type, t.Int)  # noqa: S101 - places and numbers of them
    type_ = t.Int(of.type.low + more, of.type.high + more)
    return core.Arithmetic(type_, span, "+", of, core.Const(t.Int(more, more), span, more))
