"""The command `gamespec explain CODE`, which explains the code of a diagnostic."""

from __future__ import annotations

import sys

import click

from gamespec.text.codes import CODES, page
from gamespec.text.suggest import did_you_mean
from interpreter.cli.common.arguments import example
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.completing import codes
from interpreter.cli.common.output import coloured
from interpreter.cli.common.screen import echo

__all__ = ["command"]


@click.command("explain", epilog=example("gamespec explain GS201"))
@click.argument("code", shell_complete=codes)
def command(code: str) -> int:
    """Explain the code of a diagnostic.

    Says what the code means, why it is a problem and what to write instead. CODE is a code such as GS201,
    or its name.
    """
    wanted = next(
        (row.code for row in CODES.values() if code.casefold() in {row.code.casefold(), row.slug}), None
    )
    if wanted is None:
        names = [name for row in CODES.values() for name in (row.code, row.slug)]
        message = f"there is no code `{code}`"
        raise Stop(message, did_you_mean(code, names))
    text = page(wanted)
    if coloured(sys.stdout):
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(text))
    else:
        echo(text.rstrip())
    return Status.OK
