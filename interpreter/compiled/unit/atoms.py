"""Emits moves of components (`interpreter.kernels.components`), and updates of dependent data."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.wasm.wat import Body, Function, Wat, block, const, get
from interpreter.kernels.components import Components

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.compiled.unit.unit import Unit

__all__ = ["Atoms"]


class Atoms:
    """Emits the changes that components undergo, in one module."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.layout = unit, unit.layout
        self.components = own = Components(unit.program, ModuleRoom(unit))
        self.everyone, self.copies, self.open = own.everyone, own.copies, own.open
        self.excluded = own.excluded
        table = unit.memory.table
        self._ordered, self.capacity, self.seen = table(own.ordered), table(own.capacity), table(own.seen)
        unit.kernels.means(
            {
                Components.relinked: self._relinked,
                Components.left: self._left,
                Components.moved: self._moved,
                Components.revealed: self._revealed,
            }
        )
        if unit.sets.some:
            unit.kernels.means({Components.declared_before: self._declared_before})
            if unit.techniques.moves:
                unit.kernels.means({Components.alike: self._alike})

    # --- meanings of kernels in a module --------------------------------------------------------------

    def _relinked(self, function: Function, c: Wat, zone: Wat) -> Body:
        """Return instructions that update the zone's sets and the clocks of memoized functions."""
        return [*self.unit.sets.changed(function, c, zone), *self.unit.memo.moved(zone)]

    def _left(self, _: Function, c: Wat, whole: Wat) -> Wat:
        return self.unit.recorder.left(self, c, whole)

    def _moved(  # noqa: PLR0913 - what a move is
        self, _: Function, c: Wat, source: Wat, target: Wat, seen: Wat, place: Wat, bottom: Wat
    ) -> Body:
        return [
            *self.unit.recorder.moved(self, c, source, target, seen, place, bottom),
            *self.unit.tallies.moved(c, source, target),
        ]

    def _revealed(self, _: Function, c: Wat, seen: Wat) -> Body:
        return self.unit.recorder.revealed(self, c, seen)

    def _declared_before(self, function: Function, c: Wat, zone: Wat) -> Wat:
        """Return the tree that finds, with the zone's set, the component after which `c` belongs."""
        before, (made, bit) = function.local("before"), self.unit.sets.bit(function, c)
        found = self.unit.sets.before(function, bit, zone, before)
        return block(function.label("declared"), [*made, *found, get(before)], result=True)

    def _alike(self, function: Function, zone: Wat, c: Wat, *, take: Callable[[Wat], Body]) -> Body:
        """Return a loop over the components in the zone's set that have the same face as `c`."""
        return self.unit.sets.alike(function, c, zone, self.unit.program.faces, take)

    # --- for emitters ---------------------------------------------------------------------------------

    def called(self, kernel: Callable[..., object], *operands: Wat) -> Wat:
        """Return the instruction that calls the function for a kernel."""
        return self.unit.kernels.call(kernel, *operands)

    def ordered(self, zone: Wat) -> Wat:
        """Return the tree that tests whether a zone is ordered."""
        zones = self.components.ordered
        return const(int(zones[0])) if len({*zones}) == 1 else self._ordered.at(zone)

    def has_copies(self, c: Wat) -> Wat:
        """Return the tree that tests whether other components have the same face as the component `c`."""
        faces = self.unit.program.faces
        several = {face for face, count in Counter(faces).items() if face >= 0 and count > 1}
        return self.unit.memory.table([int(face in several) for face in faces]).at(c)

    def known(self, c: Wat) -> Wat:
        """Return the tree for the bit mask of the players who know which component `c` is."""
        return self.unit.place_at(self.layout.known, c)

    def put_known(self, c: Wat, mask: Wat) -> Wat:
        """Return the instruction that sets the bit mask of the players who know which component `c` is."""
        return self.unit.put_at(self.layout.known, c, mask)

    def forget(self, c: Wat, players: Wat) -> Body:
        """Return the instructions that clear what the players in a bit mask exclude for a component."""
        return [self.called(self.excluded.forget, c, players)] if self.excluded.any else []
