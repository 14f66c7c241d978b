"""Bands, which are ranges for statistics of many games, and the runs that say who plays these games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from gamespec.program.frozen import dataclass

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from gamespec.text.diagnostics import Diagnostic
    from gamespec.text.source import Span

__all__ = ["VERBS", "Band", "BandRun", "Bands", "Range", "Verb"]

Verb: TypeAlias = Literal["wins", "mean", "share", "chosen"]
"""The kind of statistic that a band restricts."""

VERBS: tuple[Verb, ...] = ("wins", "mean", "share", "chosen")


@dataclass(frozen=True, slots=True)
class Range:
    """A range from `low` to `high`, both included. `None` means that the range has no bound on that side.

    Shares are numbers from 0 to 1.
    """

    low: float | None
    high: float | None

    def holds(self, low: float, high: float) -> bool:
        """Return whether the whole interval from `low` to `high` lies inside the range."""
        return (self.low is None or self.low <= low) and (self.high is None or high <= self.high)

    def misses(self, low: float, high: float) -> bool:
        """Return whether the whole interval from `low` to `high` lies outside the range."""
        return (self.low is not None and high < self.low) or (self.high is not None and low > self.high)

    def room(self, value: float) -> float:
        """Return the distance from `value` to the nearer end of the range."""
        return min(abs(value - end) for end in (self.low, self.high) if end is not None)


@dataclass(frozen=True, slots=True)
class Band:
    """A requirement on a statistic of many games. `span` is its place in the file.

    A band of `wins` is about the `seat` (from 0) or the number of the `player`. A band of a `mean` is about
    the `key` of a general measure, or about one of the game's `own` measures, given by its number and its
    seat (from 0, and 0 if the measure is not by seat). A band of a `share` is about the number of a `column`
    and the `value` with which it is compared. A `chosen` band is about the numbers of the `actions`.
    """

    verb: Verb
    text: str
    span: Span
    within: Range = Range(None, None)
    unit: Literal["share", "number"] = "share"
    seat: int | None = None
    player: int | None = None
    key: str = ""
    own: tuple[int, int] | None = None
    column: int = -1
    compared: str = ""
    value: float | str = 0
    actions: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class BandRun:
    """A run in a file of bands, with its players, its maximum number of games, and its bands."""

    id: str
    title: str
    span: Span
    compiled: Compiled
    seats: tuple[str, ...]
    games: int
    seed: int
    bands: tuple[Band, ...]


@dataclass(frozen=True, slots=True)
class Bands:
    """The valid runs of a file of bands, and the diagnostics about the invalid ones."""

    runs: tuple[BandRun, ...]
    faults: tuple[Diagnostic, ...]
