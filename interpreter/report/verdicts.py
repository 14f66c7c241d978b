"""How sure it is that something differs from nothing, in words.

A report compares many things at once, so it calls differences as `gamespec compare` does, by all that it
looks at together (`interpreter.study.verdicts`): *clear* is what Holm's procedure calls, *suggestive* what
only that of Benjamini and Hochberg does. Where nothing differs five of a hundred reports at most call
anything.

Each comparison is of the mean over games of one number with what it would be if nothing differed. That such
a mean is as far off as it was seen has the probability by Student's distribution, and never a smaller one
than that of *n* coins that all fall on one side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from enum import Enum
from math import ceil, inf
from typing import TypeAlias

from interpreter.report.experiment import Effect
from interpreter.simulate.intervals import Confidence
from interpreter.simulate.statistics import Mean
from interpreter.study.verdicts import LEVEL, discoveries, holm

__all__ = ["FEW", "Comparisons", "Strength", "Verdict", "Verdicts"]

FEW = 20
"""Of fewer games nothing is said of a difference."""

DUST = 1e-9
"""What is smaller comes of rounding."""

MOST_MORE = 1_000_000
"""More games than that nobody is asked to play."""

Interval: TypeAlias = Callable[[Mean, Confidence], tuple[float, float] | None]


class Strength(Enum):
    """How sure it is that there is a difference."""

    CLEAR = "clear"
    SUGGESTIVE = "suggestive"
    OPEN = "not enough games"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found, between which ends it lies, and how sure it is that it is not nothing.

    `low` and `high` are those of the 95 % interval by itself. `more` games would make it clear if the
    difference is what it seems to be; `None` if it is clear, or that would be too many.
    """

    mean: float
    low: float
    high: float
    games: int
    strength: Strength
    more: int | None = None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """The verdicts by what they are of; all but what never differs was looked at together, so `many`."""

    by_key: dict[Hashable, Verdict]
    many: int

    def of(self, key: Hashable) -> Verdict | None:
        """The verdict; `None` if there are few games."""
        return self.by_key.get(key)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """`errors` is how many standard errors it is off nothing; `differs` whether some game differs."""

    key: Hashable
    mean: float
    errors: float
    games: int
    low: float
    high: float
    differs: bool = True


class Comparisons:
    """What a report compares together; each has a key of its own."""

    def __init__(self, confidence: Confidence) -> None:
        self._confidence = confidence
        self._all: list[_Comparison] = []

    def add(self, key: Hashable, mean: Mean, nothing: float, interval: Interval) -> None:
        """Compare a mean with what it would be if nothing differed; `interval` gives that of such a mean."""
        ends = interval(mean, self._confidence)
        if mean.count < FEW or mean.mean is None or mean.error is None or ends is None:
            return
        off, error = abs(mean.mean - nothing), mean.error
        errors = off / error if error > DUST else (inf if off > DUST else 0.0)
        differs = error > DUST or off > DUST
        self._all.append(_Comparison(key, mean.mean, errors, mean.count, *ends, differs))

    def add_effect(self, key: Hashable, effect: Effect) -> None:
        """Compare an effect with nothing."""
        if effect.games >= FEW:
            found = (effect.mean, effect.errors, effect.games, effect.low, effect.high)
            self._all.append(_Comparison(key, *found))

    def settled(self) -> Verdicts:
        """The verdicts on all of them."""
        seen = [each for each in self._all if each.differs]
        chances = [
            max(self._confidence.chance(each.errors, each.games), 2.0 ** (1 - each.games)) for each in seen
        ]
        called = zip(seen, holm(chances), discoveries(chances), strict=True)
        strengths = {
            each.key: Strength.CLEAR if clear else Strength.SUGGESTIVE if suggestive else Strength.OPEN
            for each, clear, suggestive in called
        }
        return Verdicts(
            {
                each.key: self._verdict(each, strengths.get(each.key, Strength.OPEN), len(seen))
                for each in self._all
            },
            len(seen),
        )

    def _verdict(self, each: _Comparison, strength: Strength, many: int) -> Verdict:
        more = None
        if strength is not Strength.CLEAR and each.errors > DUST:
            times = (_wanted(self._confidence, each.games, many) / each.errors) ** 2 - 1
            more = max(1, ceil(each.games * times)) if each.games * times <= MOST_MORE else None
        return Verdict(each.mean, each.low, each.high, each.games, strength, more)


def _wanted(confidence: Confidence, games: int, many: float) -> float:
    """How many standard errors off a mean of so many games is called clear, the first of so many."""
    low, high = 0.0, 1.0
    while confidence.chance(high, games) > LEVEL / many:
        low, high = high, 2 * high
    for _ in range(30):
        middle = (low + high) / 2
        short = confidence.chance(middle, games) > LEVEL / many
        low, high = (middle, high) if short else (low, middle)
    return high
