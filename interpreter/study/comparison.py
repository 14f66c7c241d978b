"""Compares two games by playing equally many games of each with common random numbers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING

from interpreter.play.interrupts import Interrupts
from interpreter.simulate.intervals import Fixed, Until
from interpreter.simulate.runs import Run
from interpreter.study.paired import Paired
from interpreter.study.quantities import COUNTED, Quantities, Quantity, Values
from interpreter.study.verdicts import Difference, judged, weighed

if TYPE_CHECKING:
    from interpreter.play.playout import Playout
    from interpreter.simulate.intervals import Confidence
    from interpreter.simulate.plans import Plan

__all__ = ["Comparison", "until_differences"]


def until_differences(half: float) -> Until:
    """Return the rule that ends a comparison once every difference of win shares is known precisely enough.

    Each difference must be known to within `half`, which is a share.
    """
    return Until(half, spread=1.0)


class Comparison:
    """The games of two plans, paired by their numbers.

    The two games of a pair use the same seeds and the same seating, so they have the same luck. Raises
    `ValueError` if the plans differ in seed, players or seating.
    """

    def __init__(self, first: Plan, second: Plan) -> None:
        for what in ("seed", "players", "rotate"):
            one, other = getattr(first, what), getattr(second, what)
            if one != other:
                raise ValueError(f"there is no common luck between games with {what} {one!r} and {other!r}")
        counted = [replace(plan, tally=COUNTED) for plan in (first, second)]
        self.runs = tuple(Run(plan) for plan in counted)
        """The run of each plan."""
        self._quantities = tuple(Quantities(plan.compiled, plan.players) for plan in counted)
        self._paired: dict[str, Paired] = {}
        self.games = 0
        """The number of pairs played so far."""

    def pairs(self, count: int, until: Until | None = None) -> Generator[tuple[Playout, Playout]]:
        """Play and yield `count` further pairs, or fewer once all differences of win shares are precise.

        `until` gives the required precision. Without it, all `count` pairs are played.
        """
        (one, other), (first, second) = self.runs, self._quantities
        with (
            Interrupts() as interrupts,
            closing(one.games(count)) as mine,
            closing(other.games(count)) as yours,
        ):
            for a, b in zip(mine, yours, strict=True):
                interrupts.counting()
                self._add(first.of(a), second.of(b))
                interrupts.counted()
                yield a.playout, b.playout
                if until is not None and self.games % until.every == 0 and self.known_to(until):
                    break

    def play(
        self, count: int, until: Until | None = None, progress: Callable[[int], None] | None = None
    ) -> Comparison:
        """Play `count` further pairs, as `pairs` does.

        `progress` is called with 1 after each pair.
        """
        with closing(self.pairs(count, until)) as pairs:
            for _ in pairs:
                if progress is not None:
                    progress(1)
        return self

    def _add(self, a: Values, b: Values) -> None:
        for key in {**a, **b}:
            paired = self._paired.get(key)
            if paired is None:
                paired = self._paired[key] = Paired()
                for _ in range(self.games):
                    paired.add()
        self.games += 1
        for key, paired in self._paired.items():
            paired.add(a.get(key, (0.0, 0.0)), b.get(key, (0.0, 0.0)))

    def known_to(self, until: Until) -> bool:
        """Return whether the intervals of all differences of win shares are narrow enough for `until`."""
        if self.games >= until.most:
            return True
        wins = [self._paired[key] for key in self._paired if key.startswith("wins.")]
        return bool(wins) and all(
            None not in paired.means and high - low <= 2 * until.half
            for paired in wins
            for low, high in [paired.interval(until, whole=True)]
        )

    def differences(self, confidence: Confidence | None = None) -> list[Difference]:
        """Return the differences in all quantities that the two games have in common, most important first.

        Quantities that never occurred in either game, such as an action that nobody chose, are left out.
        """
        found = []
        for key, quantity in self._both():
            paired = self._paired.get(key)
            if paired is not None and None not in paired.means and paired.means != (0.0, 0.0):
                found.append((quantity, paired))
        return weighed(judged(found, confidence or Fixed()))

    def _both(self) -> Iterator[tuple[str, Quantity]]:
        first, second = (each.known for each in self._quantities)
        return ((key, quantity) for key, quantity in second.items() if key in first)

    def only(self) -> tuple[list[Quantity], list[Quantity]]:
        """Return the quantities that only the first game has, and those that only the second game has."""
        first, second = (each.known for each in self._quantities)
        alone: tuple[list[Quantity], list[Quantity]] = ([], [])
        for side, (mine, other) in enumerate(((first, second), (second, first))):
            for key, quantity in mine.items():
                means = self._paired[key].means if key in self._paired else (None, None)
                if means[side] is not None and (key not in other or means[1 - side] is None):
                    alone[side].append(quantity)
        return alone
