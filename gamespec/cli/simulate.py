"""`gamespec simulate GAME`."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from gamespec.cli.arguments import (
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from gamespec.cli.boundary import Status
from gamespec.cli.engines import engine_option, engine_that_plays, jobs_option
from gamespec.cli.loading import compiled, load
from gamespec.cli.output import counted, print_json, print_table
from gamespec.cli.playouts import again, games_option, progress, said, tell_faults
from gamespec.cli.screen import echo, styled
from gamespec.program.tables import Head
from interpreter.simulate import Summary, playouts, wilson
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamespec.compile import Compiled
    from interpreter.simulate import Mean

__all__ = ["command"]


@click.command(
    "simulate",
    epilog=example(
        "gamespec simulate my-game --games 1000 --players 3",
        "gamespec simulate my-game --seed 7 --set hand_size=8 --format json",
    ),
)
@game_argument
@games_option
@seed_option
@players_option
@set_option
@reach_option
@engine_option
@jobs_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    games: int,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    jobs: int | None,
    style: str,
) -> int:
    """Play many random games and report statistics.

    In each decision one of the options is taken at random. The same seed gives the same games, on
    either engine and in any number of threads. The exit status is 1 if a game came to a stop at a
    fault.
    """
    spec = load(game)
    made = compiled(spec, players, options)
    make = engine_that_plays(made.program, engine, jobs, steps=False)
    start = perf_counter()
    with progress(games) as step:
        summary = playouts(made.program, games, seed, progress=step, engine=make)
    seconds = perf_counter() - start
    if style == "json":
        print_json(_report(made, summary, seed, seconds))
    else:
        _print(spec.called, made, summary, seed)
        if summary.first_limited is not None and summary.limited < summary.games:
            first = again(game, made.program.players, options, summary.first_limited)
            echo(f"limit   the first game that reached it: `{first}`")
        _print_speed(summary, seconds)
    tell_faults(summary, made, game, options)
    return Status.FOUND if summary.faults else Status.OK


def _report(made: Compiled, summary: Summary, seed: int, seconds: float) -> dict[str, Any]:
    about = {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "seed": seed,
        "players": made.program.players,
        "options": dict(made.names.options),
    }
    timings = {"seconds": seconds, "decisions_per_second": summary.decisions / seconds}
    return {**about, **summary.as_dict(Words(made)), **timings}


def _print(called: str, made: Compiled, summary: Summary, seed: int) -> None:
    echo(styled(f"{called}, {counted(made.program.players, 'player')}, seed {seed}", bold=True))
    if made.names.options:
        echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))
    cut = made.program.limit.outcome == Head.TRUNCATED
    limit = f"{summary.limited:,} {'cut short by' if cut else 'ended at'} the limit"
    outcome = f"{limit}, {summary.faults:,} stopped by a fault"
    echo(f"{counted(summary.games, 'game')}, {counted(summary.decisions, 'decision')}; {outcome}\n")
    words, rows = Words(made), []
    for number, seat in enumerate(summary.seats, 1):
        low, high = wilson(seat.wins, summary.completed)
        share = seat.wins / summary.completed if summary.completed else 0.0
        interval = f"{low:.1%} to {high:.1%}"
        parts = (_mean(part) for _, part in zip(words.score_names, seat.parts, strict=False))
        counts = (str(number), str(seat.wins), f"{share:.1%}", interval, str(seat.shared))
        rows.append((*counts, _mean(seat.score), *parts))
    headers = ("seat", "wins", "share", "95 %", "shared", "score", *words.score_names)
    print_table(rows, headers, right=[header for header in headers if header != "95 %"])
    ends = (f"{words.reason(outcome)} {games:,}" for outcome, games in sorted(summary.ends.items()))
    length = summary.length
    if length.count:
        echo("")
        if set(summary.ends) != {Head.FINISHED}:
            echo(f"ends    {', '.join(ends)}")
        echo(f"length  {_mean(length)} decisions, {length.least:.0f} to {length.greatest:.0f}")


def _print_speed(summary: Summary, seconds: float) -> None:
    speed = f"{summary.decisions / seconds:,.0f} decisions and {summary.games / seconds:,.1f} games a second"
    echo(f"speed   {speed}")


def _mean(mean: Mean) -> str:
    if mean.mean is None:
        return "-"
    return f"{mean.mean:.2f}" + (f" ± {mean.error:.2f}" if mean.error is not None else "")
