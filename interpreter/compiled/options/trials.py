"""Trials of actions: the steps run on the position itself, which is restored afterwards.

The parts of the position that the steps may change (`write_sets`) are copied to a stack, except for members
of stores whose changes the steps log themselves (`undo_log`). The log is stored after the copy. `$try{n}`
runs the steps of action `n` to their end, then conditions are evaluated in the resulting position, and
finally the position is restored from the copy and the log. Nested trials make further copies. So no other
code needs to know whether a trial is running.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from gamespec.program.budget import INTEGERS
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.blocks import trial
from interpreter.compiled.analysis.cfg import ControlFlowGraph
from interpreter.compiled.analysis.write_sets import Ranges, write_set
from interpreter.compiled.state.undo_log import SIZE, Note, notes, read
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import POSITION, WORD, copied
from interpreter.compiled.wasm.wat import ZERO, Body, Function, Wat, add, call, const, get, put, store, when

__all__ = ["Saved", "Trials"]

DEEP = 40
"""Maximum nesting depth of trials; `can` nests at most 3 deep, and each `in_a_row` at most 32."""


@dataclass(frozen=True, slots=True)
class Saved:
    """What a trial puts on the stack: copies of ranges of the position, followed by the undo log."""

    ranges: Ranges
    notes: tuple[Note, ...] = ()

    @property
    def copied(self) -> int:
        """Size of the copied ranges, in bytes."""
        return sum(WORD * (end - begin) for begin, end in self.ranges)

    @property
    def size(self) -> int:
        """Size of the copied ranges and the undo log, in bytes."""
        return self.copied + SIZE * len(self.notes)


class Trials:
    """Emits the trials of actions in one module.

    `steps` makes the function that runs the steps of an action.
    """

    def __init__(self, unit: Unit, course: ControlFlowGraph) -> None:
        self.unit, self.course = unit, course
        self.steps: Callable[[int], Function]
        self._saved: dict[Saved, int] = {}
        self._touched: dict[int, Saved] = {}
        self._tried: set[int] = set()

    @cached_property
    def stack(self) -> int:
        """Address of the stack to which parts of the position are saved."""
        return self.unit.memory.room(self._most)

    @property
    def _most(self) -> int:
        return DEEP * (WORD * self.unit.layout.length + self.unit.sets.size + self.unit.indexes.size)

    def touched(self, action: int) -> Saved:
        """Return the parts of the position that the steps of an action may change."""
        if action not in self._touched:
            number = self.course.routine_tried(action)
            wanted = self.unit.techniques.undo_log
            found = notes(self.course, number, self.unit.indexes) if wanted else ()
            ranges = write_set(self.course, action, {note.store for note in found})
            self._touched[action] = Saved(self._with_sets(ranges), found)
        return self._touched[action]

    def numbers(self, action: int) -> dict[int, int]:
        """Return the index of each log entry, keyed by the point of the steps that logs its change there."""
        return {note.point: number for number, note in enumerate(self.touched(action).notes)}

    def _with_sets(self, ranges: Ranges) -> Ranges:
        """Add what is kept beside the position and may change along with `ranges`.

        These are the sets of zones, if a component may move, and the indexes of changed stores.
        """
        layout, sets = self.unit.layout, self.unit.sets
        moved = any(begin < layout.stores and end > layout.zone_of for begin, end in ranges)
        beside = (sets.stretch,) if sets.some and moved else ()
        return *ranges, *beside, *self.unit.indexes.stretches(ranges)

    def saved(self, at: int, what: Saved) -> Body:
        """Return instructions that save parts of the position, at the price of saving all of it."""
        number = self._saved.setdefault(what, len(self._saved))
        save = self.unit.helper(f"$save{number}", lambda function: self._save(function, what))
        return [self.price(at), call(save)]

    def price(self, at: int) -> Wat:
        """Return the instruction that charges the price of saving all of the position."""
        return self.unit.spend(const(1 + self.unit.layout.length // INTEGERS), at)

    def _save(self, function: Function, what: Saved) -> None:
        top = function.local("top")
        limit = const(self.stack + self._most)
        function.body = [
            put(top, ("global.get", "$saved")),
            when(("i32.eqz", get(top)), [put(top, const(self.stack))]),
            when(("i32.gt_u", add(get(top), const(what.size)), limit), [("unreachable",)]),
        ]
        at = 0
        for begin, end in what.ranges:
            size = WORD * (end - begin)
            function.body += copied(add(get(top), const(at)), self._stretch(begin, end), size)
            at += size
        for note in what.notes:
            function.body += [] if note.certain else [store(get(top), ZERO, at)]
            at += SIZE
        function.body.append(("global.set", "$saved", add(get(top), const(what.size))))

    def put_back(self, what: Saved) -> Body:
        """Return the instruction that restores the saved parts of the position from the top of the stack."""
        number = self._saved[what]
        return [call(self.unit.helper(f"$undo{number}", lambda function: self._undo(function, what)))]

    def _undo(self, function: Function, what: Saved) -> None:
        top, at = function.local("top"), 0
        function.body = [
            put(top, add(("global.get", "$saved"), const(-what.size))),
            ("global.set", "$saved", get(top)),
        ]
        for number, note in reversed([*enumerate(what.notes)]):
            function.body += self._unput(function, note, *read(add(get(top), const(what.copied)), number))
        for begin, end in what.ranges:
            size = WORD * (end - begin)
            function.body += copied(self._stretch(begin, end), add(get(top), const(at)), size)
            at += size

    def _stretch(self, begin: int, end: int) -> Wat:
        """Return the address of a range, which counts integers from the beginning of the position."""
        return const(self.unit.memory.span(POSITION + WORD * begin, POSITION + WORD * end))

    def _unput(self, function: Function, note: Note, place: Wat, value: Wat) -> Body:
        """Return the instructions that undo one logged change.

        `place` and `value` are trees for the member of the store and its old value.
        """
        at = function.local("at")
        if note.store in self.unit.indexes.of:
            back = self.unit.indexes.put(function, note.store, get(at), value)
        else:
            back = [self.unit.put_member(note.store, get(at), value)]
        return [put(at, place), *(back if note.certain else [when(get(at), back)])]

    def bare(self) -> Body:
        """Return the instruction that sets all locals in the position to 0."""
        layout = self.unit.layout
        size = const(WORD * (layout.length - layout.frames))
        return [("memory.fill", self._stretch(layout.frames, layout.length), ZERO, size)]

    def tried(self, action: int) -> Body:
        """Return the instructions that run an action's steps to their end; its slots must be filled."""
        if action not in self._tried:  # making the function may request it again
            self._tried.add(action)
            self.unit.add(self.steps(action))
        return self.unit.tallies.tried([call(self.unit.recorder.untold(trial(action).name))])
