"""Code and frames under construction.

Locals live in frames. Within a routine, a block of steps takes places above those of the enclosing blocks. At
the end of the block, these places are set to 0 and become free, so consecutive blocks share places. The frame
of a called routine begins above the places that its caller holds at the call. If a routine is called from
several places, its frame begins above the held places of all calls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field
from functools import cached_property

from gamespec.compile.draft.draft import ActionSpec, Call, Clear, Emitted, Label, Routine
from gamespec.expr.scope import Derived, MeUse, Scope
from gamespec.model import model as m
from gamespec.model.walk import every_phase
from gamespec.program.frozen import dataclass
from gamespec.program.instructions import PutLocal
from gamespec.resolve.types import outermost
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import World

__all__ = ["Block", "Builder", "Loop", "Stopped", "Uses", "compile_block", "compile_steps", "slot_size"]


def slot_size(type_: t.Type) -> int:
    """Return the number of integers that a local of a given type occupies."""
    return 1 + type_.most if isinstance(type_, t.ListType) else 1


@dataclass(eq=False)
class Uses:
    """What a routine requires of its caller.

    `stops` is a place where the routine leaves the turn, `quits` one where it leaves the phase, and `waits`
    one where it waits for a decision or for chance; `leaving` gives such a place for each phase that it names
    and leaves. `leaves` holds the steps that end the turn, the phase or the game, after which the routine may
    not return. `cancels` says whether the routine is a handler that may stop its event.
    """

    me: MeUse
    stops: Span | None = None
    quits: Span | None = None
    waits: Span | None = None
    leaves: dict[Span, None] = field(default_factory=dict)
    leaving: dict[str, Span] = field(default_factory=dict)
    cancels: bool = False

    def pass_on(self, of: Uses) -> None:
        """Take over what the routine `of`, which is run or offered here, requires of its caller."""
        self.stops = self.stops or of.stops
        self.quits = self.quits or of.quits
        self.waits = self.waits or of.waits
        self.leaves |= of.leaves
        self.leaving = of.leaving | self.leaving


@dataclass(frozen=True, eq=False, slots=True)
class Loop:
    """A loop around steps, with the name that the author gave it, if any, and the label of its exit."""

    id: m.Ident | None
    leave: Label


@dataclass(frozen=True, eq=False, slots=True)
class Stopped:
    """The local in which a handler records that it has stopped its event.

    It lies above the frames of all such handlers. It is read and cleared as soon as the handler returns, so
    it is 0 whenever the game waits.
    """

    routine: Routine
    slot: core.Slot


@dataclass(eq=False)
class Block:
    """A list of steps being compiled, with its routine, its scope, and the number of frame places in use.

    `loops` are the enclosing loops, the innermost last. `handles` says whether the steps are a handler's own.
    `leaving` are the checks to make before a step that leaves the turn or the phase.
    """

    routine: Routine
    scope: Scope
    uses: Uses
    taken: int
    loops: tuple[Loop, ...] = ()
    handles: bool = False
    leaving: tuple[Emitted, ...] = ()

    def take(self, name: str, type_: t.Type, size: int | None = None) -> core.Slot:
        """Reserve places in the frame for a local of the given type, and return the local."""
        slot = core.Slot(name, type_, frame=True, size=size or slot_size(type_))
        self.routine.slots.append((slot, self.taken))
        self.taken += slot.size
        self.routine.size = max(self.routine.size, self.taken)
        return slot

    def bind(self, ident: m.Ident, type_: t.Type) -> core.Slot:
        """Reserve a local for a name that the author chose, and add the name to the scope."""
        slot = self.take(ident.name, type_)
        self.scope = self.scope.introduce(ident.name, slot, ident.span)
        return slot

    def inner(self, scope: Scope | None = None) -> Block:
        """Return a block inside this one, with the given scope or the scope of this block."""
        return Block(
            self.routine, scope or self.scope, self.uses, self.taken, self.loops, self.handles, self.leaving
        )


@dataclass(eq=False)
class Builder:
    """The program so far.

    `step` compiles a single step; it is passed in because its module imports this one. `checked` says whether
    the program checks its invariants while it runs. `checks` has the routine that checks those of a time,
    `ends` the conditions of `end`, and `derived` the names that only invariants know.
    """

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
    checked: bool = False
    checks: dict[str, Routine] = field(default_factory=dict)
    ends: tuple[core.Core, ...] = ()
    derived: Mapping[str, Derived] = field(default_factory=dict)

    def emit(self, item: Emitted | Label) -> None:
        """Append an instruction or a label."""
        self.code.append(item)

    @cached_property
    def stopped(self) -> Stopped:
        """Return the local in which handlers record that they have stopped their event.

        It has its own frame.
        """
        slot = core.Slot("stopped", t.BOOL, frame=True, size=1)
        return Stopped(Routine("stopped events", slots=[(slot, 0)], size=1), slot)

    @cached_property
    def phases(self) -> dict[str, int]:
        """The number of each phase by its name. An outer phase has a lower number than its nested phases."""
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
        """The events of the game by name, each with its handlers in the order of declaration."""
        events: dict[str, tuple[m.EventDecl, list[m.HandlerDecl]]] = {
            e.ident.name: (e, []) for e in self.world.game.events
        }
        for handler in self.world.game.handlers:
            if handler.event.name in events:
                events[handler.event.name][1].append(handler)
        return events

    @contextmanager
    def left_out(self, block: Block, never: bool) -> Iterator[None]:  # noqa: FBT001 - says whether
        """Compile steps in the body of a `with`.

        If they can `never` run, drop their code and their locals.
        """
        routine, code = block.routine, len(self.code)
        slots, size = len(routine.slots), routine.size
        yield
        if never:
            del self.code[code:], routine.slots[slots:]
            routine.size = size

    def just_put(self) -> dict[core.Slot, core.Core]:
        """Return the locals that the latest steps assigned, with their values.

        Nothing but such assignments has happened since.
        """
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
        """Emit the instruction that clears the locals from place `start` of the frame on, if any."""
        if block.routine.size > start:
            self.emit(Clear(span, block.routine, start))

    def called(self, block: Block, routine: Routine) -> None:
        """Record that a block runs a routine, and how many places of its frame are then in use."""
        self.calls.append((block.routine, routine, block.taken))

    def check(self, block: Block, time: str, span: Span) -> None:
        """Emit the calls that check the invariants of a time, if there are any.

        Before a decision, the game may end because it has reached its limit.
        """
        for each in ("decision", "limit") if time == "decision" else (time,):
            routine = self.checks.get(each)
            if routine is not None:
                self.called(block, routine)
                self.emit(Call(span, routine, ()))

    @cached_property
    def seat(self) -> core.Slot:
        """The local for the player in conditions and numbers that are evaluated for each player."""
        return core.Slot("player", self.world.player, frame=False)

    @cached_property
    def checked_for(self) -> core.Slot:
        """The local for the player for whom an invariant is checked, which may read numbers of another."""
        return core.Slot("player", self.world.player, frame=False)

    def scope(self, me: MeUse) -> Scope:
        """Return a scope with the declared names, but without locals."""
        return outermost(self.world, self.world.game.ident.span.source, self.found, me)


def compile_block(b: Builder, outer: Block, steps: tuple[m.Step, ...], block: Block | None = None) -> None:
    """Compile a list of steps in a block of its own, whose locals are cleared at its end."""
    inner = block or outer.inner()
    compile_steps(b, inner, steps)
    if inner.taken > outer.taken and steps:
        b.clear(inner, outer.taken, steps[-1].span)


_CHANGES = (m.Move, m.Lay, m.Draw, m.Set, m.Transfer, m.Shuffle, m.Reveal)
"""The steps after which the invariants of each step are checked."""


def compile_steps(b: Builder, block: Block, steps: tuple[m.Step, ...]) -> None:
    """Compile steps one after another, and warn about a step after a `stop`, which is never reached."""
    for i, step in enumerate(steps):
        b.step(b, block, step)
        if isinstance(step, _CHANGES):
            b.check(block, "step", step.span)
        if isinstance(step, m.Stop) and i + 1 < len(steps):
            b.found.report("GS402", "this step is never reached", steps[i + 1].span, severity="warning")
            return
