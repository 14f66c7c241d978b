"""The command `gamespec simulate GAME`, which plays many games and reports statistics."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from gamespec.text.plurals import counted, with_noun
from interpreter.cli.common.arguments import (
    bots_option,
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from interpreter.cli.common.engines import engine_option, jobs_option, memory_of
from interpreter.cli.common.loading import faults_told, load
from interpreter.cli.common.output import print_json
from interpreter.cli.common.planning import plan_of_run
from interpreter.cli.common.playouts import Ended, again, games_option, playing, progress, tell_faults
from interpreter.cli.common.recording import estimate_option, most_of, options_of_runs, recorded
from interpreter.cli.common.remote import on_option, played_on
from interpreter.cli.common.screen import echo
from interpreter.cli.measure.simulated import print_summary
from interpreter.simulate import ALL, Counts, Fixed, Run, enough
from interpreter.simulate.about import about_run
from interpreter.simulate.plans import OPTIONS_COUNTED
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from interpreter.simulate import Until

__all__ = ["command"]

PERCENT = 100


@click.command(
    "simulate",
    epilog=example(
        "gamespec simulate my-game --games 1000 --players 3",
        "gamespec simulate my-game --seats good",
        "gamespec simulate my-game --seed 7 --set hand_size=8 --format json",
        "gamespec simulate my-game --until 1pp",
        "gamespec simulate my-game --games 200 --estimate 200",
        "gamespec simulate my-game --games 100000 --out games.parquet",
    ),
)
@game_argument
@games_option
@options_of_runs
@estimate_option
@bots_option
@seed_option
@players_option
@set_option
@reach_option
@engine_option
@jobs_option
@on_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    games: int,
    until: Until | None,
    out: Path | None,
    resume: bool,
    estimate: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    jobs: int | None,
    on: str | None,
    style: str,
) -> int:
    """Play many games and report statistics.

    Players choose at random unless --seats names bots (see `gamespec ladder`). Bots run in separate
    processes, except random and learned ones. The same seed gives the same games, on
    either engine and in any number of threads or processes. The report gives, with 95 % intervals, what
    each player and each seat won, and measures of the games. The exit status is 1 if a fault stopped a
    game. In JSON the report also gives the bytes of memory that a position and each thread take.

    If options must be tried, because their actions have `keeps`, all are tried in the first 1,000 games and
    counted there. Later games of random players try only as many as they need. With --out all options are
    counted in all games.

    With --estimate the report also says how open games are while they go on, whether the player who is
    ahead wins, and how early that is known. The estimates are those of an observer who sees everything
    and expects all players to continue at random, whoever plays.

    With --out the command also writes a table. It grows in a folder beside FILE and moves to its place
    when it is complete. After a crash the same command with --resume produces the same table.
    """
    spec = load(game)
    tally = ALL if out is not None else Counts(pace=True, lead=True, measures=True, last=True)
    plan = plan_of_run(
        spec,
        game,
        tally,
        seats=seats,
        players=players,
        options=options,
        seed=seed,
        engine=engine,
        jobs=jobs,
        estimate=estimate,
        on=on,
    )
    if out is None:
        plan = replace(plan, options_counted=OPTIONS_COUNTED)
    made, games = plan.compiled, most_of(games, until)
    with (
        faults_told(made.names),
        recorded(out, plan, about_run(plan, games, until), resume=resume) as table,
        played_on(on, table),
    ):
        run = Run(plan, table=table)
        ended = _play(run, games, until)
    summary = run.summary
    if style == "json":
        told = summary.as_dict(Words(made), until or Fixed())
        until_told = {"until": {"half": until.half, "enough": enough(summary, until)}} if until else {}
        timings = {"seconds": run.seconds, "decisions_per_second": run.decisions_per_second}
        memory = memory_of(made.program, plan.make)
        broken = {"interrupted": ended.interrupted}
        about = {**plan.about, **broken}
        print_json({**about, **told, "bots": _told(run), **until_told, **timings, "memory": memory})
    else:
        ended.tell(summary.games, games)
        print_summary(spec.called, run, until)
        if summary.first_limited is not None and summary.limited < summary.games:
            first = again(game, run.stopped(summary.first_limited), options, summary.first_limited)
            echo(f"limit   the first game that reached it: `{first}`")
        _tell(run, until)
    tell_faults(summary, made, game, options, run.stopped)
    return ended.status(found=bool(summary.faults))


def _play(run: Run, games: int, until: Until | None) -> Ended:
    """Play the games and finish the table.

    If the user interrupts the run, the parts of the table keep the games played so far.
    """
    with playing() as ended, progress(min(games, until.most) if until else games, run.before) as step:
        run.play(games - run.before, until, step)
    if not ended.interrupted:
        run.finish()
    elif run.table is not None:
        echo("note: the games so far are kept; `--resume` continues with them", err=True)
    return ended


def _told(run: Run) -> list[dict[str, Any]] | None:
    """Return each bot's results as dicts that can be written as JSON.

    Return `None` if all players are random.
    """
    if run.plan.at_random:
        return None
    return [
        {
            "bot": name,
            "share": seat.share.mean,
            "won": seat.won,
            "shared": seat.shared,
            "drawn": seat.drawn,
            "mean_score": seat.score.mean,
        }
        for name, seat in zip(run.plan.players, run.players, strict=True)
    ]


def _tell(run: Run, until: Until | None) -> None:
    """Print how the run ended, where the table is, and how long it took."""
    if until is not None:
        known = "is known" if enough(run.summary, until) else "is not known"
        points = with_noun(f"{until.half * PERCENT:.2f}".rstrip("0").rstrip("."), "percentage point")
        games = counted(run.summary.games, "game")
        echo(f"until   each seat's win share {known} to within {points} after {games}")
    if run.table is not None:
        games, columns = counted(run.table.games, "game"), len(run.table.columns)
        was = f", {run.before:,} of them played before" if run.before else ""
        echo(f"table   {run.table.path}: {games}, {counted(columns, 'column')}{was}")
    played = run.summary.games - run.before
    if played:
        speed = f"{run.decisions_per_second:,.0f} decisions and {played / run.seconds:,.1f} games"
        echo(f"speed   {speed} a second")
