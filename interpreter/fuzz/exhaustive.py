"""Exhaustive search: all situations of a small game, which prove what can never happen.

The arena of a case is explored from the beginning of the game, with all options and all outcomes of chance,
on a machine that notes what is reached. If it can be explored as far as the `limit` of decisions allows, no
game of the case can reach anything else, and no fault stops one. What happens when the limit itself ends a
game is not part of the arena, because a situation does not count decisions.

Two differences between explicit chance and the chance of a seed matter here. Explicit chance does not tell
copies of a component apart, but a rule may. And its budget starts afresh at each chance node. So nothing is
proven of a game with chance and copies, or with much work between chance nodes.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic

from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.coverage import Tally
from interpreter.engine.game import Game
from interpreter.engine.playout import DefinitionalEngine
from interpreter.fuzz.arena import CHANCE, OVER, Arena, ranked
from interpreter.fuzz.cases import Case
from interpreter.fuzz.findings import Finding, key_of, stopped
from interpreter.play.errors import Fault
from interpreter.play.luck import derived
from interpreter.protocol import Playing

__all__ = ["Exhausted", "Unseeded", "exhausted"]

UNSETTLED = "GS513"
"""The code of a fault that only games with explicit chance have."""

SEEDS = 1000
"""Number of seeds with which answers that lead to a fault are tried."""

SURE = BUDGET // 10
"""Units of work that every engine can do without a decision (reference: 15.1)."""


@dataclass(frozen=True, eq=False)
class Exhausted:
    """What all situations of a case have shown.

    `situations` is their number, chance nodes included. `reached` has what all of them reach, apart from rows
    of tables. If the case is `limited`, its limit can end a game, and may do so with a fault.
    """

    case: Case
    situations: int
    reached: Tally
    limited: bool


@dataclass(frozen=True, eq=False)
class Unseeded:
    """A fault that needs luck which none of the seeds that were tried brings."""

    case: Case
    fault: Fault


def exhausted(case: Case, seed: int, seconds: float) -> Exhausted | Finding | Unseeded | None:
    """Explore all situations of a case, or until the first fault is met.

    Return `None` if this takes more than some seconds, if there are too many situations, or if they would
    prove nothing. The seeds that are tried for a fault follow from `seed`.
    """
    program, tally = case.compiled.program, Tally()
    if program.has_copies and program.streams:
        return None
    with tally.watching(case.compiled):
        arena = _Whole(DefinitionalEngine(program))
        try:
            way = arena.explore(monotonic() + seconds)
        except Fault as fault:
            return _stopped(case, seed, [], fault)
        if way is None:
            return None
        if arena.stopped is not None:
            return _stopped(case, seed, arena.answers(way), arena.stopped)
    if arena.most_work() > SURE:
        return None
    limited = program.limit.outcome != Head.TRUNCATED and arena.reaches_limit()
    return Exhausted(case, arena.explored, tally, limited)


class _Whole(Arena):
    """The arena of all games, as far as the limit allows. It ends at the first fault."""

    def __init__(self, engine: DefinitionalEngine) -> None:
        super().__init__(engine)
        self._begin, self._limit = engine.begin, engine.program.limit.decisions
        self.stopped: Fault | None = None
        """The first fault to which an option or an outcome has led."""
        self._root = OVER
        self._begun = 0
        """The units of work before the first decision or chance node."""
        self._work = defaultdict[int, dict[int, int]](dict)
        """For each node with edges from or to chance nodes, the most work of the edges to each other node."""
        self._decisions = dict[int, int]()
        """For each node, the least number of decisions before it."""

    def explore(self, until: float) -> list[int] | None:
        """Explore all situations until a time of `monotonic`, those after the fewest decisions first.

        Return the way to the last one: if there was a fault, that is the node from which an edge leads to it.
        Return `None` if the time or the room does not suffice. Raises `Fault` if games cannot even begin.
        """
        game = self._begin(explicit=True)
        ranked(game)
        self._root, self._begun = self._node(game), game.work
        budget, queue = self.budget(until), deque([self._root])
        before, least, explored = {self._root: self._root}, self._decisions, {OVER}
        least[self._root], node = 0, self._root
        while queue:
            node = queue.popleft()
            is_chance = self._is_chance(node)
            if node in explored or (least[node] >= self._limit and not is_chance):
                continue
            if self.exhausted(budget):
                return None
            explored.add(node)
            for each in self.after(node):
                decisions = least[node] + (not is_chance)
                if each not in least or decisions < least[each]:
                    least[each], before[each] = decisions, node
                    (queue.appendleft if is_chance else queue.append)(each)
            if self.stopped is not None:
                break
        way = [node]
        while before[way[-1]] != way[-1]:
            way.append(before[way[-1]])
        return way[::-1]

    def _met(self, node: int, found: Sequence[Playing | Fault], numbers: Sequence[int]) -> None:
        for each, number in zip(found, numbers, strict=True):
            if isinstance(each, Fault):
                self.stopped = self.stopped or each
            elif isinstance(each, Game) and (self._is_chance(node) or self._is_chance(number)):
                work = self._work[node]
                work[number] = max(work.get(number, 0), each.work)

    def _is_chance(self, node: int) -> bool:
        return node != OVER and self.owner(node) == CHANCE

    def most_work(self) -> float:
        """Return the most work between two decisions with chance nodes between them; it may be infinite."""
        chance = {node for node in self._decisions if self._is_chance(node)}
        spent = dict.fromkeys(chance, 0)
        if self._root in chance:
            spent[self._root] = self._begun
        for node, edges in self._work.items():
            if node not in chance:
                for each, work in edges.items():
                    spent[each] = max(spent[each], work)
        order = _sorted({node: [n for n in self._work[node] if n in chance] for node in chance})
        if order is None:
            return float("inf")
        most = 0
        for node in order:
            for each, work in self._work[node].items():
                most = max(most, spent[node] + work)
                if each in chance:
                    spent[each] = max(spent[each], spent[node] + work)
        return most

    def reaches_limit(self) -> bool:
        """Return whether a game can come to a decision after as many decisions as the limit allows."""
        after = {node: self._after[node] or () for node in self._decisions if node != OVER}
        order = _sorted({node: [each for each in edges if each != OVER] for node, edges in after.items()})
        if order is None:
            return True
        most = dict.fromkeys(order, 0)
        for node in order:
            for each in after[node]:
                if each != OVER:
                    most[each] = max(most[each], most[node] + (not self._is_chance(node)))
        return any(most[node] >= self._limit for node in order if not self._is_chance(node))


def _sorted(after: Mapping[int, Iterable[int]]) -> list[int] | None:
    """Return the nodes of a graph, each before those after it; `None` if there is a cycle (Kahn, 1962)."""
    left = Counter(each for edges in after.values() for each in edges)
    order = [node for node in after if not left[node]]
    for node in order:
        for each in after[node]:
            left[each] -= 1
            if not left[each]:
                order.append(each)
    return order if len(order) == len(after) else None


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
