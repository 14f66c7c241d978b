"""Where a module stores the values of a program."""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.program import Program
from interpreter.compiled.wasm.addresses import Address
from interpreter.compiled.wasm.assembly import Assembly
from interpreter.compiled.wasm.memory import WORD
from interpreter.compiled.wasm.wat import Wat, load, shift_left, store

__all__ = ["Stored"]


def _parts(program: Program) -> Iterator[int]:
    """Yield the index at which each part of a position begins."""
    layout = program.layout
    yield from (
        layout.streams, layout.places, layout.zone_of, layout.next, layout.previous, layout.known,
        layout.first, layout.last, layout.size, layout.stores, layout.frames,
    )  # fmt: skip
    yield from (attribute.place for attribute in program.attributes)
    yield from (place for table in program.stores for place in (table.place, table.place + table.count))
    for plane in program.planes:
        yield from (plane.at.tile_at, plane.at.spot_of, plane.at.feature, plane.at.ring, plane.at.ends)
    yield from (history.place for history in program.histories)


class Stored(Assembly):
    """A module under construction whose memory holds a position of a program."""

    def __init__(self, program: Program, apart: int = 0) -> None:
        super().__init__(program.layout.length, _parts(program), apart)
        self.program, self.layout = program, program.layout

    def member(self, number: int, place: Wat) -> Wat:
        """Return the instruction that reads a member of a store; `place` is its index in the position."""
        return load(shift_left(place, 2), self._members(number, self.program.stores[number].count))

    def put_member(self, number: int, place: Wat, value: Wat) -> Wat:
        """Return the instruction that writes a member of a store; `place` is its index in the position."""
        return store(shift_left(place, 2), value, self._members(number, self.program.stores[number].count))

    def holding(self, number: int, place: Wat) -> Wat:
        """Return the instruction that reads a member or bank of a store.

        `place` is the index of the member or bank in the position.
        """
        return load(shift_left(place, 2), self._members(number, len(self.program.stores[number].start)))

    def put_holding(self, number: int, place: Wat, value: Wat) -> Wat:
        """Return the instruction that writes a member or bank of a store.

        `place` is the index of the member or bank in the position.
        """
        whole = len(self.program.stores[number].start)
        return store(shift_left(place, 2), value, self._members(number, whole))

    def _members(self, number: int, count: int) -> Address:
        """Return the address of the position, marked with the region of a store's first `count` integers."""
        place = self.program.stores[number].place
        return self.memory.part(place, count) + WORD * -place

    def slot(self, number: int, beyond: int = 0) -> Address:
        """Return the address of the integer with the index `beyond` in a slot."""
        slot = self.program.slots[number]
        return self.memory.part(slot.place, slot.size) + WORD * beyond
