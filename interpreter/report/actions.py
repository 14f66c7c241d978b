"""What players could do, what they did, and whether it goes with winning.

Who used an action is compared with those in the same game who were offered it and did not (`contrast`).
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.report.contrast import Contrast, Won
from interpreter.report.record import Record
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["ActionFact", "Actions"]


@dataclass(frozen=True, slots=True)
class ActionFact:
    """What became of one action in the games with a result.

    `offered` and `chosen` are decisions; `used` is the share of players in games, those in which a player was
    offered it, who chose it. In games in which some did and others did not, `won` and `without` are what they
    won of a point on average, and `link` is the difference beyond their seats and bots; `None` of few games.
    """

    name: str
    offered: int
    chosen: int
    used: float | None
    won: float | None
    without: float | None
    link: Verdict | None


class _Action:
    """What is counted of one action."""

    def __init__(self) -> None:
        self.offered = self.chosen = 0
        self.used, self.contrast = Mean(), Contrast()


class Actions:
    """Counts games for the actions."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._actions = [_Action() for _ in run.actions]
        self._compared = len(set(run.teams)) > 1

    def add(self, record: Record, won: Won) -> None:
        """Count a game with a result."""
        for number, action in enumerate(self._actions):
            users: list[int] = []
            others: list[int] = []
            for seat, (offered, chosen) in enumerate(zip(record.offered, record.chosen, strict=True)):
                if offered[number]:
                    action.offered += offered[number]
                    action.chosen += chosen[number]
                    action.used.add(chosen[number] > 0)
                    (users if chosen[number] else others).append(seat)
            if self._compared:
                action.contrast.add(won, users, others)

    def compare(self, comparisons: Comparisons) -> None:
        """What who used an action won more, with nothing."""
        for number, action in enumerate(self._actions):
            comparisons.add(("action", number), action.contrast.difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> tuple[ActionFact, ...]:
        """What became of each action."""
        return tuple(
            ActionFact(
                name,
                action.offered,
                action.chosen,
                action.used.mean,
                action.contrast.won.mean,
                action.contrast.without.mean,
                verdicts.of(("action", number)),
            )
            for number, (name, action) in enumerate(zip(self._run.actions, self._actions, strict=True))
        )
