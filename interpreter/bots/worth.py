"""The reward of a result for each seat, as searching bots use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from gamespec.program import Program
from interpreter.kernels.worth import Worth
from interpreter.play.result import Result
from interpreter.play.search import Reward
from interpreter.play.together import is_cooperative, teams_of

__all__ = ["Places", "Rewards", "Scores", "margins", "rewards_of"]


class Rewards(Protocol):
    """Maps results to rewards, and mean rewards to a common scale."""

    @property
    def teams(self) -> tuple[int, ...]:
        """The team of each seat."""

    @property
    def reward(self) -> Reward:
        """The kind of reward."""

    @property
    def least(self) -> float:
        """A lower bound of all rewards."""

    @property
    def greatest(self) -> float:
        """An upper bound of all rewards."""

    def of(self, result: Result) -> tuple[float, ...]:
        """Return the reward of a result, by seat."""

    def scaled(self, mean: float) -> float:
        """Scale a mean reward to between 0 and 1, by the rewards seen so far."""


@dataclass(frozen=True, slots=True)
class Places:
    """The share of the opponents that a player finishes ahead of, counting ties as half.

    So it is 1 for a sole winner, 0 for the last, ½ in a draw, for any number of players. Opponents are
    players of other teams. A truncated game counts as a draw.
    """

    teams: tuple[int, ...]
    least: float = 0.0
    greatest: float = 1.0
    reward: Reward = Reward.PLACES

    def of(self, result: Result) -> tuple[float, ...]:
        """Return the reward by seat."""
        worth = [0.5] * len(self.teams)
        if not result.truncated:
            Worth(self.teams).by_places([*result.places], worth)
        return tuple(worth)

    def scaled(self, mean: float) -> float:
        """Return the mean itself."""
        return mean


@dataclass(slots=True)
class Scores:
    """The score minus the best score of another team, if there is one; the scale spans the values seen."""

    teams: tuple[int, ...]
    least: float = -inf
    greatest: float = inf
    reward: Reward = Reward.SCORES
    _span: list[float] = field(default_factory=lambda: [inf, -inf], init=False)

    def of(self, result: Result) -> tuple[float, ...]:
        """Return the reward by seat."""
        return margins(self.teams, result.scores, self._span)

    def scaled(self, mean: float) -> float:
        """Return the position of a mean between the least reward and the greatest."""
        return Worth(self.teams).scaled(mean, self._span)


def margins(
    teams: Sequence[int], scores: Sequence[int], span: list[float] | None = None
) -> tuple[float, ...]:
    """Return, by seat, the score minus the best one of another team; without opponents, the score.

    `span`, the least and the greatest of them so far, is widened.
    """
    found = [0.0] * len(teams)
    Worth(teams).by_scores([*scores], found, [inf, -inf] if span is None else span)
    return tuple(found)


def rewards_of(program: Program, *, by_score: bool) -> Rewards:
    """Return the rewards of a search: by score if requested or if all players win together, else by place."""
    if by_score or is_cooperative(program):
        return Scores(teams_of(program))
    return Places(program.teams)
