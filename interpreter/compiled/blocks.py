"""What one function goes through of a course: which points, in which blocks, and where it is entered.

There are three functions that run (`Runs`). Two go through all of a program, and are entered at its beginning
and where an answer is taken. What is tried ends where the action ends, so nothing that comes after it is part
of that function.

Instructions that always follow one another are a *block*; it has the number of its first point.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum

from gamespec.program import instructions as g
from interpreter.compiled.course import Course, Point, goes_on

__all__ = ["Blocks", "Runs"]


class Runs(Enum):
    """What a function runs, and its name."""

    STEPS = "$run"
    """From where a game begins or has been answered to where it waits next."""
    GAMES = "$play"
    """From where a game begins or has been answered to its end."""
    TRIALS = "$try"
    """The steps of an action that is tried, from their beginning to their end."""


class Blocks:
    """The blocks of one function, and the graph that they are."""

    def __init__(self, course: Course, runs: Runs) -> None:
        self.course, self.runs = course, runs
        self.after = self._tried() if runs is Runs.TRIALS else self._all()
        """For each point of the function, by number, the numbers of those that come next."""
        self.entries = frozenset(self._entries())
        """Where it is entered from outside, or by what the position says."""
        self.of = self._cut()
        """The numbers of the points of each block, by the first."""
        self.graph = {first: self.after[block[-1]] for first, block in self.of.items()}

    def instruction(self, number: int) -> g.Instruction:
        """The instruction of a point."""
        return self.course.program.code[self.course.points[number].at]

    def _all(self) -> dict[int, tuple[int, ...]]:
        """All points that a game comes to from its beginning."""
        found: dict[int, tuple[int, ...]] = {}
        stack = [self.course.number[Point(0)]]
        while stack:
            n = stack.pop()
            if n not in found:
                found[n] = self.course.after[n]
                stack += found[n]
        return dict(sorted(found.items()))

    def _tried(self) -> dict[int, tuple[int, ...]]:
        """The points of actions that are tried; nothing comes after the end of one.

        If the end of one lies on the way through another, it is gone on from there, unless it is the end of
        what is being tried.
        """
        found: dict[int, tuple[int, ...]] = {}
        for routine in self.course.tried:
            end = Point(self.course.program.routines[routine].exit)
            for n in self.course.within(routine):
                if self.course.points[n] != end:
                    found[n] = self.course.after[n]
                else:
                    found.setdefault(n, ())
        return dict(sorted(found.items()))

    def _entries(self) -> Iterable[int]:
        course = self.course
        if self.runs is Runs.TRIALS:
            routines = course.program.routines
            yield from (course.number[Point(routines[routine].entry)] for routine in course.tried)
        else:
            yield course.number[Point(0)]
        for n, after in self.after.items():
            if self.runs is not Runs.TRIALS and course.points[n].taken:
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
