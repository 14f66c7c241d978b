"""The measures of games, each with its formula and its source (see `MEASURES`).

A measure is a mean over games. Each game with a result contributes one number, so the numbers are independent
and the confidence interval of their mean is valid. The manual's page is generated from `MEASURES` (see
`interpreter.simulate.manual`).

The measures in `ESTIMATED` need estimates of the winner during the game, which are made only on request (see
`interpreter.simulate.estimating`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Literal

from gamespec.program.frozen import dataclass
from interpreter.play.estimated import Bounds
from interpreter.play.tally import asked_at
from interpreter.simulate.game_numbers import GameNumbers
from interpreter.simulate.intervals import Confidence, bounded_mean_of, mean_of, share_of
from interpreter.simulate.statistics import Mean
from interpreter.simulate.wins import Deciding, Fate

if TYPE_CHECKING:
    from gamespec.model import model as m
    from gamespec.program import Program
    from gamespec.program import program as q
    from interpreter.kernels.statistics.measuring import Key
    from interpreter.play.estimated import Estimated
    from interpreter.play.result import Result
    from interpreter.play.tally import Tally
    from interpreter.words import Words

__all__ = [
    "BOUNDED",
    "ESTIMATED",
    "MEASURES",
    "OF_FATES",
    "OF_TEAMS",
    "Estimate",
    "Measure",
    "Measures",
    "own_measures",
]


@dataclass(frozen=True, slots=True)
class Measure:
    """A measure. `of` describes the games over which the mean is taken."""

    key: str
    title: str
    unit: Literal["share", "points", "number"]
    formula: str
    of: str
    source: str


BROWNE = "Browne 2008"

MEASURES = {
    measure.key: measure
    for measure in (
        Measure(
            "share",
            "win share of",
            "share",
            "`share` of the team's seats: 1 for a team that wins alone, `1 / k` for each of *k* teams that "
            "share the first place, `1 / teams` for each in a draw; 0 if all lose. If all win or lose "
            "together, 1 if they win, else 0",
            "with a result",
            "points where players tie, as in chess tournaments; *AdvantageP1*, Ludii, for each team",
        ),
        Measure(
            "advantage",
            "advantage of",
            "points",
            "the win share of the team, or player, minus the mean of all teams' win shares of the game",
            "with two or more teams",
            f"*advantage*, {BROWNE}; here minus the even share, for each team",
        ),
        Measure(
            "drawn",
            "games drawn",
            "share",
            "1 if nobody won and nobody lost, else 0",
            "with two or more teams, in a game that can be drawn",
            f"*drawishness*, {BROWNE}; *Drawishness*, Ludii",
        ),
        Measure(
            "shared",
            "games won by several",
            "share",
            "1 if two or more teams won, else 0",
            "with two or more teams, in a game that can be won by several",
            "gamespec; *drawishness* includes these and draws",
        ),
        Measure(
            "lost",
            "games lost by all",
            "share",
            "1 if nobody won although somebody could have, else 0",
            "with two or more teams, in a game that all can lose",
            "gamespec",
        ),
        Measure("decisions", "decisions", "number", "`decisions`", "with a result", f"*duration*, {BROWNE}"),
        Measure(
            "turns", "turns", "number", "`turns`", "with a result and with turns", f"*duration*, {BROWNE}"
        ),
        Measure(
            "rounds", "rounds", "number", "`rounds`", "with a result and with turns", f"*duration*, {BROWNE}"
        ),
        Measure(
            "branching",
            "options per decision",
            "number",
            "`options / (decisions + alone)`",
            "with a result and a decision, and with their [options counted](#options-that-are-tried)",
            f"*branching factor*, {BROWNE}",
        ),
        Measure(
            "choice",
            "decisions with a choice",
            "share",
            "`1 - forced / (decisions + alone)`",
            "with a result and a decision",
            "*DecisionMoves*, Ludii",
        ),
        Measure(
            "lead_changes",
            "lead changes",
            "number",
            "`lead_changes`",
            "with a result and turns, if the rules say who leads",
            f"*lead change*, {BROWNE}",
        ),
        Measure(
            "lead_change",
            "lead changes per turn",
            "share",
            "`lead_changes / (turns - 1)`",
            "the same, with two turns or more",
            f"*lead change*, {BROWNE}",
        ),
        Measure(
            "winner_led",
            "turns the winner led",
            "share",
            "`led / turns` of the team that won alone",
            "the same, with such a team",
            "gamespec; near 1 if the winner has led all the time",
        ),
        Measure(
            "margin",
            "margin",
            "number",
            "the highest score minus the highest of another team",
            "with a result and a score, and two or more teams",
            "*ScoreDifference*, Ludii; here against the best of the others",
        ),
        Measure(
            "uncertainty",
            "uncertainty in bits",
            "number",
            "`uncertainty`: the mean over moments of `-sum(p * log2(p))`, over the chances `p` that a team "
            "wins alone, or that none does",
            "with a result and two or more teams, with `--estimate`",
            "*outcome uncertainty*, Cincotti and Iida 2006; 1 for even teams, 0 once the outcome is certain",
        ),
        Measure(
            "halfway_chance",
            "winner's chance halfway",
            "share",
            "`halfway_chance`: the winner's chance at the last moment with `ended <= turns / 2`, `ended` "
            "being how many turns have ended",
            "the same, won by one team alone",
            "gamespec; near 1 if half of the game decides it",
        ),
        Measure(
            "drama",
            "drama",
            "share",
            "`drama`: the mean over moments of the greatest chance minus the winner's",
            "the same, won by one team alone; bounds",
            f"*drama*, {BROWNE}; by the formula of *DramaAverage*, Ludii",
        ),
        Measure(
            "comeback",
            "comebacks",
            "share",
            "`comeback`: 1 if the winner's chance was at most `1 / (2 * teams)`, half of an even share, at "
            "some moment, else 0",
            "the same, won by one team alone; bounds",
            "gamespec",
        ),
        Measure(
            "known_early",
            "game left when it is known who wins",
            "share",
            "`known_early`: `1 - ended / turns` at the first moment from which on the winner's chance is "
            "95 % or more at each; 0 if there is none",
            "the same, won by one team alone; bounds",
            "after *DecisivenessMoves*, Ludii; here with a threshold that is the same for all games",
        ),
        Measure(
            "halfway_won",
            "whoever is ahead halfway wins",
            "share",
            "`halfway_won`: 1 if the winner's chance was greater than each other's at the moment of "
            "`halfway_chance`, else 0",
            "the same, won by one team alone; bounds",
            "gamespec; near 1 for a runaway leader",
        ),
    )
}

OF_TEAMS = ("share", "advantage")
"""The keys of measures that have a value for each team."""

OF_FATES: tuple[Fate, ...] = ("drawn", "shared", "lost")
"""The fates of a game for which the share of games with this fate is a measure."""

UNBIASED = ("uncertainty", "halfway_chance")
CLAIMS = ("comeback", "known_early", "halfway_won")
BOUNDED = ("drama", *CLAIMS)
"""The keys of measures that have an interval but no mean, because each game contributes `Bounds`."""

ESTIMATED = (*UNBIASED, *BOUNDED)
"""The keys of measures that need estimates of the winner."""


def own_measures(words: Words) -> tuple[Measure, ...]:
    """Return the measures that the game declares, if its program includes them (see `Compiled.measured`)."""
    both = zip(words.program.measures, words.names.measures, strict=False)
    return tuple(_own(measure, declared, words.language) for measure, declared in both)


def _own(measure: q.Measure, declared: m.MeasureDecl, language: str) -> Measure:
    name, domain, label = declared.ident.name, measure.value.domain, declared.label
    title = name.replace("_", " ") if label is None else label.in_(language)
    column = f"measure.{name}{'.SEAT' if measure.each else ''}{'.mean' if measure.turn else ''}"
    return Measure(
        f"measure.{name}",
        f"{title} (mean of turns)" if measure.turn else title,
        "share" if domain.low >= 0 and domain.high <= 1 else "number",
        f"`{column}`",
        "with a result and with turns" if measure.turn else "with a result",
        "the game's own",
    )


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value of a measure for the team with the given `seats` (from 1), or, without seats, for the game.

    `low` and `high` are the ends of the interval, or `None` if there are too few games. `games` is the number
    of games. If each game contributes only bounds, as for the measures in `BOUNDED`, there is an interval but
    no mean.
    """

    measure: Measure
    seats: tuple[int, ...]
    games: int
    mean: float | None
    low: float | None
    high: float | None
    least: float | None = None
    greatest: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the estimate as a dict that can be written as JSON."""
        seats = {"seats": list(self.seats)} if self.seats else {}
        ends = {"mean": self.mean, "low": self.low, "high": self.high}
        range_ = {"least": self.least, "greatest": self.greatest}
        return {"measure": self.measure.key, **seats, "games": self.games, **ends, **range_}


@dataclass(slots=True)
class Measures:
    """Accumulates the measures of games with a result.

    `shares` holds the win share of each team, in the order of the teams' first seats. `even` holds the same
    shares, each reduced by the mean of all teams in the game and increased by an even share, so that the
    values lie between 0 and 1. `fates` counts the games with each fate.
    """

    deciding: Deciding
    numbers: GameNumbers = field(repr=False, compare=False)
    """Computes the numbers of single games."""
    shares: dict[int, Mean] = field(default_factory=dict)
    even: dict[int, Mean] = field(default_factory=dict)
    fates: Counter[str] = field(default_factory=Counter)
    means: dict[str, Mean] = field(default_factory=dict)
    bounds: dict[str, tuple[Mean, Mean]] = field(default_factory=dict)
    """The means of the lower and the upper bounds, for each key of `BOUNDED`."""
    own: dict[tuple[int, int], Mean] = field(default_factory=dict)
    """The game's own measures, keyed by the number of the measure and the seat."""

    @classmethod
    def of(cls, program: Program) -> Measures:
        """Return empty measures for the games of a program."""
        deciding = Deciding.of(program)
        own = sorted([*asked_at(program, turn=True), *asked_at(program, turn=False)])
        return cls._empty(deciding, GameNumbers(deciding, program), own)

    @classmethod
    def decided(cls, deciding: Deciding, *, parts: int = 0, own: Sequence[tuple[int, int]] = ()) -> Measures:
        """Return empty measures for games that are decided as `deciding` describes.

        Their scores have the given number of `parts`. The measures `own` must be added by the caller.
        """
        return cls._empty(deciding, GameNumbers(deciding, parts=parts), own)

    @classmethod
    def _empty(cls, deciding: Deciding, numbers: GameNumbers, own: Sequence[tuple[int, int]]) -> Measures:
        shares = {team: Mean() for team in deciding.teams}
        even = {team: Mean() for team in shares} if "lost" in deciding.fates else shares
        means = {key: Mean() for key in MEASURES if key not in {*OF_TEAMS, *OF_FATES, *BOUNDED}}
        bounds = {key: (Mean(), Mean()) for key in BOUNDED}
        return cls(
            deciding, numbers, shares, even, means=means, bounds=bounds, own={key: Mean() for key in own}
        )

    @property
    def games(self) -> int:
        """The number of games that have been added."""
        return self.fates.total()

    def __repr__(self) -> str:
        return f"<Measures of {self.means['decisions'].count} games>"

    def add(
        self, decisions: int, result: Result, tally: Tally | None, estimated: Estimated | None = None
    ) -> None:
        """Add a game with a result.

        Without a tally, only measures that follow from the result are updated.
        """
        for key, value in self.numbers.of(decisions, result, tally).items():
            mean = self.mean_of(key)
            if mean is not None:
                mean.add(value)
        self.fates[self.deciding.fate(result)] += 1
        self.estimate(estimated)

    def mean_of(self, key: Key) -> Mean | None:
        """Return the mean of one of the numbers of games, or `None` if the number is not a measure."""
        match key:
            case ("share", int(unit)):
                return self.shares[self._team(unit)]
            case ("even", int(unit)):
                return self.even[self._team(unit)]
            case ("own", int(number), int(seat)):
                return self.own[number, seat]
            case (str(name),):
                return self.means[name]
            case _:
                return None

    @property
    def all_means(self) -> Iterator[Mean]:
        """Yield all means, some of them repeatedly."""
        for means in (self.shares, self.even, self.means, self.own):
            yield from means.values()
        for bounds in self.bounds.values():
            yield from bounds

    def _team(self, unit: int) -> int:
        return self.deciding.teams[self.deciding.units[unit][0]]

    def estimate(self, estimated: Estimated | None) -> None:
        """Add the estimates of the winner of a game, if they were made and there are several teams."""
        if estimated is None or self.deciding.together:
            return
        self.means["uncertainty"].add(estimated.uncertainty)
        if estimated.halfway is not None:
            self.means["halfway_chance"].add(estimated.halfway)
        found = (estimated.drama, estimated.comeback, estimated.known, estimated.ahead)
        for key, bounds in zip(BOUNDED, found, strict=True):
            if bounds is not None:
                for mean, value in zip(self.bounds[key], (bounds.low, bounds.high), strict=True):
                    mean.add(value)

    def estimates(self, confidence: Confidence, own: Sequence[Measure] = ()) -> Iterator[Estimate]:
        """Yield an estimate of each measure that has data.

        The measures in `MEASURES` come first, in their order. They are followed by those of the game's own
        measures that `own` lists (see `own_measures`).
        """
        if self.games:
            yield from self._of_teams(confidence)
        for key, mean in self.means.items():
            if mean.mean is not None:
                range_ = (None, None) if key in UNBIASED else (mean.least, mean.greatest)
                ends = (mean.mean, *(mean_of(mean, confidence) or (None, None)), *range_)
                yield Estimate(MEASURES[key], (), mean.count, *ends)
        for key, (least, greatest) in self.bounds.items():
            if least.count:
                ends = _between(key, least, greatest, confidence)
                yield Estimate(MEASURES[key], (), least.count, None, *ends)
        for (number, seat), mean in self.own.items():
            if number < len(own) and mean.mean is not None:
                share = own[number].unit == "share"
                found = bounded_mean_of(mean, confidence) if share else mean_of(mean, confidence)
                seats = (seat + 1,) if (number, 1) in self.own else ()
                ends = (mean.mean, *(found or (None, None)), mean.least, mean.greatest)
                yield Estimate(own[number], seats, mean.count, *ends)

    def _of_teams(self, confidence: Confidence) -> Iterator[Estimate]:
        """Yield the win share and the advantage of each team, and the share of each possible fate."""
        deciding, games = self.deciding, self.games
        several, even = not deciding.together, 1 / len(self.shares)
        for key, means in (("share", self.shares), ("advantage", self.even)):
            if not (several or (key == "share" and "won" in deciding.fates)):
                continue
            less = even if key == "advantage" else 0.0
            for seats, mean in zip(deciding.units, means.values(), strict=True):
                found = (mean.mean or 0.0, *bounded_mean_of(mean, confidence))
                numbers = tuple(seat + 1 for seat in seats)
                yield Estimate(MEASURES[key], numbers, games, *(value - less for value in found))
        for key in OF_FATES:
            if several and key in deciding.fates:
                count = self.fates[key]
                yield Estimate(MEASURES[key], (), games, count / games, *share_of(count, games, confidence))


def _between(key: str, low: Mean, high: Mean, confidence: Confidence) -> tuple[float, float]:
    """Return the interval of a measure of which each game contributes a lower and an upper bound.

    `low` and `high` are the means of these bounds.
    """
    ends = bounded_mean_of(low, confidence)[0], bounded_mean_of(high, confidence)[1]
    if key in CLAIMS:
        ends = Bounds.low_of_claims(ends[0]), Bounds.high_of_claims(ends[1])
    return max(0.0, ends[0]), min(1.0, ends[1])
