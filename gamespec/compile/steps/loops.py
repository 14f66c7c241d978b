"""Compiles loops, and the steps that leave a loop, event, turn or phase early."""

from __future__ import annotations

from gamespec.compile.draft.builder import Block, Builder, Loop, compile_block
from gamespec.compile.draft.draft import (
    BranchUnless,
    Jump,
    Label,
    LeavePhase,
    LoopNext,
    LoopStart,
    Put,
    StopTurn,
)
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.fit import list_cure, listed
from gamespec.expr.scope import known
from gamespec.model import model as m
from gamespec.model.walk import every_step
from gamespec.text.diagnostics import Remark
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["compile_for", "compile_stop", "compile_while"]

_WORDS = ("loop", "event", "turn", "phase")
"""The words that `stop` accepts apart from the names of loops and phases."""


def compile_for(b: Builder, block: Block, step: m.For) -> None:
    """Compile `for` as one loop for each name, nested. Leaving the step leaves all of these loops."""
    begun: list[tuple[Label, Label, Block, int]] = []
    outer = block
    for ident, expression in step.over:
        b.world.effort.spend(2, ident.span)
        inner = outer.inner()
        begun.append((*_members(b, inner, step, ident, expression), inner, outer.taken))
        outer = inner
    outer.loops = (*block.loops, _named(b, step, begun[0][1]))
    compile_block(b, outer, step.do, outer.inner())
    for again, leave, inner, taken in reversed(begun):
        b.emit(Jump(step.span, again))
        b.emit(leave)
        b.clear(inner, taken, step.span)


def _members(
    b: Builder, block: Block, step: m.For, ident: m.Ident, expression: Expression
) -> tuple[Label, Label]:
    """Compile the head of the loop over one name.

    Returns the labels for going to the next member and for leaving the loop.
    """
    scope = block.scope.inside(expression.source)
    over = listed(elaborate(expression, scope), scope)
    type_ = t.element(over.type)
    if type_ is None:
        scope.error(
            "GS307", f"`for` needs a list, but this is {t.a(over.type)}", over.span, help=list_cure(over)
        )
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
    """Compile `while`."""
    condition = check_condition(step.condition, block.scope)
    again, leave = Label(), Label()
    inner = block.inner(block.scope.lasting(known(condition, step.condition.root, holds=True)))
    inner.loops = (*block.loops, _named(b, step, leave))
    b.emit(again)
    b.emit(BranchUnless(step.condition.span, condition, leave))
    compile_block(b, block, step.do, inner)
    b.emit(Jump(step.span, again))
    b.emit(leave)
    b.clear(inner, block.taken, step.span)


def compile_stop(b: Builder, block: Block, step: m.Stop) -> None:
    """Compile `stop`, which leaves a loop of the same routine, a handler's event, the turn or a phase."""
    what = step.what
    if what is not None and what.name not in {"turn", "phase"}:
        if what.name == "event":
            _event(b, block, step, what)
        else:
            _by_name(b, block, step, what)
        return
    block.uses.leaves[step.span] = None
    if what is None:
        return
    if what.name == "turn":
        block.uses.stops = step.span
    else:
        block.uses.quits = step.span
    _check_leaving(b, block)
    b.emit(StopTurn(step.span, what.name == "phase"))


def _check_leaving(b: Builder, block: Block) -> None:
    """Emit the checks after the steps of an action, because the action is left here."""
    for hold in block.leaving:
        b.emit(hold)


def _event(b: Builder, block: Block, step: m.Stop, what: m.Ident) -> None:
    """Compile `stop: event`, which leaves a handler and prevents later handlers of its event from running."""
    if not block.handles:
        block.scope.error(
            "GS402", "there is no event to stop here", what.span,
            help="write it among the steps of the handler itself, not in a procedure",
        )  # fmt: skip
        return
    block.uses.cancels = True
    b.emit(Put(step.span, b.stopped.slot, core.Const(t.BOOL, step.span, 1)))
    b.emit(Jump(step.span, block.routine.exit))


def _by_name(b: Builder, block: Block, step: m.Stop, what: m.Ident) -> None:
    """Compile a `stop` that leaves the innermost loop, the loop with an id, or the phase with a name."""
    loop = next((x for x in reversed(block.loops) if what.name in {"loop", x.id and x.id.name}), None)
    if loop is not None and loop.id is not None and what.name in b.phases:
        block.scope.error(
            "GS203", f"`{what}` is both a loop and a phase", what.span,
            help="choose another id for the loop", others=(Remark(loop.id.span, "this is the loop"),),
        )  # fmt: skip
    elif loop is not None:
        b.emit(Jump(step.span, loop.leave))
    elif what.name in b.phases:
        block.uses.leaves[step.span] = None
        block.uses.leaving.setdefault(what.name, step.span)
        _check_leaving(b, block)
        b.emit(LeavePhase(step.span, b.phases[what.name]))
    elif what.name == "loop":
        block.scope.error("GS402", "there is no loop to leave here", what.span)
    elif what.name not in b.world.game.lost:
        _unknown(b, block, what)


def _unknown(b: Builder, block: Block, what: m.Ident) -> None:
    """Report that neither an enclosing loop nor a phase has the name in `what`."""
    game = b.world.game
    other = next((s for s in every_step(game) if s.id is not None and s.id.name == what.name), None)
    around = [loop.id.name for loop in block.loops if loop.id is not None]
    if other is None or other.id is None:
        known = [*around, *b.phases, *_WORDS]
        message = f"there is no loop and no phase `{what}`"
        cure = did_you_mean(what.name, known) or "a game ends when an entry of `end` holds"
        block.scope.error("GS201", message, what.span, help=cure)
    elif isinstance(other, m.For | m.While):
        block.scope.error(
            "GS402", f"the loop `{what}` is not around this step", what.span,
            others=(Remark(other.id.span, "this is the loop"),),
        )  # fmt: skip
    else:
        block.scope.error(
            "GS205", f"`{what}` is not a loop", what.span, others=(Remark(other.id.span, "this is the step"),)
        )


def _named(b: Builder, step: m.For | m.While, leave: Label) -> Loop:
    """Return a loop around steps, and report an id that is a reserved word of `stop`."""
    if step.id is not None and step.id.name in _WORDS:
        b.found.report(
            "GS202",
            f"`{step.id}` is a reserved word of `stop`",
            step.id.span,
            help="choose another id for the loop",
        )
    return Loop(step.id, leave)
