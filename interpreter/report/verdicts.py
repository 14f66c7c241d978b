"""How sure it is that something differs from nothing, in words.

A report makes many comparisons at once, so an interval that leaves nothing out is no news by itself: of
twenty that compare what does not differ one does, on average. What a report calls *clear* is clear among all
of them together (`Fixed.among`): of a hundred reports on games in which nothing differs five at most call
anything clear. What leaves nothing out only by itself is *suggestive*: to be tried again with another seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from math import ceil

from interpreter.simulate.intervals import Confidence, Fixed, Until, bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["FEW", "Strength", "Verdict", "judged", "share_judged", "together"]

FEW = 20
"""Of fewer games nothing is said of a difference."""

MOST_MORE = 1_000_000
"""More games than that nobody is asked to play."""


class Strength(Enum):
    """How sure it is that there is a difference."""

    CLEAR = "clear"
    SUGGESTIVE = "suggestive"
    OPEN = "not enough games"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found, between which ends it lies, and how sure it is that it is not `nothing`.

    `low` and `high` are those of the interval by itself. `more` games would make it clear if the difference
    is what it seems to be; `None` if it is clear, or that would be too many.
    """

    mean: float
    low: float
    high: float
    games: int
    strength: Strength
    more: int | None = None


def together(confidence: Confidence, among: int) -> Confidence:
    """How far intervals reach of which so many are looked at together."""
    assert isinstance(confidence, Fixed | Until)  # noqa: S101 - there are no others
    return replace(confidence, among=max(1, among))


def judged(mean: Mean, confidence: Confidence, among: int, nothing: float = 0.0) -> Verdict | None:
    """What a mean says, one of `among` that are compared with `nothing`; `None` of fewer games than `FEW`."""
    return _verdict(mean, confidence, among, nothing, mean_of)


def share_judged(mean: Mean, confidence: Confidence, among: int, nothing: float) -> Verdict | None:
    """The same of a mean of numbers from 0 to 1, most of which may be 0 or 1."""
    return _verdict(mean, confidence, among, nothing, bounded_mean_of)


def _verdict(
    mean: Mean,
    confidence: Confidence,
    among: int,
    nothing: float,
    interval: Callable[[Mean, Confidence], tuple[float, float] | None],
) -> Verdict | None:
    alone, all_ = interval(mean, confidence), interval(mean, together(confidence, among))
    if mean.mean is None or alone is None or all_ is None or mean.count < FEW:
        return None
    if not all_[0] <= nothing <= all_[1]:
        return Verdict(mean.mean, *alone, mean.count, Strength.CLEAR)
    strength = Strength.OPEN if alone[0] <= nothing <= alone[1] else Strength.SUGGESTIVE
    return Verdict(mean.mean, *alone, mean.count, strength, _more(mean.count, mean.mean - nothing, all_))


def _more(games: int, off: float, interval: tuple[float, float]) -> int | None:
    """So many more games until an interval, narrower by their root, reaches no further than `off`."""
    half = (interval[1] - interval[0]) / 2
    if abs(off) * (games + MOST_MORE) ** 0.5 <= half * games**0.5:
        return None
    return max(1, ceil(games * ((half / off) ** 2 - 1)))
