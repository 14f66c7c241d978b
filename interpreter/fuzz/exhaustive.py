"""Exhaustive search: all situations of a small game, which prove what can never happen.

The arena of a case is explored from the beginning of the game, with all options and all outcomes of chance,
on a machine that notes what is reached. If it can be explored to the end, no game of the case can reach
anything else, and a fault stops none. Only the end by the `limit` is not part of the arena.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from time import monotonic

from interpreter.coverage import Tally
from interpreter.engine.playout import DefinitionalEngine
from interpreter.fuzz.arena import OVER, Arena
from interpreter.fuzz.cases import Case
from interpreter.fuzz.findings import Finding, key_of, stopped
from interpreter.play.errors import Fault
from interpreter.play.luck import derived

__all__ = ["Exhausted", "Unseeded", "exhausted"]

UNSETTLED = "GS513"
"""The code of a fault that only games with explicit chance have."""

SEEDS = 1000
"""Number of seeds with which answers that lead to a fault are tried."""


@dataclass(frozen=True, eq=False)
class Exhausted:
    """What all situations of a case have shown.

    `situations` is their number, chance nodes included. `reached` has what all of them reach, apart from rows
    of tables.
    """

    case: Case
    situations: int
    reached: Tally


@dataclass(frozen=True, eq=False)
class Unseeded:
    """A fault that needs luck which none of the seeds that were tried brings."""

    case: Case
    fault: Fault


def exhausted(case: Case, seed: int, seconds: float) -> Exhausted | Finding | Unseeded | None:
    """Explore all situations of a case, or until the first fault is met.

    Return `None` if this takes more than some seconds or if there are too many situations. The seeds that are
    tried for a fault follow from `seed`.
    """
    tally, until = Tally(), monotonic() + seconds
    with tally.watching(case.compiled):
        arena = Arena(DefinitionalEngine(case.compiled.program))
        try:
            root = arena.beginning()
        except Fault as fault:
            return _stopped(case, seed, [], fault)
        budget, queue, before = arena.budget(until), deque([root]), {OVER: OVER, root: root}
        while queue:
            if arena.exhausted(budget):
                return None
            node = queue.popleft()
            after = arena.after(node)
            if arena.stopped is not None:
                return _stopped(case, seed, arena.answers(_way(before, node)), arena.stopped)
            for each in after:
                if each not in before:
                    before[each] = node
                    queue.append(each)
    return Exhausted(case, arena.explored, tally)


def _way(before: dict[int, int], node: int) -> list[int]:
    """Return the nodes from the root to a node; `before` has each one's predecessor, the root its own."""
    way = [node]
    while before[way[-1]] != way[-1]:
        way.append(before[way[-1]])
    return way[::-1]


def _stopped(case: Case, seed: int, answers: Sequence[int], fault: Fault) -> Finding | Unseeded | None:
    """Return a game that a fault stops after some answers."""
    if fault.code == UNSETTLED:
        return None
    engine = DefinitionalEngine(case.compiled.program)
    for number in range(SEEDS if case.compiled.program.streams else 1):
        tried = derived(seed, f"exhaustive {number}")
        found = stopped(engine, tried, answers)
        if found is not None and key_of(found.fault, case.compiled) == key_of(fault, case.compiled):
            return Finding(case, tried, found.numbers, found.indexes, found.fault)
    return Unseeded(case, fault)
