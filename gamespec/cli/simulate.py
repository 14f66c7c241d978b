"""`gamespec simulate GAME`."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from functools import partial
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
from gamespec.cli.boundary import Status, Stop
from gamespec.cli.engines import COMPILED, engine_option, engine_that_plays, jobs_option
from gamespec.cli.loading import compiled, load, tell
from gamespec.cli.output import counted, print_json, print_table
from gamespec.cli.screen import echo, styled
from gamespec.program.tables import Head
from gamespec.verbs import VERBS
from interpreter.simulate import Summary, playouts, wilson
from interpreter.words import Words
from interpreter.work import metered_playouts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from gamespec.compile import Compiled
    from gamespec.diagnostics import Diagnostic
    from gamespec.source import Span
    from interpreter import Fault
    from interpreter.simulate import Mean, Playout, Seeds
    from interpreter.work import Work

__all__ = ["command"]

PLACES = 10
"""So many places are shown where most of the work is done."""

EXCERPT = 60
"""So many characters are shown of what stands at a place."""


@click.command(
    "simulate",
    epilog=example(
        "gamespec simulate my-game --games 1000 --players 3",
        "gamespec simulate my-game --seed 7 --set hand_size=8 --format json",
        "gamespec simulate my-game --work",
    ),
)
@game_argument
@click.option(
    "--games",
    type=click.IntRange(min=1),
    default=100,
    metavar="N",
    show_default=True,
    help="How many games to play.",
)
@seed_option
@players_option
@set_option
@reach_option
@engine_option
@jobs_option
@format_option("text", "json")
@click.option(
    "--work", "metered", is_flag=True, help="Tell how much work a decision takes, and where it goes."
)
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
    metered: bool,
) -> int:
    """Play many random games and report statistics.

    In each decision one of the options is taken at random. The same seed gives the same games, on
    either engine and in any number of threads. The exit status is 1 if a game came to a stop at a
    fault.

    With --work the report ends with the units of work (reference 15.1) that a decision took on
    average, the most that one took, and the steps and expressions that took most of them: each
    without what stands in it, and as a whole. Units are the same on every machine; speeds are not.
    The definitional engine counts them.
    """
    if metered and (engine == COMPILED or jobs is not None):
        raise Stop("`--work` is counted by the definitional engine, in one thread", "leave out the other")
    spec = load(game)
    made = compiled(spec, players, options)
    make = None if metered else engine_that_plays(made.program, engine, jobs)
    start, work = perf_counter(), None
    with _progress(games) as step:
        if make is None:
            summary, work = metered_playouts(made, games, seed, step)
        else:
            summary = playouts(made.program, games, seed, progress=step, engine=make)
    seconds = perf_counter() - start
    again = partial(_again, game, made.program.players, options)
    if style == "json":
        told = {} if work is None else {"work": work.as_dict()}
        print_json({**_report(made, summary, seed, seconds), **told})
    else:
        _print(spec.called, made, summary, seed)
        if summary.first_limited is not None and summary.limited < summary.games:
            echo(f"limit   the first game that reached it: `{again(summary.first_limited)}`")
        if work is None:
            _print_speed(summary, seconds)
        else:
            _print_work(work, summary)
    for fault in summary.fault_places.values():
        tell([_told(fault.fault, made)])
        first = again(fault.seeds)
        echo(f"  = note: in {counted(fault.games, 'game')}; the first of them again: `{first}`", err=True)
    return Status.FOUND if summary.faults else Status.OK


def _again(game: str, players: int, options: Mapping[str, str], seeds: Seeds) -> str:
    """The command that plays a game again."""
    chosen = (word for name, value in options.items() for word in ("--set", f"{name}={value}"))
    seats = ",".join(["random"] * players)
    words = ["gamespec", "play", game, *chosen, "--seats", seats, "--seed", str(seeds.game)]
    return shlex.join([*words, "--luck", str(seeds.luck)])


@contextmanager
def _progress(games: int) -> Iterator[Callable[[Playout], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games)
        yield lambda _played: bar.advance(task)


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
        echo(", ".join(f"{name}={_plain(value)}" for name, value in made.names.options.items()))
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


def _print_work(work: Work, summary: Summary) -> None:
    """The work of a decision, and the places that took most of it."""
    each = work.units / summary.decisions if summary.decisions else 0.0
    echo(f"work    {each:,.1f} units a decision, {work.most:,} at most\n")
    rows = []
    for place in work.places[:PLACES]:
        share = f"{place.units / work.units:.1%}"
        numbers = (f"{place.units:,}", share, f"{place.whole:,}", f"{place.times:,}")
        rows.append((*numbers, str(place.span), _excerpt(place.span)))
    headers = ("units", "share", "whole", "times", "place", "")
    print_table(rows, headers, right=headers[:4])


def _excerpt(span: Span) -> str:
    """The beginning of an expression, or of the line of a step, and of the next if there is only its verb."""
    text = span.text
    if text in VERBS:
        lines = span.source.text[span.start :].split("\n", 2)
        text = " ".join(lines[:2]) if lines[0].rstrip().endswith(":") else lines[0]
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else f"{line[: EXCERPT - 1]}…"


def _told(fault: Fault, made: Compiled) -> Diagnostic:
    """A fault in the author's words."""
    from interpreter.words.faults import diagnose

    return diagnose(fault, made.names)


def _mean(mean: Mean) -> str:
    if mean.mean is None:
        return "-"
    return f"{mean.mean:.2f}" + (f" ± {mean.error:.2f}" if mean.error is not None else "")


def _plain(value: str | int | bool) -> str:  # noqa: FBT001 - an option's value
    return str(value).lower() if isinstance(value, bool) else str(value)
