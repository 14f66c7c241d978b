"""`gamespec play GAME`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from gamespec.catalogue import find
from gamespec.cli.arguments import (
    example,
    game_argument,
    language_option,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from gamespec.cli.boundary import Status, Stop, explained
from gamespec.cli.dialogue import Dialogue
from gamespec.cli.loading import compiled, faults_told, load
from gamespec.cli.sitting import Origin, Sitting
from gamespec.resources import directory
from gamespec.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import gamespec

__all__ = ["command"]

SEATS = ("human", "random")


def _seats(_ctx: click.Context, _param: click.Parameter, text: str | None) -> tuple[str, ...] | None:
    if text is None:
        return None
    seats = tuple(seat.strip() for seat in text.split(","))
    for seat in seats:
        if seat not in SEATS:
            message = f"`--seats`: nobody of the kind `{seat}` can play"
            raise Stop(message, did_you_mean(seat, SEATS) or "seats are `human` or `random`")
    return seats


@click.command(
    "play",
    epilog=example(
        "gamespec play my-game --players 3",
        "gamespec play my-game --seats human,random,random,human --lang de",
        "gamespec play my-game --seats random,random,random --save game.json",
    ),
)
@game_argument
@click.option(
    "--seats", callback=_seats, metavar="KIND,...", help="Who plays: human or random, for each seat."
)
@seed_option
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
    players: int | None,
    options: Mapping[str, str],
    language: str,
    save_to: Path | None,
) -> int:
    """Play a game in the terminal.

    Without --seats you take the first seat, and random players the others. At a decision, type the
    number of an option or a part of its text; `help` tells what else can be typed.
    """
    if seats is not None and players is not None and len(seats) != players:
        message = f"`--seats` names {len(seats)} seats, `--players` says {players}"
        raise Stop(message)
    spec = load(game)
    made = compiled(spec, len(seats) if seats is not None else players, options)
    with faults_told(made.names):
        sitting = Sitting(made, _origin(spec), seed, _humans(seats, made.program.players), language)
        try:
            Dialogue(sitting).run()
        finally:
            if save_to is not None:
                _save(sitting, save_to)
    return Status.OK


def _humans(seats: Sequence[str] | None, players: int) -> frozenset[int]:
    if seats is None:
        return frozenset({0})
    return frozenset(seat for seat in range(players) if seats[seat] == "human")


def _origin(spec: gamespec.Spec) -> Origin:
    _, plus, variants = spec.name.partition("+")
    file = find(spec.name)[0].resolve()
    if file.name == "game.yaml" and file.parent.parent == directory("games").resolve():
        return Origin(file.parent.name + plus + variants, None)
    return Origin(spec.id, str(file) + plus + variants)


def _save(sitting: Sitting, path: Path) -> None:
    try:
        sitting.save(path)
    except OSError as error:
        raise Stop(explained(error)) from None
