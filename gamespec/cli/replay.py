"""`gamespec replay FILE`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import gamespec
from gamespec.catalogue import is_path, parted, paths
from gamespec.cli import narrate
from gamespec.cli.arguments import (
    example,
    format_option,
    language_option,
    luck_option,
    named_paths,
    reach_option,
    seats_option,
)
from gamespec.cli.boundary import Status, Stop, explained
from gamespec.cli.dialogue import Dialogue, save_or_stop
from gamespec.cli.loading import compiled, faults_told, load
from gamespec.cli.output import counted, print_json, terminal_width
from gamespec.cli.retold import retell
from gamespec.cli.screen import echo, styled
from gamespec.cli.seat import known, known_lines
from gamespec.cli.view import picture
from gamespec.reach import Reach
from gamespec.resources import directory
from gamespec.visible import in_one_line
from interpreter import replay
from interpreter.simulate import Seeds
from interpreter.sitting import Origin, Sitting, seated
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.compile import Compiled

__all__ = ["command"]


@click.command(
    "replay",
    epilog=example(
        "gamespec replay evening.json",
        "gamespec replay evening.json --seat 2 --format json",
        "gamespec replay evening.json --play --seats human,human --save evening.json",
    ),
)
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@reach_option
@format_option("text", "json", "scenario")
@language_option
@click.option(
    "--play", "go_on", is_flag=True, help="Play on where the answers end, or where one no longer fits."
)
@seats_option
@luck_option
@click.option(
    "--seat",
    type=click.IntRange(min=1),
    metavar="N",
    help="Print only what this seat knows, 1 being the first: without the seed, and nothing that is hidden.",
)
@click.option(
    "--save",
    "save_to",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Save the game to this file, as it then is.",
)
def command(  # noqa: PLR0913 - one parameter an option
    file: Path,
    style: str,
    language: str,
    seats: tuple[str, ...] | None,
    luck: int | None,
    seat: int | None,
    save_to: Path | None,
    *,
    go_on: bool,
) -> int:
    """Play a saved game again.

    With --format scenario it is printed as a scenario, to be kept in the folder `scenarios` of the game: it
    has been run, and holds, or comes to the fault that the game came to.

    Prints what happened and how it ended. Where the specification has changed since, the game goes on as
    long as its answers fit; the first that does not is told with the reason, and the exit status then is 1,
    as it is if the same specification comes to another position. Games are saved with `save FILE` in
    `gamespec play`. The specification is opened if it comes with gamespec or lies below the project or
    folder of FILE; another place must be named by --reach.
    """
    _fit_together(style, seats, luck, seat, save_to, go_on=go_on)
    if style == "scenario":
        return retell(file, *_opened(file))
    again = _played_back(file)
    if seats is not None and len(seats) != again.saved.players:
        raise Stop(f"`--seats` names {len(seats)} seats, the saved game has {again.saved.players}")
    if seat is not None and seat > again.saved.players:
        raise Stop(f"`--seat`: there is no seat {seat}, the saved game has {again.saved.players}")
    again.note()
    with faults_told(again.made.names):
        if go_on:
            sitting = again.sitting(seated(seats, again.saved.players), language, luck or 0)
            _play_on(again, sitting, save_to)
            return Status.OK
        if seat is not None:
            _show_seat(again, seat, style, language)
            return Status.OK
        _show(again, style, language)
        if again.diverged is not None:
            cure = f"`gamespec replay {file} --play` goes on before that answer"
            raise _not_replayed(file, str(again.diverged), cure)
        if save_to is not None:
            save_or_stop(again.sitting(["random"] * again.saved.players, language), save_to)
    return Status.OK


def _fit_together(  # noqa: PLR0913 - one parameter an option
    style: str,
    seats: tuple[str, ...] | None,
    luck: int | None,
    seat: int | None,
    save_to: Path | None,
    *,
    go_on: bool,
) -> None:
    """Stop if the options of a command line exclude each other."""
    if go_on and style != "text":
        raise Stop("`--play` talks with people", f"leave out it, or `--format {style}`")
    if style == "scenario" and (seat is not None or save_to is not None):
        raise Stop("a scenario tells all of the game", "leave out `--seat` and `--save`")
    if seats is not None and not go_on:
        raise Stop("`--seats` says who plays on", "give `--play`, too")
    if luck is not None and not go_on:
        raise Stop("`--luck` says how random seats play on", "give `--play`, too")
    if seat is not None and go_on:
        raise Stop("`--seat` shows what one seat knows, `--play` plays on", "leave out one of them")
    if seat is not None and save_to is not None:
        cure = "`--seat N --format json` prints what may be handed on"
        raise Stop("`--save` saves all of the game, not what one seat knows", cure)


@dataclass(frozen=True)
class _Again:
    """A saved game played again, as far as its answers fit."""

    file: Path
    saved: replay.Saved
    spec: gamespec.Spec
    made: Compiled
    replayed: replay.Replayed
    diverged: replay.Diverged | None

    @property
    def changed(self) -> bool:
        """Whether the specification is another one than the game was saved with."""
        return self.spec.hash != self.saved.spec_hash

    @cached_property
    def digest(self) -> str:
        """The digest of the position."""
        return replay.digest(self.made.program, self.replayed.game.position)

    @property
    def verified(self) -> bool:
        """Whether the position is known to be the saved one."""
        return self.diverged is None and self.saved.digest == self.digest

    def note(self) -> None:
        """Say on standard error what may not be as it was."""
        if self.diverged is not None or not self.changed:
            return
        fits = f"; {counted(len(self.replayed.answers), 'answer')} still fit" if self.replayed.answers else ""
        lost = ", but the position is another one" if fits and self.saved.digest and not self.verified else ""
        echo(f"note: {self.file}: the specification has changed since it was saved{fits}{lost}", err=True)

    def sitting(self, seats: Sequence[str], language: str, luck: int = 0) -> Sitting:
        """The game, to be played on or saved."""
        seeds, answers = Seeds(self.saved.seed, luck), self.replayed.answers
        return Sitting(self.made, Origin.of(self.spec), seeds, seats, language, answers)


def _opened(file: Path) -> tuple[replay.Saved, gamespec.Spec, Compiled]:
    """What is saved in a file, and the game that it is of; Stop if that can't be told."""
    try:
        saved = replay.read(file)
    except OSError as error:
        raise Stop(explained(error)) from None
    except replay.Malformed as error:
        raise Stop(str(error), status=Status.FOUND) from None
    try:
        spec = load(_source(saved, file))
        made = compiled(spec, saved.players, saved.options)
    except Stop as stop:
        raise _not_replayed(file, stop.message, stop.cure) from None
    return saved, spec, made


def _played_back(file: Path) -> _Again:
    """The game saved in a file; Stop if that can't be told."""
    saved, spec, made = _opened(file)
    if saved.numbered and spec.hash != saved.spec_hash:
        raise _not_replayed(file, *_numbers_lost(saved, spec))
    diverged = None
    with faults_told(made.names):
        try:
            replayed = replay.play_back(made, saved.seed, saved.answers, record=True)
        except replay.Diverged as error:
            diverged, replayed = error, error.replayed
    again = _Again(file, saved, spec, made, replayed, diverged)
    known = saved.digest is not None and not (saved.numbered or again.changed)
    if known and diverged is None and not again.verified:
        raise _not_replayed(
            file, f"after {len(saved.answers)} answers the position differs from the saved one"
        )
    return again


def _numbers_lost(saved: replay.Saved, spec: gamespec.Spec) -> tuple[str, str]:
    """What to say of answers that are numbers, and of another specification."""
    now = f"its hash was {saved.spec_hash}, and is {spec.hash}"
    why = "its answers are numbers, and those mean something only for the specification it was saved with"
    cure = f"{now}; bring that one back, and `gamespec replay FILE --save FILE` keeps the answers by name"
    return f"`{saved.game}` has changed since the game was saved; {why}", cure


def _show(again: _Again, style: str, language: str) -> None:
    """Print what happened and how it ended, or where it stands."""
    words, game = Words(again.made, language), again.replayed.game
    if style == "json":
        print_json(_report(again, words))
        return
    for line in narrate.log(game, words):
        echo(in_one_line(line))
    headline, *places = narrate.ending(game, words)
    echo(styled(headline, bold=True))
    if again.diverged is not None and game.decision is not None:
        seen = game.observation(game.decision.player)
        places = [in_one_line(line) for line in picture(seen, words, terminal_width())]
    echo("\n".join(places))


def _show_seat(again: _Again, seat: int, style: str, language: str) -> None:
    """Print what a seat (from 1) knows. Stop if answers do not fit: why not could tell what is hidden."""
    if again.diverged is not None:
        cure = "without `--seat` the reason is told"
        raise _not_replayed(again.file, f"answer {again.diverged.step} does not fit any more", cure)
    words, game = Words(again.made, language), again.replayed.game
    if style == "json":
        print_json({**_about(again), "seat": seat, **known(game, words, seat - 1)})
        return
    for line in known_lines(game, words, seat - 1):
        echo(in_one_line(line))
    headline, *places = narrate.ending(game, words)
    echo(styled(headline, bold=True))
    echo("\n".join(places))


def _play_on(again: _Again, sitting: Sitting, save_to: Path | None) -> None:
    """Let people go on with the game."""
    if again.diverged is not None:
        echo(f"note: {again.file}: {again.diverged}", err=True)
    try:
        Dialogue(sitting).run()
    finally:
        if save_to is not None:
            save_or_stop(sitting, save_to)


def _source(saved: replay.Saved, file: Path) -> str:
    """The name or path of the specification; Stop if a file in that place may not have it read."""
    if saved.path is None:
        if saved.game.partition("+")[0] not in gamespec.games():
            raise Stop(f"no game `{saved.game}` comes with gamespec", "give `path` for one of your own")
        return str(directory("games") / saved.game)
    base, overlays = parted(saved.path, file.parent)
    shipped = base in gamespec.games() and not (file.parent / base).exists()
    source = "+".join(
        [
            base if shipped else str(file.parent / base),
            *(str(file.parent / part) if is_path(part) else part for part in overlays),
        ]
    )
    for path in paths(source)[shipped:]:
        if not Reach.of(*named_paths()).covers(path, file.parent):
            raise Stop(
                f"`path`: `{saved.path}` is out of reach",
                f"allow it with `--reach {path}`, or see `gamespec explain GS140`",
            )
    return source


def _not_replayed(file: Path, reason: str, cure: str | None = None) -> Stop:
    return Stop(f"{file}: {reason}", cure, Status.FOUND)


def _about(again: _Again) -> dict[str, Any]:
    """Which game was saved."""
    saved = again.saved
    return {
        "game": saved.game,
        "spec_hash": saved.spec_hash,
        "changed": again.changed,
        "players": saved.players,
        "options": saved.options,
    }


def _report(again: _Again, words: Words) -> dict[str, Any]:
    saved, game, lost = again.saved, again.replayed.game, again.diverged
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
        "log": narrate.log(game, words),
    }
