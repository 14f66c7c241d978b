"""Plays games to their end; also contains the uniform random policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gamespec.program.frozen import dataclass
from interpreter.play.chance import rank
from interpreter.play.errors import Fault
from interpreter.play.estimated import Estimated
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.result import Result
from interpreter.play.tally import Tally

__all__ = ["Playout", "played", "uniform"]


@dataclass(frozen=True, slots=True)
class Playout:
    """One game that was played until it had a result, stopped at a fault, or was cut off.

    `decisions` is the number of decisions that were asked, counted from the position where play began.
    `tally` is present if the game was counted and has a result.
    """

    seeds: Seeds
    decisions: int
    result: Result | None
    fault: Fault | None = None
    tally: Tally | None = None
    estimated: Estimated | None = None
    """Estimates of who would win during the game, if they were requested and the game has a result."""

    @property
    def cut(self) -> bool:
        """Whether play was cut off before the game had a result."""
        return self.result is None and self.fault is None


def uniform(decision: Decision, draws: Draws) -> Option:
    """Return one of the options, chosen uniformly at random, with one draw.

    If options were tried (`Program.ranked`), it is the option of least rank. Otherwise, the draw gives its
    index.
    """
    options = decision.options
    if decision.site not in options[0].program.ranked:
        return options[draws.below(len(options))]
    drawn = draws.draw()
    return min(options, key=lambda option: rank(drawn, option.number))


class _Game(Protocol):
    """The part of `interpreter.protocol.Playing` that is needed to play a game to its end."""

    @property
    def decision(self) -> Decision | None:
        """The pending decision, or `None` if the game is over."""

    @property
    def result(self) -> Result | None:
        """The result, or `None` while the game goes on."""

    def play(self, option: Option) -> None:
        """Give an answer to the pending decision."""


def played(
    seeds: Seeds,
    begin: Callable[[int], _Game],
    policy: Callable[[Decision, Draws], Option],
    most: int | None = None,
) -> Playout:
    """Play a game to its end by a policy. The `seeds` reproduce the game.

    `begin` starts a game from its seed. The game is cut off if it needs more than `most` decisions.
    """
    draws, decisions = seeds.draws(), 0
    try:
        game = begin(seeds.game)
        while (decision := game.decision) is not None and decisions != most:
            game.play(policy(decision, draws))
            decisions += 1
    except Fault as fault:
        return Playout(seeds, decisions, None, fault)
    return Playout(seeds, decisions, game.result)
