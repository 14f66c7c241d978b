"""The command `gamespec replay FILE`, which plays a saved game again."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from gamespec.text.visible import in_one_line
from interpreter.cli.common.arguments import (
    example,
    format_option,
    language_option,
    reach_option,
)
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.loading import faults_told
from interpreter.cli.common.output import print_json
from interpreter.cli.common.results import WRITTEN
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.play import narrate
from interpreter.cli.play.as_scenario import print_as_scenario
from interpreter.cli.play.dialogue import save_or_stop
from interpreter.cli.play.resume import Resumed, not_replayed, opened, played_back
from interpreter.cli.play.seat import known, known_lines, seen_lines
from interpreter.sitting import HUMAN

if TYPE_CHECKING:
    from interpreter.sitting import Sitting

__all__ = ["command"]


@click.command(
    "replay",
    epilog=example(
        "gamespec replay evening.json",
        "gamespec replay evening.json --seat 2 --format json",
        "gamespec replay evening.json --format scenario",
    ),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@reach_option
@format_option("text", "json", "scenario")
@language_option
@click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="N",
    help="Print only what this seat knows (1 is the first): no seed, and nothing hidden from it.",
)
@click.option(
    "--save",
    "save_to",
    type=WRITTEN,
    metavar="FILE",
    help="Save the game, as it is after the replay, to this file.",
)
def command(
    file: Path,
    style: str,
    language: str,
    seat: int | None,
    save_to: Path | None,
) -> int:
    """Play a saved game again.

    The command prints what happened and how the game ended. With --format scenario it prints the game as a
    scenario for the game's folder `scenarios`. It runs the scenario first: the scenario holds, or it stops
    at the fault that stopped the game.

    If the specification has changed since, the replay continues as long as the answers fit. It reports the
    first that does not, with the reason, and the exit status is 1. It is also 1 if the same specification
    leads to another position. `save FILE` in `gamespec play` saves a game, and `gamespec play --load FILE`
    continues it. The command opens the specification if it comes with gamespec or lies below the project or
    folder of FILE; --reach must name any other place.
    """
    _fit_together(style, seat, save_to)
    if style == "scenario":
        return print_as_scenario(file, *opened(file))
    again = played_back(file, seat=seat)
    if seat is not None and seat > again.saved.players:
        raise Stop(f"`--seat`: there is no seat {seat}, the saved game has {again.saved.players}")
    again.note()
    with faults_told(again.made.names):
        if seat is not None and again.diverged is not None:
            cure = "without `--seat` the command gives the reason"
            raise not_replayed(file, f"answer {again.diverged.step} does not fit any more", cure)
        sitting = again.sitting([HUMAN] * again.saved.players, language)
        if seat is not None:
            _show_seat(again, sitting, seat, style)
            return Status.OK
        _show(again, sitting, style)
        if again.diverged is not None:
            cure = f"`gamespec play --load {file}` resumes the game before that answer"
            raise not_replayed(file, str(again.diverged), cure)
        if save_to is not None:
            save_or_stop(sitting, save_to)
    return Status.OK


def _fit_together(style: str, seat: int | None, save_to: Path | None) -> None:
    """Raise `Stop` if the command line combines options that exclude each other."""
    if style == "scenario" and (seat is not None or save_to is not None):
        raise Stop("a scenario contains the whole game", "leave out `--seat` and `--save`")
    if seat is not None and save_to is not None:
        cure = "`--seat N --format json` prints what that seat may know"
        raise Stop("`--save` saves the whole game, not what one seat knows", cure)


def _show(again: Resumed, sitting: Sitting, style: str) -> None:
    """Print what happened in the game and its result.

    If an answer did not fit, also print the position that the replay reached.
    """
    words, game = sitting.words, sitting.game
    if style == "json":
        print_json(_report(again, sitting))
        return
    for line in narrate.log(sitting):
        echo(in_one_line(line))
    headline, *places = narrate.ending(game, words)
    echo(styled(headline, bold=True))
    if again.diverged is not None and game.decision is not None:
        places = [in_one_line(line) for line in seen_lines(game, words, game.decision.player)]
    echo("\n".join(places))


def _show_seat(again: Resumed, sitting: Sitting, seat: int, style: str) -> None:
    """Print what the player in `seat` (from 1) knows."""
    if style == "json":
        print_json({**_about(again), "seat": seat, **known(sitting, seat - 1)})
        return
    for line in known_lines(sitting, seat - 1):
        echo(in_one_line(line))
    headline, *places = narrate.ending(sitting.game, sitting.words)
    echo(styled(headline, bold=True))
    echo("\n".join(places))


def _about(again: Resumed) -> dict[str, Any]:
    """Return the name, hash, number of players and options of the saved game, for JSON."""
    saved = again.saved
    return {
        "game": saved.game,
        "spec_hash": saved.spec_hash,
        "changed": again.changed,
        "players": saved.players,
        "options": saved.options,
    }


def _report(again: Resumed, sitting: Sitting) -> dict[str, Any]:
    saved, game, words, lost = again.saved, sitting.game, sitting.words, again.diverged
    result = game.result
    return {
        **_about(again),
        "seed": saved.seed,
        "decisions": len(again.replayed.answers),
        "diverged": None if lost is None else {"answer": lost.step, "said": lost.said, "why": lost.why},
        "over": game.over,
        "digest": again.digest,
        "verified": again.verified,
        "places": None if result is None else list(result.places),
        "scores": None if result is None else list(result.scores),
        "score_parts": {} if result is None else words.score_parts(result),
        "winners": None if result is None else [seat + 1 for seat in result.winners],
        "truncated": result is not None and result.truncated,
        "log": narrate.log(sitting),
    }
