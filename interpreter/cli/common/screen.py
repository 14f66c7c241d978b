"""Prints on the terminal. All output goes through `echo`, which replaces control characters.

No other module prints. Colours come from `styled`, never from within a text.
"""

from __future__ import annotations

import sys
from typing import IO, NamedTuple

import click

from gamespec.text.visible import visible

__all__ = ["Drawn", "Styled", "cleared", "echo", "emptied", "paged", "sent", "styled"]


class Styled(NamedTuple):
    """A text with a colour or a weight."""

    text: str
    colour: str | None = None
    bold: bool = False
    dim: bool = False


class Drawn(NamedTuple):
    """Output that is already safe and contains its own colours, such as diagnostics and JSON."""

    text: str


def styled(text: str, colour: str | None = None, *, bold: bool = False, dim: bool = False) -> Styled:
    """Give a text a colour or a weight, which is shown on terminals that support it."""
    return Styled(text, colour, bold, dim)


def echo(
    *parts: str | Styled | Drawn, err: bool = False, nl: bool = True, file: IO[str] | None = None
) -> None:
    """Print texts one after another.

    The output goes to `file` or, if `file` is `None`, to standard output, or to standard error if `err`. It
    ends with a line break if `nl`.
    """
    click.echo("".join(_painted(part) for part in parts), err=err, nl=nl, file=file)


def _painted(part: str | Styled | Drawn) -> str:
    match part:
        case Drawn(text):
            return text
        case Styled(text, colour, bold, dim):
            return click.style(visible(text), fg=colour, bold=bold or None, dim=dim or None)
        case text:
            return visible(text)


def sent(data: bytes) -> None:
    """Write bytes to standard output as they are, for a program that reads them."""
    click.echo(data, nl=False)


def paged(drawn: str) -> None:
    """Show a text that is already formatted for a terminal in a pager."""
    click.echo_via_pager(drawn, color=True)


def cleared() -> None:
    """Clear the screen, and leave the scroll-back buffer as it is. Without a terminal, do nothing."""
    if sys.stdout.isatty():
        click.clear()


def emptied() -> None:
    """Clear the screen and the scroll-back buffer. Without a terminal, do nothing."""
    if sys.stdout.isatty():
        click.clear()
        click.echo("\x1b[3J", nl=False)
