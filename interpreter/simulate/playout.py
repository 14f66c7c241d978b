"""Games played to their end by a policy, on any engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.playout import Playout, uniform
from interpreter.play.tally import NOTHING, Counts
from interpreter.simulate.draws import Seeds
from interpreter.simulate.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.program import Program
    from interpreter.protocol import MakeEngine, Policy
    from interpreter.simulate.intervals import Until

__all__ = ["Playout", "enough", "playout", "playouts", "uniform"]


def playout(
    program: Program,
    seeds: Seeds,
    policy: Policy | None = None,
    *,
    engine: MakeEngine = DefinitionalEngine,
    tally: Counts = NOTHING,
) -> Playout:
    """Play one game, at random without a policy, and count of it what is asked for."""
    return next(iter(engine(program).batch((seeds,), policy, tally=tally)))


def playouts(  # noqa: PLR0913 - what is played, how often, and how
    program: Program,
    games: int,
    seed: int = 0,
    policy: Policy | None = None,
    progress: Callable[[Playout], None] | None = None,
    *,
    engine: MakeEngine = DefinitionalEngine,
    tally: Counts = NOTHING,
) -> Summary:
    """Play so many games, each with two seeds of its own derived from `seed`; say what came of them.

    Without a policy each option is taken with the same chance. `progress` is called after each game, whose
    playout has what `tally` asks to be counted. The same arguments give the same summary, everywhere. Bots,
    tables and runs that are gone on with are a matter of `interpreter.simulate.runs`.
    """
    summary = Summary.of(program)
    seeds = (Seeds.of(seed, index) for index in range(games))
    for played in engine(program).batch(seeds, policy, tally=tally):
        summary.add(played)
        if progress is not None:
            progress(played)
    return summary


def enough(summary: Summary, until: Until) -> bool:
    """Whether the intervals of the win shares are as narrow as is wanted: of each team, or of all together.

    Where no end says who has won, the most games are played that may be needed.
    """
    if "won" not in summary.deciding.fates:
        return summary.completed >= until.most
    return summary.completed > 0 and all(until.narrow(team.share) for team in summary.teams.values())
