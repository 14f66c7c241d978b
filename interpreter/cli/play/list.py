"""The command `gamespec list`, which lists the games that come with gamespec."""

from __future__ import annotations

import click

import gamespec
from gamespec.catalogue import variants
from gamespec.loader import peek
from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import example, language_option
from interpreter.cli.common.boundary import Status
from interpreter.cli.common.output import print_table

__all__ = ["command"]

HEADERS = ("game", "title", "players", "options", "variants")


@click.command("list", epilog=example("gamespec list --lang de"))
@language_option
def command(language: str) -> int:
    """List the games that come with gamespec.

    A variant is named after its game: `my-game+young`.
    """
    rows: list[tuple[str, ...]] = []
    status = Status.OK
    for name in gamespec.games():
        try:
            rows.append(_row(name, peek(name), language))
        except gamespec.SpecError as error:
            mistakes = counted(len(error.diagnostics), "mistake")
            rows.append((name, f"{mistakes}: see `gamespec validate {name}`", "", "", ""))
            status = Status.FOUND
    print_table(rows, HEADERS)
    return status


def _row(name: str, spec: gamespec.Spec, language: str) -> tuple[str, ...]:
    fewest, most = spec.players[0], spec.players[-1]
    players = str(fewest) if fewest == most else f"{fewest} to {most}"
    options = str(len(spec.model.options))
    return name, spec.title.in_(language), players, options, " ".join(variants(name))
