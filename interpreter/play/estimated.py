"""Who was going to win while a game went on: what follows from estimates at moments of it.

A *moment* is the first decision of a game at which somebody is asked, and the first after each end of a turn.
At each it was tried, in random games from there on, how often each team wins alone. Formulas and their
sources stand in `interpreter.simulate.measures`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log2

__all__ = ["SURE", "Estimated", "Moment", "estimated"]

SURE = 0.95
"""From this chance on a team is said to be known to win."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A moment of a game: how many turns had ended, and what came of random games from there on.

    `won` says by team, in the order of their first seats, how many it won alone, `nobody` how many no team
    did. Games without a result are in neither.
    """

    ended: int
    won: tuple[int, ...]
    nobody: int

    @property
    def chances(self) -> tuple[float, ...]:
        """By team the share of games that it won, of which it has an even part where nobody won alone."""
        games, teams = sum(self.won) + self.nobody, len(self.won)
        return tuple((won + self.nobody / teams) / games if games else 1 / teams for won in self.won)

    @property
    def bits(self) -> float:
        """The entropy of who wins, nobody among them, in bits; 0 if no game had a result."""
        games = sum(self.won) + self.nobody
        shares = (count / games for count in (*self.won, self.nobody) if count)
        return sum(-share * log2(share) for share in shares)


@dataclass(frozen=True, slots=True)
class Estimated:
    """What the estimates of one game come to.

    All but `moments` and `uncertainty` are of games that a team won alone; else they are `None`.
    """

    moments: int
    uncertainty: float
    """The mean of the entropies of the moments, in bits."""
    drama: float | None = None
    """The mean of how much greater the greatest chance was than the winner's."""
    lowest: float | None = None
    """The winner's lowest chance."""
    left: float | None = None
    """The share of turns that were still to come when the winner's chance came to be `SURE` for good."""
    halfway: bool | None = None
    """Whether who had the greatest chance, alone, at the last moment of the first half of the turns won."""


def estimated(moments: Sequence[Moment], turns: int, winner: int | None) -> Estimated:
    """What the moments of a game of so many turns come to; `winner` is the team that won alone.

    Teams have the numbers by which `Moment.won` lists them. Raises ValueError if there is no moment.
    """
    if not moments:
        raise ValueError("a game without moments has no estimates")
    count = len(moments)
    uncertainty = sum(moment.bits for moment in moments) / count
    if winner is None:
        return Estimated(count, uncertainty)
    chances = [moment.chances for moment in moments]
    drama = sum(max(each) - each[winner] for each in chances) / count
    left = 0.0
    for moment, each in zip(reversed(moments), reversed(chances), strict=True):
        if each[winner] < SURE:
            break
        left = 1 - moment.ended / turns if turns else 0.0
    half = [each for moment, each in zip(moments, chances, strict=True) if 2 * moment.ended <= turns][-1]
    ahead = half[winner] == max(half) and half.count(max(half)) == 1
    return Estimated(count, uncertainty, drama, min(each[winner] for each in chances), left, ahead)
