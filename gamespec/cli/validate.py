"""`gamespec validate PATH...`."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

import gamespec
from gamespec.cli.arguments import example, format_option, named_paths, reach_option
from gamespec.cli.boundary import Status
from gamespec.cli.loading import unknown_game
from gamespec.cli.output import coloured, counted
from gamespec.cli.screen import Drawn, echo
from gamespec.render import render, summary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from gamespec import Checked
    from gamespec.diagnostics import Diagnostic
    from gamespec.render import Style

__all__ = ["command"]


@click.command(
    "validate",
    epilog=example("gamespec validate my-game", "gamespec validate games/*/ --format concise"),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@reach_option
@format_option("full", "concise", "json", "github")
@click.option("--thorough", is_flag=True, help="Try all combinations of options, up to 4,096.")
@click.option("-v", "--verbose", is_flag=True, help="Say what was tried, and so when nothing is found.")
def command(paths: Sequence[str], style: Style, *, thorough: bool, verbose: bool) -> int:
    """Check specifications and report every mistake.

    PATH is a game's name, a directory with a game.yaml, or a YAML file. Nothing is printed if there
    is nothing to report. The exit status is 0 if all is well, 1 if something was found, 2 if a path
    could not be checked. Every two values of options that can stand together are tried together; with
    --thorough, all of them.
    """
    found: list[Diagnostic] = []
    status = Status.OK
    for path in paths:
        try:
            with _progress(shown=thorough) as step:
                checked = gamespec.check(path, (*paths, *named_paths()), thorough=thorough, progress=step)
        except gamespec.UnknownGame as error:
            unknown_game(path, error).show()
            status = Status.COULD_NOT_RUN
            continue
        found.extend(checked.diagnostics)
        if verbose:
            echo(f"`{path}`: {_tried(checked)}", err=True)
    if found or style == "json":
        echo(Drawn(render(found, style, coloured(sys.stdout))))
    if found and style in {"full", "concise"}:
        echo(summary(found), err=True)
    return max(status, Status.FOUND if found else Status.OK)


def _tried(checked: Checked) -> str:
    """What was tried of a specification, and what could not be."""
    tried = f"{counted(checked.tried, 'choice')} of options and players tried"
    if checked.left_out:
        pairs = counted(checked.left_out, "pair")
        tried += f", {pairs} of values left out that cannot stand together"
    return tried if checked.diagnostics else f"nothing to report; {tried}"


@contextmanager
def _progress(*, shown: bool) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar on standard error, if that is a terminal."""
    if not shown or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("combinations")
        yield lambda tried, most: bar.update(task, completed=tried, total=most)
