"""The locals of a position: whose each of them is now, and what it may hold.

A routine's instructions stand together, up to its `Return`; where it was run from is the first local of its
frame. So the routines that run at a decision are found from its place, one way back after another. The frame
of set-up or phase, around them all, is forgotten by the `Clear` at its end.

Within a routine, blocks of steps share places, so a place may hold what any of the locals may that lie there,
or 0, which is what every local is outside of its scope.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.compile.draft import Clear, Decide, LoopStart, Program, Put, Return, Routine

__all__ = ["Bounds", "Frames", "bounds"]


@dataclass(frozen=True, slots=True)
class Bounds:
    """The integers that may stand somewhere: those from `low` to `high`, and `none` if `optional`."""

    low: int
    high: int
    optional: bool

    def hold(self, value: int) -> bool:
        """Whether a value is one of them."""
        return self.low <= value <= self.high or (self.optional and value == t.NONE)

    def join(self, other: Bounds) -> Bounds:
        """The least bounds around both."""
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Bounds(low, high, self.optional or other.optional)


def bounds(type_: t.Type, zones: int) -> Bounds:
    """What a value of a type is as an integer; a zone is one of `zones`."""
    if isinstance(type_, t.ZoneType):
        return Bounds(0, zones - 1, optional=False)
    domain = t.domain(type_)
    if domain is None:  # what a list without any members could hold
        return Bounds(0, 0, optional=True)
    return Bounds(domain[0], domain[0] + domain[1] - 1, isinstance(type_, t.Optional))


class Frames:
    """What the locals of one program's positions belong to, and may hold."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._start = program.layout.frames
        self._routine_at: dict[int, Routine] = {}
        self._loops = {i.block for i in program.code if isinstance(i, LoopStart)}
        self._emptied = {i.target for i in program.code if isinstance(i, Put) and i.value.type == t.NOTHING}
        self._answers = {i.answers: i for i in program.code if isinstance(i, Decide) and i.answers}
        self._bounds: dict[Routine, dict[int, Bounds]] = {}
        for at, instruction in enumerate(program.code):
            if isinstance(instruction, Return):
                routine = instruction.routine
                self._routine_at |= dict.fromkeys(range(routine.entry.at, at + 1), routine)

    @property
    def routines(self) -> set[Routine]:
        """Procedures, handlers and actions."""
        return set(self._routine_at.values())

    def idle(self, p: list[int], at: int, phase: int) -> Iterator[int]:
        """The places of locals that must be 0 where the machine is at an instruction of a phase."""
        taken = self._taken(p, at, phase)
        return (i for i in range(self._start, len(p)) if i not in taken)

    def strange(self, p: list[int], at: int, phase: int) -> Iterator[int]:
        """The places of locals that hold what none of the locals there may hold."""
        for place, routine in self._taken(p, at, phase).items():
            may = self._may(routine).get(place)
            if p[place] != 0 and may is not None and not may.hold(p[place]):
                yield place

    def _taken(self, p: list[int], at: int, phase: int) -> dict[int, Routine]:
        """The places of the routines that run, each with its routine.

        What a routine holds where it runs another one lies below the other one's frame.
        """
        taken: dict[int, Routine] = {}
        for routine in reversed([*self._running(p, at), *self._outermost(phase)]):
            start = self._start + routine.base
            taken = {place: r for place, r in taken.items() if place < start}
            taken |= dict.fromkeys(range(start, start + routine.size), routine)
        return taken

    def _running(self, p: list[int], at: int) -> Iterator[Routine]:
        """Procedures, handlers and actions, the innermost first."""
        seen: set[Routine] = set()
        while (routine := self._routine_at.get(at)) is not None and routine not in seen:
            seen.add(routine)
            yield routine
            at = p[self._start + routine.base]

    def _outermost(self, phase: int) -> Iterator[Routine]:
        """The routine of a phase, or of set-up, if it has locals."""
        phases = self.program.phases
        end = phases[phase].leave.at if phase >= 0 else phases[0].entry.at - 1
        last = self.program.code[end] if end >= 0 else None
        if isinstance(last, Clear) and last.start == 0:
            yield last.routine

    def _may(self, routine: Routine) -> dict[int, Bounds]:
        """What each place of a routine's frame may hold."""
        if routine not in self._bounds:
            found: dict[int, Bounds] = {}
            for slot, _ in routine.slots:
                for place, may in self._of(slot, is_way_back=slot is routine.back):
                    found[place] = found[place].join(may) if place in found else may
            self._bounds[routine] = found
        return self._bounds[routine]

    def _of(self, slot: core.Slot, *, is_way_back: bool) -> Iterator[tuple[int, Bounds]]:
        """What the integers of one local may be."""
        zones = len(self.program.zone_rules)
        if is_way_back:
            yield slot.at, Bounds(0, len(self.program.code), optional=False)
        elif slot in self._answers:
            yield from self._of_answers(slot)
        elif isinstance(slot.type, t.ListType):
            head = slot.size - slot.type.most
            member = bounds(slot.type.of, zones)
            for i in range(slot.size):
                yield slot.at + i, Bounds(0, slot.type.most, optional=False) if i < head else member
        else:
            may = bounds(slot.type, zones)
            # what is remembered of `me` is `none` where there was none, and what was chosen from nothing
            empty = slot.name == "me" or slot in self._emptied
            yield slot.at, Bounds(may.low, may.high, may.optional or empty)

    def _of_answers(self, slot: core.Slot) -> Iterator[tuple[int, Bounds]]:
        """For each answer in secret the branch, from 1, then the values: of whichever branch it is."""
        site, zones = self._answers[slot].site, len(self.program.zone_rules)
        may = Bounds(0, len(site.branches), optional=False)
        for pick in (pick for spec in site.branches for pick in spec.picks):
            inner = t.element(pick.slot.type) or pick.slot.type
            may = may.join(bounds(inner, zones)).join(Bounds(0, pick.slot.size - 1, optional=False))
        yield from ((slot.at + i, may) for i in range(slot.size))
