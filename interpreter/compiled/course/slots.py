"""The slots of one running function: which of them are held in locals, and how slots are cleared.

While the function runs, the place of a held slot (`liveness`) in the position is 0. When the game is over,
the value of the slot is written there, because readers of the final position expect it. A slot that is held
as a set (`lists_as_sets`) is always empty by then. Slots are cleared at the end of their scope.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamespec.program import instructions as g
from interpreter.compiled.analysis.liveness import Liveness
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.expressions.lists_as_sets import lists_as_sets
from interpreter.compiled.state.bits import Bits
from interpreter.compiled.unit.unit import Scope, StoredList, Unit
from interpreter.compiled.wasm.memory import POSITION, WORD, cleared
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    compare,
    const,
    constant,
    get,
    load,
    or_,
    put,
    shift_left,
    when,
)

__all__ = ["Slots"]


class Slots:
    """The slots of one running function, and the emitters of the instructions that use them."""

    def __init__(self, unit: Unit, expressions: Expressions, held: Liveness, function: Function) -> None:
        self.unit, self.e, self.held, self.program = unit, expressions, held, unit.program
        self._loops: dict[int, tuple[str, str, StoredList]] = {}
        """For each held loop, the local of its cursor, the local of its length, and the memory for its
        members.
        """
        self.scope = Scope(function)
        """The scope in which the held slots are bound."""
        for slot in sorted(held.scalars):
            self.scope = self.scope.held(slot, function.local(f"s{slot}_"))
        if unit.techniques.unordered:
            for slot, size in lists_as_sets(self.program, unit.facts, held).items():
                self.scope = self.scope.held_as_set(slot, Bits.held(function, size))
        for slot in sorted(held.loops):
            cursor, length = function.local(f"s{slot}_at"), function.local(f"s{slot}_end")
            room = unit.memory.words(self.program.slots[slot].size - 2)
            self._loops[slot] = cursor, length, StoredList(const(room), get(length))

    # --- clearing -------------------------------------------------------------------------------------

    def forgotten(self, n: int, slots: Iterable[int]) -> Body:
        """Return the instructions that clear those of the given slots that may be live at point `n`."""
        live, body = self.held.before[n], list[Wat]()
        places: set[int] = set()
        for slot in slots:
            if not live >> slot & 1 or slot in self._loops:
                continue
            if slot in self.scope.slots:
                body.append(self.e.assigned(self.scope, slot, ZERO))
            elif slot in self.scope.sets:
                body += self.e.members.emptied(self.scope.sets[slot])
            else:
                place = self.program.slots[slot].place
                places |= {*range(place, place + self.program.slots[slot].size)}
        for place in sorted(places):
            if place - 1 not in places:
                count = next(k for k in range(1, len(places) + 1) if place + k not in places)
                body += cleared(POSITION + WORD * place, count)
        return body

    def all_forgotten(self, n: int) -> Body:
        """Return the instructions that clear all slots that may be live at point `n`."""
        return self.forgotten(n, self.held.live(n))

    def spilt(self, n: int) -> Body:
        """Return the instructions that write the slots held at point `n` to their places in the position.

        Several slots that may be live can share a place. At most one of them is in use, and the others are 0.
        """
        unit, body = self.unit, list[Wat]()
        for slot in self.held.live(n):
            place = self.program.slots[slot].place
            if slot in self.scope.slots:
                body.append(unit.put(place, or_(unit.place(place), self.e.slot(self.scope, slot))))
            elif slot in self._loops:
                cursor, length, stored = self._loops[slot]
                target = const(unit.slot(slot, 2))
                body += [
                    unit.put(place, or_(unit.place(place), get(cursor))),
                    unit.put(place + 1, or_(unit.place(place + 1), get(length))),
                    ("memory.copy", target, stored.address, shift_left(get(length), 2)),
                ]
        return body

    # --- loops ----------------------------------------------------------------------------------------

    def loop_start(self, i: g.LoopStart) -> Body:
        """Return the instructions that start a loop by storing its list, its length, and a cursor of 0."""
        held = self._loops.get(i.block)
        place = self.program.slots[i.block].place
        length = self.scope.function.local("length") if held is None else held[1]
        members = self.unit.slot(i.block, 2) if held is None else constant(held[2].address)
        assert members is not None  # noqa: S101 - the address of a room
        fill = self.e.each(
            self.scope, i.over, lambda value: self.e.appended(members, length, value), strict=False
        )
        if held is not None:
            return [put(length, ZERO), *fill, put(held[0], ZERO)]
        return [
            put(length, ZERO),
            *fill,
            self.unit.put(place, ZERO),
            self.unit.put(place + 1, get(length)),
        ]

    def loop_reset(self, i: g.LoopReset) -> Body:
        """Return the instruction that moves the cursor of a loop back to the first member."""
        if i.block in self._loops:
            return [put(self._loops[i.block][0], ZERO)]
        return [self.unit.put(self.program.slots[i.block].place, ZERO)]

    def loop_next(self, i: g.LoopNext, leave: Body) -> Body:
        """Return the instructions that assign the next member of a loop to its item.

        If there is no further member, they run `leave` instead.
        """
        held = self._loops.get(i.block)
        if held is not None:
            at, length, stored = held
            return [
                when(compare(">=", get(at), get(length)), leave),
                self.e.assigned(self.scope, i.item, stored.member(get(at))),
                put(at, add(get(at), const(1))),
            ]
        place, cursor = self.program.slots[i.block].place, self.scope.function.local("cursor")
        member = load(shift_left(get(cursor), 2), self.unit.slot(i.block, 2))
        return [
            put(cursor, self.unit.place(place)),
            when(compare(">=", get(cursor), self.unit.place(place + 1)), leave),
            self.e.assigned(self.scope, i.item, member),
            self.unit.put(place, add(get(cursor), const(1))),
        ]
