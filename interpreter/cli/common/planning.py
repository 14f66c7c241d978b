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

__all__ = ["names_by_seat", "number_of_players", "plan_of_run"]


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
    unmeasured = compiled(spec, number_of_players(seats, players), options)
    made = unmeasured.measured
    names = names_by_seat(seats, made.program.players)
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


def number_of_players(seats: tuple[str, ...] | None, players: int | None) -> int | None:
    """Return the number of players according to `--seats` and `--players`, or `None` if they don't say it.

    Raises `Stop` if they differ.
    """
    if seats is None or len(seats) == 1:
        return players
    if players not in (None, len(seats)):
        raise Stop(f"`--seats` names {len(seats)} seats, `--players` says {players}")
    return len(seats)


def names_by_seat(seats: tuple[str, ...] | None, players: int) -> tuple[str, ...]:
    """Return the name of the bot in each seat. A single name is that of all; by default all are random."""
    named = seats or (RANDOM,)
    return named * players if len(named) == 1 else named
