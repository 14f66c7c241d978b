"""`gamespec replay FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import gamespec
from gamespec.catalogue import parted
from gamespec.cli import narrate
from gamespec.cli.arguments import example, format_option, language_option, named_paths, reach_option
from gamespec.cli.boundary import Status, Stop, explained
from gamespec.cli.loading import compiled, faults_told, load
from gamespec.cli.output import print_json
from gamespec.cli.screen import echo, styled
from gamespec.reach import Reach
from gamespec.resources import directory
from gamespec.visible import in_one_line
from interpreter import replay
from interpreter.words import Words

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter import Game

__all__ = ["command"]


@click.command(
    "replay", epilog=example("gamespec replay evening.json", "gamespec replay evening.json --format json")
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@reach_option
@format_option("text", "json")
@language_option
def command(file: Path, style: str, language: str) -> int:
    """Play a saved game again.

    Prints what happened and how it ended, or where and why the game can't be played again: the
    specification has changed since, an answer is not on offer, the position is another one. The exit
    status then is 1. Games are saved with `save FILE` in `gamespec play`. The specification is opened if it
    comes with gamespec or lies below the project or folder of FILE; another place must be named by --reach.
    """
    try:
        saved = replay.read(file)
    except OSError as error:
        raise Stop(explained(error)) from None
    except replay.Malformed as error:
        raise Stop(str(error), status=Status.FOUND) from None
    try:
        made = _program(saved, file)
    except Stop as stop:
        raise _not_replayed(file, stop.message, stop.cure) from None
    try:
        with faults_told(made.names):
            game = replay.play_back(made.program, saved.seed, saved.answers, record=True)
    except replay.Diverged as error:
        raise _not_replayed(file, str(error)) from None
    if saved.digest is not None and replay.digest(game) != saved.digest:
        raise _not_replayed(
            file, f"after {len(saved.answers)} answers the position differs from the saved one"
        )
    words = Words(made, language)
    if style == "json":
        print_json(_report(saved, game, words))
        return Status.OK
    headline, *places = narrate.ending(game, words)
    for line in narrate.log(game, words):
        echo(in_one_line(line))
    echo(styled(headline, bold=True))
    echo("\n".join(places))
    return Status.OK


def _program(saved: replay.Saved, file: Path) -> Compiled:
    """The program the game was played with; Stop if it has become another one."""
    source = _source(saved, file)
    spec = load(source)
    if spec.hash != saved.spec_hash:
        message = f"`{saved.game if saved.path is None else source}` has changed since the game was saved"
        raise Stop(message, f"its hash was {saved.spec_hash}, and is {spec.hash}")
    return compiled(spec, saved.players, saved.options)


def _source(saved: replay.Saved, file: Path) -> str:
    """The name or path of the specification; Stop if a file in that place may not have it read."""
    if saved.path is None:
        if saved.game.partition("+")[0] not in gamespec.games():
            raise Stop(f"no game `{saved.game}` comes with gamespec", "give `path` for one of your own")
        return str(directory("games") / saved.game)
    source = str(file.parent / saved.path)
    if not Reach.of(*named_paths()).covers(Path(parted(source)[0]), file.parent):
        raise Stop(
            f"`path`: `{saved.path}` is out of reach",
            f"allow it with `--reach {source}`, or see `gamespec explain GS140`",
        )
    return source


def _not_replayed(file: Path, reason: str, cure: str | None = None) -> Stop:
    return Stop(f"{file}: {reason}", cure, Status.FOUND)


def _report(saved: replay.Saved, game: Game, words: Words) -> dict[str, Any]:
    result = game.result
    return {
        "game": saved.game,
        "spec_hash": saved.spec_hash,
        "players": saved.players,
        "options": saved.options,
        "seed": saved.seed,
        "decisions": len(saved.answers),
        "over": game.over,
        "digest": replay.digest(game),
        "verified": saved.digest is not None,
        "places": None if result is None else list(result.places),
        "scores": None if result is None else list(result.scores),
        "truncated": result is not None and result.truncated,
        "log": narrate.log(game, words),
    }
