"""The part of the control-flow graph that one function covers: its points, blocks and entries.

Two functions (`Runs`) cover the whole program, and are entered at its beginning and where an answer is taken.
A trial covers the steps of one action, and is entered at their beginning; nothing follows their end.

Instructions that always follow one another form a *block*, which has the number of its first point.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gamespec.program import instructions as g
from interpreter.compiled.analysis.course import Course, Point, goes_on

__all__ = ["GAMES", "STEPS", "TRIAL", "Blocks", "Runs", "trial"]

TRIAL = "$try"
"""Prefix of the names of functions that run the steps of a tried action."""


@dataclass(frozen=True, slots=True)
class Runs:
    """What a function runs: its name and, for a trial, the action that is tried."""

    name: str
    action: int | None = None


STEPS = Runs("$run")
"""The run from the start of a game, or from an answer, to where the game waits next."""

GAMES = Runs("$play")
"""The run from the start of a game, or from an answer, to the end of the game."""


def trial(action: int) -> Runs:
    """Return the run of an action's steps, from beginning to end, as a trial."""
    return Runs(f"{TRIAL}{action}", action)


class Blocks:
    """The blocks of one function, and their control-flow graph."""

    def __init__(self, course: Course, runs: Runs) -> None:
        self.course = course
        routine = None if runs.action is None else course.routine_tried(runs.action)
        entry = 0 if routine is None else course.program.routines[routine].entry
        self.first = course.number[Point(entry)]
        """The point at which the function begins."""
        self.after = self._all() if routine is None else course.within(routine)
        """The numbers of each point's successors, by the number of the point."""
        self.entries = frozenset(self._entries())
        """The points that are entered from outside, or through the switch."""
        self.of = self._cut()
        """The numbers of the points of each block, by the number of its first point."""
        self.graph = {first: self.after[block[-1]] for first, block in self.of.items()}

    def instruction(self, number: int) -> g.Instruction:
        """Return the instruction of a point."""
        return self.course.program.code[self.course.points[number].at]

    def _all(self) -> dict[int, tuple[int, ...]]:
        """Return all points reachable from the start of a game."""
        found: dict[int, tuple[int, ...]] = {}
        stack = [self.first]
        while stack:
            n = stack.pop()
            if n not in found:
                found[n] = self.course.after[n]
                stack += found[n]
        return dict(sorted(found.items()))

    def _entries(self) -> Iterable[int]:
        yield self.first
        for n, after in self.after.items():
            if self.course.points[n].taken:
                yield n
            elif isinstance(self.instruction(n), g.Return | g.StopTurn) and len({*after}) > 1:
                yield from after  # only the position says which

    def _cut(self) -> dict[int, tuple[int, ...]]:
        firsts, ways = set(self.entries), dict[int, int]()
        for n, after in self.after.items():
            if not goes_on(self.instruction(n)):
                firsts |= {*after}
            for onward in after:
                ways[onward] = ways.get(onward, 0) + 1
        firsts |= {n for n, count in ways.items() if count > 1}
        found: dict[int, tuple[int, ...]] = {}
        for first in sorted(firsts):
            inside = [first]
            while goes_on(self.instruction(inside[-1])) and self.after[inside[-1]][0] not in firsts:
                inside.append(self.after[inside[-1]][0])
            found[first] = tuple(inside)
        return found
