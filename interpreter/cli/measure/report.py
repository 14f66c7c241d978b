"""The command `gamespec report GAME|TABLE -o FILE`, which writes a report on many games."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamespec.system.writing import replace_file
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import (
    bots_option,
    example,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.engines import engine_option, jobs_option
from interpreter.cli.common.learning import note_good
from interpreter.cli.common.loading import faults_told, load
from interpreter.cli.common.output import paragraph
from interpreter.cli.common.paged import check_page, page_libraries
from interpreter.cli.common.planning import plan_of_run
from interpreter.cli.common.playouts import Ended, games_option, playing, progress
from interpreter.cli.common.recording import estimate_option, listed, most_of, until_option
from interpreter.cli.common.remote import on_option, played_on
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import echo
from interpreter.simulate import ALL, FORMATS, Run

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from interpreter.report.games import Games
    from interpreter.report.run import Run as Told
    from interpreter.simulate import Until
    from interpreter.simulate.formats.saved_table import SavedTable

__all__ = ["command"]

PLAYING = ("games", "until", "estimate", "seats", "seed", "players", "options", "engine", "jobs", "on")
"""Options about how to play games, which cannot be combined with an existing table of games."""


@click.command(
    "report",
    epilog=example(
        "gamespec report my-game -o report.html --games 2000",
        "gamespec report my-game -o report.html --seats greedy,random,random --games 200",
        "gamespec report my-game -o report.html --estimate 100 --games 200",
        "gamespec report games.parquet -o report.html",
    ),
)
@game_argument
@click.option(
    "-o",
    "--output",
    "file",
    required=True,
    type=WRITTEN,
    metavar="FILE",
    help="The file for the page; its name ends in .html.",
)
@games_option
@until_option("each seat's win share")
@estimate_option
@bots_option
@seed_option
@players_option
@set_option
@reach_option
@engine_option
@jobs_option
@on_option
def command(*, game: str, file: Path, **how: Any) -> int:
    """Make a report on many games of a game.

    GAME is a game, which the command plays like `gamespec simulate`, or a table of games written by
    `gamespec simulate --out`. The page is one self-contained HTML file that requests nothing from any
    machine. It says what was run, what failed and how to play it again, what was found and how sure that
    is, and has charts with their numbers. The command also prints what was found. The same games give the
    same file. With --estimate, or for a table made with it, the page also says how open games are while
    they go on, whether the player who is ahead wins, and how early that is known.

    It needs `pip install 'gamespec[report]'`. The exit status is 1 if a fault stopped a game.
    """
    page = _page()
    check_page(file)
    path = Path(game)
    if path.suffix.lower() in FORMATS:
        return _report(path, file, page, lambda: _saved(path))
    ended = Ended()
    status = _report(path, file, page, lambda: _played(game, ended, **how))
    return ended.status(found=status != Status.OK)


def _page() -> Callable[[Any], str]:
    """Return the function that makes the page. Raises `Stop` if the required libraries are not installed."""
    with page_libraries():
        from interpreter.report.page import page
    return page


def _report(
    path: Path, file: Path, page: Callable[[Any], str], read: Callable[[], tuple[Told, Games]]
) -> int:
    """Write the report on the games that `read` returns, with a description of their run."""
    from interpreter.report.facts import facts_of
    from interpreter.report.record import BadRecord, MissingColumn
    from interpreter.report.run import NotSaid
    from interpreter.report.sentences import sentences
    from interpreter.simulate.formats.saved_table import BadTable

    cure = "`gamespec simulate GAME --out games.parquet` writes a table of games"
    try:
        run, games = read()
        facts = facts_of(run, games)
    except BadTable as bad:
        raise Stop(f"`{bad.path}` cannot be reported on: {bad.why}", cure) from None
    except NotSaid as missing:
        raise Stop(f"`{path}` cannot be reported on: its description lacks `{missing.key}`", cure) from None
    except MissingColumn as missing:
        raise Stop(f"`{path}` cannot be reported on: it has no column `{missing.name}`", cure) from None
    except BadRecord as bad:
        raise Stop(f"`{path}` cannot be reported on: game {bad.game:,} is damaged", cure) from None
    replace_file(file, page(facts).encode())
    echo(f"{file}: {counted(run.games, 'game')} of {run.game}")
    for sentence in sentences(facts):
        paragraph(f"- {sentence.text} {sentence.strength}")
    for failure in facts.failures:
        what = (
            f"stopped by a fault ({failure.code}, {failure.title})" if failure.code else "reached the limit"
        )
        echo(f"{counted(failure.games, 'game')} {what}; the first: `{failure.command}`", err=True)
    return Status.FOUND if any(failure.code for failure in facts.failures) else Status.OK


def _saved(path: Path) -> tuple[Told, Games]:
    """Return the games of a table, and the description of their run. Raises as `_read`."""
    from interpreter.report.record import SavedGames
    from interpreter.report.run import Run as Told

    table = _read(path)
    told = Told.of(table.about)
    return told, SavedGames(told, table)


def _read(path: Path) -> SavedTable:
    """Open a table of games.

    Raises `Stop` if the table is unreadable, or if the command line has an option about how to play.
    """
    from interpreter.simulate.formats.saved_table import read_saved

    context = click.get_current_context()
    for name in PLAYING:
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE:
            option = {"options": "set"}.get(name, name)
            cure = f"leave out `--{option}`, or name a game instead of a table"
            raise Stop(f"the games of `{path}` have been played, but `--{option}` says how to play", cure)
    try:
        return read_saved(path)
    except OSError as error:
        raise Stop(explained(error)) from None
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] != "pyarrow":
            raise
        cure = f"`pip install 'gamespec[table]'` installs it; {listed(FORMATS)}"
        raise Stop("reading Parquet files needs pyarrow, which is not installed", cure) from None


def _played(  # noqa: PLR0913 - one parameter an option
    game: str,
    ended: Ended,
    *,
    games: int,
    until: Until | None,
    estimate: int | None,
    seats: tuple[str, ...] | None,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    jobs: int | None,
    on: str | None,
) -> tuple[Told, Games]:
    """Play the games now, and return them with the description of their run.

    `ended` records whether the user interrupted it.

    Raises `Stop` if the options do not fit the game.
    """
    from interpreter.report.games import PlayedGames
    from interpreter.report.run import Run as Told

    plan = plan_of_run(
        load(game),
        game,
        ALL,
        seats=seats,
        players=players,
        options=options,
        seed=seed,
        engine=engine,
        jobs=jobs,
        estimate=estimate,
        on=on,
    )
    note_good(plan.compiled.program, plan.players)
    games = most_of(games, until)
    run = Run(plan, keep=True)
    with (
        faults_told(plan.compiled.names),
        played_on(on),
        playing(ended),
        progress(min(games, until.most) if until else games) as step,
    ):
        run.play(games, until, step)
    ended.tell(run.summary.games, games)
    return Told.of(run.about), PlayedGames(run)
