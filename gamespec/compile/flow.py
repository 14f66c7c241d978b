"""The course of a game: set-up, phases and turns."""

from __future__ import annotations

from gamespec import model as m
from gamespec.compile.builder import Block, Builder, Uses, compile_steps
from gamespec.compile.draft import (
    BranchUnless,
    CheckEnd,
    Clear,
    Jump,
    Label,
    NextTurn,
    Play,
    Put,
    Renew,
    Routine,
    SetMe,
    StartPhase,
)
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.scope import MeUse
from gamespec.source import Span

__all__ = ["compile_phase", "compile_setup"]


def compile_setup(b: Builder, routine: Routine, steps: tuple[m.Step, ...], where: str) -> None:
    """Steps before any phase; they can leave neither a turn nor a phase."""
    uses = Uses(MeUse(available=False))
    block = Block(routine, b.scope(uses.me), uses, 0)
    compile_steps(b, block, steps)
    for what, place in (("turn", uses.stops), ("phase", uses.quits)):
        if place is not None:
            b.found.report("GS402", f"there is no {what} to leave {where}", place)
    b.clear(block, 0, b.world.game.ident.span)


def compile_phase(b: Builder, number: int, phase: m.PhaseDecl, seat: core.Slot) -> Play:
    """A phase; `seat` is the local of which `who` asks."""
    span = phase.ident.span
    routine = Routine(f"phase {phase.ident}")
    uses = Uses(MeUse(available=phase.turns is not None))
    block = Block(routine, b.scope(uses.me), uses, 0)
    candidate = block.take("candidate", b.world.player)
    nobody = b.scope(MeUse(available=False))
    first = elaborate(phase.first, nobody, b.world.player) if phase.first else None
    play = Play(phase.ident.name, routine, Label(), Label(), Label(), phase.turns is not None)
    b.emit(play.entry)
    b.emit(StartPhase(span, number))
    if phase.turns is None:
        _once(b, block, phase, play)
    else:
        _turns(b, block, phase, play, candidate, first, seat)
    b.emit(play.leave)
    b.emit(Clear(span, routine, 0))
    if phase.turns is not None:
        _renew(b, span)  # of a turn that `stop: phase` has left
    return play


def _once(b: Builder, block: Block, phase: m.PhaseDecl, play: Play) -> None:
    for given in (phase.first, phase.next, phase.who, phase.until):
        if given is not None:
            b.found.report("GS402", "only a phase with `turns` has this", given.span)
    compile_steps(b, block, phase.do)
    if block.uses.stops is not None:
        b.found.report("GS402", "this stops a turn, but is run in a phase without turns", block.uses.stops)
    b.emit(play.turn_end)


def _turns(  # noqa: PLR0913 - what a phase with turns consists of
    b: Builder,
    block: Block,
    phase: m.PhaseDecl,
    play: Play,
    candidate: core.Slot,
    first: core.Core | None,
    seat: core.Slot,
) -> None:
    span, world = phase.ident.span, b.world
    nobody = b.scope(MeUse(available=False))
    again, begin = Label(), Label()
    _until(b, phase, play)
    b.emit(Put(span, candidate, first or core.Const(world.player, span, 0)))
    b.emit(Jump(span, begin))
    b.emit(again)
    _until(b, phase, play)
    b.emit(begin)
    who = None
    if phase.who is not None:
        who = check_condition(phase.who, nobody.bind_slot("player", seat, span))
    b.emit(NextTurn(span, candidate, seat, who, phase.turns == "clockwise", play.leave))
    inner = block.inner()
    compile_steps(b, inner, phase.do)
    b.emit(play.turn_end)
    b.emit(Clear(span, block.routine, block.taken))
    b.emit(CheckEnd(span))
    turn = core.Me(world.player, span)
    step = "left" if phase.turns == "clockwise" else "right"
    follows: core.Core = core.BuiltIn(world.player, span, step, (turn,), world.players)
    if phase.next is not None:
        follows = elaborate(phase.next, b.scope(MeUse(available=True)), world.player)
    b.emit(Put(span, candidate, follows))
    _renew(b, span)
    b.emit(SetMe(span, core.Const(t.NOTHING, span, t.NONE)))
    b.emit(Jump(span, again))


def _renew(b: Builder, span: Span) -> None:
    """Let the variables of a turn begin again."""
    for variable in b.world.game.variables:
        store = b.world.stores.get(variable.ident.name)
        if store is not None and variable.for_a_turn:
            b.emit(Renew(span, store))


def _until(b: Builder, phase: m.PhaseDecl, play: Play) -> None:
    """Leave a phase whose `until` holds."""
    if phase.until is None:
        return
    going = Label()
    until = check_condition(phase.until, b.scope(MeUse(available=False)))
    b.emit(BranchUnless(phase.until.span, until, going))
    b.emit(Jump(phase.ident.span, play.leave))
    b.emit(going)
