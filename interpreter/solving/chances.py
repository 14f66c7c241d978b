"""Solves small games in which chance decides, by expectations over all situations.

The definitional engine plays the game with explicit chance. All situations are explored, with the probability
of each outcome of chance. Their values are then bounded by iteration (`interpreter.kernels.solving.values`).
In a game whose situations repeat, the bounds approach each other, and they count as equal when they differ by
less than `CLOSE`.
"""

from __future__ import annotations

from collections import deque
from math import inf
from typing import TYPE_CHECKING

from gamespec.program.tables import Head
from interpreter.kernels.solving.graph import ENDED
from interpreter.kernels.solving.kinds import Beyond, Values
from interpreter.kernels.solving.outcomes import sides_of
from interpreter.kernels.solving.values import CHANCE
from interpreter.kernels.solving.values import Values as Iterated
from interpreter.kernels.terms import Lists
from interpreter.perft import children
from interpreter.play.together import scores_are_equal
from interpreter.solving.answers import Answer, Method, OptionAnswer, Stopped, Worth
from interpreter.solving.watch import OutOfTime

if TYPE_CHECKING:
    from interpreter.protocol import Playing
    from interpreter.solving.watch import Watch

__all__ = ["Chances"]

CLOSE = 1e-9
"""Difference of bounds that count as equal."""

MOST_NODES = 2_000_000
"""Maximum number of situations."""

AT_ONCE = 256
"""Number of situations that are expanded between two looks at the clock."""


class Chances:
    """The exploration of a game with explicit chance from its beginning, and the values of its situations."""

    def __init__(self, start: Playing, kind: Values, watch: Watch) -> None:
        self._start, self._kind, self._watch = start, kind, watch
        self._sides = sides_of(start.program)
        self._streams = start.program.layout.streams, len(start.program.streams)
        self._nodes: dict[object, int] = {}
        self._queue = deque["Playing"]()
        self._mover, self._first, self._edges = list[int](), list[int](), list[int]()
        self._weights = list[float]()
        self._low: Iterated | None = None
        self._high: Iterated | None = None
        self.stopped: Stopped | None = None

    def run(self) -> None:
        """Explore all situations and find their values, or stop when the time is up.

        Raises `Fault` and `Beyond`.
        """
        try:
            self._node(self._start)
            while self._queue and len(self._nodes) < MOST_NODES:
                self._expand(self._queue.popleft())
            if self._queue:
                self.stopped = Stopped.MEMORY
            else:
                self._find_values()
        except OutOfTime:
            self.stopped = Stopped.BUDGET
        except KeyboardInterrupt:
            self.stopped = Stopped.INTERRUPT

    # --- situations -----------------------------------------------------------------------------------

    def _node(self, game: Playing) -> int:
        """Return the number of the situation of a game, which is added if it is new."""
        position, chance = [*game.position], game.chance
        position[Head.DECISIONS] = position[Head.SEED_LOW] = position[Head.SEED_HIGH] = 0
        first, count = self._streams
        position[first : first + count] = [0] * count
        drawn = (
            () if chance is None else (chance.outcomes, chance.stream, chance.slot, chance.zone, chance.place)
        )
        key = tuple(position), drawn
        node = self._nodes.setdefault(key, len(self._nodes))
        if node == len(self._mover):
            self._mover.append(CHANCE if chance is not None else self._sides[game.player])
            self._queue.append(game)
        return node

    def _expand(self, game: Playing) -> None:
        """Store where each option or outcome of a situation leads."""
        chance = game.chance
        self._first.append(len(self._edges))
        for number, after in enumerate(children(game)):
            value = self._ended(after) if after.over else 0
            if abs(value) >= ENDED:
                message = f"some scores are {ENDED:,} points or more apart"
                raise Beyond(message)
            self._edges.append(value - ENDED if after.over else self._node(after))
            self._weights.append(0.0 if chance is None else chance.shares[number] / chance.total)
        if len(self._first) % AT_ONCE == 0:
            self._watch.check(self._said)

    def _said(self) -> str:
        return f"{len(self._nodes):,} situations"

    def _ended(self, game: Playing) -> int:
        """Return the value of a finished game."""
        result = game.result
        assert result is not None  # noqa: S101 - it is over
        if self._kind == Values.WON:
            return int(bool(result.winners))
        if self._kind == Values.OUTCOME:
            mine, theirs = result.places[0], result.places[self._sides.index(1)]
            return (theirs > mine) - (theirs < mine)
        if self._kind == Values.TOTAL and scores_are_equal(self._start.program):
            return result.scores[0]
        return sum(-score if side else score for side, score in zip(self._sides, result.scores, strict=True))

    # --- values ---------------------------------------------------------------------------------------

    def _find_values(self) -> None:
        """Bound the values of all situations, until the bounds of none of them change."""
        ends = [edge + ENDED for edge in self._edges if edge < 0] or [0]
        count, edges = len(self._nodes), len(self._edges)
        graph = self._mover, self._first, self._edges, self._weights
        self._low, self._high = (Iterated(*graph, Lists(), count, weighs=True) for _ in range(2))
        self._low.value[:], self._high.value[:] = [float(min(ends))] * count, [float(max(ends))] * count
        changing, apart = True, inf
        while changing and apart > CLOSE:
            changing = self._low.sweep(count, edges) + self._high.sweep(count, edges) > 0
            apart = max(high - low for low, high in zip(self._low.value, self._high.value, strict=True))
            self._watch.check(self._said)

    def answer(self) -> Answer:
        """Return what was found."""
        worths = [Worth(None, None) for _ in self._start.options]
        root = Worth(None, None)
        if self._low is not None and self._high is not None:
            root = self._worth(0)
            if self._start.chance is None:
                end = self._first[1] if len(self._first) > 1 else len(self._edges)
                worths = [self._after(edge) for edge in self._edges[self._first[0] : end]]
        return Answer(
            Method.CHANCE,
            self._kind,
            root,
            tuple(OptionAnswer(*each) for each in zip(self._start.options, worths, strict=True)),
            len(self._nodes),
            self._watch.seconds,
            self.stopped,
        )

    def _after(self, edge: int) -> Worth:
        if edge < 0:
            return Worth(edge + ENDED, edge + ENDED)
        return self._worth(edge)

    def _worth(self, node: int) -> Worth:
        """Return the value of a situation. Bounds that are close count as equal."""
        assert self._low is not None  # noqa: S101 - the values were found
        assert self._high is not None  # noqa: S101 - as above
        low, high = self._low.value[node], self._high.value[node]
        if high - low <= CLOSE:
            low = high = (low + high) / 2
        return Worth(low, high)
