"""The inputs and the results of a tree search, which bots and engines exchange."""

from __future__ import annotations

from array import array
from enum import IntEnum
from typing import NamedTuple

__all__ = ["Plan", "Reward", "Stats"]


class Reward(IntEnum):
    """The kinds of rewards that a search can give a player for a finished game.

    With `PLACES`, the reward is the share of the player's opponents (the players of other teams) that have a
    worse place, where an equal place counts as half. With `SCORES`, it is the player's score minus the best
    score of another team, if there is another team.
    """

    PLACES = 0
    SCORES = 1


class Plan(NamedTuple):
    """What a search is to do.

    It makes as many random games as `playouts` says. All its random numbers derive from the `key`. The
    constant `explores` multiplies the square root in the confidence bound, for rewards from 0 to 1.

    A `guide` is the weights of a policy. With it, no game is played at random, but the rewards are estimated
    where one would begin.
    """

    key: int
    playouts: int
    reward: Reward
    explores: float
    guide: array[float] | None = None


class Stats(NamedTuple):
    """The statistics of one option after a search.

    They are the number of times that the option was taken, and the total reward of its player. If the search
    has `proven` what the option leads to if all play optimally, they include the player's reward then.
    """

    taken: int = 0
    total: float = 0.0
    proven: float | None = None
