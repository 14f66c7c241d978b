"""The command `gamespec fuzz GAME`, which searches for games that break the rules of their specification."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from gamespec.system.writing import replace_file
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import (
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.engines import engine_option, engine_that_plays, jobs_option, seconds_making
from interpreter.cli.common.loading import compiled, load
from interpreter.cli.common.playouts import Ended, playing
from interpreter.cli.common.screen import echo
from interpreter.cli.test.found import Found, searched
from interpreter.cli.test.fuzzed import Fuzzed, print_fuzzed, print_invariants
from interpreter.cli.test.looping import best_of
from interpreter.cli.test.unreached import share_reached
from interpreter.fuzz import REACHED, Cases, Exhausted, Loop, Search, kept
from interpreter.replay import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import gamespec
    from interpreter.replay import Saved

__all__ = ["command"]

SHARE, LEAST_FOR_SITUATIONS, MOST_FOR_LOOPS = 6, 1.0, 10.0
"""After a search, exploring all situations may take this share of its time, and at least so many seconds.
Then looking for loops may take the same share, and at most so many seconds."""

LONGEST = 1_000_000
"""More than the longest search, in seconds: eleven days."""


@click.command(
    "fuzz",
    epilog=example(
        "gamespec fuzz my-game",
        "gamespec fuzz my-game --seconds 10 --players 3 --set hand_size=8",
        "gamespec fuzz my-game --write found",
        "gamespec fuzz my-game --list",
    ),
)
@game_argument
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.1),
    default=60.0,
    metavar="S",
    show_default=True,
    help="The time to search. The search ends earlier once it has found something.",
)
@seed_option
@players_option
@set_option
@reach_option
@click.option(
    "--write",
    "folder",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Write a scenario for each mistake. It replaces no file, and fails until the mistake is mended.",
)
@click.option(
    "--corpus",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Begin with the games saved in FOLDER, and save those that reached something new.",
)
@click.option("--list", "lists", is_flag=True, help="List the invariants of GAME, and play nothing.")
@engine_option
@jobs_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    seconds: float,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    folder: str | None,
    corpus: str | None,
    lists: bool,
    engine: str | None,
    jobs: int | None,
    style: str,
) -> int:
    """Search for games that break the rules of their own specification.

    The command plays random games with all numbers of players, and with combinations of options (or with
    those given). It begins with the bounds and the defaults of numbers, and goes on with random values.
    While it plays, it checks the game's `invariants`, and what every game must satisfy (--list). Once a
    game breaks one, it searches for the shortest game that does, and prints its answers.

    If nothing was found, it tries to explore all situations, which is a proof for small games. Otherwise
    no finding is no proof: the command tells how many games it has played. At the end it lists the parts
    of the rules that no game reached, and says who can make a game go on for ever. Neither changes the
    exit status.

    The luck of all games follows from --seed; how many there are depends on the time. The exit status is
    1 if something was found.
    """
    if not seconds < LONGEST:
        raise Stop(f"`--seconds {seconds}` is not less than {LONGEST:,}")
    spec = load(game)
    if lists:
        print_invariants(spec, style)
        return Status.OK
    program = compiled(spec, players, options, checked=True).program
    make = engine_that_plays(program, engine, jobs, steps=False, tally=REACHED)
    cases, making = Cases(spec, players, options), seconds_making(make)
    search = Search(cases, make, seed, _saved(corpus, spec), making=making)
    ended = Ended()
    with playing(ended), _progress(seconds) as tell:
        searched(search, seconds, partial(_searching, tell))
    proven = list[Exhausted]()
    if not search.first and search.breach is None and not ended.interrupted:
        with playing(ended), _progress(None) as tell:
            tell(0, "exploring all situations")
            proven += search.exhaust(max(seconds / SHARE, LEAST_FOR_SITUATIONS))
    found = [Found(finding, spec) for finding in search.findings()]
    with playing(ended), _progress(None) as tell:
        for each in found:
            each.shrink(make, partial(_shrinking, tell))
    with playing(ended), _progress(None) as tell:
        tell(0, "looking for loops")
        loops = list[Loop]()
        for loop in search.loops(0.0 if ended.interrupted else min(seconds / SHARE, MOST_FOR_LOOPS)):
            loops.append(loop)
    fuzzed = Fuzzed(spec, search, found, proven, best_of(loops))
    print_fuzzed(fuzzed, style)
    _write(found, folder)
    if corpus is not None:
        search.keep(Path(corpus), [each.finding for each in found])
    return ended.status(found=fuzzed.mistaken)


def _saved(corpus: str | None, spec: gamespec.Spec) -> list[Saved]:
    """Make the folder of a corpus, and return the games in it. Raises `Stop` if one of them can't be read."""
    if corpus is None:
        return []
    folder = Path(corpus)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        return kept(folder, spec)
    except Malformed as error:
        raise Stop(str(error)) from None


Tell: TypeAlias = "Callable[[float, str], None]"
"""Shows how many seconds of a search are over, and a text."""


@contextmanager
def _progress(seconds: float | None) -> Iterator[Tell]:
    """Show the progress of something that takes some seconds on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda *_: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TimeElapsedColumn(), BarColumn(), TextColumn("{task.fields[told]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("fuzz", total=seconds, told="")
        yield lambda done, told: bar.update(task, completed=done, told=told)


def _searching(tell: Tell, search: Search) -> None:
    """Show the progress of a search."""
    speed, rules = search.decisions / search.seconds, share_reached(search.coverage)
    told = f"{search.games:,} games, {speed:,.0f} decisions/s, {rules}, {len(search.first)} found"
    tell(search.seconds, told)


def _shrinking(tell: Tell, each: Found) -> None:
    """Show the progress of shrinking."""
    tell(0, f"{each.name}: looking for a game of fewer than {counted(len(each.finding.answers), 'decision')}")


def _write(found: list[Found], folder: str | None) -> None:
    """Write the scenario of each mistake."""
    if folder is None or not found:
        return
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for each in found:
        path = _free(place, f"fuzz-{each.name}")
        replace_file(path, each.scenario(path.stem).encode())
        echo(f"written: {path}", err=True)


def _free(folder: Path, name: str) -> Path:
    """Return a path in a folder at which there is no file yet."""
    numbered = (f"{name}-{number}.yaml" for number in count(2))
    return next(path for each in chain([f"{name}.yaml"], numbered) if not (path := folder / each).exists())
