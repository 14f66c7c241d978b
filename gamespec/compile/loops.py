"""Loops, and the steps that leave something before its end."""

from __future__ import annotations

from gamespec import model as m
from gamespec.compile.builder import Block, Builder, Loop, compile_block
from gamespec.compile.draft import BranchUnless, Jump, Label, LoopNext, LoopStart, StopTurn
from gamespec.expr import types as t
from gamespec.expr.ast import Expression
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.fit import list_cure, listed
from gamespec.expr.scope import known

__all__ = ["compile_for", "compile_stop", "compile_while"]


def compile_for(b: Builder, block: Block, step: m.For) -> None:
    """`for`: a loop for each name, one within the other; to leave it is to leave all of them."""
    begun: list[tuple[Label, Label, Block, int]] = []
    outer = block
    for ident, expression in step.over:
        b.world.effort.spend(2, ident.span)
        inner = outer.inner()
        begun.append((*_members(b, inner, step, ident, expression), inner, outer.taken))
        outer = inner
    outer.loops = (*block.loops, Loop(step.id, begun[0][1]))
    compile_block(b, outer, step.do, outer.inner())
    for again, leave, inner, taken in reversed(begun):
        b.emit(Jump(step.span, again))
        b.emit(leave)
        b.clear(inner, taken, step.span)


def _members(
    b: Builder, block: Block, step: m.For, ident: m.Ident, expression: Expression
) -> tuple[Label, Label]:
    """The beginning of the loop of one name: where it goes on with the next member, and where it is left."""
    scope = block.scope.inside(expression.source)
    over = listed(elaborate(expression, scope), scope)
    type_ = t.element(over.type)
    if type_ is None:
        scope.error("GS307", f"`for` needs a list, this is {t.a(over.type)}", over.span, help=list_cure(over))
        type_ = t.BAD
    most = over.type.most if isinstance(over.type, t.ListType) else 0
    members = block.take("loop", over.type, 2 + most)
    item = block.bind(ident, type_)
    again, leave = Label(), Label()
    b.emit(LoopStart(step.span, members, over))
    b.emit(again)
    b.emit(LoopNext(step.span, members, item, leave))
    return again, leave


def compile_while(b: Builder, block: Block, step: m.While) -> None:
    """`while`."""
    condition = check_condition(step.condition, block.scope)
    again, leave = Label(), Label()
    inner = block.inner(block.scope.lasting(known(condition, step.condition.root, holds=True)))
    inner.loops = (*block.loops, Loop(step.id, leave))
    b.emit(again)
    b.emit(BranchUnless(step.condition.span, condition, leave))
    compile_block(b, block, step.do, inner)
    b.emit(Jump(step.span, again))
    b.emit(leave)
    b.clear(inner, block.taken, step.span)


def compile_stop(b: Builder, block: Block, step: m.Stop) -> None:
    """`stop`."""
    if step.what == "loop":
        if not block.loops:
            block.scope.error("GS402", "there is no loop to leave here", step.span)
            return
        b.emit(Jump(step.span, block.loops[-1].leave))
        return
    block.uses.leaves[step.span] = None
    if step.what == "turn":
        block.uses.stops = step.span
    elif step.what == "phase":
        block.uses.quits = step.span
    b.emit(StopTurn(step.span, step.what != "turn"))
