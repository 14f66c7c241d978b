"""The command `gamespec validate [PATH...]`, which checks specifications and reports every mistake."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.catalogue import UnknownGame, find
from gamespec.system import resources
from gamespec.system.plain import exists, real
from gamespec.system.writing import replace_file
from gamespec.text.plurals import counted
from gamespec.text.render import render, summary
from interpreter.cli.common.arguments import example, format_option, named_paths, path_arguments, reach_option
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.output import coloured
from interpreter.cli.common.projects import HERE, is_collection
from interpreter.cli.common.results import results_option
from interpreter.cli.common.screen import Drawn, echo
from interpreter.cli.write.checking import Check

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from gamespec.text.diagnostics import Diagnostic

__all__ = ["command"]


@click.command(
    "validate",
    epilog=example(
        "gamespec validate",
        "gamespec validate my-game",
        "gamespec validate my-game --play 20",
        "gamespec validate my-game --fix",
        "gamespec validate games --format concise",
        "gamespec validate --format github --sarif gamespec.sarif",
    ),
)
@path_arguments
@reach_option
@format_option("full", "concise", "json", "github", "sarif")
@results_option("--sarif", "Also write what is found to this file, as SARIF.")
@click.option("--fix", is_flag=True, help="First apply the cures of errors that have only one, in the files.")
@click.option("--thorough", is_flag=True, help="Try all combinations of options, up to 4,096.")
@click.option(
    "--play",
    "games",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Also play N random games for each number of players, and report what ends them.",
)
@click.option("-v", "--verbose", is_flag=True, help="Say what was tried, even if nothing is found.")
def command(  # noqa: PLR0913 - one parameter an option
    paths: Sequence[str],
    style: str,
    sarif: Path | None,
    games: int,
    *,
    fix: bool,
    thorough: bool,
    verbose: bool,
) -> int:
    """Check specifications and report every mistake.

    PATH is a game's name, a directory with a game.yaml, which stands for the game with its scenarios and
    bands, or a YAML file: a game, an overlay, scenarios or bands. In any other directory (by default the
    current one) the command checks all games, overlays and files of scenarios and of bands below it, and
    gives their numbers on standard error. `gamespec docs projects` says how it recognises them, and which
    directories it skips.

    The command prints nothing else if there is nothing to report. The exit status is 0 if all is well, 1
    if it found something, 2 if it could not check a path. It tries every possible pair of values of
    options together; with --thorough, all combinations. It checks scenarios and bands against their game,
    without running them; `gamespec test` does that.

    By itself the command plays no games, so that its answer comes fast and depends on the files alone.
    Some mistakes show only in play: an empty deck, a number out of bounds, a turn without an option. With
    --play, it also plays each game and overlay without errors at random, with the defaults of options.

    With --fix, the command changes the files that the paths name, overlays after a `+` among them, and those
    below directories, before it reports what is left. Of several cures somebody has to choose one, so such
    mistakes are left, and so are warnings. A shipped game is not changed, nor a file that is only read by
    those named.

    SARIF is what code scanning on GitHub, and viewers in editors, read. In it, paths are relative to the
    root of the repository. The file of --sarif is written whatever is found, beside the other output.
    """
    below = {path: not paths or is_collection(path) for path in paths or (HERE,)}
    named = (*(path for path, collection in below.items() if not collection), *named_paths())
    if fix:
        _fix(below, named)
    check = Check(named, thorough, verbose, games)
    failures = []
    try:
        for path, collection in below.items():
            try:
                check.all_of(path, below=collection)
            except Stop as stop:
                stop.show()
                failures.append(stop.message)
    except KeyboardInterrupt:
        failures.append("the check was interrupted")
        raise
    finally:
        if sarif is not None:
            replace_file(sarif, _log(check.found, failures).encode("ascii"))
    _print(check.found, style, failures)
    found = Status.FOUND if check.found else Status.OK
    return max(found, Status.COULD_NOT_RUN if failures else Status.OK)


def _fix(below: Mapping[str, bool], named: tuple[str, ...]) -> None:
    """Apply cures to the files of some paths, and say how many. Paths that cannot be checked are skipped."""
    from interpreter.cli.write.fixing import fixed

    def found() -> list[Diagnostic]:
        check = Check(named, thorough=False, verbose=False)
        for path, collection in below.items():
            with suppress(Stop):
                check.all_of(path, below=collection, quietly=True)
        return check.found

    done = fixed(found, (place for path in below for place in _files(path)))
    files = len({real(Path(each.span.source.name)) for each in done})
    echo(f"{counted(len(done), 'mistake')} cured in {counted(files, 'file')}", err=True)


def _files(path: str) -> Iterator[Path]:
    """Yield what a path on the command line names: a file or folder, or the files of a game with overlays.

    A game named by its id comes with gamespec, and is left out.
    """
    if exists(Path(path)):
        yield Path(path)
        return
    shipped = real(resources.directory("games"))
    with suppress(UnknownGame):
        yield from (file for file in find(path) if not real(file).is_relative_to(shipped))


def _print(found: Sequence[Diagnostic], style: str, failures: Sequence[str]) -> None:
    match style:
        case "sarif":
            echo(Drawn(_log(found, failures)))
        case "json":
            echo(Drawn(render(found, "json")))
        case "full" | "concise" | "github" if found:
            echo(Drawn(render(found, style, coloured(sys.stdout))))
    if found and style in {"full", "concise"}:
        echo(summary(found), err=True)


def _log(found: Sequence[Diagnostic], failures: Sequence[str]) -> str:
    from gamespec.text.sarif import Tool, repository, sarif
    from interpreter.cli.common.about import manual, version

    return sarif(found, repository(Path()), Tool(version(), manual()), failures)
