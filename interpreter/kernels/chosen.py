"""The values chosen for one pick of an action with unseen choices; the module `unseen` explains these."""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program import Pick, Program
from gamespec.program.domain import NONE
from interpreter.kernels.decider import Decider
from interpreter.kernels.ordinals import Copies
from interpreter.kernels.sorting import ascending
from interpreter.kernels.terms import Position, Room, Words, inline
from interpreter.play.options import FIRST_PLACE, is_place, offers_copies, place

__all__ = ["Chosen", "Watch"]

Watch = Callable[[Position, int], None]
"""A function that is called before the place of a component is read.

It raises an exception if that place is not settled.
"""


class Chosen:
    """The values of one pick within a combination or an answer; some of them may be places."""

    def __init__(self, program: Program, pick: Pick, at: int, room: Room, watch: Watch | None = None) -> None:
        layout, slot = program.layout, program.slots[pick.slot]
        self.zone_of, self.first_in = layout.zone_of, layout.first
        self.next, self.previous, self.decider = layout.next, layout.previous, Decider(program)
        self.pick, self.watch, self.faces = pick, watch, program.faces
        self.several, self.at, self.size = pick.counts is not None, at, slot.size
        self.first = at + 1 if self.several else at
        self.span = range(at, at + slot.size)
        meant = [place(pick, FIRST_PLACE - i) for i in range(pick.places)]
        self.zones, self.indexes = tuple(zone for zone, _ in meant), tuple(index for _, index in meant)
        self.begins = tuple(
            FIRST_PLACE - meant.index((zone, 0)) if (zone, 0) in meant else 0
            for zone in range(len(program.zones))
        )
        self.tells = tuple(zone.tells for zone in program.zones)
        self.any_tells = any(self.tells[zone] for zone in self.zones)
        self.open = room.words(len(program.zones) if self.several and pick.hidden else 0)
        self.copies = Copies(program, room) if offers_copies(program, pick) else None

    def end(self, of: Words) -> int:
        """Return the index just after the pick's last value in a combination or an answer."""
        return self.first + of[self.at] if self.several else self.first + 1

    def holds(self, of: Words, c: int) -> bool:
        """Return whether the pick's values in `of` include the component `c`."""
        for i in range(self.first, self.end(of)):  # noqa: SIM110 - kernels have no generators
            if of[i] == c:
                return True
        return False

    # --- components as places -------------------------------------------------------------------------

    @inline
    def by_place(self, p: Position, of: Words, answer: Words) -> None:
        """Write the values of the combination `of` into `answer`, with unknown components as places.

        If there are several values, the known components come first, and the places follow in their order.
        """
        if not self.pick.hidden:
            for i in range(self.at, self.at + self.size):
                answer[i] = of[i]
        elif not self.several:
            value = self.shown(p, of[self.at])
            answer[self.at] = value
        else:
            self.several_by_place(p, of, answer)

    @inline
    def shown(self, p: Position, c: int) -> int:
        """Return what stands for a pick's only value in an answer: its place, if it is unknown."""
        return c if c < 0 or self.decider.knows(p, c) else self.place(p, c, 0)

    def several_by_place(self, p: Position, of: Words, answer: Words) -> None:
        """Write a pick's several values into `answer`: known components first, then sorted places."""
        known, end = self.first, self.end(of)
        answer[self.at] = of[self.at]
        for i in range(self.first, end):
            if self.decider.knows(p, of[i]):
                answer[known] = of[i]
                known += 1
        at = known
        for i in range(self.first, end):
            if not self.decider.knows(p, of[i]):
                answer[at] = FIRST_PLACE - self.place(p, of[i], self.before(p, of, i))
                at += 1
        ascending(answer, known, end)
        for i in range(known, end):
            answer[i] = FIRST_PLACE - answer[i]
        for i in range(end, self.at + self.size):
            answer[i] = 0

    def before(self, p: Position, of: Words, i: int) -> int:
        """Count the unknown values that come before the `i`-th value and lie in the same zone."""
        found = 0
        for j in range(self.first, i):
            if p[self.zone_of + of[j]] == p[self.zone_of + of[i]] and not self.decider.knows(p, of[j]):
                found += 1
        return found

    def place(self, p: Position, c: int, before: int) -> int:
        """Return the place that stands for the component `c` in an answer.

        `before` is the number of earlier unknown values in the same zone.
        """
        zone = p[self.zone_of + c]
        if not self.tells[zone]:
            return self.begins[zone] - before
        if self.watch:
            self.watch(p, c)
        value, above = self.begins[zone], p[self.previous + c]
        while above >= 0:
            value -= 1
            above = p[self.previous + above]
        return value

    def zone(self, value: int) -> int:
        """Return the zone to which the place `value` belongs."""
        return self.zones[FIRST_PLACE - value]

    def found(self, p: Position, answer: Words) -> None:
        """Replace each place in `answer` that determines a component with that component."""
        if self.any_tells:
            for i in range(self.first, self.end(answer)):
                if is_place(answer[i]):
                    zone = self.zone(answer[i])
                    if self.tells[zone]:
                        answer[i] = self.lying(p, zone, self.indexes[FIRST_PLACE - answer[i]])

    def lying(self, p: Position, zone: int, index: int) -> int:
        """Return the component at a given index of a zone, counted from the top, which has index 0."""
        c = p[self.first_in + zone]
        while index > 0:
            c = p[self.next + c]
            index -= 1
        return c

    # --- the order of answers -------------------------------------------------------------------------

    def digits(self, row: Words, beyond: int) -> None:
        """Write, for each value of the row, its digit in the option's number.

        The digit is written `beyond` words after the value.
        """
        end = self.end(row)
        if self.several:
            row[self.at + beyond] = row[self.at]
        for i in range(self.first, end):
            row[i + beyond] = self.digit(row[i])
        if self.several:
            for i in range(end, self.at + self.size):
                row[i + beyond] = 0
            ascending(row, self.first + beyond, end + beyond)

    @inline
    def digit(self, value: int) -> int:
        """Return the digit of a component, a place or `none`, which is its index among the pick's values."""
        if value == NONE:
            number = self.pick.size + self.pick.places
        elif self.pick.hidden and is_place(value):
            number = self.pick.size + FIRST_PLACE - value
        elif self.pick.alike:
            number = self.faces[value] - self.pick.first
        elif self.copies:
            number = self.copies.counted(value) - self.pick.first
        else:
            number = value - self.pick.first
        return number

    # --- possible meanings ----------------------------------------------------------------------------

    def may_be(self, p: Position, answer: Words, real: Words) -> bool:
        """Return whether the answer can mean the values of the combination `real`.

        Some places of the answer may have been replaced by components already.
        """
        if not self.pick.hidden:
            for i in range(self.at, self.end(answer)):  # noqa: SIM110 - kernels have no generators
                if answer[i] != real[i]:
                    return False
            return True
        if self.several:
            return self.several_may_be(p, answer, real)
        if is_place(answer[self.at]):
            return self.lies_unknown(p, real[self.at], self.zone(answer[self.at]))
        return answer[self.at] == real[self.at]

    def several_may_be(self, p: Position, answer: Words, real: Words) -> bool:
        """Return whether several values of an answer can mean those of the combination `real`.

        For each zone, the combination must have as many unknown components as the answer has places.
        """
        if answer[self.at] != real[self.at]:
            return False
        for zone in range(len(self.begins)):
            self.open[zone] = 0
        left = 0
        for i in range(self.first, self.end(answer)):
            if is_place(answer[i]):
                self.open[self.zone(answer[i])] += 1
                left += 1
        for i in range(self.first, self.end(real)):
            c = real[i]
            if not self.holds(answer, c):
                zone = p[self.zone_of + c]
                if self.open[zone] == 0 or self.decider.knows(p, c):
                    return False
                self.open[zone] -= 1
                left -= 1
        return left == 0

    def lies_unknown(self, p: Position, c: int, zone: int) -> bool:
        """Return whether `c` is a component that lies in `zone` and is unknown to the decider."""
        return c >= 0 and p[self.zone_of + c] == zone and not self.decider.knows(p, c)
