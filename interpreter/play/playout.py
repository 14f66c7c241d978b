"""Playing a game to its end, and the uniform random policy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from interpreter.play.errors import Fault
from interpreter.play.estimated import Estimated
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.result import Result
from interpreter.play.tally import Tally

__all__ = ["Playout", "played", "uniform"]


@dataclass(frozen=True, slots=True)
class Playout:
    """One game played on until it had a result, stopped at a fault, or was cut off.

    `decisions` is the number of decisions asked, counted from the position where play began. A counted game
    with a result has a `tally`.
    """

    seeds: Seeds
    decisions: int
    result: Result | None
    fault: Fault | None = None
    tally: Tally | None = None
    estimated: Estimated | None = None
    """Estimates of the winner, if they were made and the game has a result."""

    @property
    def cut(self) -> bool:
        """Whether it was cut off before its end."""
        return self.result is None and self.fault is None


def uniform(decision: Decision, draws: Draws) -> Option:
    """Choose uniformly among the options."""
    return decision.options[draws.below(len(decision.options))]


class _Game(Protocol):
    """The part of `interpreter.protocol.Playing` that playing to the end needs."""

    @property
    def decision(self) -> Decision | None:
        """The pending decision."""

    @property
    def result(self) -> Result | None:
        """Places and scores."""

    def play(self, option: Option) -> None:
        """Give an answer."""


def played(
    seeds: Seeds,
    begin: Callable[[int], _Game],
    policy: Callable[[Decision, Draws], Option],
    most: int | None = None,
) -> Playout:
    """Play a game to its end by a policy; its seeds reproduce it.

    It is cut off if a further decision beyond `most` would be needed.
    """
    draws, decisions = Draws(seeds.luck, "policy"), 0
    try:
        game = begin(seeds.game)
        while (decision := game.decision) is not None and decisions != most:
            game.play(policy(decision, draws))
            decisions += 1
    except Fault as fault:
        return Playout(seeds, decisions, None, fault)
    return Playout(seeds, decisions, game.result)
