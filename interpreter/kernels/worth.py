"""The rewards that a search gives to each seat for a finished game."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.kernels.terms import Real, Reals, Words, inline

__all__ = ["GREATEST", "LEAST", "Worth"]

LEAST, GREATEST = 0, 1
"""Indexes, in a `span`, of the least and the greatest reward so far."""


class Worth:
    """Computes the reward of each seat.

    `teams` holds the team of each seat. The score of a seat is the sum of `parts` numbers.
    """

    def __init__(self, teams: Sequence[int], parts: int = 1) -> None:
        self.teams, self.players, self.parts = tuple(teams), len(teams), parts

    @inline
    def by_places(self, places: Words, to: Reals) -> None:
        """Write, for each seat, the share of opponents that it finishes ahead of; a tie counts as half."""
        for seat in range(self.players):
            twice, others = 0, 0
            for other in range(self.players):
                if self.teams[other] != self.teams[seat]:
                    others += 1
                    twice += 2 * (places[other] > places[seat]) + (places[other] == places[seat])
            if others > 0:
                to[seat] = Real(twice) / 2 / Real(others)

    @inline
    def by_scores(self, points: Words, to: Reals, span: Reals) -> None:
        """Write, for each seat, its score minus the best score of any other team, if there is one.

        `span` is widened to include these differences.
        """
        for seat in range(self.players):
            best, others = 0, 0
            for other in range(self.players):
                if self.teams[other] != self.teams[seat]:
                    score = self.score(points, other)
                    if others == 0 or score > best:
                        best = score
                    others += 1
            worth = Real(self.score(points, seat) - best)
            to[seat] = worth
            if worth < span[LEAST]:  # noqa: PLR1730 - kernels have no `min` of `Real`s
                span[LEAST] = worth
            if worth > span[GREATEST]:  # noqa: PLR1730 - as above
                span[GREATEST] = worth

    def score(self, points: Words, seat: int) -> int:
        """Return the score of a seat, which is the sum of its parts."""
        total = 0
        for part in range(self.parts):
            total += points[self.parts * seat + part]
        return total

    @inline
    def scaled(self, mean: Real, span: Reals) -> Real:
        """Return where a mean reward lies between the limits of `span`, scaled to 0 … 1."""
        size = span[GREATEST] - span[LEAST]
        return (mean - span[LEAST]) / size if size > 0 else 0.5
