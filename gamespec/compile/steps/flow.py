"""Compiles the flow of a game, which consists of setup, phases and turns."""

from __future__ import annotations

from gamespec.compile.decisions.invariants import check_if_over
from gamespec.compile.draft.builder import Block, Builder, Uses, compile_steps
from gamespec.compile.draft.draft import (
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
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.scope import MeUse
from gamespec.model import model as m
from gamespec.model.walk import every_phase
from gamespec.text.diagnostics import Remark
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["compile_phases", "compile_setup"]


def compile_setup(b: Builder, routine: Routine, steps: tuple[m.Step, ...], where: str) -> None:
    """Compile steps that run before any phase, and report those that would leave a turn or a phase."""
    uses = Uses(MeUse(available=False))
    block = Block(routine, b.scope(uses.me), uses, 0)
    compile_steps(b, block, steps)
    for what, place in (("turn", uses.stops), ("phase", uses.quits)):
        if place is not None:
            b.found.report("GS402", f"there is no {what} to leave {where}", place)
    for name, place in uses.leaving.items():
        b.found.report("GS402", f"there is no phase `{name}` to leave {where}", place)
    b.clear(block, 0, b.world.game.ident.span)


def compile_phases(b: Builder, seat: core.Slot) -> list[Play]:
    """Compile all phases, each before its nested phases. `seat` is the local for the player in `who`."""
    _names(b)
    plays: list[Play] = []
    for phase in b.world.game.phases:
        _phase(b, plays, phase, seat, ())
    return plays


def _names(b: Builder) -> None:
    """Report phases with equal names, and variables whose `lasts` names an unknown phase."""
    met: dict[str, m.Ident] = {}
    for phase in every_phase(b.world.game.phases):
        name = phase.ident.name
        if name in met:
            b.found.report(
                "GS202", f"there is already a phase `{name}`", phase.ident.span, help="choose another name",
                others=(Remark(met[name].span, f"`{name}` is declared here"),),
            )  # fmt: skip
        met.setdefault(name, phase.ident)
    for lasts in (v.lasts for v in b.world.game.variables if v.lasts is not None):
        if lasts.name not in {"turn", *met} and not b.world.game.lost:  # an unread phase may contain it
            hint = did_you_mean(lasts.name, ["turn", *met])
            b.found.report("GS201", f"there is no phase `{lasts}`", lasts.span, help=hint)


def _phase(
    b: Builder, plays: list[Play], phase: m.PhaseDecl, seat: core.Slot, around: tuple[str, ...]
) -> None:
    """Compile a phase and its nested phases; `around` are the names of the enclosing phases."""
    number, span = len(plays), phase.ident.span
    play = Play(
        phase.ident.name, Routine(f"phase {phase.ident}"), Label(), Label(), Label(), phase.turns is not None
    )
    plays.append(play)
    b.emit(play.entry)
    b.emit(StartPhase(span, number))
    if phase.phases:
        _repeated(b, plays, phase, play, seat, around)
    else:
        _played(b, phase, play, seat, around)


def _repeated(  # noqa: PLR0913 - a phase, and what it stands in
    b: Builder, plays: list[Play], phase: m.PhaseDecl, play: Play, seat: core.Slot, around: tuple[str, ...]
) -> None:
    """Compile a phase that repeats its nested phases. Its `until` is tested before each repetition."""
    span, name = phase.ident.span, phase.ident.name
    again, over = Label(), Label()
    b.emit(again)
    _until(b, phase, over)
    for inner in phase.phases:
        _phase(b, plays, inner, seat, (*around, name))
    _renew(b, span, {name})
    b.emit(Jump(span, again))
    b.emit(play.turn_end)
    b.emit(play.leave)
    inside = list(every_phase(phase.phases))
    turns = {"turn"} if any(each.turns is not None for each in inside) else set()
    _renew(b, span, {name, *turns, *(each.ident.name for each in inside)})  # `stop` has left them all
    b.emit(over)


def _played(b: Builder, phase: m.PhaseDecl, play: Play, seat: core.Slot, around: tuple[str, ...]) -> None:
    """Compile a phase that has steps rather than nested phases."""
    span, name = phase.ident.span, phase.ident.name
    uses = Uses(MeUse(available=phase.turns is not None))
    block = Block(play.routine, b.scope(uses.me), uses, 0)
    candidate = block.take("candidate", b.world.player)
    nobody = b.scope(MeUse(available=False))
    first = elaborate(phase.first, nobody, b.world.player) if phase.first else None
    if phase.turns is None:
        _once(b, block, phase, play)
    else:
        _turns(b, block, phase, play, candidate, first, seat)
    for other, place in uses.leaving.items():
        if other not in {name, *around}:
            b.found.report("GS402", f"this leaves the phase `{other}`, but it runs in `{name}`", place)
    b.emit(play.leave)
    b.emit(Clear(span, play.routine, 0))
    _renew(b, span, {name} if phase.turns is None else {"turn", name})  # of a turn that `stop` has left


def _once(b: Builder, block: Block, phase: m.PhaseDecl, play: Play) -> None:
    for given in (phase.first, phase.next, phase.who, phase.until):
        if given is not None:
            cure = (
                "repeat the steps with `while`, or the phases under `phases`"
                if given is phase.until
                else None
            )
            b.found.report("GS402", "only a phase with `turns` can have this", given.span, help=cure)
    compile_steps(b, block, phase.do)
    if block.uses.stops is not None:
        b.found.report("GS402", "this stops a turn, but it runs in a phase without turns", block.uses.stops)
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
    _until(b, phase, play.leave)
    b.emit(Put(span, candidate, first or core.Const(world.player, span, 0)))
    b.emit(Jump(span, begin))
    b.emit(again)
    _until(b, phase, play.leave)
    b.emit(begin)
    who = None
    if phase.who is not None:
        who = check_condition(phase.who, nobody.bind_slot("player", seat, span))
    b.emit(NextTurn(span, candidate, seat, who, phase.turns == "clockwise", play.leave))
    inner = block.inner()
    compile_steps(b, inner, phase.do)
    b.emit(play.turn_end)
    b.emit(Clear(span, block.routine, block.taken))
    b.check(block, "turn", span)
    check_if_over(b, block, span)
    b.emit(CheckEnd(span))
    turn = core.Me(world.player, span)
    step = "left" if phase.turns == "clockwise" else "right"
    follows: core.Core = core.BuiltIn(world.player, span, step, (turn,), world.players)
    if phase.next is not None:
        follows = elaborate(phase.next, b.scope(MeUse(available=True)), world.player)
    b.emit(Put(span, candidate, follows))
    _renew(b, span, {"turn"})
    b.emit(SetMe(span, core.Const(t.NOTHING, span, t.NONE)))
    b.emit(Jump(span, again))


def _renew(b: Builder, span: Span, over: set[str]) -> None:
    """Emit the reset of each variable that lasts as long as a turn or phase that has just ended.

    `over` names what has ended.
    """
    for variable in b.world.game.variables:
        store = b.world.stores.get(variable.ident.name)
        if store is not None and variable.lasts is not None and variable.lasts.name in over:
            b.emit(Renew(span, store))


def _until(b: Builder, phase: m.PhaseDecl, leave: Label) -> None:
    """Emit the test that leaves a phase if its `until` holds."""
    if phase.until is None:
        return
    going = Label()
    until = check_condition(phase.until, b.scope(MeUse(available=False)))
    b.emit(BranchUnless(phase.until.span, until, going))
    b.emit(Jump(phase.ident.span, leave))
    b.emit(going)
