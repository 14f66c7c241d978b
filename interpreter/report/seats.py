"""How the seats, and the sorts of players, have fared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from interpreter.play.result import Result
from interpreter.report.record import Record, points_of
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean
from interpreter.simulate.summary import Seat, add_result

__all__ = ["SeatFact", "Seats"]

TWO = 2


@dataclass(frozen=True, slots=True)
class SeatFact:
    """How one seat fared in the games with a result.

    `points` is the share of points, where a win is one point and a shared one a part of it, judged against
    `even`; `None` if there is nobody to share with, or there are few games. The score's interval is `low` to
    `high`. `parts` are the means of the parts of the score that have names, by id.
    """

    seat: int
    games: int
    wins: int
    shared: int
    even: float
    points: Verdict | None
    score: float | None
    low: float | None
    high: float | None
    parts: tuple[tuple[str, float], ...]


class Seats:
    """Counts games for the seats."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._parts = len(run.parts) or int(run.scored)
        self._seats = [Seat(parts=tuple(Mean() for _ in range(self._parts))) for _ in range(run.players)]
        self._points = [Mean() for _ in range(run.players)]
        self._cells: dict[tuple[int, str], Mean] = {}
        self.by_bot = {bot: Mean() for bot in run.bots}
        """What each sort of player won of a point, in all seats."""
        self._games = 0

    def add(self, record: Record, result: Result) -> None:
        """Count a game with this result."""
        self._games += 1
        add_result(self._seats, self._run.teams, result)
        for seat, (points, bot) in enumerate(
            zip(points_of(self._run.teams, result), record.seats, strict=True)
        ):
            self._points[seat].add(points)
            self._cells.setdefault((seat, bot), Mean()).add(points)
            self.by_bot[bot].add(points)

    def expected(self, record: Record) -> Iterable[float]:
        """By seat what such a player in this seat wins on average."""
        return (self._cells[seat, bot].mean or 0.0 for seat, bot in enumerate(record.seats))

    @property
    def _teams(self) -> dict[int, int]:
        """Each team with its first seat: partners win the same."""
        return {team: seat for seat, team in reversed([*enumerate(self._run.teams)])}

    def compare(self, comparisons: Comparisons) -> None:
        """What each team won, with an even share; of two teams one, as what it wins the other loses."""
        teams = self._teams
        for team, seat in [*teams.items()][: len(teams) if len(teams) > TWO else len(teams) - 1]:
            comparisons.add(("team", team), self._points[seat], 1 / len(teams), bounded_mean_of)

    def _verdict(self, team: int, verdicts: Verdicts) -> Verdict | None:
        found = verdicts.of(("team", team))
        if found is None and len(self._teams) == TWO:
            other = verdicts.of(("team", next(each for each in self._teams if each != team)))
            found = other and replace(other, mean=1 - other.mean, low=1 - other.high, high=1 - other.low)
        return found

    def facts(self, verdicts: Verdicts) -> tuple[SeatFact, ...]:
        """How each seat fared."""
        run = self._run
        even = 1 / len(set(run.teams))
        found = []
        for number, seat in enumerate(self._seats, 1):
            verdict = self._verdict(run.teams[number - 1], verdicts) if even < 1 else None
            low, high = mean_of(seat.score, run.confidence) or (None, None)
            means = (part.mean or 0.0 for part in seat.parts)
            parts = tuple(zip(run.parts, means, strict=True)) if run.parts else ()
            found.append(
                SeatFact(
                    number,
                    self._games,
                    seat.wins,
                    seat.shared,
                    even,
                    verdict,
                    seat.score.mean,
                    low,
                    high,
                    parts,
                )
            )
        return tuple(found)
