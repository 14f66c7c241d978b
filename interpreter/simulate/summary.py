"""What a number of playouts came to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from gamespec.program.tables import Head
from interpreter.simulate.exits import Exits
from interpreter.simulate.intervals import Confidence, share_of
from interpreter.simulate.measures import Measures, own_measures
from interpreter.simulate.statistics import Mean
from interpreter.words.faults import diagnose

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.diagnostics import Diagnostic
    from gamespec.program import Program
    from interpreter.play.errors import Fault
    from interpreter.play.luck import Seeds
    from interpreter.play.playout import Playout
    from interpreter.play.result import Result
    from interpreter.words import Words

__all__ = ["LIMITS", "FaultCount", "Seat", "Summary", "add_result", "outright"]

LIMITS = {Head.LIMIT_RANK, Head.LIMIT_DRAW, Head.TRUNCATED}
"""The outcomes of games that have come to their limit."""


@dataclass(slots=True)
class Seat:
    """How one seat fared in the games that came to a result.

    `wins` counts the games that it has won, alone, with its team, or with everybody; `shared` the first
    places that it has shared with others. `parts` are those that the score is the sum of.
    """

    wins: int = 0
    shared: int = 0
    score: Mean = field(default_factory=Mean)
    parts: tuple[Mean, ...] = ()


def outright(teams: Sequence[int], result: Result) -> frozenset[int]:
    """The seats that have won a game alone, with their team, or with everybody; teams are by seat."""
    together = len({teams[seat] for seat in result.winners}) == 1 or len(result.winners) == len(teams)
    return frozenset(result.winners if together else ())


def add_result(seats: Sequence[Seat], teams: Sequence[int], result: Result) -> None:
    """Count a result of a game in which these, by seat, have played; teams are by seat, too."""
    won = outright(teams, result)
    for number, (seat, place) in enumerate(zip(seats, result.places, strict=True)):
        seat.score.add(result.scores[number])
        for mean, part in zip(seat.parts, result.parts[number] if result.parts else (), strict=True):
            mean.add(part)
        if number in won:
            seat.wins += 1
        elif place == 1:
            seat.shared += 1


@dataclass(slots=True)
class FaultCount:
    """A place where games came to a stop, how many did, and the seeds of the first of them."""

    fault: Fault
    seeds: Seeds
    games: int = 0


@dataclass(slots=True)
class Summary:
    """Sums over playouts.

    A game cut short by its limit (`truncated`) or stopped by a fault (`faults`) has no result: it counts as
    such, and in `decisions`, but neither for the seats nor for the length of games. `ends` counts the games
    that came to a result by how they ended, as `Result.outcome` says it. Of the games that reached the limit,
    whatever came of that, `limited` has the number, and `first_limited` the seeds of the first. `measures`
    are of the games that came to a result.
    """

    seats: list[Seat]
    teams: tuple[int, ...]
    measures: Measures
    games: int = 0
    decisions: int = 0
    truncated: int = 0
    faults: int = 0
    limited: int = 0
    first_limited: Seeds | None = None
    length: Mean = field(default_factory=Mean)
    ends: Counter[int] = field(default_factory=Counter)
    fault_places: dict[tuple[str, int], FaultCount] = field(default_factory=dict)
    exits: Exits = field(default_factory=Exits)

    @classmethod
    def of(cls, program: Program) -> Summary:
        """The summary of no games yet."""
        seats = [Seat(parts=tuple(Mean() for _ in program.score)) for _ in range(program.players)]
        return cls(seats, program.teams, Measures.of(program))

    def __repr__(self) -> str:
        wins = ", ".join(str(seat.wins) for seat in self.seats)
        return f"<Summary of {self.games} games, {self.completed} with a result; wins by seat: {wins}>"

    @property
    def completed(self) -> int:
        """How many games came to a result."""
        return self.games - self.truncated - self.faults

    def add(self, played: Playout) -> None:
        """Count one playout."""
        self.games += 1
        self.decisions += played.decisions
        if played.fault is not None:
            self._add_fault(played.fault, played.seeds)
            return
        if played.result is None or played.result.outcome in LIMITS:
            self.limited += 1
            self.first_limited = self.first_limited or played.seeds
        if played.result is None or played.result.truncated:
            self.truncated += 1
        else:
            self.length.add(played.decisions)
            self.measures.add(played.decisions, played.result, played.tally, played.estimated)
            self._add_result(played.result)
            self.exits.add(played.tally)

    def _add_fault(self, fault: Fault, seeds: Seeds) -> None:
        self.faults += 1
        self.fault_places.setdefault((fault.code, fault.at), FaultCount(fault, seeds)).games += 1

    def _add_result(self, result: Result) -> None:
        self.ends[result.outcome] += 1
        add_result(self.seats, self.teams, result)

    def as_dict(self, words: Words, confidence: Confidence) -> dict[str, Any]:
        """All of it as numbers, texts, lists and dicts; seats count from 1."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "truncated": self.truncated,
            "faults": self.faults,
            "limited": _as_limited(self.limited, self.first_limited),
            "length": _as_dict(self.length),
            "seats": [
                {
                    "seat": number,
                    "wins": seat.wins,
                    "share": _as_share(seat.wins, self.completed, confidence),
                    "shared": seat.shared,
                    "mean_score": seat.score.mean,
                    "score_error": seat.score.error,
                    "mean_score_parts": {
                        name: mean.mean for name, mean in zip(words.score_names, seat.parts, strict=False)
                    },
                }
                for number, seat in enumerate(self.seats, 1)
            ],
            "measures": [
                estimate.as_dict() for estimate in self.measures.estimates(confidence, own_measures(words))
            ],
            "exits": [exit_.as_dict(words.compiled) for exit_ in self.exits.told()],
            "ends": {words.names.reason(outcome): games for outcome, games in sorted(self.ends.items())},
            "fault_places": [
                _as_place(count, diagnose(count.fault, words.names)) for count in self.fault_places.values()
            ],
        }


def _as_dict(mean: Mean) -> dict[str, float | None]:
    return {"mean": mean.mean, "error": mean.error, "least": mean.least, "greatest": mean.greatest}


def _as_share(hits: int, trials: int, confidence: Confidence) -> dict[str, float | None]:
    low, high = share_of(hits, trials, confidence)
    return {"mean": hits / trials if trials else None, "low": low, "high": high}


def _as_limited(games: int, first: Seeds | None) -> dict[str, int | None]:
    return {
        "games": games,
        "seed": None if first is None else first.game,
        "luck": None if first is None else first.luck,
    }


def _as_place(count: FaultCount, said: Diagnostic) -> dict[str, Any]:
    where = {"code": said.code, "place": str(said.span), "message": said.message}
    return {**where, "games": count.games, "seed": count.seeds.game, "luck": count.seeds.luck}
