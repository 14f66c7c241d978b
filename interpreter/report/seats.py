"""The results of the seats, of the teams, and of the kinds of players."""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.report.run import Run
from interpreter.report.verdicts import FEW, Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import bounded_mean_of, mean_of
from interpreter.simulate.summary import Seat, Summary
from interpreter.simulate.wins import listed

__all__ = ["SeatFact", "Seats", "Wins"]

TWO = 2


@dataclass(frozen=True, slots=True)
class Wins:
    """The share of the wins that a seat or a team has, with its interval and the `even` share.

    `verdict` is about the difference from the even share. It is `None` if there are too few games.
    """

    share: float
    low: float
    high: float
    even: float
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class SeatFact:
    """The results of a team or a single seat in the games with a result. `seats` are its seats (from 0).

    `wins` is `None` if there is no opponent. `score` is the mean score of a player, with its interval from
    `low` to `high`. `parts` maps the ids of the named parts of the score to their means.
    """

    seats: tuple[int, ...]
    games: int
    won: int
    shared: int
    drawn: int
    wins: Wins | None
    score: float | None
    low: float | None
    high: float | None
    parts: tuple[tuple[str, float], ...]

    @property
    def name(self) -> str:
        """The name of the team in a report, such as `seat 1` or `seats 1, 3`."""
        return listed(self.seats)

    @property
    def number(self) -> str:
        """The name of the team without the word `seat`."""
        return self.name.partition(" ")[2]


class Seats:
    """The results of seats and teams."""

    def __init__(self, run: Run, summary: Summary) -> None:
        self._run, self._summary = run, summary

    def compare(self, comparisons: Comparisons) -> None:
        """Add to `comparisons` a test of whether each team's wins differ from an even share.

        Of two teams only one is tested, because the other mirrors it.
        """
        even = self._summary.measures.even
        several = [*even.items()] if len(even) > 1 else []
        for team, mean in several[: len(several) if len(several) > TWO else 1]:
            comparisons.add(("team", team), mean, 1 / len(even), bounded_mean_of)

    def _wins(self, unit: tuple[int, ...], seat: Seat, verdicts: Verdicts) -> Wins | None:
        teams = self._run.deciding.units
        if len(teams) == 1 or seat.share.count < FEW:
            return None
        number = [*dict.fromkeys(self._run.teams)].index(self._run.teams[unit[0]])
        keys = [("team", team) for team in dict.fromkeys(self._run.teams)]
        verdict = verdicts.of(keys[number if len(teams) > TWO else 0])
        even = sum(team.share.mean or 0.0 for team in self._summary.teams.values()) / len(teams)
        return Wins(seat.share.mean or 0.0, *bounded_mean_of(seat.share, self._run.confidence), even, verdict)

    def facts(self, verdicts: Verdicts) -> tuple[SeatFact, ...]:
        """Return the results of each seat."""
        return tuple(self._fact((n,), seat, verdicts) for n, seat in enumerate(self._summary.seats))

    def teams(self, verdicts: Verdicts) -> tuple[SeatFact, ...]:
        """Return the results of each team. A player without partners is a team."""
        return tuple(self._fact(seats, team, verdicts) for seats, team in self._summary.teams.items())

    def _fact(self, seats: tuple[int, ...], seat: Seat, verdicts: Verdicts) -> SeatFact:
        run = self._run
        low, high = mean_of(seat.score, run.confidence) or (None, None)
        means = (part.mean or 0.0 for part in seat.parts)
        parts = tuple(zip(run.parts, means, strict=True)) if run.parts else ()
        counts = seat.won, seat.shared, seat.drawn
        wins = self._wins(seats, seat, verdicts)
        return SeatFact(seats, self._summary.completed, *counts, wins, seat.score.mean, low, high, parts)
