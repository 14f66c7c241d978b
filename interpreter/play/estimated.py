"""Statistics about the players' chances of winning during a game, from estimates at moments of it.

A *moment* is the first decision of a game at which somebody is asked, and the first after each end of a turn.
Random games were played from each moment. For formulas and sources see `interpreter.simulate.measures`.

Plugging estimated chances into a nonlinear formula gives a biased mean, however many games there are. So each
number here is one of two kinds, for any number of random games:

- *unbiased*: its expectation is the true value (`uncertainty`, `halfway`);
- a *bound*: its expectation is on one side of the true value. `Bounds` of an amount are numbers below and
  above it. For a claim that is true or false, such as "the winner's chance has been below a quarter",
  `Bounds` say whether a test proves it, and whether a test leaves it open. A false claim is proven with
  probability at most `PROVEN`, a true one refuted with probability at most `REFUTED`. That implies bounds on
  how often the claim is true (`Bounds.low_of_claims`).
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
"""The chance above which a team is considered certain to win."""

PROVEN, REFUTED = 0.01, 0.05
"""Error probabilities of the tests. If few claims are true, the bound below suffers most from errors."""

PROVES = ceil(log(PROVEN) / log(SURE))
"""The least number of random games, all of them won, that can prove a chance of `SURE`."""

EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Bounds:
    """A lower and an upper bound: numbers whose expectations are not above, and not below, the true value.

    For claims these are the shares of claims that are proven, and that are not refuted.
    """

    low: float
    high: float

    @staticmethod
    def low_of_claims(proven: float) -> float:
        """Return a lower bound for the share of true claims, if this share is proven."""
        return (proven - PROVEN) / (1 - PROVEN)

    @staticmethod
    def high_of_claims(open_: float) -> float:
        """Return an upper bound for the share of true claims, if this share is left open."""
        return open_ / (1 - REFUTED)


@dataclass(frozen=True)
class Moment:
    """A moment of a game: the number of turns ended, and the results of random games from there.

    `outcomes` are those of games with a result, in order: the number of the sole winning team, or `teams` if
    none won alone. `lots` are the same, with a random team if none won alone, so that each team occurs with
    exactly its chance. `recurs` is the number of further games played until the outcome of a randomly picked
    game came again; 0 if another of the games already has that outcome.
    """

    ended: int
    teams: int
    outcomes: tuple[int, ...]
    lots: tuple[int, ...]
    recurs: int = 0

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Each team's share of the games, with an even part of games without a sole winner."""
        return _chances(self.outcomes, self.teams)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """The number of games that each team won, alone or by lot."""
        counted = Counter(self.lots)
        return tuple(counted[team] for team in range(self.teams))

    @property
    def bits(self) -> float:
        """The entropy of the winner (or nobody) in bits, unbiased; 0 if no game had a result.

        In nats, the entropy is the sum over k of the probability that an outcome differs from k others,
        divided by k. For k below the number of games n, the games themselves are the others (Z. Zhang,
        "Entropy estimation in Turing's perspective", Neural Computation 24, 2012); beyond that, the games
        until the outcome recurs (S. Montgomery-Smith, T. Schürmann, "Unbiased estimators for entropy and
        class number", 2014).
        """
        games = len(self.outcomes)
        if not games:
            return 0.0
        known = harmonic(games - 1)
        within = sum(c * (known - harmonic(c - 1)) for c in Counter(self.outcomes).values()) / games
        beyond = harmonic(games + self.recurs - 2) - known if self.recurs > 1 else 0.0
        return (within + beyond) / log(2)

    def behind(self, team: int) -> Bounds:
        """Return bounds for how far a team's chance is below the greatest chance.

        The maximum of estimated chances is biased upwards. But if one half of the games selects the team with
        the greatest chance and the other half estimates that chance, the estimate is not: whichever team is
        selected, its true chance is not above the greatest.
        """
        mine, halves = self.chances[team], (self.outcomes[::2], self.outcomes[1::2])
        first, second = (_chances(half, self.teams) for half in halves)
        crossed = (second[first.index(max(first))] + first[second.index(max(second))]) / 2
        return Bounds(crossed - mine, max(self.chances) - mine)

    def is_less(self, team: int, chance: float) -> float:
        """Return the p-value of the claim that a team's chance is less than `chance`."""
        return at_most(self.counts[team], len(self.lots), chance)

    def is_more(self, team: int, chance: float) -> float:
        """Return the p-value of the claim that a team's chance is greater than `chance`."""
        return at_least(self.counts[team], len(self.lots), chance)

    def leads(self, team: int) -> Bounds:
        """Return bounds for the claim that a team's chance exceeds that of each other team."""
        mine = self.counts[team]
        others = [(count, mine + count) for t, count in enumerate(self.counts) if t != team]
        proven = all(at_least(mine, both, EVEN) <= PROVEN for _, both in others)
        refuted = any(at_least(theirs, both, EVEN) * len(others) <= REFUTED for theirs, both in others)
        return Bounds(proven, not refuted)


def _chances(outcomes: Sequence[int], teams: int) -> tuple[float, ...]:
    """Return each team's share of the games; even shares for no games."""
    counted, games = Counter(outcomes), len(outcomes)
    even = counted[teams] / teams
    return tuple((counted[team] + even) / games if games else 1 / teams for team in range(teams))


@dataclass(frozen=True, slots=True)
class Estimated:
    """The statistics from the estimates of one game.

    All except `moments` and `uncertainty` require a team that won alone; otherwise they are `None`.
    """

    moments: int
    uncertainty: float
    """The mean entropy over the moments, in bits; unbiased."""
    halfway: float | None = None
    """The winner's chance at the last moment of the first half of the turns; unbiased."""
    drama: Bounds | None = None
    """The mean difference between the greatest chance and the winner's."""
    comeback: Bounds | None = None
    """The claim that the winner's chance was at most half of an even one, at some moment."""
    known: Bounds | None = None
    """The share of turns from which on the winner's chance stays at least `SURE`."""
    ahead: Bounds | None = None
    """The claim that at the moment of `halfway` the winner's chance exceeded that of each other team."""


def estimated(moments: Sequence[Moment], turns: int, winner: int | None) -> Estimated:
    """Compute the statistics for a game's moments and number of turns; `winner` is the team that won alone.

    Teams are numbered as in `Moment.outcomes`. Raises ValueError if there is no moment.
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
    """Return the bounds of `comeback`: proven if one moment proves it, refuted if every moment refutes it."""
    low = EVEN / moments[0].teams
    proven = min(moment.is_less(winner, low) for moment in moments) * len(moments) <= PROVEN
    refuted = all(moment.is_more(winner, low) <= REFUTED for moment in moments)
    return Bounds(proven, not refuted)


def _known(moments: Sequence[Moment], turns: int, winner: int) -> Bounds:
    """Return the bounds of `known`.

    The claim is proven from a moment on if each later moment proves it, and refuted if one of them refutes
    it.
    """
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
