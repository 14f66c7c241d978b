"""`gamespec list`."""

from __future__ import annotations

import click

import gamespec
from gamespec.cli.arguments import example, language_option
from gamespec.cli.boundary import Status
from gamespec.cli.output import counted, print_table

__all__ = ["command"]


@click.command("list", epilog=example("gamespec list --lang de"))
@language_option
def command(language: str) -> int:
    """List the games that come with gamespec."""
    rows, status = [], Status.OK
    for name in gamespec.games():
        try:
            rows.append(_row(gamespec.load(name), language))
        except gamespec.SpecError as error:
            rows.append(
                (name, "", "", f"{counted(len(error.diagnostics), 'mistake')}: `gamespec validate {name}`")
            )
            status = Status.FOUND
    print_table(rows, ("game", "title", "players", "options"))
    return status


def _row(spec: gamespec.Spec, language: str) -> tuple[str, str, str, str]:
    fewest, most = spec.players[0], spec.players[-1]
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    return spec.id, spec.title.in_(language), players, str(len(spec.model.options))
