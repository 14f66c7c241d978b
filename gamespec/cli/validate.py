"""`gamespec validate PATH...`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

import gamespec
from gamespec.cli.arguments import example, format_option, named_paths, reach_option
from gamespec.cli.boundary import Status
from gamespec.cli.loading import unknown_game
from gamespec.cli.output import coloured
from gamespec.cli.screen import Drawn, echo
from gamespec.render import render, summary

if TYPE_CHECKING:
    from collections.abc import Sequence

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
@click.option("-v", "--verbose", is_flag=True, help="Say so when nothing is found.")
def command(paths: Sequence[str], style: Style, *, verbose: bool) -> int:
    """Check specifications and report every mistake.

    PATH is a game's name, a directory with a game.yaml, or a YAML file. Nothing is printed if there
    is nothing to report. The exit status is 0 if all is well, 1 if something was found, 2 if a path
    could not be checked.
    """
    found: list[Diagnostic] = []
    status = Status.OK
    for path in paths:
        try:
            diagnostics = gamespec.check(path, (*paths, *named_paths())).diagnostics
        except gamespec.UnknownGame as error:
            unknown_game(path, error).show()
            status = Status.COULD_NOT_RUN
            continue
        found.extend(diagnostics)
        if verbose and not diagnostics:
            echo(f"`{path}`: nothing to report", err=True)
    if found or style == "json":
        echo(Drawn(render(found, style, coloured(sys.stdout))))
    if found and style in {"full", "concise"}:
        echo(summary(found), err=True)
    return max(status, Status.FOUND if found else Status.OK)
