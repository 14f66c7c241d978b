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
from interpreter.cli.common.engines import engine_option, engine_that_plays, jobs_option
from interpreter.cli.common.loading import compiled, load
from interpreter.cli.common.output import coloured, print_json, print_table
from interpreter.cli.common.playouts import Ended, playing, said
from interpreter.cli.common.screen import Drawn, echo
from interpreter.cli.test.found import Found, searched
from interpreter.cli.test.looping import as_dict, best_of, print_loop
from interpreter.cli.test.unreached import print_unreached, share_reached, why_not
from interpreter.fuzz import REACHED, Loop, Search, cases, kept
from interpreter.replay import Malformed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    import gamespec
    from gamespec.model import model as m
    from interpreter.replay import Saved

__all__ = ["command"]

LOOPS_SHARE, MOST_FOR_LOOPS = 6, 10.0
"""After a search, loops are looked for in this share of its time, and for at most so many seconds."""

LONGEST = 1_000_000
"""More than the longest search, in seconds: eleven days."""

GIVEN = (
    ("conservation", "no component or token is lost or created"),
    ("capacities", "no zone holds more than its capacity, and no resource runs out (GS506, GS507)"),
    ("bounds", "every number fits where it is stored (GS505, GS509, GS512)"),
    ("options", "somebody can act at every decision (GS501)"),
    ("progress", "the game goes on: no steps without an end (GS508)"),
    ("knowledge", "no decision depends on what its player cannot know"),
    ("saves", "play from a saved position goes on the same"),
    ("result", "the places form a ranking, and every winner is in first place"),
)
"""What every game must satisfy, whether or not its author states it."""


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

    The command plays random games with all numbers of players and options in reach (or those given), and
    checks the game's `invariants` while it plays, and what holds for every game (--list). Once a game
    breaks one, it searches for the shortest game that does, and prints its answers.

    At the end it says who can make a game go on for ever, and lists the parts of the rules that no game
    reached. Neither changes the exit status. No finding is no proof: the command tells how many games it
    has played.

    The luck of all games follows from --seed; how many there are depends on the time. The exit status is
    1 if something was found.
    """
    if not seconds < LONGEST:
        raise Stop(f"`--seconds {seconds}` is not less than {LONGEST:,}")
    spec = load(game)
    if lists:
        return _listed(spec, style)
    program = compiled(spec, players, options, checked=True).program
    make = engine_that_plays(program, engine, jobs, steps=False, tally=REACHED)
    search = Search(cases(spec, players, options), make, seed, _saved(corpus, spec))
    ended = Ended()
    with playing(ended), _progress(seconds) as tell:
        searched(search, seconds, partial(_searching, tell))
    found = [Found(finding, spec) for finding in search.findings()]
    with playing(ended), _progress(None) as tell:
        for each in found:
            each.shrink(make, partial(_shrinking, tell))
    with playing(ended), _progress(None) as tell:
        tell(0, "looking for loops")
        loops = list[Loop]()
        for loop in search.loops(0.0 if ended.interrupted else min(seconds / LOOPS_SHARE, MOST_FOR_LOOPS)):
            loops.append(loop)
    _report(spec, search, found, best_of(loops), style)
    _write(found, folder)
    if corpus is not None:
        search.keep(Path(corpus), [each.finding for each in found])
    return ended.status(found=bool(found) or search.breach is not None)


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


# --- telling ------------------------------------------------------------------------------------------------


def _listed(spec: gamespec.Spec, style: str) -> int:
    """Print the invariants of a game, declared and given."""
    declared = [
        (each.ident.name, _when(each), str(each.says or each.body.text)) for each in spec.model.invariants
    ]
    if style == "json":
        keys = ("name", "when", "says")
        given = [dict(zip(("name", "says"), each, strict=True)) for each in GIVEN]
        print_json({"invariants": [dict(zip(keys, each, strict=True)) for each in declared], "given": given})
        return Status.OK
    echo("invariants of the game:" if declared else "the game declares no `invariants`")
    print_table(declared, indent="  ")
    echo("given, without being written:")
    print_table(GIVEN, indent="  ")
    return Status.OK


def _when(declared: m.InvariantDecl) -> str:
    return f"at {declared.time}" if declared.around is None else f"{declared.time} {declared.around}"


def _report(spec: gamespec.Spec, search: Search, found: list[Found], loops: list[Loop], style: str) -> None:
    """Print what was found, what was played, and what was never reached."""
    coverage = search.coverage
    if style == "json":
        print_json({
            "game": spec.called, "cases": len(search.cases), "games": search.games,
            "decisions": search.decisions, "limited": search.limited, "checked": search.checked,
            "loops": [as_dict(loop) for loop in loops],
            "rules": len(coverage.reached), "never": [each.as_dict() for each in coverage.never],
            "seconds": search.seconds, "breach": str(search.breach) if search.breach else None,
            "found": [
                {
                    "name": each.name, "code": each.finding.fault.code,
                    "message": each.finding.diagnostic().message,
                    "players": each.finding.case.players, "options": dict(each.finding.case.options),
                    "seed": each.finding.seed, "steps": each.steps(),
                    "after_games": search.first[each.finding.key][0],
                    "after_seconds": search.first[each.finding.key][1],
                }
                for each in found
            ],
        })  # fmt: skip
        return
    for each in found:
        echo(Drawn(each.text(coloured(sys.stdout))))
        games, seconds = search.first[each.finding.key]
        echo(f"  = note: first found after {counted(games, 'game')} and {seconds:.1f} s")
        echo()
    for loop in loops:
        print_loop(loop)
        echo()
    if search.breach is not None:
        chosen = "".join(f" --set {name}={said(value)}" for name, value in _options(search).items())
        echo(
            f"error: the contract of all games is broken: {search.breach}{chosen and f' ({chosen.strip()})'}"
        )
    limit = f", {search.limited:,} of them stopped by the limit" if search.limited else ""
    echo(
        f"{spec.called}: {counted(len(search.cases), 'case')} of players and options, "
        f"{counted(search.games, 'game')}{limit}, {counted(search.decisions, 'decision')} "
        f"in {search.seconds:.1f} s; {counted(search.checked, 'game')} held to the contract"
    )
    if not found and search.breach is None:
        declared = counted(len(spec.model.invariants), "invariant")
        contract = " and the contract" if search.checked else ""
        echo(f"nothing found: {declared} of the game{contract} held in these games")
    if coverage.reached and not found:  # a game that a mistake stopped counts for nothing
        echo(share_reached(coverage) + ("; never reached:" if coverage.never else ""))
        print_unreached(coverage, why_not(search))


def _options(search: Search) -> Mapping[str, int | bool | str]:
    """Return the options without their defaults with which the contract was broken."""
    return {} if search.broken is None else search.broken.options


def _write(found: list[Found], folder: str | None) -> None:
    """Write the scenario of each mistake."""
    if folder is None or not found:
        return
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    for each in found:
        path = _free(place, f"fuzz-{each.name}")
        replace_file(path, each.scenario().encode())
        echo(f"written: {path}", err=True)


def _free(folder: Path, name: str) -> Path:
    """Return a path in a folder at which there is no file yet."""
    numbered = (f"{name}-{number}.yaml" for number in count(2))
    return next(path for each in chain([f"{name}.yaml"], numbered) if not (path := folder / each).exists())
