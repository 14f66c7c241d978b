"""Code and frames under construction.

Locals live in frames. Within a routine, a block of steps takes places above those of the enclosing blocks and
gives them back (set to 0) at its end, so blocks share places. The frame of a called routine begins above the
places that its caller holds at the call; a routine called from several places begins above all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property

from gamespec.compile.draft.draft import ActionSpec, Clear, Emitted, Label, Routine
from gamespec.expr.scope import MeUse, Scope
from gamespec.model import model as m
from gamespec.model.walk import every_phase
from gamespec.program.instructions import PutLocal
from gamespec.resolve.types import outermost
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import World

__all__ = ["Block", "Builder", "Loop", "Stopped", "Uses", "compile_block", "compile_steps", "slot_size"]


def slot_size(type_: t.Type) -> int:
    """Return the number of integers that a local of a type needs."""
    return 1 + type_.most if isinstance(type_, t.ListType) else 1


@dataclass(eq=False)
class Uses:
    """What a routine requires of its caller.

    `stops` is the place where it leaves the turn, `quits` where it leaves the phase, `leaving` where it
    leaves phases by name, and `waits` where it waits for a decision or for chance. `leaves` holds the steps
    after which it may not return: those that end the turn, the phase or the game. `cancels` says whether it
    is a handler that may stop its event.
    """

    me: MeUse
    stops: Span | None = None
    quits: Span | None = None
    waits: Span | None = None
    leaves: dict[Span, None] = field(default_factory=dict)
    leaving: dict[str, Span] = field(default_factory=dict)
    cancels: bool = False

    def pass_on(self, of: Uses) -> None:
        """Record the effects on the flow of a routine that is run or offered here."""
        self.stops = self.stops or of.stops
        self.quits = self.quits or of.quits
        self.waits = self.waits or of.waits
        self.leaves |= of.leaves
        self.leaving = of.leaving | self.leaving


@dataclass(frozen=True, eq=False, slots=True)
class Loop:
    """A loop around steps: its author's name for it, if any, and its exit."""

    id: m.Ident | None
    leave: Label


@dataclass(frozen=True, eq=False, slots=True)
class Stopped:
    """The local in which a handler says that it has stopped its event, above the frames of all such handlers.

    It is read and cleared as soon as the handler returns, so it is 0 whenever the game rests.
    """

    routine: Routine
    slot: core.Slot


@dataclass(eq=False)
class Block:
    """A list of steps being compiled: its routine, its scope, and the part of the frame that is taken.

    `loops` are the enclosing loops, innermost last; `handles` says whether the block belongs to a handler.
    """

    routine: Routine
    scope: Scope
    uses: Uses
    taken: int
    loops: tuple[Loop, ...] = ()
    handles: bool = False

    def take(self, name: str, type_: t.Type, size: int | None = None) -> core.Slot:
        """Reserve a place in the frame."""
        slot = core.Slot(name, type_, frame=True, size=size or slot_size(type_))
        self.routine.slots.append((slot, self.taken))
        self.taken += slot.size
        self.routine.size = max(self.routine.size, self.taken)
        return slot

    def bind(self, ident: m.Ident, type_: t.Type) -> core.Slot:
        """Make a local with a name that the author chose."""
        slot = self.take(ident.name, type_)
        self.scope = self.scope.introduce(ident.name, slot, ident.span)
        return slot

    def inner(self, scope: Scope | None = None) -> Block:
        """Open a block inside this one."""
        return Block(self.routine, scope or self.scope, self.uses, self.taken, self.loops, self.handles)


@dataclass(eq=False)
class Builder:
    """The program so far. `step` compiles one step; it is passed in because its module imports this one."""

    world: World
    found: Collector
    step: Callable[[Builder, Block, m.Step], None]
    code: list[Emitted | Label] = field(default_factory=list)
    routines: dict[str, tuple[Routine, Uses] | None] = field(default_factory=dict)
    calls: list[tuple[Routine, Routine, int]] = field(default_factory=list)
    actions: dict[str, ActionSpec] = field(default_factory=dict)
    choices: list[ActionSpec] = field(default_factory=list)
    queue: list[str] = field(default_factory=list)
    queue_actions: list[str] = field(default_factory=list)
    action_uses: dict[str, Uses] = field(default_factory=dict)
    fungible: frozenset[str] = frozenset()
    end_uses_me: bool = False

    def emit(self, item: Emitted | Label) -> None:
        """Append an instruction or a label."""
        self.code.append(item)

    @cached_property
    def stopped(self) -> Stopped:
        """Return the local by which handlers stop their events; it has a frame of its own."""
        slot = core.Slot("stopped", t.BOOL, frame=True, size=1)
        return Stopped(Routine("stopped events", slots=[(slot, 0)], size=1), slot)

    @cached_property
    def phases(self) -> dict[str, int]:
        """The numbers of the phases by name; a phase comes before its nested phases."""
        return {p.ident.name: number for number, p in enumerate(every_phase(self.world.game.phases))}

    @cached_property
    def declared_actions(self) -> dict[str, m.ActionDecl]:
        """The actions of the game by name."""
        return {a.ident.name: a for a in self.world.game.actions}

    @cached_property
    def declared_procedures(self) -> dict[str, m.ProcedureDecl]:
        """The procedures of the game by name."""
        return {p.ident.name: p for p in self.world.game.procedures}

    @cached_property
    def declared_events(self) -> dict[str, tuple[m.EventDecl, list[m.HandlerDecl]]]:
        """The events of the game by name, each with its handlers in order."""
        events: dict[str, tuple[m.EventDecl, list[m.HandlerDecl]]] = {
            e.ident.name: (e, []) for e in self.world.game.events
        }
        for handler in self.world.game.handlers:
            if handler.event.name in events:
                events[handler.event.name][1].append(handler)
        return events

    @contextmanager
    def left_out(self, block: Block, never: bool) -> Iterator[None]:  # noqa: FBT001 - says whether
        """Check steps; drop their code and places if they `never` run."""
        routine, code = block.routine, len(self.code)
        slots, size = len(routine.slots), routine.size
        yield
        if never:
            del self.code[code:], routine.slots[slots:]
            routine.size = size

    def just_put(self) -> dict[core.Slot, core.Core]:
        """Return the locals that the latest steps assigned, with their values; nothing has changed since."""
        found: dict[core.Slot, core.Core] = {}
        for item in reversed(self.code):
            match item:
                case Emitted(op, _, (core.Slot() as slot, value)) if op is PutLocal:
                    assert isinstance(value, core.Core)  # noqa: S101 - a local is given a value
                    found.setdefault(slot, value)
                case _:
                    break
        return found

    def clear(self, block: Block, start: int, span: Span) -> None:
        """Clear the locals taken since `start`, if there are any."""
        if block.routine.size > start:
            self.emit(Clear(span, block.routine, start))

    def called(self, block: Block, routine: Routine) -> None:
        """Record that a block runs a routine."""
        self.calls.append((block.routine, routine, block.taken))

    def scope(self, me: MeUse) -> Scope:
        """Return a scope without locals."""
        return outermost(self.world, self.world.game.ident.span.source, self.found, me)


def compile_block(b: Builder, outer: Block, steps: tuple[m.Step, ...], block: Block | None = None) -> None:
    """Compile a list of steps with locals of its own."""
    inner = block or outer.inner()
    compile_steps(b, inner, steps)
    if inner.taken > outer.taken and steps:
        b.clear(inner, outer.taken, steps[-1].span)


def compile_steps(b: Builder, block: Block, steps: tuple[m.Step, ...]) -> None:
    """Compile steps one after another; steps after a `stop` are unreachable."""
    for i, step in enumerate(steps):
        b.step(b, block, step)
        if isinstance(step, m.Stop) and i + 1 < len(steps):
            b.found.report("GS402", "this step is never reached", steps[i + 1].span, severity="warning")
            return
