"""The locals of a position: the routine that owns each, and its domain.

A routine's instructions are contiguous, up to its `Return`; the first local of its frame is its return
address. So the routines that run at a decision follow from its place by following return addresses. The
outermost frame, of setup or a phase, is cleared by the `Clear` at its end.

Within a routine, blocks of steps share places, so a place may hold any value of the locals that share it, or
0, the value of every local outside its scope.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.program import Program, Routine
from gamespec.program.domain import Domain
from gamespec.program.tables import Slot

__all__ = ["Frames"]


class Frames:
    """The owners and domains of the locals in one program's positions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._start = program.layout.frames
        self._routine_at: dict[int, int] = {}
        self._may_hold: dict[int, dict[int, Domain]] = {}
        for number, routine in enumerate(program.routines):
            if routine.back is not None:
                self._routine_at |= dict.fromkeys(range(routine.entry, routine.exit + 1), number)

    @property
    def routines(self) -> list[Routine]:
        """Procedures, handlers and actions."""
        return [routine for routine in self.program.routines if routine.back is not None]

    def idle(self, p: list[int], at: int, phase: int) -> Iterator[int]:
        """Yield the places of locals that must be 0 when the machine is at an instruction of a phase."""
        taken = self._taken(p, at, phase)
        return (i for i in range(self._start, len(p)) if i not in taken)

    def strange(self, p: list[int], at: int, phase: int) -> Iterator[int]:
        """Yield the places of locals with a value that none of the locals there may have."""
        for place, routine in self._taken(p, at, phase).items():
            may = self._may(routine).get(place)
            if p[place] != 0 and may is not None and not may.holds(p[place]):
                yield place

    def _taken(self, p: list[int], at: int, phase: int) -> dict[int, int]:
        """Return the places of the running routines, each with its routine.

        The locals that a routine holds while it runs another one are below the other routine's frame.
        """
        taken: dict[int, int] = {}
        for number, _ in self.running(p, at, phase):
            routine = self.program.routines[number]
            taken = {place: r for place, r in taken.items() if place < routine.base}
            taken |= dict.fromkeys(range(routine.base, routine.base + routine.size), number)
        return taken

    def running(self, p: list[int], at: int, phase: int) -> list[tuple[int, int]]:
        """Return the running routines, outermost first, each with its current instruction.

        The outermost is that of the phase, or of setup. A routine that has called another one is at the call.
        """
        found: dict[int, int] = {}
        while (routine := self._routine_at.get(at)) is not None and routine not in found:
            found[routine] = at
            at = p[self.program.routines[routine].base] - 1
        outermost = self.program.phases[phase].routine if phase >= 0 else self.program.setup
        return [(outermost, at), *reversed(found.items())]

    def _may(self, routine: int) -> dict[int, Domain]:
        """Return the domain of each place of a routine's frame."""
        if routine not in self._may_hold:
            found: dict[int, Domain] = {}
            for slot in self.program.routines[routine].slots:
                for place, may in _of(self.program.slots[slot]):
                    found[place] = found[place].join(may) if place in found else may
            self._may_hold[routine] = found
        return self._may_hold[routine]


def _of(slot: Slot) -> Iterator[tuple[int, Domain]]:
    """Yield the domains of the integers of one local."""
    domain = slot.domain
    head = slot.size - domain.most if domain.is_list else 0
    length = Domain(0, max(0, domain.most))
    for i in range(slot.size):
        yield slot.place + i, length if i < head else domain.member
