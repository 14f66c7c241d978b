"""Games by name, with what goes wrong told the way the command line tells it."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

import gamespec
from gamespec.cli.boundary import Status, Stop
from gamespec.cli.output import coloured
from gamespec.render import render

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from gamespec.diagnostics import Diagnostic

__all__ = ["faults_told", "load", "load_if_sound", "program", "tell", "unknown_game"]


def load(name: str) -> gamespec.Spec:
    """The game of that name or path.

    Its mistakes are printed and end the command with status 1; Stop if there is no such game.
    """
    spec = load_if_sound(name)
    if spec is None:
        raise click.exceptions.Exit(Status.FOUND)
    return spec


def load_if_sound(name: str) -> gamespec.Spec | None:
    """The game of that name or path, or None once its mistakes are printed; Stop if there is no such game."""
    try:
        return gamespec.load(name)
    except gamespec.UnknownGame as error:
        raise unknown_game(name, error) from None
    except gamespec.SpecError as error:
        tell(error.diagnostics)
        return None


def program(
    spec: gamespec.Spec, players: int | None, options: Mapping[str, str | int | bool]
) -> gamespec.Program:
    """The program for so many players and these options; Stop if they don't fit the game."""
    try:
        return spec.program(players=players, options=options)
    except gamespec.OptionError as error:
        raise Stop(str(error)) from None
    except gamespec.SpecError as error:
        tell(error.diagnostics)
        raise click.exceptions.Exit(Status.FOUND) from None


def unknown_game(name: str, error: gamespec.UnknownGame) -> Stop:
    """The message for a name that is neither a game's nor a path."""
    cure = error.hint or "give a directory, a YAML file, or a name from `gamespec list`"
    return Stop(f"there is no game or file `{name}`", cure)


def tell(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics in full on standard error."""
    click.echo(render(list(diagnostics), "full", coloured(sys.stderr)), err=True)


@contextmanager
def faults_told() -> Iterator[None]:
    """Print a fault of the game that happens inside; it ends the command with status 1."""
    import interpreter

    try:
        yield
    except interpreter.Fault as fault:
        tell([fault.diagnostic])
        raise click.exceptions.Exit(Status.FOUND) from None
