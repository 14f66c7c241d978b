"""Summarizes many playouts as counts and means."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from interpreter.simulate.exits import Exits
from interpreter.simulate.intervals import Confidence, bounded_mean_of, share_of
from interpreter.simulate.measures import Measures, own_measures
from interpreter.simulate.statistics import Mean
from interpreter.simulate.wins import Deciding, Fate, Won
from interpreter.words.faults import diagnose

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamespec.program import Program
    from gamespec.text.diagnostics import Diagnostic
    from interpreter.kernels.statistics.measuring import Key
    from interpreter.play.errors import Fault
    from interpreter.play.luck import Seeds
    from interpreter.play.playout import Playout
    from interpreter.play.result import Result
    from interpreter.play.tally import Tally
    from interpreter.words import Words

__all__ = ["Decided", "FaultCount", "Seat", "Summary"]


VERSION = 2
"""The version of what summaries, and pairs of games, consist of. It must change if that changes."""


@dataclass(slots=True)
class Seat:
    """The results of a seat or of a team, over all games with a result.

    `share` is the mean share of the wins (see `interpreter.simulate.wins`). `won` counts the games that the
    seat won alone or with its team, `shared` those won together with other teams, and `drawn` the draws. All
    other games are lost. `score` is the mean score of a player, averaged over a team, and `parts` are the
    parts that add up to it.
    """

    share: Mean = field(default_factory=Mean)
    won: int = 0
    shared: int = 0
    drawn: int = 0
    score: Mean = field(default_factory=Mean)
    parts: tuple[Mean, ...] = ()

    @classmethod
    def of(cls, parts: int, share: Mean | None = None) -> Seat:
        """Return empty counts, for a score with the given number of parts.

        The seat can have the same mean `share` as the team.
        """
        return cls(share or Mean(), parts=tuple(Mean() for _ in range(parts)))

    def add(self, won: Won, result: Result, seats: Sequence[int]) -> None:
        """Count a game for the seat, or for the team whose seats (from 0) are given."""
        self.decide(won, seats[0])
        self.score.add(_mean(result.scores, seats))
        if result.parts:
            for number, mean in enumerate(self.parts):
                mean.add(_mean([parts[number] for parts in result.parts], seats))

    def decide(self, won: Won, seat: int, games: int = 1) -> None:
        """Count the share of the win, and the fate, of games that this player has played in a seat."""
        self.share.add(won.shares[seat], games)
        self.count(won.fate, won=seat in won.winners, games=games)

    def merge(self, other: Seat) -> None:
        """Include the results of another object, which has no mean in common with this one."""
        self.won += other.won
        self.shared += other.shared
        self.drawn += other.drawn
        mine, more = ((each.share, each.score, *each.parts) for each in (self, other))
        for mean, others in zip(mine, more, strict=True):
            mean.merge(others)

    def count(self, fate: Fate, *, won: bool, games: int = 1) -> None:
        """Count games with a fate, which the seat has `won` or not."""
        if fate == "drawn":
            self.drawn += games
        elif won:
            self.won += games * (fate == "won")
            self.shared += games * (fate == "shared")


def _mean(values: Sequence[int], seats: Sequence[int]) -> float:
    return sum(values[seat] for seat in seats) / len(seats) if len(seats) > 1 else values[seats[0]]


class Decided(NamedTuple):
    """How a game ended, given by its outcome, its fate, and the winning seats (from 0)."""

    outcome: int
    fate: Fate
    winners: tuple[int, ...]


@dataclass(slots=True)
class FaultCount:
    """The number of games that a fault stopped at one place, with the seeds of the first of these games.

    `number` is the number of that game, and `fault` its fault.
    """

    fault: Fault
    seeds: Seeds
    games: int = 0
    number: int = 0


@dataclass(slots=True)
class Summary:
    """Counts and means over many playouts. Summaries of different games can be merged in any order.

    `seats` has the results of each seat, and `teams` maps the seats of each team (from 0) to its results. A
    player without partners is a team, and so are all players together if they win or lose together. A game
    that was truncated by its limit (`truncated`) or stopped by a fault (`faults`) has no result. Its
    decisions count in `decisions`, but it does not count for the seats or for the length of games. `ends`
    counts the games with a result by how they ended. If all players win or lose together, `scores` has the
    mean score of a player for each of these ends. `limited` is the number of games that reached the limit,
    whatever the outcome, and `first_limited` has the seeds of the first of them, whose number is
    `limited_at`. `measures` cover the games with a result. `players` has the results of each player,
    whichever seats the player had, of games in which players are told apart.
    """

    deciding: Deciding
    seats: list[Seat]
    teams: dict[tuple[int, ...], Seat]
    measures: Measures
    games: int = 0
    decisions: int = 0
    truncated: int = 0
    faults: int = 0
    limited: int = 0
    first_limited: Seeds | None = None
    limited_at: int = 0
    ends: Counter[Decided] = field(default_factory=Counter)
    scores: dict[Decided, Mean] = field(default_factory=dict)
    fault_places: dict[tuple[str, int], FaultCount] = field(default_factory=dict)
    exits: Exits = field(default_factory=Exits)
    players: list[Seat] = field(default_factory=list)

    @classmethod
    def of(cls, program: Program) -> Summary:
        """Return an empty summary for a program."""
        return cls.empty(Measures.of(program), len(program.score))

    @classmethod
    def empty(cls, measures: Measures, parts: int) -> Summary:
        """Return an empty summary with empty measures, for a score with the given number of parts."""
        deciding = measures.deciding
        shares = [measures.shares[team] for team in deciding.teams]
        seats = [Seat.of(parts, share) for share in shares]
        teams = {
            unit: Seat.of(parts, shares[unit[0]]) if unit[1:] else seats[unit[0]] for unit in deciding.units
        }
        players = [Seat.of(parts) for _ in seats]
        return cls(deciding, seats, teams, measures, players=players)

    def __repr__(self) -> str:
        shares = ", ".join(f"{seat.share.mean or 0:.1%}" for seat in self.seats)
        return f"<Summary of {self.games} games, {self.completed} with a result; wins by seat: {shares}>"

    @property
    def completed(self) -> int:
        """The number of games with a result."""
        return self.games - self.truncated - self.faults

    def add(self, played: Playout, number: int | None = None, players: Sequence[int] = ()) -> None:
        """Include a playout in the summary. Unless the `number` of its game is given, games come in order.

        It is also counted for the `players` in its seats, if their numbers are given.
        """
        number = self.games if number is None else number
        if played.fault is not None:
            self.add_fault(played.fault, played.decisions, played.seeds, number)
            return
        self.games += 1
        self.decisions += played.decisions
        if played.result is None or played.result.limited:
            self.add_limited(1, played.seeds, number)
        if played.result is None or played.result.truncated:
            self.truncated += 1
        else:
            self._add_result(played.decisions, played.result, played.tally)
            self.measures.estimate(played.estimated)
            self.exits.add(played.tally)
            won = self.deciding.of_game(played.result)
            for seat, who in enumerate(players):
                self.players[who].add(won, played.result, (seat,))

    def add_limited(self, games: int, first: Seeds | None, number: int) -> None:
        """Count games that reached the limit, the first of which has these seeds and this number."""
        self.limited += games
        if first is not None and (self.first_limited is None or number < self.limited_at):
            self.first_limited, self.limited_at = first, number

    def add_fault(self, fault: Fault, decisions: int, seeds: Seeds, number: int) -> None:
        """Include a game that a fault stopped."""
        self.games += 1
        self.decisions += decisions
        self.faults += 1
        self._add_place(FaultCount(fault, seeds, 1, number))

    def _add_place(self, count: FaultCount) -> None:
        """Count games that were stopped at one place. The places are in the order of their first games."""
        key = count.fault.code, count.fault.at
        known = self.fault_places.get(key)
        if known is not None:
            first = min(known, count, key=lambda each: each.number)
            count = replace(first, games=known.games + count.games)
        self.fault_places[key] = count
        if known is None or count.number < known.number:
            places = sorted(self.fault_places.items(), key=lambda place: place[1].number)
            self.fault_places = dict(places)

    def merge(self, other: Summary) -> None:
        """Include the games of another summary of the same program."""
        self.games += other.games
        self.decisions += other.decisions
        self.truncated += other.truncated
        self.faults += other.faults
        self.add_limited(other.limited, other.first_limited, other.limited_at)
        for decided, games in other.ends.items():
            self.decide(decided, games)
        for mean, more in zip(self.means, other.means, strict=True):
            mean.merge(more)
        for decided, more in other.scores.items():
            self.scores.setdefault(decided, Mean()).merge(more)
        for count in other.fault_places.values():
            self._add_place(count)
        self.exits.merge(other.exits)
        for player, others in zip(self.players, other.players, strict=True):
            player.merge(others)

    @property
    def means(self) -> list[Mean]:
        """All means, except `scores`, in an order that depends only on the program."""
        seats = (*self.seats, *self.teams.values())
        scores = [mean for seat in seats for mean in (seat.score, *seat.parts)]
        found = {id(mean): mean for mean in (*scores, *self.measures.all_means)}
        return [*found.values()]

    def _add_result(self, decisions: int, result: Result, tally: Tally | None) -> None:
        numbers = self.measures.numbers.of(decisions, result, tally)
        for key, value in numbers.items():
            self.mean_of(key).add(value)
        won = self.deciding.of_game(result)
        decided = Decided(result.outcome, won.fate, won.winners)
        self.decide(decided)
        if self.deciding.together:
            self.scores.setdefault(decided, Mean()).add(sum(result.scores) / len(result.scores))

    def decide(self, decided: Decided, games: int = 1) -> None:
        """Count games that ended in this way."""
        self.ends[decided] += games
        self.measures.fates[decided.fate] += games
        for number, seat in enumerate(self.seats):
            seat.count(decided.fate, won=number in decided.winners, games=games)
        for unit, team in self.teams.items():
            if unit[1:]:
                team.count(decided.fate, won=unit[0] in decided.winners, games=games)

    def mean_of(self, key: Key) -> Mean:
        """Return the mean of one of the numbers of games (`Measuring.keys`)."""
        match key:
            case ("score", int(seat)):
                return self.seats[seat].score
            case ("part", int(seat), int(part)):
                return self.seats[seat].parts[part]
            case ("team score", int(unit)):
                return self.teams[self.deciding.units[unit]].score
            case ("team part", int(unit), int(part)):
                return self.teams[self.deciding.units[unit]].parts[part]
            case _:
                mean = self.measures.mean_of(key)
                assert mean is not None  # noqa: S101 - all other numbers are measures
                return mean

    @property
    def length(self) -> Mean:
        """The mean number of decisions of a game with a result."""
        return self.measures.means["decisions"]

    @property
    def outcomes(self) -> Mapping[int, int]:
        """Maps each outcome (`Result.outcome`) to the number of games that had it."""
        found = Counter[int]()
        for decided, games in sorted(self.ends.items()):
            found[decided.outcome] += games
        return found

    def as_dict(self, words: Words, confidence: Confidence) -> dict[str, Any]:
        """Return the summary as a dict that can be written as JSON, in which seats are numbered from 1."""
        won = "won" in self.deciding.fates
        return {
            "games": self.games,
            "decisions": self.decisions,
            "truncated": self.truncated,
            "faults": self.faults,
            "limited": _as_limited(self.limited, self.first_limited),
            "length": _as_dict(self.length),
            "seats": [
                {"seat": number, **_as_seat(seat, words, confidence, won=won)}
                for number, seat in enumerate(self.seats, 1)
            ],
            "teams": [
                {"seats": [seat + 1 for seat in unit], **_as_seat(team, words, confidence, won=won)}
                for unit, team in self.teams.items()
            ],
            "together": self.deciding.together,
            "decided": [
                {
                    "end": words.names.reason(decided.outcome),
                    "fate": decided.fate,
                    "winners": [seat + 1 for seat in decided.winners],
                    "games": games,
                    "share": _as_share(games, self.completed, confidence),
                    "mean_score": self.scores[decided].mean if decided in self.scores else None,
                }
                for decided, games in sorted(self.ends.items())
            ],
            "measures": [
                estimate.as_dict() for estimate in self.measures.estimates(confidence, own_measures(words))
            ],
            "exits": [exit_.as_dict(words.compiled) for exit_ in self.exits.told()],
            "ends": {words.names.reason(outcome): games for outcome, games in self.outcomes.items()},
            "fault_places": [
                _as_place(count, diagnose(count.fault, words.names)) for count in self.fault_places.values()
            ],
        }


def _as_dict(mean: Mean) -> dict[str, float | None]:
    return {"mean": mean.mean, "error": mean.error, "least": mean.least, "greatest": mean.greatest}


def _as_seat(seat: Seat, words: Words, confidence: Confidence, *, won: bool) -> dict[str, Any]:
    """Return the results of a seat or a team, as a dict that can be written as JSON.

    The share of the wins is included only if `won`, which says that ends decide who has won.
    """
    low, high = bounded_mean_of(seat.share, confidence)
    return {
        "share": {"mean": seat.share.mean, "low": low, "high": high} if won else None,
        "won": seat.won,
        "shared": seat.shared,
        "drawn": seat.drawn,
        "mean_score": seat.score.mean,
        "score_error": seat.score.error,
        "mean_score_parts": {
            name: mean.mean for name, mean in zip(words.score_names, seat.parts, strict=False)
        },
    }


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
