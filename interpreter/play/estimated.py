"""Who was going to win while a game went on: what follows from estimates at moments of it.

A *moment* is the first decision of a game at which somebody is asked, and the first after each end of a turn.
From each moment on random games were played. Formulas and sources stand in `interpreter.simulate.measures`.

Chances that are put into a formula as they were estimated give a wrong mean wherever the formula bends,
however many games there are. So each number here is one of two kinds, for any number of random games:

- *unbiased*: its expectation is the true value (`uncertainty`, `halfway`);
- a *bound*: its expectation lies on one side of the true value. `Bounds` of an amount are numbers below and
  above it. Of a claim that is true or false, such as "the winner's chance has been below a quarter",
  `Bounds` say whether a test proves it, and whether a test leaves it open. A false claim is proven with a
  probability of `PROVEN` at most, a true one refuted with one of `REFUTED` at most. From that follow bounds
  of how often the claim is true (`Bounds.low_of_claims`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, log

from interpreter.play.trials import at_least, at_most, harmonic

__all__ = ["PROVES", "SURE", "Bounds", "Estimated", "Moment", "estimated"]

SURE = 0.95
"""The chance from which a team is known to win."""

PROVEN, REFUTED = 0.01, 0.05
"""The probabilities of an error. Where few claims are true, the bound below suffers most from errors."""

PROVES = ceil(log(PROVEN) / log(SURE))
"""The fewest random games that can prove that a chance is `SURE`: those of which all are won."""

EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Bounds:
    """A number whose expectation is not above the true value, and one whose expectation is not below it.

    Of claims these are the shares of claims that are proven, and that are not refuted.
    """

    low: float
    high: float

    @staticmethod
    def low_of_claims(proven: float) -> float:
        """How many claims are true at least, if this share is proven."""
        return (proven - PROVEN) / (1 - PROVEN)

    @staticmethod
    def high_of_claims(open_: float) -> float:
        """How many claims are true at most, if this share is left open."""
        return open_ / (1 - REFUTED)


@dataclass(frozen=True)
class Moment:
    """A moment of a game: how many turns had ended, and what came of random games from there on.

    `outcomes` are those of games with a result, in their order: the number of the team that won alone, or
    `teams` where none did. `lots` are the same, with a team drawn by lot where none won alone: so a team has
    each of them with exactly its chance. `recurs` says after how many games more the outcome of one of the
    games, picked at random, came again; 0 if it is the outcome of another one, too.
    """

    ended: int
    teams: int
    outcomes: tuple[int, ...]
    lots: tuple[int, ...]
    recurs: int = 0

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """By team the share of games that it won, of which it has an even part where nobody won alone."""
        return _chances(self.outcomes, self.teams)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """By team how many games it won, alone or by lot."""
        counted = Counter(self.lots)
        return tuple(counted[team] for team in range(self.teams))

    @property
    def bits(self) -> float:
        """The entropy of who wins, nobody among them, in bits: unbiased; 0 if no game had a result.

        In nats the entropy is the sum over k of the probability that an outcome is none of k others, divided
        by k. Up to k = n - 1 the games themselves are the others (Z. Zhang, "Entropy estimation in Turing's
        perspective", Neural Computation 24, 2012); beyond, the games until the outcome comes again (S.
        Montgomery-Smith, T. Schürmann, "Unbiased estimators for entropy and class number", 2014).
        """
        games = len(self.outcomes)
        if not games:
            return 0.0
        known = harmonic(games - 1)
        within = sum(c * (known - harmonic(c - 1)) for c in Counter(self.outcomes).values()) / games
        beyond = harmonic(games + self.recurs - 2) - known if self.recurs > 1 else 0.0
        return (within + beyond) / log(2)

    def behind(self, team: int) -> Bounds:
        """How much less than the greatest chance a team's is.

        The greatest of estimated chances is too great on average. The chance that is greatest by one half of
        the games, as the other half estimates it, is not: whichever team it is, its chance is not above the
        greatest.
        """
        mine, halves = self.chances[team], (self.outcomes[::2], self.outcomes[1::2])
        first, second = (_chances(half, self.teams) for half in halves)
        crossed = (second[first.index(max(first))] + first[second.index(max(second))]) / 2
        return Bounds(crossed - mine, max(self.chances) - mine)

    def is_less(self, team: int, chance: float) -> float:
        """The p-value of the claim that a team's chance is less: the probability if it is just as great."""
        return at_most(self.counts[team], len(self.lots), chance)

    def is_more(self, team: int, chance: float) -> float:
        """The p-value of the claim that a team's chance is greater."""
        return at_least(self.counts[team], len(self.lots), chance)

    def leads(self, team: int) -> Bounds:
        """Whether a team's chance is greater than that of each other: proven, and not refuted."""
        mine = self.counts[team]
        others = [(count, mine + count) for t, count in enumerate(self.counts) if t != team]
        proven = all(at_least(mine, both, EVEN) <= PROVEN for _, both in others)
        refuted = any(at_least(theirs, both, EVEN) * len(others) <= REFUTED for theirs, both in others)
        return Bounds(proven, not refuted)


def _chances(outcomes: Sequence[int], teams: int) -> tuple[float, ...]:
    """By team the share of games; even ones of no games."""
    counted, games = Counter(outcomes), len(outcomes)
    even = counted[teams] / teams
    return tuple((counted[team] + even) / games if games else 1 / teams for team in range(teams))


@dataclass(frozen=True, slots=True)
class Estimated:
    """What the estimates of one game come to.

    All but `moments` and `uncertainty` are of games that a team won alone; else they are `None`.
    """

    moments: int
    uncertainty: float
    """The mean of the entropies of the moments, in bits; unbiased."""
    halfway: float | None = None
    """The winner's chance at the last moment of the first half of the turns; unbiased."""
    drama: Bounds | None = None
    """The mean of how much greater the greatest chance was than the winner's."""
    comeback: Bounds | None = None
    """The claim that the winner's chance was half of an even one, or less, at some moment."""
    known: Bounds | None = None
    """The share of turns of which is claimed: the winner's chance is `SURE`, or more, from there on."""
    ahead: Bounds | None = None
    """The claim that at the moment of `halfway` the winner's chance was greater than each other."""


def estimated(moments: Sequence[Moment], turns: int, winner: int | None) -> Estimated:
    """What the moments of a game of so many turns come to; `winner` is the team that won alone.

    Teams have the numbers by which `Moment.outcomes` lists them. Raises ValueError if there is no moment.
    """
    if not moments:
        raise ValueError("a game without moments has no estimates")
    count = len(moments)
    uncertainty = sum(moment.bits for moment in moments) / count
    if winner is None:
        return Estimated(count, uncertainty)
    behind = [moment.behind(winner) for moment in moments]
    half = [moment for moment in moments if 2 * moment.ended <= turns][-1]
    return Estimated(
        count,
        uncertainty,
        half.chances[winner],
        Bounds(sum(each.low for each in behind) / count, sum(each.high for each in behind) / count),
        _comeback(moments, winner),
        _known(moments, turns, winner),
        half.leads(winner),
    )


def _comeback(moments: Sequence[Moment], winner: int) -> Bounds:
    """Proven where one of all moments proves it; refuted where each of them refutes it."""
    low = EVEN / moments[0].teams
    proven = min(moment.is_less(winner, low) for moment in moments) * len(moments) <= PROVEN
    refuted = all(moment.is_more(winner, low) <= REFUTED for moment in moments)
    return Bounds(proven, not refuted)


def _known(moments: Sequence[Moment], turns: int, winner: int) -> Bounds:
    """Proven from a moment on where each later one proves it; refuted where one of them refutes it."""
    if not turns:
        return Bounds(0.0, 0.0)
    ends = [*(moment.ended for moment in moments[1:]), turns]
    low = high = 0
    more, less = 0.0, 1.0
    for later, (moment, end) in enumerate(zip(reversed(moments), reversed(ends), strict=True), 1):
        more = max(more, moment.is_more(winner, SURE))
        less = min(less, moment.is_less(winner, SURE))
        low += (end - moment.ended) * (more <= PROVEN)
        high += (end - moment.ended) * (less * later > REFUTED)
    return Bounds(low / turns, high / turns)
