"""The command `gamespec compile GAME`, which compiles a game to a program for engines."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.program.written import FORMAT, About, Malformed, program_hash, write
from gamespec.system.writing import replace_file
from interpreter.cli.common.arguments import example, game_argument, players_option, reach_option, set_option
from interpreter.cli.common.boundary import Status, Stop, explained
from interpreter.cli.common.loading import compiled, load
from interpreter.cli.common.screen import Drawn, echo

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["command"]


@click.command(
    "compile",
    epilog=example(
        "gamespec compile my-game -o my-game.json", "gamespec compile my-game --players 4 > my-game.json"
    ),
)
@game_argument
@players_option
@set_option
@reach_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The file to write; by default standard output.",
)
def command(game: str, players: int | None, options: Mapping[str, str], output: Path | None) -> int:
    """Compile a game to a program that engines play.

    GAME is a shipped game, a directory or a YAML file. The program is for one number of players (by
    default the least) and one choice of options. It holds the meaning of the game and nothing of its
    text: no name, text or comment. The command writes the file whole or not at all.
    """
    made = compiled(load(game), players, options)
    names = made.names
    try:
        text = write(made.program, About(names.game, names.options, names.spec_hash))
    except Malformed as error:
        raise Stop(f"`{names.game}` cannot be written down: {error}") from None
    if output is None:
        echo(Drawn(text.decode()), nl=False)
        return Status.OK
    try:
        replace_file(output, text, like=FORMAT.encode())
    except OSError as error:
        raise Stop(explained(error)) from None
    echo(f"{output}: {len(text):,} bytes, program {program_hash(made.program)[:12]}", err=True)
    return Status.OK
