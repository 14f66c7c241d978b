"""The plan of a run that the options of a command describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.engines import cores_of, engine_of_bots
from interpreter.cli.common.loading import compiled
from interpreter.cli.common.remote import workers_of
from interpreter.simulate import RANDOM, Counts, Plan
from interpreter.simulate.about import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamespec.spec import Spec

__all__ = ["check_seats", "plan_of_run"]


def plan_of_run(  # noqa: PLR0913 - one parameter an option
    spec: Spec,
    called: str,
    tally: Counts,
    *,
    seats: tuple[str, ...] | None,
    players: int | None,
    options: Mapping[str, str],
    seed: int,
    engine: str | None,
    jobs: int | None,
    estimate: int | None,
    on: str | None,
) -> Plan:
    """Return the plan of a run of a game that the user `called` so. Raises `Stop` if options do not fit."""
    check_seats(seats, players)
    unmeasured = compiled(spec, len(seats) if seats is not None else players, options)
    made = unmeasured.measured
    names = seats or (RANDOM,) * made.program.players
    return Plan(
        made,
        names,
        seed,
        engine_of_bots(made.program, engine, jobs, names, tally, asks=estimate is not None),
        cores_of(jobs),
        tally,
        estimate=estimate or 0,
        elsewhere=workers_of(on, jobs),
        origin=Origin.of(unmeasured, called, options),
    )


def check_seats(seats: tuple[str, ...] | None, players: int | None) -> None:
    """Raise `Stop` if the seats that are named are not as many as the players."""
    if seats is not None and players not in (None, len(seats)):
        raise Stop(f"`--seats` names {len(seats)} seats, `--players` says {players}")
