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
    removes, and `trace` is the λ of λ-returns. From a reward of the kind `reward`, `shift` is subtracted, and
    the difference is multiplied by `scale`.
    """

    temperature: float
    rate: float
    trace: float
    reward: Reward = Reward.PLACES
    shift: float = 0.0
    scale: float = 1.0
