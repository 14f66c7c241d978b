"""Bands: what must hold of a game when it is played often, and who plays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from gamespec.text.diagnostics import Diagnostic
    from gamespec.text.source import Span

__all__ = ["VERBS", "Band", "BandRun", "Bands", "Range", "Verb"]

Verb: TypeAlias = Literal["wins", "mean", "share", "chosen"]
"""What a band says something of."""

VERBS: tuple[Verb, ...] = ("wins", "mean", "share", "chosen")


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included; `None` where there is no end. Shares are from 0 to 1."""

    low: float | None
    high: float | None

    def holds(self, low: float, high: float) -> bool:
        """Whether all from one number to another lies in it."""
        return (self.low is None or self.low <= low) and (self.high is None or high <= self.high)

    def misses(self, low: float, high: float) -> bool:
        """Whether nothing from one number to another lies in it."""
        return (self.low is not None and high < self.low) or (self.high is not None and low > self.high)

    def room(self, value: float) -> float:
        """How far a number is from the nearer end."""
        return min(abs(value - end) for end in (self.low, self.high) if end is not None)


@dataclass(frozen=True, slots=True)
class Band:
    """What must hold, as it is written at `span`.

    Of `wins` the `seat` (from 0) or the number of the `player`, of `mean` the `key` of the measure, or of one
    of the game's `own` its number and whose it is (the seat, from 0; 0 if it is nobody's), of `share` the
    number of a `column` and what its value is compared with, of `chosen` the numbers of the `actions`.
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
    """Who plays, how often at most, and what must hold."""

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
    """The runs of a file that can be played, and what is wrong with the others."""

    runs: tuple[BandRun, ...]
    faults: tuple[Diagnostic, ...]
