"""The reward of a result for each seat, as searching bots use it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Protocol

from gamespec.program import Program
from interpreter.play.result import Result
from interpreter.play.search import Reward
from interpreter.play.together import is_cooperative

__all__ = ["Places", "Rewards", "Scores", "margins", "rewards_of", "teams_of"]


class Rewards(Protocol):
    """Maps results to rewards, and mean rewards to a common scale."""

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


def teams_of(program: Program) -> tuple[int, ...]:
    """Return the team of each seat; if all win or lose together, they are one team."""
    return (0,) * program.players if is_cooperative(program) else program.teams


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
        if result.truncated:
            return (0.5,) * len(self.teams)
        return tuple(self._worth(seat, result.places) for seat in range(len(self.teams)))

    def _worth(self, seat: int, places: Sequence[int]) -> float:
        others = [place for team, place in zip(self.teams, places, strict=True) if team != self.teams[seat]]
        behind = sum(place > places[seat] for place in others)
        beside = sum(place == places[seat] for place in others)
        return (behind + beside / 2) / len(others)

    def scaled(self, mean: float) -> float:
        """Return the mean itself."""
        return mean


@dataclass(slots=True)
class Scores:
    """The score minus the best score of another team, if there is one; the scale spans the values seen."""

    teams: tuple[int, ...]
    least: float = -inf
    greatest: float = inf
    _least: float = field(default=inf, init=False)
    _greatest: float = field(default=-inf, init=False)

    @property
    def reward(self) -> Reward:
        """The kind of reward: the score alone if all are one team, else the margin."""
        return Reward.MARGINS if len(set(self.teams)) > 1 else Reward.SCORES

    def of(self, result: Result) -> tuple[float, ...]:
        """Return the reward by seat."""
        found = margins(self.teams, result.scores)
        self._least, self._greatest = min(self._least, *found), max(self._greatest, *found)
        return found

    def scaled(self, mean: float) -> float:
        """Return the position of a mean between the least reward and the greatest."""
        size = self._greatest - self._least
        return (mean - self._least) / size if size > 0 else 0.5


def margins(teams: Sequence[int], scores: Sequence[int]) -> tuple[float, ...]:
    """Return, by seat, the score minus the best one of another team; without opponents, the score."""
    found = []
    for seat, score in enumerate(scores):
        others = [other for team, other in zip(teams, scores, strict=True) if team != teams[seat]]
        found.append(float(score - max(others, default=0)))
    return tuple(found)


def rewards_of(program: Program, *, by_score: bool) -> Rewards:
    """Return the rewards of a search: by score if requested or if all players win together, else by place."""
    if by_score or is_cooperative(program):
        return Scores(teams_of(program))
    return Places(program.teams)
