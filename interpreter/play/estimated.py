"""Statistics about the players' chances of winning in the course of a game, estimated by random games.

A *moment* is either the first decision of a game at which a player is asked, or the first such decision after
the end of a turn. Random games were played from each moment. `interpreter.simulate.measures` gives the
formulas and their sources.

Inserting estimated chances into a nonlinear formula gives a result whose mean is biased, however many games
are averaged. Therefore each number in this module is of one of two kinds, for any number of random games:

- *unbiased*: its expectation is the true value (`uncertainty`, `halfway`);
- a *bound*: its expectation lies on a known side of the true value. The `Bounds` of an amount are
  one number below and one number above it. For a claim that is either true or false, such as "the
  winner's chance has been below a quarter", the `Bounds` say whether a test proves the claim, and
  whether a test fails to refute it. A false claim is proven with probability at most `PROVEN`, and a
  true claim is refuted with probability at most `REFUTED`. These probabilities imply bounds on how
  often the claim is true (`Bounds.low_of_claims` and `Bounds.high_of_claims`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from math import ceil, log

from gamespec.program.frozen import dataclass
from interpreter.play.trials import at_least, at_most, harmonic

__all__ = ["PROVES", "SURE", "Bounds", "Estimated", "Moment", "estimated"]

SURE = 0.95
"""The chance above which a team is considered certain to win."""

PROVEN, REFUTED = 0.01, 0.05
"""The greatest probability of proving a false claim, and that of refuting a true claim. The former is
smaller, because proofs of false claims weigh most when few claims are true.
"""

PROVES = ceil(log(PROVEN) / log(SURE))
"""The least number of random games that can prove a chance above `SURE`, if the team wins all of them."""

EVEN = 0.5


@dataclass(frozen=True, slots=True)
class Bounds:
    """A lower and an upper bound for a true value, each of which holds on average.

    The expectation of `low` is at most the true value, and the expectation of `high` is at least the true
    value. For claims, `low` is the share of the claims that are proven, and `high` the share of the claims
    that are not refuted.
    """

    low: float
    high: float

    @staticmethod
    def low_of_claims(proven: float) -> float:
        """Return a lower bound for the share of claims that are true, given the share that is proven."""
        return (proven - PROVEN) / (1 - PROVEN)

    @staticmethod
    def high_of_claims(open_: float) -> float:
        """Return an upper bound for the share of true claims, given the share that is not refuted."""
        return open_ / (1 - REFUTED)


@dataclass(frozen=True)
class Moment:
    """A moment of a game, with the results of the random games that were played from there.

    `ended` is the number of turns that have ended before the moment. `outcomes` has one entry for each random
    game with a result, in the order of the games: the number of the team that won alone, or `teams` if no
    team won alone. `lots` has the same entries, except that a randomly drawn team replaces `teams`; so each
    team occurs with a probability that is exactly its chance. `recurs` is the number of further games that
    were played until the outcome of one randomly picked game recurred; it is 0 if another game in `outcomes`
    has that outcome.
    """

    ended: int
    teams: int
    outcomes: tuple[int, ...]
    lots: tuple[int, ...]
    recurs: int = 0

    @cached_property
    def chances(self) -> tuple[float, ...]:
        """Each team's share of the random games, where a game without a sole winner is split evenly."""
        return _chances(self.outcomes, self.teams)

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """For each team, the number of random games that it won, either alone or by lot."""
        counted = Counter(self.lots)
        return tuple(counted[team] for team in range(self.teams))

    @property
    def bits(self) -> float:
        """An unbiased estimate of the winner's entropy in bits, where "nobody" counts as a winner.

        The value is 0 if no game had a result. In nats, the entropy is the sum over k of the probability that
        an outcome differs from k other outcomes, divided by k. For k below the number of games n, the other
        outcomes are those of the random games themselves (Z. Zhang, "Entropy estimation in Turing's
        perspective", Neural Computation 24, 2012). For greater k, they come from the further games that are
        played until the outcome recurs (S. Montgomery-Smith, T. Schürmann, "Unbiased estimators for entropy
        and class number", 2014).
        """
        games = len(self.outcomes)
        if not games:
            return 0.0
        known = harmonic(games - 1)
        within = sum(c * (known - harmonic(c - 1)) for c in Counter(self.outcomes).values()) / games
        beyond = harmonic(games + self.recurs - 2) - known if self.recurs > 1 else 0.0
        return (within + beyond) / log(2)

    def behind(self, team: int) -> Bounds:
        """Return bounds for the difference between the greatest chance of all teams and the chance of `team`.

        The maximum of the estimated chances is biased upwards and gives the upper bound. For the lower bound,
        one half of the games selects the team with the greatest chance, and the other half estimates the
        chance of that team. Whichever team is selected, its true chance is at most the greatest chance.
        """
        mine, halves = self.chances[team], (self.outcomes[::2], self.outcomes[1::2])
        first, second = (_chances(half, self.teams) for half in halves)
        crossed = (second[first.index(max(first))] + first[second.index(max(second))]) / 2
        return Bounds(crossed - mine, max(self.chances) - mine)

    def is_less(self, team: int, chance: float) -> float:
        """Return the p-value of a test for the claim that the team's chance is less than `chance`."""
        return at_most(self.counts[team], len(self.lots), chance)

    def is_more(self, team: int, chance: float) -> float:
        """Return the p-value of a test for the claim that the team's chance is greater than `chance`."""
        return at_least(self.counts[team], len(self.lots), chance)

    def leads(self, team: int) -> Bounds:
        """Return bounds for the claim that the team's chance exceeds the chance of every other team."""
        mine = self.counts[team]
        others = [(count, mine + count) for t, count in enumerate(self.counts) if t != team]
        proven = all(at_least(mine, both, EVEN) <= PROVEN for _, both in others)
        refuted = any(at_least(theirs, both, EVEN) * len(others) <= REFUTED for theirs, both in others)
        return Bounds(proven, not refuted)


def _chances(outcomes: Sequence[int], teams: int) -> tuple[float, ...]:
    """Return each team's share of the games, or equal shares if there are no games."""
    counted, games = Counter(outcomes), len(outcomes)
    even = counted[teams] / teams
    return tuple((counted[team] + even) / games if games else 1 / teams for team in range(teams))


@dataclass(frozen=True, slots=True)
class Estimated:
    """The statistics that follow from the estimates at the moments of one game.

    All fields except `moments` and `uncertainty` are `None` unless one team won alone.
    """

    moments: int
    uncertainty: float
    """The mean over all moments of the winner's entropy, in bits; unbiased."""
    halfway: float | None = None
    """The winner's chance at the last moment in the first half of the game's turns; unbiased."""
    drama: Bounds | None = None
    """The mean over all moments of the difference between the greatest chance and the winner's chance."""
    comeback: Bounds | None = None
    """The claim that at some moment the winner's chance was at most half of an equal share."""
    known: Bounds | None = None
    """The share of the game's turns that remained when the winner's chance had reached `SURE` for good."""
    ahead: Bounds | None = None
    """The claim that the winner's chance exceeded every other team's chance at the moment of `halfway`."""


def estimated(moments: Sequence[Moment], turns: int, winner: int | None) -> Estimated:
    """Compute the statistics of one game from its moments and its number of turns.

    `winner` is the team that won alone, numbered as in `Moment.outcomes`, or `None` if no team won alone.
    Raises ValueError if there are no moments.
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
    """Return bounds for `comeback`. One moment suffices to prove it, but a refutation needs all moments."""
    low = EVEN / moments[0].teams
    proven = min(moment.is_less(winner, low) for moment in moments) * len(moments) <= PROVEN
    refuted = all(moment.is_more(winner, low) <= REFUTED for moment in moments)
    return Bounds(proven, not refuted)


def _known(moments: Sequence[Moment], turns: int, winner: int) -> Bounds:
    """Return bounds for `known`.

    The claim that the winner's chance stays at least `SURE` from a moment on is proven if each later moment
    proves it, and refuted if any later moment refutes it.
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
