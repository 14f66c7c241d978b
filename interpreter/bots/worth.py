"""The rewards that searching bots give to each seat for the result of a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from math import inf
from typing import Protocol

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.kernels.worth import Worth
from interpreter.play.result import Result
from interpreter.play.search import Reward
from interpreter.play.together import is_cooperative, teams_of

__all__ = ["Places", "Rewards", "Scores", "margins", "rewards_of"]


class Rewards(Protocol):
    """Maps results to rewards, and maps mean rewards to a scale from 0 to 1."""

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""

    @property
    def reward(self) -> Reward:
        """The kind of reward."""

    @property
    def least(self) -> float:
        """A lower bound for all rewards."""

    @property
    def greatest(self) -> float:
        """An upper bound for all rewards."""

    def of(self, result: Result) -> tuple[float, ...]:
        """Return the reward of each seat for a result."""

    def scaled(self, mean: float) -> float:
        """Map a mean reward to a number between 0 and 1, using the range of the rewards seen so far."""


@dataclass(frozen=True, slots=True)
class Places:
    """Rewards a player with the share of opponents that finish behind the player; a tie counts as half.

    For any number of players, the reward is thus 1 for a sole winner, 0 for the player in last place, and ½
    in a draw. Opponents are the players of other teams. A truncated game counts as a draw.
    """

    teams: tuple[int, ...]
    least: float = 0.0
    greatest: float = 1.0
    reward: Reward = Reward.PLACES

    def of(self, result: Result) -> tuple[float, ...]:
        """Return the reward of each seat for a result."""
        worth = [0.5] * len(self.teams)
        if not result.truncated:
            Worth(self.teams).by_places([*result.places], worth)
        return tuple(worth)

    def scaled(self, mean: float) -> float:
        """Return `mean` unchanged, because rewards are already between 0 and 1."""
        return mean


@dataclass(slots=True)
class Scores:
    """Rewards a player with the score minus the best score of another team, if there is another team.

    The scale extends from the least to the greatest reward seen so far.
    """

    teams: tuple[int, ...]
    least: float = -inf
    greatest: float = inf
    reward: Reward = Reward.SCORES
    _span: list[float] = field(default_factory=lambda: [inf, -inf], init=False)

    def of(self, result: Result) -> tuple[float, ...]:
        """Return the reward of each seat for a result."""
        return margins(self.teams, result.scores, self._span)

    def scaled(self, mean: float) -> float:
        """Return where `mean` lies between the least and the greatest reward, from 0 to 1."""
        return Worth(self.teams).scaled(mean, self._span)


def margins(
    teams: Sequence[int], scores: Sequence[int], span: list[float] | None = None
) -> tuple[float, ...]:
    """Return, for each seat, its score minus the best score of another team.

    Without opponents, this is the score itself. `span` holds the least and the greatest result so far, and is
    widened if necessary.
    """
    found = [0.0] * len(teams)
    Worth(teams).by_scores([*scores], found, [inf, -inf] if span is None else span)
    return tuple(found)


def rewards_of(program: Program, *, by_score: bool) -> Rewards:
    """Return the rewards that a search uses.

    They are based on scores if that is requested or if all players win together, otherwise on places.
    """
    if by_score or is_cooperative(program):
        return Scores(teams_of(program))
    return Places(program.teams)
