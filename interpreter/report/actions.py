"""What players could do, what they did, and whether it goes with winning.

Who used an action is compared with those in the same game who were offered it and did not: games differ, and
a long one has more of everything. Of what each of them won is taken away what such a player in that seat wins
on average; so neither a good seat nor a strong player speaks for an action. One number comes of each game in
which there were both, and the mean of these has an honest interval.

It says that something goes with winning, not that it makes one win: who is ahead may do it for that reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from interpreter.report.record import Record, points_of
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
        self.used, self.won, self.without, self.difference = Mean(), Mean(), Mean(), Mean()


class Actions:
    """Counts games for the actions; `expected` gives by seat what such players win on average."""

    def __init__(self, run: Run, expected: Callable[[Record], Iterable[float]]) -> None:
        self._run, self._expected = run, expected
        self._actions = [_Action() for _ in run.actions]
        self._compared = len(set(run.teams)) > 1

    def add(self, record: Record) -> None:
        """Count a game, if it has a result."""
        if record.result is None:
            return
        points = points_of(self._run.teams, record.result)
        beyond = [got - mean for got, mean in zip(points, self._expected(record), strict=True)]
        for number, action in enumerate(self._actions):
            users: list[int] = []
            others: list[int] = []
            for seat, (offered, chosen) in enumerate(zip(record.offered, record.chosen, strict=True)):
                if offered[number]:
                    action.offered += offered[number]
                    action.chosen += chosen[number]
                    action.used.add(chosen[number] > 0)
                    (users if chosen[number] else others).append(seat)
            if users and others and self._compared:
                action.won.add(_mean(points, users))
                action.without.add(_mean(points, others))
                action.difference.add(_mean(beyond, users) - _mean(beyond, others))

    def compare(self, comparisons: Comparisons) -> None:
        """What who used an action won more, with nothing."""
        for number, action in enumerate(self._actions):
            comparisons.add(("action", number), action.difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts) -> tuple[ActionFact, ...]:
        """What became of each action."""
        return tuple(
            ActionFact(
                name,
                action.offered,
                action.chosen,
                action.used.mean,
                action.won.mean,
                action.without.mean,
                verdicts.of(("action", number)),
            )
            for number, (name, action) in enumerate(zip(self._run.actions, self._actions, strict=True))
        )


def _mean(values: Sequence[float], seats: list[int]) -> float:
    return sum(values[seat] for seat in seats) / len(seats)
