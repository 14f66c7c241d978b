"""Tests of bands. Games are played until every band is decided, or the budget is used up.

Intervals are examined repeatedly, and an examination may end the run. So the intervals hold at all looks
simultaneously, for a budget of N games known beforehand (see `interpreter.simulate.intervals`). After n games
they extend by c sqrt(N / n) standard errors to each side. With m bands in a file each interval has an m-th of
the error probability (Bonferroni), so that at most one report in twenty contains an error. A band

- *passes* when its interval lies within the range,
- *fails* when its interval lies outside the range,
- is *inconclusive* when the budget is used up before it has passed or failed.

A band about actions passes when every action has been chosen in some game, and fails if an action has not
been chosen within the budget. Such a verdict is a statement about the games played only.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import field
from functools import lru_cache
from math import ceil, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.play.tally import ALL
from interpreter.simulate import Mean, Plan, Run, mean_of, share_of
from interpreter.simulate.intervals import MISSES, beyond, bounded_mean_of, student
from interpreter.simulate.measures import OF_FATES

if TYPE_CHECKING:
    from interpreter.protocol import MakeEngine
    from interpreter.simulate.cluster import Cluster
    from interpreter.simulate.columns import Column
    from interpreter.simulate.recorded.filled import Filled
    from interpreter.study.band import Band, BandRun

__all__ = ["Held", "Looks", "Verdict", "hold"]

Verdict: TypeAlias = Literal["pass", "fail", "inconclusive"]

LOOKS = 100
"""Approximate number of times that a run checks whether its bands are decided."""

LEAST = 30
"""Minimum number of games before a band is decided. Sums of fewer numbers are too far from normal."""

MOST = 10_000_000
"""Maximum number of games that is suggested for deciding a band."""

CHOSEN = "chosen.SEAT.ACTION"
"""The family of columns that count how often actions were chosen, by seat and then by action."""

_COMPARED: dict[str, Callable[[Any, Any], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
}


@dataclass(frozen=True, slots=True)
class Looks:
    """Intervals that hold at all looks at up to `most` games together, with a given error probability."""

    most: int
    misses: float = MISSES

    def reach(self, count: int) -> float:
        """Return the half-width of the interval of a share of `count` games, in standard errors."""
        return _normal(self.misses / 4) * sqrt(max(1.0, self.most / max(1, count)))

    def reach_of_mean(self, count: int, known: int | None = None) -> float:
        """Return the half-width of the interval of a mean with estimated variance, in standard errors."""
        return student(self.misses / 4, (known or count) - 1) * sqrt(max(1.0, self.most / max(1, count)))

    def chance(self, off: float, count: int) -> float:
        """Bound the probability that, at some look, a mean is off by at least `off` standard errors."""
        return min(1.0, 2 * beyond(off / sqrt(max(1.0, self.most / max(1, count))), count - 1))


@lru_cache(maxsize=64)
def _normal(tail: float) -> float:
    """Return the value that a standard normal variable exceeds with probability `tail`."""
    return NormalDist().inv_cdf(1 - tail)


@dataclass(frozen=True, slots=True)
class Held:
    """The verdict on a band, with the `value` over `games` games and its interval from `low` to `high`.

    For a band about actions, `missing` has the numbers of the actions that were never chosen. For an
    inconclusive band, `more` is the number of games that might decide it if the value stays the same.
    """

    band: Band
    verdict: Verdict
    games: int
    value: float | None = None
    low: float | None = None
    high: float | None = None
    missing: tuple[int, ...] = ()
    more: int | None = None


@dataclass(eq=False, slots=True)
class _Count:
    """The counts for one band while games are played."""

    band: Band
    players: int
    mean: Mean = field(default_factory=Mean)
    hits: int = 0
    missing: set[int] = field(default_factory=set)
    told: Held | None = None

    def add(self, columns: Sequence[Column], batch: Sequence[Filled]) -> None:
        """Count games, of which `batch` has the `columns`."""
        if self.band.verb == "chosen":
            chosen = [at for at, column in enumerate(columns) if column.form.name == CHOSEN]
            actions = len(chosen) // self.players
            self.missing -= {
                action
                for action in self.missing
                if any(any(batch[at].values("int64")) for at in chosen[action::actions])
            }
        elif self.band.verb == "share":
            at, holds = self.band.column, _COMPARED[self.band.compared]
            for value in batch[at].values(columns[at].form.type):
                if value is not None:
                    self.mean.add(held := int(holds(value, self.band.value)))
                    self.hits += held

    def found(self, run: Run, looks: Looks) -> tuple[int, float, float, float, float] | None:
        """Return the number of games, the value, the two ends of its interval, and its standard deviation.

        Return `None` if no game has a value.
        """
        summary, band = run.summary, self.band
        measures = summary.measures
        if band.verb == "mean" and band.key not in OF_FATES:
            mean = measures.means[band.key] if band.own is None else measures.own.get(band.own, Mean())
            whole = band.own is not None and band.unit == "share"
            interval = (bounded_mean_of if whole else mean_of)(mean, looks)
            if interval is None or mean.mean is None:
                return None
            return mean.count, mean.mean, *interval, sqrt(mean.variance or 0.0)
        if band.verb == "wins":
            assert band.seat is not None or band.player is not None  # noqa: S101 - a seat or a player wins
            mean = (run.players[band.player or 0] if band.seat is None else summary.seats[band.seat]).share
            if mean.mean is None:
                return None
            return mean.count, mean.mean, *bounded_mean_of(mean, looks), sqrt(mean.variance or 0.0)
        hits, trials = self.hits, self.mean.count
        if band.verb == "mean":
            hits, trials = measures.fates[band.key], measures.games
        if not trials:
            return None
        share = hits / trials
        return trials, share, *share_of(hits, trials, looks), sqrt(share * (1 - share))

    def look(self, run: Run, looks: Looks, *, last: bool) -> None:
        """Decide the band if its interval permits. At the last look, set its verdict in any case."""
        if self.told is not None:
            return
        band, games = self.band, run.summary.games
        if band.verb == "chosen":
            if not self.missing or last:
                verdict: Verdict = "fail" if self.missing else "pass"
                self.told = Held(band, verdict, games, missing=tuple(sorted(self.missing)))
            return
        found = self.found(run, looks)
        if found is None:
            self.told = Held(band, "inconclusive", 0) if last else None
            return
        count, value, low, high, deviation = found
        certain = count >= LEAST and (last or low < high)
        if certain and band.within.holds(low, high):
            self.told = Held(band, "pass", count, value, low, high)
        elif certain and band.within.misses(low, high):
            self.told = Held(band, "fail", count, value, low, high)
        elif last:
            more = _more(band, value, deviation, count, looks)
            self.told = Held(band, "inconclusive", count, value, low, high, more=more)


def _more(band: Band, value: float, deviation: float, count: int, looks: Looks) -> int | None:
    """Estimate how many games in total would decide a band, rounded up to two significant digits.

    Return `None` if the number cannot be estimated, exceeds `MOST`, or has already been played.
    """
    room = band.within.room(value)
    if not room:
        return None
    games = ceil((_normal(looks.misses / 4) * deviation / room) ** 2)
    step = 10 ** max(0, len(str(games)) - 2)
    return -(-games // step) * step if count < games <= MOST else None


def hold(  # noqa: PLR0913 - what is held, and how it is played
    bands: BandRun,
    of: int,
    make: MakeEngine,
    jobs: int,
    progress: Callable[[int], None] | None = None,
    elsewhere: Cluster | None = None,
) -> tuple[Run, list[Held]]:
    """Play until each band of a run is decided, or the budget is used up.

    Return the run and the verdict on each band. `of` is the number of bands that share the error probability.
    The result depends only on the file, not on the engine, the number of `jobs`, or the machines that play if
    there are any `elsewhere`. Re-raises the exception of a failing bot, and raises `ClusterFailed`.
    """
    plan = Plan(bands.compiled, bands.seats, bands.seed, make, jobs, ALL, elsewhere=elsewhere)
    keep = any(band.verb in ("share", "chosen") for band in bands.bands)
    run, looks = Run(plan, keep=keep), Looks(bands.games, MISSES / max(1, of))
    counts = [_Count(band, bands.compiled.program.players, missing=set(band.actions)) for band in bands.bands]
    every = max(1, bands.games // LOOKS)
    with closing(run.paced(bands.games, every, progress)) as pauses:
        for _ in pauses:
            _add(counts, run)
            _look(counts, run, looks, last=False)
            if all(count.told is not None for count in counts):
                break
    _add(counts, run)
    _look(counts, run, looks, last=True)
    return run, list(_told(counts))


def _add(counts: Sequence[_Count], run: Run) -> None:
    """Count the games that were played since the last time."""
    for batch in run.take():
        for count in counts:
            count.add(run.columns, batch)


def _look(counts: Sequence[_Count], run: Run, looks: Looks, *, last: bool) -> None:
    for count in counts:
        count.look(run, looks, last=last)


def _told(counts: Sequence[_Count]) -> Iterator[Held]:
    for count in counts:
        assert count.told is not None  # noqa: S101 - the last look tells each
        yield count.told
