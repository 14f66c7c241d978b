"""Code and frames while a program is built.

Locals live in frames. Within a routine a block of steps takes places above those of the blocks around
it, and gives them back (set to 0) at its end, so places are shared. A called routine's frame begins
above what its caller holds at the call; routines called from several places begin above all of them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product

from gamespec import model as m
from gamespec.diagnostics import Collector
from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.expr.scope import MeUse, Scope
from gamespec.compile.draft import ActionSpec, Clear, Instruction, Label, Routine
from gamespec.source import Span
from gamespec.world import World

__all__ = ["Block", "Builder", "Uses", "slot_size"]


def slot_size(type_: t.Type) -> int:
    """How many integers a local of a type needs."""
    return 1 + type_.most if isinstance(type_, t.ListType) else 1


@dataclass(eq=False)
class Uses:
    """What a routine needs of the place that runs it.

    `stops` is where it leaves the turn, `quits` where it leaves the phase, `waits` where it waits for a
    decision or for chance, `leaves` holds all steps after which it may never come back: those that end the
    turn, the phase or the game.
    """

    me: MeUse
    stops: Span | None = None
    quits: Span | None = None
    waits: Span | None = None
    leaves: dict[Span, None] = field(default_factory=dict)

    def pass_on(self, of: Uses) -> None:
        """Note what a routine that is run or offered here does to the flow."""
        self.stops = self.stops or of.stops
        self.quits = self.quits or of.quits
        self.waits = self.waits or of.waits
        self.leaves |= of.leaves


@dataclass(eq=False)
class Block:
    """A list of steps being compiled: its routine, scope, and how much of the frame is taken."""

    routine: Routine
    scope: Scope
    uses: Uses
    taken: int
    leave_loop: Label | None = None

    def take(self, name: str, type_: t.Type, size: int | None = None) -> core.Slot:
        """A place in the frame."""
        slot = core.Slot(name, type_, frame=True, size=size or slot_size(type_))
        self.routine.slots.append((slot, self.taken))
        self.taken += slot.size
        self.routine.size = max(self.routine.size, self.taken)
        return slot

    def bind(self, ident: m.Ident, type_: t.Type) -> core.Slot:
        """A local with a name the author gave."""
        slot = self.take(ident.name, type_)
        self.scope = self.scope.introduce(ident.name, slot, ident.span)
        return slot

    def inner(self, scope: Scope | None = None) -> Block:
        """A block inside this one."""
        return Block(self.routine, scope or self.scope, self.uses, self.taken, self.leave_loop)


@dataclass(eq=False)
class Builder:
    """The program so far."""

    world: World
    found: Collector
    code: list[Instruction | Label] = field(default_factory=list)
    finished: list[Instruction | Label] = field(default_factory=list)
    routines: dict[str, tuple[Routine, Uses] | None] = field(default_factory=dict)
    calls: list[tuple[Routine, Routine, int]] = field(default_factory=list)
    actions: dict[str, ActionSpec] = field(default_factory=dict)
    choices: list[ActionSpec] = field(default_factory=list)
    streams: dict[str, int] = field(default_factory=dict)
    zone_streams: dict[int, int] = field(default_factory=dict)
    queue: list[str] = field(default_factory=list)
    queue_actions: list[str] = field(default_factory=list)
    action_uses: dict[str, Uses] = field(default_factory=dict)
    fungible: frozenset[str] = frozenset()
    end_uses_me: bool = False

    def emit(self, item: Instruction | Label) -> None:
        """Add an instruction, or mark a place."""
        self.code.append(item)

    def stream(self, name: str) -> int:
        """The number of a chance stream."""
        return self.streams.setdefault(name, len(self.streams))

    def shuffled(self, zone: core.ZoneStore) -> None:
        """Give each zone of a family the stream that shuffles it, called like the zone: `deck[p1]`."""
        for index, keys in enumerate(product(*(range(first, first + size) for first, size in zone.dims))):
            texts = [self.world.value_text(type_, key) for type_, key in zip(zone.keys, keys, strict=True)]
            name = f"{zone.name}[{', '.join(texts)}]" if texts else zone.name
            self.zone_streams[zone.first + index] = self.stream(name)

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

    def clear(self, block: Block, start: int, span: Span) -> None:
        """Forget the locals taken since `start`, if there are any."""
        if block.routine.size > start:
            self.emit(Clear(span, block.routine, start))

    def called(self, block: Block, routine: Routine) -> None:
        """Note that a routine is run from a block."""
        self.calls.append((block.routine, routine, block.taken))

    def scope(self, me: MeUse) -> Scope:
        """A scope without locals."""
        return Scope(self.world, self.world.game.ident.span.source, self.found, me, {})

    def place_frames(self, roots: list[Routine]) -> int:
        """Give each routine's frame its base; the size of all frames together."""
        order: list[Routine] = []
        calls: dict[int, list[tuple[Routine, int]]] = {}
        for caller, callee, taken in self.calls:
            calls.setdefault(id(caller), []).append((callee, taken))
        seen: set[int] = set()

        def visit(routine: Routine) -> None:
            if id(routine) in seen:
                return
            seen.add(id(routine))
            for callee, _ in calls.get(id(routine), ()):
                visit(callee)
            order.append(routine)

        everything = roots + [r for c in self.calls for r in c[:2]]
        for routine in everything:
            visit(routine)
        for routine in reversed(order):
            for callee, taken in calls.get(id(routine), ()):
                callee.base = max(callee.base, routine.base + taken)
        return max((r.base + r.size for r in order), default=0)
