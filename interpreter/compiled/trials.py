"""Actions that are tried: their steps run on the position itself, which is put back afterwards.

A copy of the position, and of its indexes, is put on a stack; `$run` runs from the action's entry until it
comes to the end of the action, whose number is in `$leave`; what is asked then sees what the steps have led
to; the copy is put back. Trials within trials are as many copies. So nothing has to know where the position
lies but here.
"""

from __future__ import annotations

from gamespec.program.budget import INTEGERS
from interpreter.compiled.memory import POSITION, WORD
from interpreter.compiled.unit import Scope, Unit
from interpreter.compiled.wat import ZERO, Body, Function, Wat, add, call, const, get, put, when

__all__ = ["Trials"]

DEEP = 40
"""So many trials can be within one another: `can` is at most 3 deep, each `in_a_row` at most 32."""


class Trials:
    """Tries actions, in one module."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.bytes = max(unit.indexes.end - POSITION, WORD * unit.layout.length)
        self._stack = 0

    @property
    def stack(self) -> int:
        """Where copies of the position lie."""
        if not self._stack:
            self._stack = self.unit.memory.room(DEEP * self.bytes)
        return self._stack

    def saved(self, at: int) -> Body:
        """Put a copy of the position on the stack, and pay for it."""
        unit = self.unit
        save = unit.helper("$save", self._save)
        return [unit.spend(const(1 + unit.layout.length // INTEGERS), at), call(save)]

    def _save(self, function: Function) -> None:
        top: Wat = ("global.get", "$saved")
        limit = const(self.stack + DEEP * self.bytes)
        function.body = [
            when(("i32.eqz", top), [("global.set", "$saved", const(self.stack))]),
            when(("i32.ge_u", top, limit), [("unreachable",)]),
            ("memory.copy", top, const(POSITION), const(self.bytes)),
            ("global.set", "$saved", add(top, const(self.bytes))),
        ]

    def put_back(self) -> Body:
        """Let the position be what lies on top of the stack."""
        return [call(self.unit.helper("$undo", self._undo))]

    def _undo(self, function: Function) -> None:
        top: Wat = ("global.get", "$saved")
        function.body = [
            ("global.set", "$saved", add(top, const(-self.bytes))),
            ("memory.copy", const(POSITION), top, const(self.bytes)),
        ]

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
        return [
            put(before, ("global.get", "$leave")),
            ("global.set", "$leave", const(routine.exit)),
            unit.put(unit.program.slots[routine.back].place, const(routine.exit)),
            ("drop", call("$run", const(routine.entry))),
            ("global.set", "$leave", get(before)),
        ]
