"""How different kinds of players did at one table, and which of them is stronger.

The kind of player that won most is compared with the kind that won least, game by game, since players of both
kinds sat in each game.
"""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.program.frozen import dataclass
from interpreter.report.counted import GameCounts
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import bounded_mean_of, mean_of

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
    """The results of each kind of player."""

    def __init__(self, run: Run, counted: GameCounts) -> None:
        self._run, self._counted, self._kernel = run, counted, counted.kernel
        several = counted.kernel.several
        self._ahead = counted.mean(counted.kernel.ahead)
        self._differences = [
            counted.mean(counted.kernel.differences + action) for action in range(len(run.actions) * several)
        ]

    def compare(self, comparisons: Comparisons) -> None:
        """Add to `comparisons` tests of how the strongest kind of player differs from the weakest.

        The tests cover the wins and the uses of each action.
        """
        comparisons.add("ahead", self._ahead, 0.0, mean_of)
        for number, difference in enumerate(self._differences):
            comparisons.add(("use", number), difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> PlayersFacts | None:
        """Return the facts, or `None` unless several kinds of players sat in games with several teams."""
        if self._ahead.count == 0:
            return None
        uses = tuple(
            UseFact(name, tuple(self._use(number)), verdicts.of(("use", number)))
            for number, name in enumerate(self._run.actions)
        )
        return PlayersFacts(tuple(map(self._fact, self._counted.kinds)), verdicts.of("ahead"), uses)

    def _use(self, action: int) -> Iterator[float]:
        """Yield the mean uses of an action per game by each kind of player."""
        kernel = self._kernel
        for kind in self._counted.kinds:
            yield self._counted.mean(kernel.uses + kernel.of.kinds * action + kind).mean or 0.0

    def _fact(self, kind: int) -> BotFact:
        run, counted, bot = self._run, self._counted, self._run.bots[kind]
        points = counted.mean(self._kernel.points + kind)
        low, high = bounded_mean_of(points, run.confidence)
        score = counted.mean(self._kernel.scores + kind).mean if run.scored else None
        return BotFact(bot, run.seats.count(bot), points.mean or 0.0, low, high, score)
