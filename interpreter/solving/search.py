"""Solves games between two sides by alpha-beta search (`interpreter.kernels.solving.bounds`).

Each test halves what is possible: it proves that the value of a position is at least a threshold, or that it
is less. By places, the first tests look for wins within 1, 2, 3, … decisions. They find short wins quickly,
and tell something even if the search must be stopped. Then the value is tested without a limit.

The values of the first options follow in the same way. They share what has been proved.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from gamespec.program.domain import INT_MAX
from gamespec.program.tables import Head
from interpreter.kernels.solving.kinds import Values
from interpreter.kernels.solving.outcomes import MOST, sides_of
from interpreter.play.errors import Fault
from interpreter.solving.answers import Answer, Method, OptionAnswer, Stopped, Worth
from interpreter.solving.watch import OutOfTime

if TYPE_CHECKING:
    from interpreter.play.options import Option
    from interpreter.protocol import Playing, Solver
    from interpreter.solving.watch import Watch

__all__ = ["Bounds", "Search"]

AT_ONCE = 1 << 16
"""Number of positions that are visited between two looks at the clock."""

SHALLOW, SHORT = 1 << 19, 50
"""Number of positions that the search for short wins may visit, and the number of decisions in the longest of
them, before the value is tested without a limit.
"""


class Bounds:
    """Bounds of the value of a position, which tests improve."""

    def __init__(self, position: Sequence[int]) -> None:
        self.position = position
        self.low, self.high = -MOST, MOST

    @property
    def known(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    def take(self, threshold: int, result: int) -> None:
        """Take the result of a test."""
        if result >= threshold:
            self.low = max(self.low, result)
        else:
            self.high = min(self.high, result)


class Search:
    """The search for the value of a game and of its first options. `start` is the game at its beginning.

    In a `large` game, it looks only for wins within 1, 2, 3, … decisions, as long as it may.
    """

    def __init__(
        self, solver: Solver, start: Playing, kind: Values, watch: Watch, *, large: bool = False
    ) -> None:
        self._solver, self._start, self._kind, self._watch = solver, start, kind, watch
        self._shallow = (INT_MAX, start.program.limit.decisions) if large else (SHALLOW, SHORT)
        self._depth = 0
        self.root = Bounds(start.position)
        self._sides = sides_of(start.program)
        self.options: list[Bounds] = []
        self.way: tuple[Option, ...] = ()
        self.stopped: Stopped | None = None

    def run(self) -> None:
        """Search until all values are known, or until the time is up. Raises `Fault` and `Beyond`."""
        try:
            if self._kind == Values.OUTCOME:
                self._look_for_short_wins()
            self._settle(self.root, 1)
            self._value_options()
        except OutOfTime:
            self.stopped = Stopped.BUDGET
        except KeyboardInterrupt:
            self.stopped = Stopped.INTERRUPT
        else:
            if self._kind == Values.MARGIN or self.root.low:
                with suppress(OutOfTime, KeyboardInterrupt):  # a line is not worth waiting for
                    self.way = self._follow()

    def _test(self, bounds: Bounds, threshold: int) -> None:
        """Test whether a value is at least a threshold, unless that is known."""
        if not bounds.low < threshold <= bounds.high:
            return
        self._solver.begin_test(bounds.position, self._kind, threshold)
        while (result := self._solver.test(AT_ONCE)) is None:
            self._watch.check(self._said)
        bounds.take(threshold, result)

    def _said(self) -> str:
        depth = f"no win within {self._depth:,} decisions, " if self._depth else ""
        return f"{depth}{self._solver.visits:,} positions"

    def _look_for_short_wins(self) -> None:
        root, (visits, depth) = self.root, self._shallow
        while not root.known and self._solver.visits < visits and self._depth < depth:
            self._depth += 1
            self._test(root, MOST - self._depth)
            self._test(root, 1 - MOST + self._depth)

    def _settle(self, bounds: Bounds, threshold: int) -> None:
        """Find out a value. The first test has a given threshold."""
        while not bounds.known:
            before = bounds.low
            self._test(bounds, min(max(threshold, bounds.low + 1), bounds.high))
            threshold = bounds.low + 1 if bounds.low > before else bounds.high

    def _value_options(self) -> None:
        """Find out the values of the first options."""
        self.options = self._after(self._start, self.root)
        for each in self.options:
            self._compare(each, self.root)
            self._settle(each, each.high)

    def _after(self, game: Playing, bounds: Bounds) -> list[Bounds]:
        """Return bounds for the positions after the options of a game, given bounds of its own value."""
        side, found = self._sides[game.player], list[Bounds]()
        for after in game.children():
            if isinstance(after, Fault):
                raise after
            each = Bounds(after.position)
            if after.over:
                each.low = each.high = self._ended(after)
            elif side == 0:
                each.high = bounds.high
            else:
                each.low = bounds.low
            found.append(each)
        return found

    def _compare(self, bounds: Bounds, best: Bounds) -> bool:
        """Test whether the value after an option is that of the position before it, which is known."""
        if bounds.high == best.high:
            self._test(bounds, best.low)
        else:
            self._test(bounds, best.low + 1)
        return bounds.known and bounds.low == best.low

    def _ended(self, game: Playing) -> int:
        """Return the value of a finished game."""
        result = game.result
        assert result is not None  # noqa: S101 - it is over
        if self._kind == Values.MARGIN:
            return sum(
                -score if side else score for side, score in zip(self._sides, result.scores, strict=True)
            )
        mine, theirs = result.places[0], result.places[self._sides.index(1)]
        return ((theirs > mine) - (theirs < mine)) * (MOST - game.position[Head.DECISIONS])

    def _follow(self) -> tuple[Option, ...]:
        """Return a line of best play, or nothing if it cannot be found with little work.

        Where several options are best, the first one is taken.
        """
        game, bounds = self._start.clone(), self.root
        way: list[Option] = []
        most = self._solver.visits + SHALLOW
        while not game.over:
            for option, after in zip(game.options, self._after(game, bounds), strict=True):
                if self._compare(after, bounds):
                    way.append(option)
                    game.play(option)
                    bounds = after
                    break
            if self._solver.visits > most:
                return ()
        return tuple(way)

    def answer(self) -> Answer:
        """Return what was found."""
        root, options = self.root, self.options or [Bounds(self._start.position) for _ in self._start.options]
        outcome = self._kind == Values.OUTCOME
        return Answer(
            Method.SEARCH,
            self._kind,
            self._worth(root),
            tuple(
                OptionAnswer(option, self._worth(each))
                for option, each in zip(self._start.options, options, strict=True)
            ),
            self._solver.visits,
            self._watch.seconds,
            self.stopped,
            excluded=(MOST - root.high - 1, MOST + root.low - 1) if outcome and not root.known else None,
            way=self.way,
        )

    def _worth(self, bounds: Bounds) -> Worth:
        low, high = bounds.low, bounds.high
        if self._kind == Values.OUTCOME:
            decisions = MOST - abs(low) if bounds.known and low else None
            return Worth(_sign(low), _sign(high), decisions)
        return Worth(None if low == -MOST else low, None if high == MOST else high)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
