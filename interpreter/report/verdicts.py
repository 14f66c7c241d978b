"""Verdicts on differences, which say in words how certain it is that they are not zero.

A report makes many comparisons at once, so it classifies differences as `gamespec compare` does, correcting
for all of them (see `interpreter.study.verdicts`). A difference is *clear* if Holm's procedure rejects its
hypothesis, and *suggestive* if only the procedure of Benjamini and Hochberg rejects it. If there are no
differences at all, at most five of a hundred reports claim one.

Each comparison tests the mean of one number per game against its expectation under no difference. Its p-value
is that of Student's distribution, but never smaller than the probability that *n* coins all fall on one side.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from enum import Enum
from math import ceil, inf
from typing import TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.report.experiment import Effect
from interpreter.simulate.intervals import Confidence
from interpreter.simulate.statistics import Mean
from interpreter.study.verdicts import LEVEL, discoveries, holm

__all__ = ["FEW", "Comparisons", "Strength", "Verdict", "Verdicts"]

FEW = 20
"""Minimum number of games that a statement about a difference requires."""

DUST = 1e-9
"""Maximum absolute value that counts as a rounding error."""

MOST_MORE = 1_000_000
"""Maximum number of additional games that a report suggests."""

Interval: TypeAlias = Callable[[Mean, Confidence], tuple[float, float] | None]


class Strength(Enum):
    """How certain it is that a difference is not zero."""

    CLEAR = "clear"
    SUGGESTIVE = "suggestive"
    OPEN = "not enough games"


@dataclass(frozen=True, slots=True)
class Verdict:
    """A finding, with its interval and a statement of how certain it is to differ from zero.

    `low` and `high` are the ends of the 95 % interval of this finding alone. `more` is the number of
    additional games that would make the finding clear if the true difference were the observed one. It is
    `None` if the finding is clear already, or if that would take too many games.
    """

    mean: float
    low: float
    high: float
    games: int
    strength: Strength
    more: int | None = None


@dataclass(frozen=True, slots=True)
class Verdicts:
    """Verdicts by the key of the comparison.

    `many` is the number of comparisons tested together, without those in which all games agree.
    """

    by_key: dict[Hashable, Verdict]
    many: int

    def of(self, key: Hashable) -> Verdict | None:
        """Return the verdict with the given key, or `None` if there are too few games."""
        return self.by_key.get(key)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """A comparison with zero. `errors` is the distance from zero in standard errors.

    `differs` is false if the games show no difference at all.
    """

    key: Hashable
    mean: float
    errors: float
    games: int
    low: float
    high: float
    differs: bool = True


class Comparisons:
    """The comparisons that a report tests together, each with a unique key."""

    def __init__(self, confidence: Confidence) -> None:
        self._confidence = confidence
        self._all: list[_Comparison] = []

    def add(self, key: Hashable, mean: Mean, nothing: float, interval: Interval) -> None:
        """Add a comparison of a mean with `nothing`, the value expected if there is no difference.

        `interval` is the function that computes the interval of the mean.
        """
        ends = interval(mean, self._confidence)
        if mean.count < FEW or mean.mean is None or mean.error is None or ends is None:
            return
        off, error = abs(mean.mean - nothing), mean.error
        errors = off / error if error > DUST else (inf if off > DUST else 0.0)
        differs = error > DUST or off > DUST
        self._all.append(_Comparison(key, mean.mean, errors, mean.count, *ends, differs))

    def add_effect(self, key: Hashable, effect: Effect) -> None:
        """Add a comparison of an action's effect with zero."""
        if effect.games >= FEW:
            found = (effect.mean, effect.errors, effect.games, effect.low, effect.high)
            self._all.append(_Comparison(key, *found))

    def settled(self) -> Verdicts:
        """Return the verdicts on all comparisons added so far."""
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
    """Return the number of standard errors from zero beyond which the most extreme mean is clear.

    `many` is the number of means.
    """
    low, high = 0.0, 1.0
    while confidence.chance(high, games) > LEVEL / many:
        low, high = high, 2 * high
    for _ in range(30):
        middle = (low + high) / 2
        short = confidence.chance(middle, games) > LEVEL / many
        low, high = (middle, high) if short else (low, middle)
    return high
