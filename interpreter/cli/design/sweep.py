"""The command `gamespec sweep GAME`, which plays a game with other options and says what they change."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.arguments import (
    bots_option,
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
)
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.completing import assignments
from interpreter.cli.common.engines import cores_of, engine_of_bots, engine_option, jobs_option
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.output import print_json
from interpreter.cli.common.paged import is_page
from interpreter.cli.common.planning import names_by_seat, number_of_players
from interpreter.cli.common.playouts import games_by_default, playing, progress, tell_faults
from interpreter.cli.common.remote import on_option, played_on, workers_of
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import echo
from interpreter.cli.design.grid import Axis, Grid, axes_of
from interpreter.cli.design.sweep_page import check_libraries, command_of, write_sweep_page
from interpreter.cli.design.sweep_table import SweepTable, check_outs, print_sweep, write_sweep
from interpreter.simulate import Plan
from interpreter.study.quantities import COUNTED, Quantities, Quantity
from interpreter.study.sweep import Sweep, asked_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamespec.compile import Compiled

__all__ = ["command"]

USUAL = ("wins", "drawn", "decisions", "turns", "score")
"""The measures that are shown by default if the game has them."""


@click.command(
    "sweep",
    epilog=example(
        "gamespec sweep my-game --set hand_size=4..8",
        "gamespec sweep my-game --set hand_size=4..8..2 --set debt=true,false --measure wins --measure turns",
        "gamespec sweep my-game --set hand_size=4..8 --games 2000 -o sweep.html",
    ),
)
@game_argument
@click.option(
    "--set",
    "axes",
    multiple=True,
    metavar="OPTION=VALUES",
    callback=axes_of,
    shell_complete=assignments,
    help="The values of an option: 4..8, 4..8..2, or a,b; may be repeated for others.",
)
@click.option(
    "--measure",
    "measures",
    multiple=True,
    metavar="KEY",
    help="A measure to report, such as wins, wins.1, turns, score, chosen.ACTION; may be repeated.",
)
@games_by_default(1000, "The number of games for each cell.")
@click.option(
    "-o",
    "--out",
    "outs",
    multiple=True,
    type=WRITTEN,
    metavar="FILE",
    help="Write FILE: .html is a page with charts; .csv, .jsonl or .parquet a table with a row for each "
    "cell; may be repeated.",
)
@bots_option
@seed_option
@players_option
@reach_option
@engine_option
@jobs_option
@on_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    axes: Mapping[str, Axis],
    measures: tuple[str, ...],
    games: int,
    outs: tuple[Path, ...],
    seats: tuple[str, ...] | None,
    seed: int,
    players: int | None,
    engine: str | None,
    jobs: int | None,
    on: str | None,
    style: str,
) -> int:
    """Play a game with other options, and say what they change.

    The grid has a cell for each choice of the given values. The command plays all cells with the same
    luck, at random unless --seats says who plays, and compares them with the game as it stands. Verdicts
    are those of `gamespec compare`, and take all cells into account. The exit status is 1 if a fault
    stopped a game.

    With -o sweep.html the command also writes a page like those of `gamespec report`: one self-contained
    HTML file with a chart for each measure. It needs `pip install 'gamespec[report]'`.
    """
    check_outs(outs)
    if any(map(is_page, outs)):
        check_libraries()
    spec = load(game)
    count = number_of_players(seats, players)
    base = compiled(spec, count, {})
    grid = Grid(spec, count, axes)
    who = names_by_seat(seats, base.program.players)
    elsewhere = workers_of(on, jobs)

    def plan(made: Compiled) -> Plan:
        make = engine_of_bots(made.measured.program, engine, jobs, who, COUNTED)
        return Plan(made.measured, who, seed, make, cores_of(jobs), COUNTED, elsewhere=elsewhere)

    keys = _keys([base, *(made for _, made in grid.cells)], who, measures)
    sweep = Sweep(plan(base), [plan(made) for _, made in grid.cells], keys)
    played = 1 + sum(run is not sweep.base for run in sweep.cells)
    with faults_told(base.names), played_on(on), playing() as ended, progress(games * played) as step:
        sweep.play(games, step)
    if ended.interrupted and not sweep.whole:
        raise KeyboardInterrupt
    swept = SweepTable(grid, *sweep.told())
    if style == "json":
        print_json({**swept.as_dict(), "interrupted": ended.interrupted})
    else:
        ended.tell(sweep.games, games * played)
        print_sweep(spec.called, swept)
    for out in outs:
        if ended.interrupted:
            echo(f"note: `{out}` is not written, since not all cells were played", err=True)
        elif is_page(out):
            again = command_of(game, axes, measures, games, seats, players, seed)
            write_sweep_page(out, game, spec.called, axes, swept, again)
        else:
            write_sweep(out, swept, keys)
    faults = 0
    runs = {id(run): (run, options) for run, (options, _) in zip(sweep.cells, grid.cells, strict=True)}
    for run, options in {id(sweep.base): (sweep.base, {}), **runs}.values():
        tell_faults(run.summary, run.plan.compiled, game, options, run.stopped)
        faults += run.summary.faults
    return ended.status(found=bool(faults))


def _keys(games: Sequence[Compiled], who: tuple[str, ...], asked: tuple[str, ...]) -> list[str]:
    """Return the keys of the requested measures that at least one of the games has.

    Raises `Stop` for a measure that none of them has.
    """
    known: dict[str, Quantity] = {}
    for made in games:
        known = {**Quantities(made.measured, who).known, **known}
    try:
        return asked_for(known, asked) if asked else _usual(known)
    except KeyError as error:
        (word,) = error.args
        families = list(dict.fromkeys([*known, *(key.partition(".")[0] for key in known)]))
        cure = did_you_mean(word, families) or f"there are {_listed(families)}"
        raise Stop(f"`--measure {word}`: there is no such measure in `{games[0].names.game}`", cure) from None


def _usual(known: Mapping[str, Quantity]) -> list[str]:
    """Return the keys of the measures that are shown by default."""
    there = {key.partition(".")[0] for key in known}
    return asked_for(known, [word for word in USUAL if word in there])


def _listed(keys: Sequence[str]) -> str:
    """List the first words of the keys in backticks, each word once."""
    return ", ".join(f"`{word}`" for word in dict.fromkeys(key.partition(".")[0] for key in keys))
