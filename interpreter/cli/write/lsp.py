"""The command `gamespec lsp`, a language server for editors."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from interpreter.cli.common.arguments import example
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["command"]

LIBRARIES = ("attrs", "attr", "cattrs", "lsprotocol", "pygls")


@click.command("lsp", epilog=example("gamespec lsp"))
@click.option("--stdio", is_flag=True, help="Talk on standard input and output, which it does anyway.")
def command(*, stdio: bool) -> int:
    """Tell an editor of mistakes while you type.

    The editor starts this command, and talks with it in the Language Server Protocol on standard input and
    output. The server checks specifications, overlays, scenarios, bands and tables as they stand in the
    editor, saved or not, and answers what names mean, what can be written at the cursor, and which edit
    cures a mistake. `gamespec docs edit-in-an-editor` says how to set up an editor.

    It needs `pip install 'gamespec[lsp]'`.
    """
    del stdio  # editors pass it by habit
    serve = _server()
    if sys.stdin.isatty():
        echo("this is a server for editors, which talks in their protocol; Ctrl-C ends it", err=True)
    serve()
    return Status.OK


def _server() -> Callable[[], None]:
    """Import the function that serves an editor. Raises `Stop` if its libraries are not installed."""
    try:
        from interpreter.lsp.server import serve
    except ImportError as error:
        if error.name is None or error.name.partition(".")[0] not in LIBRARIES:
            raise
        cure = "`pip install 'gamespec[lsp]'` installs them"
        raise Stop("a language server needs pygls and lsprotocol, which are not installed", cure) from None
    return serve
