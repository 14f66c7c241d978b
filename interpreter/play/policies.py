"""Who plays by which policy, and how a policy learns (`interpreter.kernels.learning`)."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import NamedTuple

from interpreter.play.search import Reward

__all__ = ["Lessons", "Policies"]


@dataclass(frozen=True, eq=False)
class Policies:
    """The policies by which players play, whichever seats they have.

    `weights` holds the weights of each policy. For each player, `plays_by` has the number of a policy, or -1
    if the player takes options at random, and `temperatures` has the temperature. In each game, a random
    number of decisions less than `opening` are made at random first, so that deterministic games differ.
    """

    weights: tuple[array[float], ...] = field(repr=False)
    plays_by: tuple[int, ...]
    temperatures: tuple[float, ...]
    opening: int = 1


class Lessons(NamedTuple):
    """How a policy learns from a number of games.

    All seats play at the same `temperature`. `rate` is the share of an error that a change of weights
    removes from an estimate of the reward, as long as their changes do not cancel each other out, and `trace`
    is the λ of λ-returns. Rewards are from 0 to 1. From one of the kind `reward`, unless that is `PLACES`,
    `shift` is subtracted, and ½ is added to the difference times `scale`. Policies that weigh actions scale
    the scores of players who win or lose together themselves.
    """

    temperature: float
    rate: float
    trace: float
    reward: Reward = Reward.PLACES
    shift: float = 0.0
    scale: float = 1.0
