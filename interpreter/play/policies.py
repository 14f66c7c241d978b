"""Who plays by which policy, and how a policy learns (`interpreter.kernels.learning`)."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import NamedTuple

from gamespec.program import Program
from interpreter.play.openness import is_open, is_symmetric
from interpreter.play.together import share_scores

__all__ = ["Lessons", "Policies", "weighs_positions"]


def weighs_positions(program: Program) -> bool:
    """Return whether policies weigh what options lead to, which all players know, and not the options.

    Where players who win or lose together do not see everything, most games may end in disaster, and the
    worths of positions do not differ enough to avoid it.
    """
    return is_open(program) or (is_symmetric(program) and not share_scores(program))


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
    is the λ of λ-returns.
    """

    temperature: float
    rate: float
    trace: float
