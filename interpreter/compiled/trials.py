"""Actions that are tried: their steps run on the position itself, which is put back afterwards.

What the steps may change (`touched`) is copied to a stack; `$try` runs from the action's entry until it comes
to the end of the action, whose number is in `$leave`; what is asked then sees what the steps have led to; the
copy is put back. Trials within trials are as many copies. So nothing has to know where the position lies but
here.
"""

from __future__ import annotations

from functools import cached_property

from gamespec.program.budget import INTEGERS
from interpreter.compiled.blocks import Runs
from interpreter.compiled.course import Course
from interpreter.compiled.memory import POSITION, WORD, copied
from interpreter.compiled.touched import Ranges, touched
from interpreter.compiled.unit import Scope, Unit
from interpreter.compiled.wat import ZERO, Body, Function, add, call, const, get, put, when

__all__ = ["Trials"]

DEEP = 40
"""So many trials can be within one another: `can` is at most 3 deep, each `in_a_row` at most 32."""


class Trials:
    """Tries actions, in one module."""

    def __init__(self, unit: Unit, course: Course) -> None:
        self.unit, self.course = unit, course
        self.asked = False
        """Whether anything runs steps, so that there must be `$try`."""
        self._ranges: dict[Ranges, int] = {}
        self._touched: dict[int, Ranges] = {}

    @cached_property
    def stack(self) -> int:
        """Where copies lie."""
        return self.unit.memory.room(self._most)

    @property
    def _most(self) -> int:
        return DEEP * (WORD * self.unit.layout.length + self.unit.sets.size + self.unit.indexes.size)

    def touched(self, action: int) -> Ranges:
        """What the steps of an action may change."""
        if action not in self._touched:
            self._touched[action] = self._with_sets(touched(self.course, action))
        return self._touched[action]

    def _with_sets(self, ranges: Ranges) -> Ranges:
        """With the sets of zones, if something may be moved, and the indexes of stores that may change."""
        layout, sets = self.unit.layout, self.unit.sets
        moved = any(begin < layout.stores and end > layout.zone_of for begin, end in ranges)
        beside = (sets.stretch,) if sets.some and moved else ()
        return *ranges, *beside, *self.unit.indexes.stretches(ranges)

    def saved(self, at: int, ranges: Ranges) -> Body:
        """Put a copy of some of the position on the stack; to try something costs as much as all of it."""
        unit, number = self.unit, self._ranges.setdefault(ranges, len(self._ranges))
        save = unit.helper(f"$save{number}", lambda function: self._save(function, ranges))
        return [unit.spend(const(1 + unit.layout.length // INTEGERS), at), call(save)]

    def _save(self, function: Function, ranges: Ranges) -> None:
        top = function.local("top")
        limit = const(self.stack + self._most)
        size = _size(ranges)
        function.body = [
            put(top, ("global.get", "$saved")),
            when(("i32.eqz", get(top)), [put(top, const(self.stack))]),
            when(("i32.gt_u", add(get(top), const(size)), limit), [("unreachable",)]),
        ]
        at = 0
        for begin, end in ranges:
            size = WORD * (end - begin)
            function.body += copied(add(get(top), const(at)), const(POSITION + WORD * begin), size)
            at += size
        function.body.append(("global.set", "$saved", add(get(top), const(at))))

    def put_back(self, ranges: Ranges) -> Body:
        """Let the position be what lies on top of the stack."""
        number = self._ranges[ranges]
        return [call(self.unit.helper(f"$undo{number}", lambda function: self._undo(function, ranges)))]

    def _undo(self, function: Function, ranges: Ranges) -> None:
        top, at = function.local("top"), 0
        function.body = [
            put(top, add(("global.get", "$saved"), const(-_size(ranges)))),
            ("global.set", "$saved", get(top)),
        ]
        for begin, end in ranges:
            size = WORD * (end - begin)
            function.body += copied(const(POSITION + WORD * begin), add(get(top), const(at)), size)
            at += size

    def bare(self) -> Body:
        """Let no local lie in the position."""
        layout = self.unit.layout
        size = const(WORD * (layout.length - layout.frames))
        return [("memory.fill", const(POSITION + WORD * layout.frames), ZERO, size)]

    def steps(self, scope: Scope, action: int) -> Body:
        """Run the steps of an action, whose values lie in its slots, to their end."""
        unit = self.unit
        number = unit.program.actions[action].routine
        assert number is not None  # noqa: S101 - a `choose` step, which has none, is not tried
        routine = unit.program.routines[number]
        assert routine.back is not None  # noqa: S101 - every action has a way back
        before = scope.function.local("leave")
        self.asked = True
        return [
            put(before, ("global.get", "$leave")),
            ("global.set", "$leave", const(routine.exit)),
            unit.put(unit.program.slots[routine.back].place, const(routine.exit)),
            ("drop", call(Runs.TRIALS.value, const(routine.entry))),
            ("global.set", "$leave", get(before)),
        ]


def _size(ranges: Ranges) -> int:
    """How many bytes there are in some stretches."""
    return sum(WORD * (end - begin) for begin, end in ranges)
