"""A game that was played to its end, and the policy that takes each option with the same chance."""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.result import Result

__all__ = ["Playout", "uniform"]


@dataclass(frozen=True, slots=True)
class Playout:
    """One game: either it has a result, or it came to a stop at a fault."""

    seeds: Seeds
    decisions: int
    result: Result | None
    fault: Fault | None = None


def uniform(decision: Decision, draws: Draws) -> Option:
    """The policy that takes each option with the same chance."""
    return decision.options[draws.below(len(decision.options))]
