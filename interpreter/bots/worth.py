"""What a result is worth to each seat, as bots that search weigh it."""

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
    """Makes rewards of results, and brings means of them to one scale."""

    @property
    def reward(self) -> Reward:
        """By which of them games are worth something."""

    @property
    def least(self) -> float:
        """What no reward is below."""

    @property
    def greatest(self) -> float:
        """What no reward exceeds."""

    def of(self, result: Result) -> tuple[float, ...]:
        """By seat what a result is worth."""

    def scaled(self, mean: float) -> float:
        """A mean of rewards between 0 and 1, as far as is known which there are."""


def teams_of(program: Program) -> tuple[int, ...]:
    """By seat the team; where all win or lose together they are one."""
    return (0,) * program.players if is_cooperative(program) else program.teams


@dataclass(frozen=True, slots=True)
class Places:
    """The share of the others behind whom one is not: of those in the same place half.

    So it is 1 for who comes first alone, 0 for the last, ½ in a draw, whoever plays. Others are those of
    other teams. A game that was cut short counts as a draw.
    """

    teams: tuple[int, ...]
    least: float = 0.0
    greatest: float = 1.0
    reward: Reward = Reward.PLACES

    def of(self, result: Result) -> tuple[float, ...]:
        """By seat."""
        if result.truncated:
            return (0.5,) * len(self.teams)
        return tuple(self._worth(seat, result.places) for seat in range(len(self.teams)))

    def _worth(self, seat: int, places: Sequence[int]) -> float:
        others = [place for team, place in zip(self.teams, places, strict=True) if team != self.teams[seat]]
        behind = sum(place > places[seat] for place in others)
        beside = sum(place == places[seat] for place in others)
        return (behind + beside / 2) / len(others)

    def scaled(self, mean: float) -> float:
        """The mean itself."""
        return mean


@dataclass(slots=True)
class Scores:
    """The score, less the best score of another team if there is one; the scale is what has been met."""

    teams: tuple[int, ...]
    least: float = -inf
    greatest: float = inf
    _least: float = field(default=inf, init=False)
    _greatest: float = field(default=-inf, init=False)

    @property
    def reward(self) -> Reward:
        """The score alone if all are one team."""
        return Reward.MARGINS if len(set(self.teams)) > 1 else Reward.SCORES

    def of(self, result: Result) -> tuple[float, ...]:
        """By seat."""
        found = margins(self.teams, result.scores)
        self._least, self._greatest = min(self._least, *found), max(self._greatest, *found)
        return found

    def scaled(self, mean: float) -> float:
        """Where a mean lies between the least reward and the greatest."""
        size = self._greatest - self._least
        return (mean - self._least) / size if size > 0 else 0.5


def margins(teams: Sequence[int], scores: Sequence[int]) -> tuple[float, ...]:
    """By seat its score less the best one of another team; where there is no other, its score."""
    found = []
    for seat, score in enumerate(scores):
        others = [other for team, other in zip(teams, scores, strict=True) if team != teams[seat]]
        found.append(float(score - max(others, default=0)))
    return tuple(found)


def rewards_of(program: Program, *, by_score: bool) -> Rewards:
    """The rewards that a search begins with: by score if asked for, or if all win or lose together."""
    if by_score or is_cooperative(program):
        return Scores(teams_of(program))
    return Places(program.teams)
