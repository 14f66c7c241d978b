"""Determines which routine owns each local of a position, and which domain the local has.

The instructions of a routine are contiguous and end with its `Return`; the first local of its frame is its
return address. Therefore the routines that are running at a decision can be found from the instruction by
following the return addresses. The outermost frame belongs to setup or a phase, and the `Clear` at its end
clears it.

Blocks of steps within a routine share places for their locals. A place may hold a value of any local that
shares it, or 0, which is the value of every local outside its scope.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.program import Program, Routine
from gamespec.program.domain import Domain
from gamespec.program.tables import Slot

__all__ = ["Frames"]


class Frames:
    """The routines that own the locals of one program's positions, and the domains of the locals."""

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
        """The routines that can be called, which are procedures, handlers and actions."""
        return [routine for routine in self.program.routines if routine.back is not None]

    def idle(self, p: list[int], at: int, phase: int) -> Iterator[int]:
        """Yield the places of locals that must be 0 when the machine is at instruction `at` of a phase."""
        taken = self._taken(p, at, phase)
        return (i for i in range(self._start, len(p)) if i not in taken)

    def strange(self, p: list[int], at: int, phase: int) -> Iterator[int]:
        """Yield each place that holds a value which no local at that place may have."""
        for place, routine in self._taken(p, at, phase).items():
            may = self._may(routine).get(place)
            if p[place] != 0 and may is not None and not may.holds(p[place]):
                yield place

    def _taken(self, p: list[int], at: int, phase: int) -> dict[int, int]:
        """Return the places in the frames of running routines, each with the number of its routine.

        The locals that a routine keeps while it runs another routine lie below the frame of the other
        routine.
        """
        taken: dict[int, int] = {}
        for number, _ in self.running(p, at, phase):
            routine = self.program.routines[number]
            taken = {place: r for place, r in taken.items() if place < routine.base}
            taken |= dict.fromkeys(range(routine.base, routine.base + routine.size), number)
        return taken

    def running(self, p: list[int], at: int, phase: int) -> list[tuple[int, int]]:
        """Return the numbers of the running routines, outermost first, each with its current instruction.

        The outermost routine is that of the phase, or of setup. The current instruction of a routine that has
        called another one is the call.
        """
        found: dict[int, int] = {}
        while (routine := self._routine_at.get(at)) is not None and routine not in found:
            found[routine] = at
            at = p[self.program.routines[routine].base] - 1
        outermost = self.program.phases[phase].routine if phase >= 0 else self.program.setup
        return [(outermost, at), *reversed(found.items())]

    def _may(self, routine: int) -> dict[int, Domain]:
        """Return the domain of the value at each place in a routine's frame."""
        if routine not in self._may_hold:
            found: dict[int, Domain] = {}
            for slot in self.program.routines[routine].slots:
                for place, may in _of(self.program.slots[slot]):
                    found[place] = found[place].join(may) if place in found else may
            self._may_hold[routine] = found
        return self._may_hold[routine]


def _of(slot: Slot) -> Iterator[tuple[int, Domain]]:
    """Yield the index and domain of each integer that a local occupies in the position."""
    domain = slot.domain
    head = slot.size - domain.most if domain.is_list else 0
    length = Domain(0, max(0, domain.most))
    for i in range(slot.size):
        yield slot.place + i, length if i < head else domain.member
