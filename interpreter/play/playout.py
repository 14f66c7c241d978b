"""A game that is played to its end, and the policy that takes each option with the same chance."""

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
    """One game: it has a result, or came to a stop at a fault, or was cut off.

    `decisions` says in how many somebody was asked; of a game that was played on from somewhere, from there
    on. A game that was counted and has a result has a `tally`.
    """

    seeds: Seeds
    decisions: int
    result: Result | None
    fault: Fault | None = None
    tally: Tally | None = None
    estimated: Estimated | None = None
    """Who was going to win, where that was estimated and the game has a result."""

    @property
    def cut(self) -> bool:
        """Whether it was cut off before its end."""
        return self.result is None and self.fault is None


def uniform(decision: Decision, draws: Draws) -> Option:
    """The policy that takes each option with the same chance."""
    return decision.options[draws.below(len(decision.options))]


class _Game(Protocol):
    """What is asked of a game that is played to its end: a part of `interpreter.protocol.Playing`."""

    @property
    def decision(self) -> Decision | None:
        """The decision that is due."""

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
    """A game that begins with a seed, played to its end by a policy; its seeds play it again.

    It is cut off where somebody would have to decide once more than `most` times.
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
