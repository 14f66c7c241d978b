"""Plays games to their end with a policy, on any engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engine.playout import DefinitionalEngine
from interpreter.play.playout import Playout, uniform
from interpreter.play.tally import NOTHING, Counts
from interpreter.protocol import SummingEngine
from interpreter.simulate.draws import Seeds
from interpreter.simulate.summary import Summary
from interpreter.simulate.summed import Summed

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
    """Play one game to its end, and count what `tally` requests. Without a policy, choices are uniform."""
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
    """Play `games` games, each with two seeds derived from `seed`, and return their summary.

    Without a policy, choices are uniform, and an engine that can do so sums the games itself. `progress` is
    called after each game with its playout, which includes the counts that `tally` requests. The same
    arguments give the same summary on every machine and engine. For bots, tables and resumable runs see
    `interpreter.simulate.runs`.
    """
    summary, made = Summary.of(program), engine(program)
    if policy is None and progress is None and isinstance(made, SummingEngine):
        summed = Summed(summary, program, tally, made)
        for chunk in made.chunks(seed, range(games), tally=tally):
            summed.add(chunk)
        summed.settle()
        return summary
    seeds = (Seeds.of(seed, index) for index in range(games))
    for played in made.batch(seeds, policy, tally=tally):
        summary.add(played)
        if progress is not None:
            progress(played)
    return summary


def enough(summary: Summary, until: Until) -> bool:
    """Return whether the intervals of all win shares are narrow enough.

    The shares are those of the teams, or that of the whole table if all players win or lose together. If no
    end decides who wins, the result is false until the maximum number of games has been played.
    """
    if "won" not in summary.deciding.fates:
        return summary.completed >= until.most
    return summary.completed > 0 and all(until.narrow(team.share) for team in summary.teams.values())
