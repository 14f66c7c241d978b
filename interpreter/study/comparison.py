"""Compares two games by playing equally many games of each with common random numbers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from interpreter.play.chunk import BATCH
from interpreter.play.interrupts import Interrupts
from interpreter.simulate.intervals import Fixed, Until
from interpreter.simulate.runs import Run, stretches
from interpreter.simulate.summed import NEVER
from interpreter.study.paired import Inside, Pairs
from interpreter.study.quantities import COUNTED, Quantities, Quantity
from interpreter.study.verdicts import Difference, judged, weighed

if TYPE_CHECKING:
    from interpreter.play.playout import Playout
    from interpreter.protocol import SummingEngine
    from interpreter.simulate.intervals import Confidence
    from interpreter.simulate.plans import Plan
    from interpreter.simulate.summary import Summary

__all__ = ["Comparison", "until_differences"]


def until_differences(half: float) -> Until:
    """Return the rule that ends a comparison once every difference of win shares is known precisely enough.

    Each difference must be known to within `half`, which is a share.
    """
    return Until(half, spread=1.0)


class Comparison:
    """The games of two plans, paired by their numbers.

    The two games of a pair use the same seeds and the same seating, so they have the same luck. Raises
    `ValueError` if the plans differ in seed, players or seating. By default, all quantities are compared,
    otherwise those with the given `keys`. The first pair has the given `number`.
    """

    def __init__(
        self, first: Plan, second: Plan, *, keys: Sequence[str] | None = None, number: int = 0
    ) -> None:
        for what in ("seed", "players", "rotate"):
            one, other = getattr(first, what), getattr(second, what)
            if one != other:
                raise ValueError(f"there is no common luck between games with {what} {one!r} and {other!r}")
        counted = [replace(plan, tally=COUNTED) for plan in (first, second)]
        self.runs = tuple(Run(plan, first=number) for plan in counted)
        """The run of each plan."""
        self._keys = keys
        self._quantities = tuple(Quantities(plan.compiled, plan.players, keys) for plan in counted)
        mine, yours = self._quantities
        self.paired = Pairs(mine.indexes, yours.indexes, keys or ())
        """The sums of all quantities."""

    @property
    def known(self) -> Mapping[str, Quantity]:
        """The quantities that games of the second plan can have, by their keys."""
        return self._quantities[1].known

    @property
    def games(self) -> int:
        """The number of pairs played so far."""
        return self.paired.games

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
                self.paired.add(first.of(a), second.of(b))
                interrupts.counted()
                yield a.playout, b.playout
                if until is not None and self.games % until.every == 0 and self.known_to(until):
                    break

    def play(
        self, count: int, until: Until | None = None, progress: Callable[[int], None] | None = None
    ) -> Comparison:
        """Play `count` further pairs, as `pairs` does.

        `progress` is called with the number of pairs just played.
        """
        step = progress or (lambda _: None)
        one, other = (run.summing() for run in self.runs)
        if one is not None and other is not None:
            if self.runs[0].merges:
                self._merge(count, until, step)
            else:
                self._sum((one, other), count, until, step)
            return self
        with closing(self.pairs(count, until)) as pairs:
            for _ in pairs:
                step(1)
        return self

    def _sum(
        self,
        engines: tuple[SummingEngine, SummingEngine],
        count: int,
        until: Until | None,
        progress: Callable[[int], None],
    ) -> None:
        """Play `count` further pairs, and let the engines sum them."""
        (one, other), (first, second) = self.runs, self._quantities
        inside, played = Inside(self.paired, engines[1]), self.games
        with Interrupts() as interrupts:
            with (
                one.stream(engines[0], count, first.sources) as mine,
                other.stream(engines[1], count, second.sources) as yours,
                inside,
            ):
                interrupts.counting()
                while pairs := interrupts.waited(lambda: min(mine.ready(), yours.ready(), BATCH)):
                    if until is not None:
                        pairs = min(pairs, until.every - played % until.every)
                    mine.add(pairs)
                    yours.add(pairs)
                    inside.add(pairs, mine.vectors(), yours.vectors())
                    progress(pairs)
                    played += pairs
                    if until is not None and played % until.every == 0:
                        inside.settle()
                        if self.known_to(until):
                            break
            interrupts.counted()

    def _merge(self, count: int, until: Until | None, progress: Callable[[int], None]) -> None:
        """Let other machines play and sum `count` further pairs."""
        (one, other), every = self.runs, until.every if until else NEVER
        elsewhere = one.plan.elsewhere
        assert elsewhere is not None  # noqa: S101 - as `merges` says
        plans = one.plan.alone, other.plan.alone
        work = partial(_summed, plans, self._keys, one.first, every)
        other.ask(count)
        shards = elsewhere.shards(work, one.ask(count), first=elsewhere.first(one.plan.players))
        with Interrupts() as interrupts:
            with closing(shards):
                interrupts.counting()
                begun = perf_counter()
                while (parts := interrupts.waited(lambda: next(shards, None))) is not None:
                    for first, second, pairs in parts:
                        each = (perf_counter() - begun) / 2
                        one.include(first, each)
                        other.include(second, each)
                        self.paired.merge(pairs)
                        progress(pairs.games)
                        if until is not None and self.games % every == 0 and self.known_to(until):
                            return
                        begun = perf_counter()
            interrupts.counted()

    def known_to(self, until: Until) -> bool:
        """Return whether the intervals of all differences of win shares are narrow enough for `until`."""
        if self.games >= until.most:
            return True
        wins = [paired for key, paired in self.paired.items() if key.startswith("wins.")]
        if not wins or any(None in paired.means for paired in wins):
            return False
        ends = (paired.interval(until, whole=True) for paired in wins)
        return all(high - low <= 2 * until.half for low, high in ends)

    def differences(self, confidence: Confidence | None = None) -> list[Difference]:
        """Return the differences in all quantities that the two games have in common, most important first.

        Quantities that never occurred in either game, such as an action that nobody chose, are left out.
        """
        found = []
        for key, quantity in self._common():
            paired = self.paired[key]
            if None not in paired.means and paired.means != (0.0, 0.0):
                found.append((quantity, paired))
        return weighed(judged(found, confidence or Fixed()))

    def _common(self) -> Iterator[tuple[str, Quantity]]:
        """Yield what both games have, except what follows from the rest in both."""
        one, other = self._quantities
        shared = one.known.keys() - (one.following & other.following)
        return ((key, quantity) for key, quantity in other.known.items() if key in shared)

    def only(self) -> tuple[list[Quantity], list[Quantity]]:
        """Return the quantities that only the first game has, and those that only the second game has."""
        first, second = (each.known for each in self._quantities)
        alone: tuple[list[Quantity], list[Quantity]] = ([], [])
        for side, (mine, other) in enumerate(((first, second), (second, first))):
            for key, quantity in mine.items():
                means = self.paired[key].means
                if means[side] is not None and (key not in other or means[1 - side] is None):
                    alone[side].append(quantity)
        return alone


def _summed(
    plans: tuple[Plan, Plan], keys: Sequence[str] | None, number: int, every: int, numbers: range
) -> list[tuple[Summary, Summary, Pairs]]:
    """Play the pairs of games with these numbers, and return their sums for each of the `stretches`."""
    found = []
    for some in stretches(numbers, number, every):
        compared = Comparison(*plans, keys=keys, number=some.start).play(len(some))
        one, other = compared.runs
        found.append((one.summary, other.summary, compared.paired))
    return found
