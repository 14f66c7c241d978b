"""How different kinds of players did at one table, and which of them is stronger.

The kind of player that won most is compared with the kind that won least, game by game, since players of both
kinds sat in each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from interpreter.report.record import Record
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["BotFact", "Players", "PlayersFacts", "UseFact"]


@dataclass(frozen=True, slots=True)
class BotFact:
    """A kind of player, with its share of the win per seat, the share's interval, and its mean score."""

    name: str
    seats: int
    points: float
    low: float
    high: float
    score: float | None


@dataclass(frozen=True, slots=True)
class UseFact:
    """How often each kind of player chose an action.

    `means` are uses per game, strongest kind first. `difference` is the strongest kind's uses minus the
    weakest kind's.
    """

    action: str
    means: tuple[float, ...]
    difference: Verdict | None


@dataclass(frozen=True, slots=True)
class PlayersFacts:
    """The kinds of players, strongest first.

    `ahead` is how much more the strongest kind won than the weakest.
    """

    bots: tuple[BotFact, ...]
    ahead: Verdict | None
    uses: tuple[UseFact, ...]


class Players:
    """Counts the results of each kind of player. `won` is what each kind won per seat, over all games."""

    def __init__(self, run: Run, won: Mapping[str, Mean]) -> None:
        self._run = run
        self._bots = sorted(run.bots, key=lambda bot: -(won[bot].mean or 0.0))
        self._points, self._scores = ({bot: Mean() for bot in run.bots} for _ in range(2))
        self._uses = [{bot: Mean() for bot in run.bots} for _ in run.actions]
        self._ahead, self._differences = Mean(), [Mean() for _ in run.actions]

    @property
    def _told(self) -> bool:
        return len(self._bots) > 1 and len(set(self._run.teams)) > 1

    def add(self, record: Record) -> None:
        """Count a game if it has a result."""
        if record.result is None or not self._told:
            return
        seats = {bot: [seat for seat, sat in enumerate(record.seats) if sat == bot] for bot in self._bots}
        points = self._run.deciding.shares(record.result)
        for bot, sat in seats.items():
            self._points[bot].add(_mean(points, sat))
            self._scores[bot].add(_mean(record.result.scores, sat))
        strong, weak = self._bots[0], self._bots[-1]
        self._ahead.add(_mean(points, seats[strong]) - _mean(points, seats[weak]))
        for number, (uses, difference) in enumerate(zip(self._uses, self._differences, strict=True)):
            chosen = [seat[number] for seat in record.chosen]
            used = {bot: _mean(chosen, sat) for bot, sat in seats.items()}
            for bot, mean in used.items():
                uses[bot].add(mean)
            difference.add(used[strong] - used[weak])

    def compare(self, comparisons: Comparisons) -> None:
        """Add to `comparisons` tests of how the strongest kind of player differs from the weakest.

        The tests cover the wins and the uses of each action.
        """
        comparisons.add("ahead", self._ahead, 0.0, mean_of)
        for number, difference in enumerate(self._differences):
            comparisons.add(("use", number), difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> PlayersFacts | None:
        """Return the facts, or `None` unless several kinds of players sat in games with several teams."""
        if not self._told or self._ahead.count == 0:
            return None
        uses = tuple(
            UseFact(name, tuple(means[bot].mean or 0.0 for bot in self._bots), verdicts.of(("use", number)))
            for number, (name, means) in enumerate(zip(self._run.actions, self._uses, strict=True))
        )
        return PlayersFacts(tuple(map(self._fact, self._bots)), verdicts.of("ahead"), uses)

    def _fact(self, bot: str) -> BotFact:
        points = self._points[bot]
        low, high = bounded_mean_of(points, self._run.confidence)
        score = self._scores[bot].mean if self._run.scored else None
        return BotFact(bot, self._run.seats.count(bot), points.mean or 0.0, low, high, score)


def _mean(values: tuple[float, ...] | list[int], seats: list[int]) -> float:
    return sum(values[seat] for seat in seats) / len(seats)
