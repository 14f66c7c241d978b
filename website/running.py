"""Runs our own commands, and says why the site cannot be built."""

from __future__ import annotations

from click.testing import CliRunner

from interpreter.cli.app import COMMANDS, cli

__all__ = ["Unbuilt", "offered", "printed"]


class Unbuilt(Exception):
    """The site cannot be built. The message says why."""


def printed(*arguments: str, status: int = 0, errors: bool = False) -> str:
    """Return what `gamespec` prints, with what it prints on standard error if `errors`.

    Raises `Unbuilt` if it ends with another status.
    """
    done = CliRunner().invoke(cli, arguments)
    if done.exit_code != status:
        raise Unbuilt(f"`gamespec {' '.join(arguments)}` ended with status {done.exit_code}:\n{done.output}")
    return done.output if errors else done.stdout


def offered(command: str) -> bool:
    """Return whether `gamespec` has a command."""
    return command in COMMANDS
