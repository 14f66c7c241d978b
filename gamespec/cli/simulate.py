"""`gamespec simulate GAME`."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from gamespec.cli.arguments import (
    bots_option,
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from gamespec.cli.boundary import Status, Stop
from gamespec.cli.engines import cores_of, engine_option, engine_that_plays, jobs_option, memory_of
from gamespec.cli.loading import compiled, faults_told, load
from gamespec.cli.output import counted, print_json
from gamespec.cli.playouts import again, games_option, progress, tell_faults
from gamespec.cli.recording import options_of_runs, table_of
from gamespec.cli.screen import echo
from gamespec.cli.simulated import print_summary
from gamespec.program.written import program_hash
from interpreter.bots.contest import Contest
from interpreter.bots.match import rotated
from interpreter.simulate import ALL, Counts, Fixed, Summary, enough, playouts
from interpreter.simulate.summary import LIMITS, add_result
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from gamespec.compile import Compiled
    from interpreter.protocol import MakeEngine
    from interpreter.simulate import Playout, Seeds, Table, Until

__all__ = ["command"]

PERCENT = 100

MOST_PLAYED = 10
"""With `--until` at most so many times as many games are played as are enough if all come to a result."""


@click.command(
    "simulate",
    epilog=example(
        "gamespec simulate my-game --games 1000 --players 3",
        "gamespec simulate my-game --seed 7 --set hand_size=8 --format json",
        "gamespec simulate my-game --until 1pp",
        "gamespec simulate my-game --games 100000 --out games.parquet",
    ),
)
@game_argument
@games_option
@options_of_runs
@bots_option
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
    until: Until | None,
    out: Path | None,
    resume: bool,
    seats: tuple[str, ...] | None,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    jobs: int | None,
    style: str,
) -> int:
    """Play many games and report statistics.

    In each decision one of the options is taken at random, unless --seats says who plays: bots, as in
    `gamespec ladder`, which think in processes. The same seed gives the same games, on either engine
    and in any number of threads or processes. Told are, with 95 % intervals, what each player and each
    seat won and measures of the games. The exit status is 1 if a game came to a stop at a fault. As
    JSON the report also says how many bytes of memory a position takes, and each thread.

    With --out there is a table, too. It grows in a folder beside FILE and is put in its place when
    it is whole; after a crash the same command with --resume comes to the same table.
    """
    if seats is not None and players not in (None, len(seats)):
        raise Stop(f"`--seats` names {len(seats)} seats, `--players` says {players}")
    spec = load(game)
    unmeasured = compiled(spec, len(seats) if seats is not None else players, options)
    made = unmeasured.measured
    names = list(seats or ["random"] * made.program.players)
    bots = set(names) != {"random"}
    tally = ALL if out is not None else Counts(pace=True, lead=True, measures=True)
    make = engine_that_plays(made.program, engine, 1 if bots else jobs, steps=bots, tally=tally)
    if until is not None and _by_default("games"):
        games = MOST_PLAYED * until.most
    about = _about(made, seed)
    asked = {"games": games, "until": until and until.half, "seats": names}
    run_of = {**about, **asked, "program": program_hash(unmeasured.program)}
    table = table_of(out, made, run_of, make, resume=resume)
    if bots:
        contest = Contest(made.program, make, names, jobs=cores_of(jobs), first=table.games if table else 0)
        run = _Run(made, lambda _: contest, table, names)
    else:
        run = _Run(made, make, table, names)
    with faults_told(made.names):
        summary = run.play(games, seed, until, tally)
    if style == "json":
        told = summary.as_dict(Words(made), until or Fixed())
        until_told = {"until": {"half": until.half, "enough": run.enough}} if until else {}
        timings = {"seconds": run.seconds, "decisions_per_second": run.decisions / run.seconds}
        memory = memory_of(made.program, make)
        print_json({**about, **told, "bots": run.told(), **until_told, **timings, "memory": memory})
    else:
        print_summary(spec.called, made, summary, seed, until, run)
        if summary.first_limited is not None and summary.limited < summary.games:
            first = again(game, run.sitting(summary.first_limited), options, summary.first_limited)
            echo(f"limit   the first game that reached it: `{first}`")
        run.tell(summary, until)
    tell_faults(summary, made, game, options, run.sitting)
    return Status.FOUND if summary.faults else Status.OK


def _by_default(name: str) -> bool:
    return click.get_current_context().get_parameter_source(name) is ParameterSource.DEFAULT


def _about(made: Compiled, seed: int) -> dict[str, Any]:
    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "seed": seed,
        "players": made.program.players,
        "options": dict(made.names.options),
    }


class _Run:
    """One run: games that are played, and put into a table if there is one; `seats` says who plays."""

    def __init__(self, made: Compiled, make: MakeEngine, table: Table | None, seats: list[str]) -> None:
        self._made, self._make, self._table, self.names = made, make, table, seats
        self.seats = Summary.of(made.program).seats
        """How each player fared, wherever he sat."""
        self._random = set(seats) == {"random"}
        self._games = 0
        self._stopped: dict[Seeds, list[str]] = {}
        self._already = table.games if table is not None else 0
        self.decisions = 0
        """Those of the games that were played now."""
        self.seconds = 0.0
        self.enough = False
        """Whether intervals came to be as narrow as was wanted."""

    def play(self, games: int, seed: int, until: Until | None, tally: Counts) -> Summary:
        """Play, and finish the table. If that is interrupted, the games so far are kept in its parts."""
        table, begun = self._table, perf_counter()
        before = map(self._seen, table.playouts()) if table is not None else ()
        try:
            with progress(min(games, until.most) if until else games, self._already) as step:

                def each(played: Playout) -> None:
                    self.decisions += played.decisions
                    seated = self._count(played)
                    if table is not None:
                        table.add(seated, played)
                    if step is not None:
                        step(played)

                summary = playouts(
                    self._made.program,
                    games,
                    seed,
                    progress=each,
                    engine=self._make,
                    tally=tally,
                    until=until,
                    before=before,
                )
        except KeyboardInterrupt:
            if table is not None:
                table.pause()
                echo("note: the games so far are kept; `--resume` goes on with them", err=True)
            raise
        self.seconds = perf_counter() - begun
        self.enough = until is not None and enough(summary, until)
        if table is not None:
            table.finish()
        return summary

    def _seen(self, played: Playout) -> Playout:
        """A game that was played before, once it is counted."""
        self._count(played)
        return played

    def _count(self, played: Playout) -> list[str]:
        """Count a game for its players: by seat who sat there."""
        if self._random:
            return self.names
        order = rotated(len(self.names), self._games)
        self._games += 1
        result, seated = played.result, [self.names[who] for who in order]
        if result is not None and not result.truncated:
            add_result([self.seats[who] for who in order], self._made.program.teams, result)
        if result is None or result.outcome in LIMITS:
            self._stopped[played.seeds] = seated
        return seated

    def told(self) -> list[dict[str, Any]] | None:
        """How each bot fared, as JSON; `None` if all play at random."""
        if self._random:
            return None
        return [
            {"bot": name, "wins": seat.wins, "shared": seat.shared, "mean_score": seat.score.mean}
            for name, seat in zip(self.names, self.seats, strict=True)
        ]

    def sitting(self, seeds: Seeds) -> list[str]:
        """By seat who sat there in a game that was stopped, or reached the limit."""
        return self.names if self._random else self._stopped[seeds]

    def tell(self, summary: Summary, until: Until | None) -> None:
        """Say how the run ended, where the table is, and how long it took."""
        if until is not None:
            known = "is known" if self.enough else "is not known"
            points = f"{until.half * PERCENT:.2f}".rstrip("0").rstrip(".")
            games = counted(summary.games, "game")
            echo(f"until   each seat's share of wins {known} to {points} pp to each side after {games}")
        if self._table is not None:
            games, columns = counted(self._table.games, "game"), len(self._table.columns)
            was = f", {self._already:,} of them played before" if self._already else ""
            echo(f"table   {self._table.path}: {games}, {columns:,} columns{was}")
        played = summary.games - self._already
        if played:
            speed = f"{self.decisions / self.seconds:,.0f} decisions and {played / self.seconds:,.1f} games"
            echo(f"speed   {speed} a second")
