"""Solves games without chance by exploring all situations (`interpreter.kernels.solving.graph`).

For one side, the exploration itself finds the shortest ways. For two sides, it is followed by retrograde
analysis or, if the margin counts, by iteration of bounds (`interpreter.kernels.solving.values`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.kernels.solving.graph import ENDED
from interpreter.kernels.solving.kinds import Values
from interpreter.kernels.solving.outcomes import MOST
from interpreter.solving.answers import Answer, Method, OptionAnswer, Stopped, Worth
from interpreter.solving.watch import OutOfTime

if TYPE_CHECKING:
    from interpreter.play.options import Option
    from interpreter.protocol import Playing, Solver
    from interpreter.solving.watch import Watch

__all__ = ["Situations"]

AT_ONCE = 1 << 13
"""Number of situations that are expanded between two looks at the clock."""


class Situations:
    """The exploration of a game from its beginning, and what follows from it.

    With a `limit`, situations do not include the number of decisions, and a game that takes longer is drawn.
    """

    def __init__(self, solver: Solver, start: Playing, kind: Values, watch: Watch, limit: int | None) -> None:
        self._solver, self._start, self._kind, self._watch, self._limit = solver, start, kind, watch, limit
        self.stopped: Stopped | None = None
        self._settled = False

    @property
    def _alone(self) -> bool:
        return self._kind in {Values.WON, Values.TOTAL}

    def run(self) -> None:
        """Explore all situations and find their values, or stop when the time is up. Raises `Fault`."""
        solver = self._solver
        solver.begin_exploration(self._start.position, self._kind, keeps=self._limit is None)
        try:
            while solver.explore(AT_ONCE):
                self._watch.check(self._said)
            if solver.exploration.full:
                self.stopped = Stopped.MEMORY
            elif not self._alone:
                self._find_values()
        except OutOfTime:
            self.stopped = Stopped.BUDGET
        except KeyboardInterrupt:
            self.stopped = Stopped.INTERRUPT

    def _said(self) -> str:
        found = self._solver.exploration
        return f"{found.nodes:,} situations, {found.depth:,} decisions deep"

    def _find_values(self) -> None:
        """Find the values of all situations, of which there are no others."""
        if self._kind == Values.OUTCOME:
            number = 1
            while self._solver.winners_sweep(number):
                self._watch.check(self._said)
                number += 1
        else:
            self._solver.begin_values(-MOST, MOST)
            while self._solver.values_sweep():
                self._watch.check(self._said)
        self._settled = True

    def answer(self) -> Answer:
        """Return what was found."""
        return self._answer_alone() if self._alone else self._answer_of_two()

    # --- two sides ------------------------------------------------------------------------------------

    def _answer_of_two(self) -> Answer:
        found, unknown = self._solver.exploration, Worth(None, None)
        root, options = unknown, [unknown for _ in self._start.options]
        if self._settled:
            root = self._of_node(0)
            options = [
                self._of_end(edge + ENDED) if edge < 0 else self._of_node(edge, 1)
                for edge in self._solver.edges()
            ]
        return Answer(
            Method.SITUATIONS,
            self._kind,
            root,
            tuple(OptionAnswer(*each) for each in zip(self._start.options, options, strict=True)),
            found.nodes,
            self._watch.seconds,
            self.stopped,
            depth=found.depth,
        )

    def _of_node(self, node: int, before: int = 0) -> Worth:
        """Return the value of a situation to which `before` decisions have led."""
        if self._kind == Values.OUTCOME:
            winner, distance = self._solver.winner(node)
            late = self._limit is not None and before + distance > self._limit
            return Worth(0, 0) if late or not winner else Worth(winner, winner, before + distance)
        low, high = self._solver.value(node)
        return Worth(None if low == -MOST else low, None if high == MOST else high)

    def _of_end(self, value: int) -> Worth:
        """Return the value of an option that ends the game."""
        if self._kind == Values.OUTCOME:
            won = (value > 0) - (value < 0)
            return Worth(won, won, 1 if won else None)
        return Worth(value, value)

    # --- one side -------------------------------------------------------------------------------------

    def _answer_alone(self) -> Answer:
        found, best, late = self._solver.exploration, None, False
        if found.best is not None and not (self._kind == Values.WON and not found.best):
            best = found.best
        high: float | None = best if found.exhausted else None
        if self._kind == Values.WON:
            late = bool(best) and self._limit is not None and found.best_depth > self._limit
            best = 0 if late else best or 0
            high = 1 if best or not (found.exhausted or late) else 0
        worth = Worth(best, high, found.best_depth if best and best == high else None)
        way = self._way() if best is not None and (self._kind == Values.TOTAL or best) else ()
        return Answer(
            Method.SHORTEST,
            self._kind,
            worth,
            (),
            found.nodes,
            self._watch.seconds,
            self.stopped,
            depth=found.best_depth if way else found.depth,
            way=way,
            ways=found.ways if way else None,
            late=late,
        )

    def _way(self) -> tuple[Option, ...]:
        """Return the options of a shortest way to the best end."""
        game = self._start.clone()
        way: list[Option] = []
        for k in self._solver.way():
            way.append(game.options[k])
            game.play(way[-1])
        return tuple(way)
