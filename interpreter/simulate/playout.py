"""Games played to their end by a policy."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

from interpreter.engine.errors import Fault
from interpreter.engine.game import Game
from interpreter.simulate.draws import Draws, game_seed
from interpreter.simulate.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.diagnostics import Diagnostic
    from gamespec.compile.draft import Program
    from interpreter.engine.decision import Decision, Option
    from interpreter.engine.ranking import Result

__all__ = ["Playout", "Policy", "playout", "playouts", "uniform"]

Policy: TypeAlias = "Callable[[Decision, Draws], Option]"
"""Picks one of a decision's options; whatever it leaves to luck comes from the draws."""


@dataclass(frozen=True, slots=True)
class Playout:
    """One game: either it has a result, or it came to a stop at a fault."""

    seed: int
    decisions: int
    result: Result | None
    fault: Diagnostic | None = None


def uniform(decision: Decision, draws: Draws) -> Option:
    """The policy that takes each option with the same chance."""
    return decision.options[draws.below(len(decision.options))]


def playout(program: Program, seed: int, policy: Policy = uniform) -> Playout:
    """Play one game. The policy's luck derives from the game's seed, so the game can be played again."""
    draws, decisions = Draws(seed, "policy"), 0
    try:
        game = Game(program, seed)
        while (decision := game.decision) is not None:
            game.play(policy(decision, draws))
            decisions += 1
    except Fault as fault:
        return Playout(seed, decisions, None, fault.diagnostic)
    return Playout(seed, decisions, game.result)


def playouts(
    program: Program,
    games: int,
    seed: int = 0,
    policy: Policy = uniform,
    progress: Callable[[Playout], None] | None = None,
) -> Summary:
    """Play so many games, each with a seed of its own derived from `seed`; say what came of them.

    `progress` is called after each game. The same arguments give the same summary, everywhere.
    """
    summary = Summary.of(program.players)
    for index in range(games):
        played = playout(program, game_seed(seed, index), policy)
        summary.add(played)
        if progress is not None:
            progress(played)
    return summary
