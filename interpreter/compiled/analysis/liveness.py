"""Liveness: which locals of a program are never stored in a position, and which are live at each point.

The slot of a local is *live* at a point if it may hold a value there, because some path to the point has
assigned the local without clearing it since. A forward data-flow analysis of the control-flow graph computes
the live slots. They determine

- which slots are *held*, because they are live at no decision and only the running function reads them. Held
  slots become locals of that function; their place in the position is 0 whenever the position is examined;
- which slots are live at the end of a scope and must therefore be cleared there.

A tried action finds its values in the position, so the slots of these values are not held. Lists are not held
either, except the lists over which loops run.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from gamespec.program import instructions as g
from interpreter.compiled.analysis.cfg import ControlFlowGraph, Point
from interpreter.compiled.analysis.facts import locals_of

__all__ = ["Liveness"]


class Liveness:
    """The live slots at each point of a program, and the slots that are held in locals."""

    def __init__(self, course: ControlFlowGraph) -> None:
        self.course, self._program = course, course.program
        self.before = self._flow()
        """For each point, a bit mask of the slots that may be live before it."""
        seen = 0
        for n, point in enumerate(course.points):
            if isinstance(self._program.code[point.at], g.Decide | g.RunAnswer):
                seen |= self.before[n]
        for action in self._found_in_position():
            seen |= 1 << action
        slots = self._program.slots
        loops = {i.block for i in self._program.code if isinstance(i, g.LoopStart)}
        free = [s for s in range(len(slots)) if not seen >> s & 1]
        self.free = frozenset(free)
        """The slots that are read only by the running function."""
        self.scalars = frozenset(
            s for s in free if s not in loops and slots[s].size == 1 and not slots[s].domain.is_list
        )
        self.loops = frozenset(s for s in free if s in loops)

    def live(self, number: int) -> list[int]:
        """Return the slots that may be live before the point with the given number."""
        bits = self.before[number]
        return [s for s in range(len(self._program.slots)) if bits >> s & 1]

    def _found_in_position(self) -> Iterable[int]:
        """Yield the slots that code outside the running function reads from the position."""
        program = self._program
        for number, action in enumerate(program.actions):
            if self.course.is_tried(number):
                yield from action.given
                yield from (pick.slot for pick in action.picks)
                for asked in (action.keeps, action.most):
                    yield from () if asked is None else locals_of(asked)
        for i in program.code:
            match i:
                case (
                    g.Decide(answers=answers, cursor=cursor)
                    | g.RunAnswer(answers=answers, cursor=cursor)
                    | g.DrawSecret(answers=answers, cursor=cursor)
                ):
                    yield from (slot for slot in (answers, cursor) if slot is not None)
                case g.DrawHidden(action=number):
                    yield from program.actions[number].given
                    yield from self._asked_of(number)
                case _:
                    pass

    def _asked_of(self, action: int) -> Iterable[int]:
        """Yield the slots of an action's picks, and the slots that are read when its options are listed."""
        for pick in self._program.actions[action].picks:
            yield pick.slot
            for asked in (pick.source, pick.where, pick.many):
                yield from () if asked is None else locals_of(asked)

    # --- liveness -------------------------------------------------------------------------------------

    def _flow(self) -> list[int]:
        course = self.course
        before = [0] * len(course.points)
        tried = 0
        for number, action in enumerate(self._program.actions):
            if course.is_tried(number):
                tried |= self._of_action(number) if action.routine is not None else 0
        for routine in course.tried:
            before[course.number[Point(self._program.routines[routine].entry)]] |= tried
        waiting = deque(range(len(course.points)))
        queued = set(waiting)
        while waiting:
            n = waiting.popleft()
            queued.remove(n)
            point = course.points[n]
            out = (before[n] & ~self._cleared(point)) | self._put(point)
            for following in course.after[n]:
                on = out & ~self._taken(point, course.points[following])
                if on & ~before[following]:
                    before[following] |= on
                    if following not in queued:
                        queued.add(following)
                        waiting.append(following)
        return before

    def _of_action(self, number: int) -> int:
        """Return a bit mask of the slots that are assigned when an action is taken."""
        action = self._program.actions[number]
        slots = [*action.given, *(pick.slot for pick in action.picks)]
        if action.routine is not None:
            back = self._program.routines[action.routine].back
            slots += [] if back is None else [back]
        return _bits(slots)

    def _put(self, point: Point) -> int:
        """Return a bit mask of the slots to which the instruction at a point may assign a value."""
        match self._program.code[point.at]:
            case g.PutLocal(slot=slot) | g.Throw(slot=slot) | g.Save(slot=slot):
                return 1 << slot
            case g.LoopStart(block=block):
                return 1 << block
            case g.LoopNext(item=item):
                return 1 << item
            case g.Call(routine=routine):
                frame = self._program.routines[routine]
                return _bits([*frame.parameters, *([] if frame.back is None else [frame.back])])
            case g.Decide(site=site, answers=answers) if point.taken:
                found = 0 if answers is None else 1 << answers
                for action in self._program.sites[site].actions:
                    found |= self._of_action(action)
                return found
            case g.RunAnswer(site=site):
                found = 0
                for action in self._program.sites[site].actions:
                    found |= self._of_action(action)
                return found
            case _:
                return 0

    def _cleared(self, point: Point) -> int:
        """Return a bit mask of the slots that the instruction at a point clears unconditionally."""
        program = self._program
        match program.code[point.at]:
            case g.Clear(routine=routine, start=start):
                return _bits(self.of(routine, start))
            case g.Return(routine=routine):
                return _bits(self.of(routine, 0))
            case g.StopTurn() | g.LeavePhase():
                return (1 << len(program.slots)) - 1
            case g.Restore(slot=slot):
                return 1 << slot
            case _:
                return 0

    def _taken(self, point: Point, following: Point) -> int:
        """Return a bit mask of the slots that are cleared on the way from `point` to `following`.

        The only such slot is that of the candidate, which `NextTurn` clears if it finds a player.
        """
        i = self._program.code[point.at]
        return 1 << i.candidate if isinstance(i, g.NextTurn) and following.at == point.at + 1 else 0

    def of(self, routine: int, start: int) -> list[int]:
        """Return the slots of a routine that begin at or after the offset `start` in its frame."""
        frame = self._program.routines[routine]
        return [s for s in frame.slots if self._program.slots[s].place >= frame.base + start]


def _bits(slots: Iterable[int]) -> int:
    found = 0
    for slot in slots:
        found |= 1 << slot
    return found
