"""How the seats, the teams and the kinds of players fared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from interpreter.play.result import Result
from interpreter.report.record import Record
from interpreter.report.run import Run
from interpreter.report.verdicts import FEW, Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean
from interpreter.simulate.summary import Seat
from interpreter.simulate.wins import listed

__all__ = ["SeatFact", "Seats", "Wins"]

TWO = 2


@dataclass(frozen=True, slots=True)
class Wins:
    """The share of the wins of a seat or a team, its interval, and the `even` share.

    `verdict` is about the difference from an even share; `None` for few games.
    """

    share: float
    low: float
    high: float
    even: float
    verdict: Verdict | None


@dataclass(frozen=True, slots=True)
class SeatFact:
    """How the `seats` (from 0) of a team, or one seat, fared in the games with a result.

    `wins` is `None` if there is no opponent. `score` is that of a player, averaged over several, with its
    interval from `low` to `high`; `parts` are the means of its named parts, by id.
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
        """Its name: `seat 1`, `seats 1, 3`."""
        return listed(self.seats)

    @property
    def number(self) -> str:
        """Its name without the word."""
        return self.name.partition(" ")[2]


class Seats:
    """Counts the seats and teams."""

    def __init__(self, run: Run) -> None:
        self._run = run
        parts = len(run.parts) or int(run.scored)
        self._seats: dict[tuple[int, ...], Seat] = {(seat,): Seat.of(parts) for seat in range(run.players)}
        self._teams = {unit: self._seats.get(unit) or Seat.of(parts) for unit in run.deciding.units}
        self._cells: dict[tuple[int, str], Mean] = {}
        self.by_bot = {bot: Mean() for bot in run.bots}
        """What each sort of player won of a game, in all seats."""
        self._games = 0

    def add(self, record: Record, result: Result) -> None:
        """Count a game with this result."""
        won = self._run.deciding.of_game(result)
        self._games += 1
        for seats, fared in {**self._seats, **self._teams}.items():
            fared.add(won, result, seats)
        for seat, (share, bot) in enumerate(zip(won.shares, record.seats, strict=True)):
            self._cells.setdefault((seat, bot), Mean()).add(share)
            self.by_bot[bot].add(share)

    def expected(self, record: Record) -> Iterable[float]:
        """Return, by seat, what such a player wins there on average."""
        return (self._cells[seat, bot].mean or 0.0 for seat, bot in enumerate(record.seats))

    def compare(self, comparisons: Comparisons, even: Mapping[int, Mean]) -> None:
        """Compare what each team won with an even share; for two teams only one, as the other mirrors it.

        `even` is, for each team, its win shares minus those of all plus an even share (`Measures.even`).
        """
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
        even = sum(team.share.mean or 0.0 for team in self._teams.values()) / len(teams)
        return Wins(seat.share.mean or 0.0, *bounded_mean_of(seat.share, self._run.confidence), even, verdict)

    def facts(self, verdicts: Verdicts) -> tuple[SeatFact, ...]:
        """Return how each seat fared."""
        return tuple(self._fact(seats, seat, verdicts) for seats, seat in self._seats.items())

    def teams(self, verdicts: Verdicts) -> tuple[SeatFact, ...]:
        """Return how each team fared; a player without partners is a team."""
        return tuple(self._fact(seats, team, verdicts) for seats, team in self._teams.items())

    def _fact(self, seats: tuple[int, ...], seat: Seat, verdicts: Verdicts) -> SeatFact:
        run = self._run
        low, high = mean_of(seat.score, run.confidence) or (None, None)
        means = (part.mean or 0.0 for part in seat.parts)
        parts = tuple(zip(run.parts, means, strict=True)) if run.parts else ()
        counts = seat.won, seat.shared, seat.drawn
        wins = self._wins(seats, seat, verdicts)
        return SeatFact(seats, self._games, *counts, wins, seat.score.mean, low, high, parts)
