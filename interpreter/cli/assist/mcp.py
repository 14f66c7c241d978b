"""The command `gamespec mcp [ROOT]`, which serves tools to AI assistants."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common.arguments import example
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["command"]

LIBRARIES = ("mcp", "mcp_types", "pydantic")


@click.command("mcp", epilog=example("gamespec mcp", "gamespec mcp my-games --read-only"))
@click.argument("root", metavar="[ROOT]", required=False, type=click.Path(path_type=Path), default=Path())
@click.option("--read-only", is_flag=True, help="Offer no tool that writes files.")
def command(*, root: Path, read_only: bool) -> int:
    """Serve tools with which an AI assistant writes and plays games.

    The command speaks the Model Context Protocol on standard input and output; an assistant's program
    starts it, and `gamespec docs write-games-with-an-assistant` shows how to set that up. The assistant
    can search this manual, read, check, test, simulate and compare games, search them for mistakes, and
    play seats of a game, of which it sees what the seat may know.

    It can read files of games below the folder ROOT (by default the current one), and write them unless
    --read-only is given; it reaches no other files. Each call ends after a limited time. The command ends
    when its input does.

    It needs `pip install 'gamespec[mcp]'`.
    """
    run = _server()
    if not root.is_dir():
        raise Stop(f"`{root}` is not a folder", "name the folder of your games, or leave it out")
    if sys.stdin.isatty():
        echo("note: this waits for messages of an assistant's program; Ctrl-C ends it", err=True)
    run(root.absolute(), read_only=read_only)
    return Status.OK


def _server() -> Callable[..., None]:
    """Import the function that runs the server. Raises `Stop` if the libraries are not installed."""
    try:
        from interpreter.cli.assist.server import run
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in LIBRARIES:
            raise
        cure = "`pip install 'gamespec[mcp]'` installs it"
        raise Stop("serving tools needs the package mcp, which is not installed", cure) from None
    return run
