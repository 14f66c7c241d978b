"""How the seats, and the sorts of players, have fared."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from interpreter.play.result import Result
from interpreter.report.record import Record, points_of
from interpreter.report.run import Run
from interpreter.report.verdicts import Verdict, share_judged
from interpreter.simulate.intervals import mean_of
from interpreter.simulate.statistics import Mean
from interpreter.simulate.summary import Seat, add_result

__all__ = ["SeatFact", "Seats"]


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
    def comparisons(self) -> int:
        """How many comparisons the verdicts are: of two teams what one wins the other loses."""
        teams = len(set(self._run.teams))
        return teams if teams > 2 else teams - 1  # noqa: PLR2004 - as the docstring says

    def facts(self, among: int) -> tuple[SeatFact, ...]:
        """How each seat fared, its verdict being one of so many."""
        run = self._run
        even = 1 / len(set(run.teams))
        found = []
        for number, (seat, points) in enumerate(zip(self._seats, self._points, strict=True), 1):
            verdict = share_judged(points, run.confidence, among, even) if even < 1 else None
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
