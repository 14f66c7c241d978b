"""`gamespec play GAME`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.cli.arguments import (
    example,
    game_argument,
    language_option,
    luck_option,
    players_option,
    reach_option,
    seats_option,
    seed_option,
    set_option,
)
from gamespec.cli.boundary import Status, Stop
from gamespec.cli.dialogue import Dialogue, save_or_stop
from gamespec.cli.loading import compiled, faults_told, load
from interpreter.simulate import Seeds
from interpreter.sitting import Origin, Sitting, seated

if TYPE_CHECKING:
    from collections.abc import Mapping


__all__ = ["command"]


@click.command(
    "play",
    epilog=example(
        "gamespec play my-game --players 3",
        "gamespec play my-game --seats human,greedy,mcts:400,human --lang de",
        "gamespec play my-game --seats random,random,random --save game.json",
    ),
)
@game_argument
@seats_option
@seed_option
@luck_option
@players_option
@set_option
@reach_option
@language_option
@click.option(
    "--save",
    "save_to",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save the game to this file when it stops.",
)
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    seats: tuple[str, ...] | None,
    seed: int,
    luck: int | None,
    players: int | None,
    options: Mapping[str, str],
    language: str,
    save_to: Path | None,
) -> int:
    """Play a game in the terminal.

    Without --seats you take the first seat, and random players the others. Bots are those of
    `gamespec ladder`. At a decision, type the number of an option or a part of its text; `help` tells
    what else can be typed.
    """
    if seats is not None and players is not None and len(seats) != players:
        message = f"`--seats` names {len(seats)} seats, `--players` says {players}"
        raise Stop(message)
    spec = load(game)
    made = compiled(spec, len(seats) if seats is not None else players, options)
    with faults_told(made.names):
        seeds, who = Seeds(seed, luck or 0), seated(seats, made.program.players)
        sitting = Sitting(made, Origin.of(spec), seeds, who, language)
        try:
            Dialogue(sitting).run()
        finally:
            if save_to is not None:
                save_or_stop(sitting, save_to)
    return Status.OK
