"""The control-flow graph of a program.

A *point* is an instruction together with the return addresses of the routines that are inlined around it. A
routine is inlined at its calls if it contains no decision and is short or called only once; its return
address is then known at compile time. All other routines are shared by their callers. If a shared routine has
only one return address, that address is known as well. Only if there are several return addresses does the
position store which of them comes next.

`ControlFlowGraph` takes a program and provides the reachable points and their successors. A decision consists
of two points. Its options are listed at the first one, and its answer is taken at the second one, for which
`taken` is true.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.facts import expressions_of

__all__ = ["ControlFlowGraph", "Point", "goes_on"]

SHORT = 60
"""Maximum number of instructions that a routine called more than once may occupy when inlined at all its
calls.
"""


@dataclass(frozen=True, slots=True)
class Point:
    """An instruction with the return addresses (`ways`) of the routines inlined around it, innermost last."""

    at: int
    ways: tuple[int, ...] = ()
    taken: bool = False
    """Whether the answer of a decision is taken at this point, as opposed to its options being listed."""


def goes_on(i: g.Instruction) -> bool:
    """Return whether execution always continues with the instruction directly after this one."""
    match i:
        case (
            g.Decide() | g.RunAnswer() | g.Jump() | g.BranchUnless() | g.LoopNext() | g.Call() | g.Return()
            | g.NextTurn() | g.StopTurn() | g.LeavePhase() | g.CheckEnd() | g.Finish()
        ):  # fmt: skip
            return False
        case _:
            return True


class ControlFlowGraph:
    """The control-flow graph of one program."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._in_a_row = _asked_in_a_row(program)
        self._routine_at = {
            at: number
            for number, routine in enumerate(program.routines)
            if routine.back is not None
            for at in range(routine.entry, routine.exit + 1)
        }
        self._callers = self._found_callers()
        self._free = cache(self._is_free)
        self._size = cache(self._opened_size)
        self.returns = self._found_returns()
        """The points to which each shared routine may return, keyed by the number of the routine."""
        self.points, self.after = self._reached()
        """All reachable points, in the order of their numbers, and for each point the numbers of its
        successors.
        """
        self.number = {point: n for n, point in enumerate(self.points)}

    def is_opened(self, routine: int) -> bool:
        """Return whether a routine is inlined at all its calls."""
        calls = len(self._callers.get(routine, ()))
        return self._free(routine) and (calls == 1 or calls * self._size(routine) <= SHORT)

    # --- routines -------------------------------------------------------------------------------------

    def _within(self, routine: int) -> range:
        frame = self.program.routines[routine]
        return range(frame.entry, frame.exit + 1)

    def _found_callers(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for at, i in enumerate(self.program.code):
            if isinstance(i, g.Call):
                found.setdefault(i.routine, []).append(at)
        return found

    def _calls(self, routine: int) -> list[int]:
        """Return the routines that a routine calls; a routine that it calls several times is repeated."""
        code = self.program.code
        return [i.routine for i in (code[at] for at in self._within(routine)) if isinstance(i, g.Call)]

    def _is_free(self, routine: int) -> bool:
        """Return whether a routine contains no decision and every routine that it calls is inlined."""
        asks = g.Decide | g.RunAnswer
        if any(isinstance(self.program.code[at], asks) for at in self._within(routine)):
            return False
        return all(self.is_opened(other) for other in self._calls(routine))

    def _opened_size(self, routine: int) -> int:
        return len(self._within(routine)) + sum(self._size(other) for other in self._calls(routine))

    def _found_returns(self) -> dict[int, tuple[Point, ...]]:
        found: dict[int, set[int]] = {}
        for at, i in enumerate(self.program.code):
            match i:
                case g.Call(routine=routine):
                    found.setdefault(routine, set()).add(at + 1)
                case g.RunAnswer(site=site) | g.Decide(site=site, answers=None):
                    for action in self.program.sites[site].actions:
                        number = self.program.actions[action].routine
                        if number is not None:
                            found.setdefault(number, set()).add(at + 1)
                case _:
                    pass
        return {routine: tuple(Point(at) for at in sorted(ways)) for routine, ways in found.items()}

    def routine_of(self, point: Point) -> int | None:
        """Return the routine that contains a point, or `None` if the point belongs to set-up or a phase."""
        return self._routine_at.get(point.at)

    def begun(self, point: Point, site: int) -> list[Point]:
        """Return, for each action of a site, the point at which execution continues if the action is chosen.

        An action without steps continues directly after the decision.
        """
        found: list[Point] = []
        for action in self.program.sites[site].actions:
            number = self.program.actions[action].routine
            entry = point.at + 1 if number is None else self.program.routines[number].entry
            found.append(Point(entry, point.ways if number is None else ()))
        return found

    def is_tried(self, action: int) -> bool:
        """Return whether some part of the program tries the steps of an action."""
        spec = self.program.actions[action]
        return spec.keeps is not None or spec.most is not None or action in self._in_a_row

    def within(self, routine: int) -> dict[int, tuple[int, ...]]:
        """Return the points that can be reached within a routine, each mapped to its successors.

        Points are given by their numbers. If one of these points calls a shared routine, that routine returns
        only to such calls.
        """
        frame = self.program.routines[routine]
        end, found, stack = Point(frame.exit), set[int](), [self.number[Point(frame.entry)]]
        shared: list[int] = []
        while stack:
            n = stack.pop()
            if n not in found:
                found.add(n)
                shared += [n] if self.is_switched(self.points[n]) else []
                stack += () if self.points[n] == end or n in shared else self.after[n]
            if not stack:
                stack = [to for back in shared for to in self._back_to(back, found) if to not in found]
        return {
            n: () if self.points[n] == end else self._back_to(n, found) if n in shared else self.after[n]
            for n in sorted(found)
        }

    def _back_to(self, n: int, within: set[int]) -> tuple[int, ...]:
        """Return the successors of point `n` that lie directly after a call at one of the points `within`."""
        calls = {
            self.points[m].at + 1 for m in within if isinstance(self.program.code[self.points[m].at], g.Call)
        }
        return tuple(to for to in self.after[n] if self.points[to].at in calls)

    @property
    def tried(self) -> list[int]:
        """The routines of all actions whose steps are tried."""
        found = [a.routine for n, a in enumerate(self.program.actions) if self.is_tried(n)]
        return [number for number in found if number is not None]

    def routine_tried(self, action: int) -> int:
        """Return the number of the routine that holds the steps of a tried action."""
        number = self.program.actions[action].routine
        assert number is not None  # noqa: S101 - a `choose` step, which has none, is not tried
        return number

    # --- successors -----------------------------------------------------------------------------------

    def called(self, point: Point, routine: int) -> Point:
        """Return the point at which a called routine begins, for a call at the given point."""
        entry = self.program.routines[routine].entry
        return Point(entry, (*point.ways, point.at + 1)) if self.is_opened(routine) else Point(entry)

    def back(self, point: Point, routine: int) -> tuple[Point, ...]:
        """Return the points that may follow when the end of a routine is reached at the given point."""
        if point.ways and self.is_opened(routine):
            return (Point(point.ways[-1], point.ways[:-1]),)
        return self.returns.get(routine, ())

    def left(self, whole: bool) -> tuple[Point, ...]:  # noqa: FBT001 - as the instruction has it
        """Return the points that may come next when a turn or, if `whole`, a phase is left early."""
        return tuple(Point(phase.leave if whole else phase.turn_end) for phase in self.program.phases)

    def next(self, point: Point) -> Iterator[Point]:  # noqa: C901, PLR0912 - a case for each instruction
        """Yield the successors of a point, once for each way in which they can be reached."""
        onward, i = Point(point.at + 1, point.ways), self.program.code[point.at]
        match i:
            case g.Decide(otherwise=otherwise, site=site, answers=answers):
                if point.taken and answers is not None:
                    yield from [onward] * len(self.program.sites[site].actions)
                    return
                if point.taken:
                    yield from self.begun(point, site)
                    return
                yield Point(point.at, point.ways, taken=True)
                if otherwise is not None:
                    yield Point(otherwise, point.ways)
            case g.RunAnswer(site=site):
                yield from (onward, *self.begun(point, site))
            case g.Jump(to=to):
                yield Point(to, point.ways)
            case g.BranchUnless(to=to):
                yield from (onward, Point(to, point.ways))
            case g.LoopNext(leave=leave) | g.NextTurn(leave=leave):
                yield from (onward, Point(leave, point.ways))
            case g.Call(routine=routine):
                yield self.called(point, routine)
            case g.LeavePhase(phase=phase):
                yield Point(self.program.phases[phase].leave)
            case g.StopTurn(whole_phase=whole):
                yield from self.left(whole)
            case g.Return(routine=routine):
                yield from self.back(point, routine)
            case g.Finish():
                return
            case _:
                yield onward

    def _reached(self) -> tuple[tuple[Point, ...], tuple[tuple[int, ...], ...]]:
        beginnings = [Point(0), *(Point(self.program.routines[number].entry) for number in self.tried)]
        found: dict[Point, int] = {}
        after: dict[int, list[Point]] = {}
        stack = beginnings[::-1]
        while stack:
            point = stack.pop()
            if point in found:
                continue
            found[point] = len(found)
            onward = list(self.next(point))
            after[found[point]] = onward
            stack += onward[::-1]
        return tuple(found), tuple(tuple(found[p] for p in after[n]) for n in range(len(found)))

    def is_switched(self, point: Point) -> bool:
        """Return whether a point has several possible successors, between which the position selects."""
        i = self.program.code[point.at]
        return isinstance(i, g.Return | g.StopTurn) and len({*self.after[self.number[point]]}) > 1


def _asked_in_a_row(program: Program) -> frozenset[int]:
    """Return the actions that occur in an `InARow` expression of the program."""
    return frozenset(
        action for node in expressions_of(program) if isinstance(node, x.InARow) for action in node.actions
    )
