"""Determines which points, blocks and entries of the control-flow graph belong to one generated function.

Three functions (`STEPS`, `GAMES` and `LANES`) cover the whole program. They can be entered at its beginning
and at every point where an answer is taken. A trial covers the steps of a single action: it is entered at
their beginning and returns at their end.

A *block* is a sequence of instructions that always follow one another. It is identified by the number of its
first point.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamespec.program import instructions as g
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.cfg import ControlFlowGraph, Point, goes_on

__all__ = ["GAMES", "LANES", "STEPS", "TRIAL", "WEIGHED", "Blocks", "Runs", "trial"]

TRIAL = "$try"
"""Prefix of the names of functions that run the steps of an action as a trial."""


@dataclass(frozen=True, slots=True)
class Runs:
    """What a generated function runs: its `name`, and the action that it tries if it is a trial."""

    name: str
    action: int | None = None
    counts: bool = False
    """Whether options that can be found by their number are counted instead of listed."""
    plays: bool = False
    """Whether the function chooses options at random, or by a policy, instead of waiting."""


STEPS = Runs("$run")
"""A run from the start of a game, or from an answer, to the next point at which the game waits."""

GAMES = Runs("$play", counts=True, plays=True)
"""A run from the start of a game, or from an answer, to the end of the game."""

WEIGHED = Runs("$play", plays=True)
"""A run as in `GAMES`, in which a policy chooses among the options, which are listed."""

LANES = Runs("$wait", counts=True)
"""A run as in `STEPS`, in which the options are counted, and an answer is the number of an option."""


def trial(action: int) -> Runs:
    """Return the `Runs` of a function that tries all steps of an action, from the first to the last."""
    return Runs(f"{TRIAL}{action}", action)


class Blocks:
    """The blocks of one function, and the control-flow graph that they form."""

    def __init__(self, course: ControlFlowGraph, runs: Runs) -> None:
        self.course = course
        routine = None if runs.action is None else course.routine_tried(runs.action)
        entry = 0 if routine is None else course.program.routines[routine].entry
        self.first = course.number[Point(entry)]
        """The number of the point at which the function begins."""
        self.after = self._all() if routine is None else course.within(routine)
        """The numbers of the successors of each point, keyed by the number of the point."""
        self.entries = frozenset(self._entries())
        """The numbers of the points that are entered from outside the function or through its switch."""
        self.of = self._cut()
        """The numbers of the points in each block, keyed by the number of the first point."""
        self.graph = {first: self.after[block[-1]] for first, block in self.of.items()}

    def instruction(self, number: int) -> g.Instruction:
        """Return the instruction at the point with the given number."""
        return self.course.program.code[self.course.points[number].at]

    def _all(self) -> dict[int, tuple[int, ...]]:
        """Return the successors of every point that can be reached from the start of a game."""
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
                yield from after  # only the position tells which of them is next

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
