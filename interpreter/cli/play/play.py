"""The command `gamespec play GAME`, with which people play a game in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common.arguments import (
    LARGEST_SEED,
    example,
    language_option,
    luck_option,
    optional_game_argument,
    players_option,
    reach_option,
    seats_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.learning import note_good, prepare
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import echo
from interpreter.cli.play.dialogue import Dialogue, save_or_stop
from interpreter.cli.play.resume import played_back
from interpreter.replay import Origin
from interpreter.simulate import Seeds
from interpreter.sitting import Sitting, seated, secret_seed

if TYPE_CHECKING:
    from collections.abc import Mapping


__all__ = ["command"]


@click.command(
    "play",
    epilog=example(
        "gamespec play my-game --players 3",
        "gamespec play my-game --seats human,greedy,mcts:400,human --lang de",
        "gamespec play my-game --seed 7 --save game.json",
        "gamespec play --load game.json",
    ),
)
@optional_game_argument
@seats_option
@click.option(
    "--seed",
    type=click.IntRange(0, LARGEST_SEED),
    metavar="S",
    help="The seed of all chance; by default one that nobody knows, shown when the game is over.",
)
@luck_option
@players_option
@set_option
@reach_option
@language_option
@click.option(
    "--load",
    "load_from",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Continue a saved game: where its answers end, or where one no longer fits.",
)
@click.option(
    "--save",
    "save_to",
    type=WRITTEN,
    metavar="FILE",
    help="Save the game to this file when it stops.",
)
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str | None,
    seats: tuple[str, ...] | None,
    seed: int | None,
    luck: int | None,
    players: int | None,
    options: Mapping[str, str],
    language: str,
    load_from: Path | None,
    save_to: Path | None,
) -> int:
    """Play a game in the terminal.

    Without --seats you take the first seat, and random players the others. Bots are those of `gamespec
    ladder`. At a decision, type the number of an option or a part of its text; `?` lists what else you
    can type. A decision fits on the screen: on LINES lines of COLUMNS characters, if these variables are
    set. If several people share the screen, and the game has secrets, the command asks them to
    change seats before it shows anything.
    """
    if load_from is not None:
        _only_load(game, seed, players, options)
        sitting = _taken_up(load_from, seats, luck or 0, language)
    else:
        sitting = _begun(game, seats, seed, luck or 0, players, options, language)
    with faults_told(sitting.compiled.names):
        try:
            Dialogue(sitting).run()
        finally:
            if save_to is not None:
                save_or_stop(sitting, save_to)
    if sitting.game.over and seed is None and sitting.humans:
        echo(sitting.words.texts.gettext("the seed of this game was {seed}", seed=sitting.seeds.game))
    return Status.OK


def _only_load(game: str | None, seed: int | None, players: int | None, options: Mapping[str, str]) -> None:
    """Raise `Stop` if the command line has an option whose value a saved game determines."""
    said = {"GAME": game, "--seed": seed, "--players": players, "--set": options or None}
    twice = [name for name, value in said.items() if value is not None]
    if twice:
        raise Stop(
            f"`--load` continues a saved game, which already determines `{twice[0]}`",
            f"leave out `{twice[0]}`",
        )


def _begun(  # noqa: PLR0913 - one parameter an option
    game: str | None,
    seats: tuple[str, ...] | None,
    seed: int | None,
    luck: int,
    players: int | None,
    options: Mapping[str, str],
    language: str,
) -> Sitting:
    """Start a new game, and return its sitting."""
    if game is None:
        raise Stop(
            "which game?", "`gamespec play GAME`, or `--load FILE` for a saved one; see `gamespec list`"
        )
    if seats is not None and players is not None and len(seats) != players:
        message = f"`--seats` names {len(seats)} seats, `--players` says {players}"
        raise Stop(message)
    spec = load(game)
    made = compiled(spec, len(seats) if seats is not None else players, options)
    seeds = Seeds(secret_seed() if seed is None else seed, luck)
    prepare(made.program, seats or ())
    note_good(made.program, seats or ())
    with faults_told(made.names):
        return Sitting(made, Origin.of(spec), seeds, seated(seats, made.program.players), language)


def _taken_up(file: Path, seats: tuple[str, ...] | None, luck: int, language: str) -> Sitting:
    """Resume the game saved in `file` as far as its answers fit, and return its sitting."""
    again = played_back(file)
    if seats is not None and len(seats) != again.saved.players:
        raise Stop(f"`--seats` names {len(seats)} seats, the saved game has {again.saved.players}")
    again.note()
    prepare(again.made.program, seats or ())
    if again.diverged is not None:
        echo(f"note: {file}: {again.diverged}", err=True)
    with faults_told(again.made.names):
        return again.sitting(seated(seats, again.saved.players), language, luck)
