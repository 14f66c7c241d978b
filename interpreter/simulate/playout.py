"""Games played to their end by a policy, on any engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.playout import Playout, uniform
from interpreter.simulate.draws import Seeds
from interpreter.simulate.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.program import Program
    from interpreter.protocol import MakeEngine, Policy

__all__ = ["Playout", "playout", "playouts", "uniform"]


def playout(
    program: Program, seeds: Seeds, policy: Policy | None = None, *, engine: MakeEngine = DefinitionalEngine
) -> Playout:
    """Play one game, at random without a policy."""
    return next(iter(engine(program).batch((seeds,), policy)))


def playouts(  # noqa: PLR0913 - what is played, how often, and how
    program: Program,
    games: int,
    seed: int = 0,
    policy: Policy | None = None,
    progress: Callable[[Playout], None] | None = None,
    *,
    engine: MakeEngine = DefinitionalEngine,
) -> Summary:
    """Play so many games, each with two seeds of its own derived from `seed`; say what came of them.

    Without a policy each option is taken with the same chance. `progress` is called after each game. The
    same arguments give the same summary, everywhere.
    """
    summary = Summary.of(program)
    for played in engine(program).batch((Seeds.of(seed, index) for index in range(games)), policy):
        summary.add(played)
        if progress is not None:
            progress(played)
    return summary
