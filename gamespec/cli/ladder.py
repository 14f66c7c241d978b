"""`gamespec ladder GAME`."""

from __future__ import annotations

from contextlib import closing
from itertools import chain
from math import isinf
from typing import TYPE_CHECKING, Any

import click

from gamespec.cli.arguments import (
    bots_of,
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from gamespec.cli.boundary import Stop
from gamespec.cli.engines import cores_of, engine_option, engine_that_plays
from gamespec.cli.loading import compiled, faults_told, load
from gamespec.cli.output import counted, print_json, print_table
from gamespec.cli.playouts import games_option, playing, progress, said
from gamespec.cli.screen import echo, styled
from interpreter.bots.match import matches
from interpreter.bots.worth import is_cooperative
from interpreter.play.interrupts import Interrupts
from interpreter.study.ladder import Meeting, elo, meetings

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence

    from gamespec.compile import Compiled
    from gamespec.program import Program
    from interpreter.bots.match import Match
    from interpreter.simulate import Mean, Playout

__all__ = ["command"]

DEFAULT = "random,greedy,mcts:100"


@click.command(
    "ladder",
    epilog=example("gamespec ladder my-game", "gamespec ladder my-game --bots random,mcts:400 --games 50"),
)
@game_argument
@click.option(
    "--bots",
    "names",
    default=DEFAULT,
    show_default=True,
    metavar="BOT,...",
    callback=bots_of,
    help="Who plays: random, greedy, flat:N, mcts:N, file.py:function.",
)
@games_option
@seed_option
@players_option
@set_option
@reach_option
@engine_option
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="In how many processes games are played; by default as many as can run at once.",
)
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    names: tuple[str, ...],
    games: int,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    jobs: int | None,
    style: str,
) -> int:
    """Let bots play against each other, and say which is stronger.

    Each two of them play the games among themselves. They take turns round the table, partners being
    one, and change their places from game to game. A difference of strength is told in points of Elo:
    100 more win 64 % of the points, 200 more 76 %, 400 more 91 %. The same seed gives the same games.
    """
    if len(names) < 2:  # noqa: PLR2004 - nobody plays against himself
        raise Stop("a ladder needs two bots at least", "write `--bots random,mcts:100`")
    if len(set(names)) < len(names):
        raise Stop("`--bots` names a bot twice", "a bot is as strong as itself")
    spec = load(game)
    made = compiled(spec, players, options)
    if made.program.players == 1:
        raise Stop("the game has one player, and a ladder needs two", "play with more: `--players 2`")
    make = engine_that_plays(made.program, engine, 1, steps=True)
    every = meetings(made.program, names, games, seed)
    found = [Meeting(both) for both in every]
    played = matches(made.program, make, names, chain(*every.values()), cores_of(jobs))
    with faults_told(made.names), playing() as ended, progress(games * len(found)) as step:
        _play(made.program, zip(found, every.values(), strict=True), played, step)
    counts = sum(meeting.games + meeting.stopped for meeting in found)
    if style == "json":
        print_json({**_report(made, names, found, seed), "interrupted": ended.interrupted})
    else:
        ended.tell(counts, games * len(found))
        echo(styled(f"{spec.called}, {counted(made.program.players, 'player')}, seed {seed}", bold=True))
        if made.names.options:
            echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))
        echo(f"{counted(games, 'game')} between each two\n")
        _print(made, names, found)
    return ended.status(found=any(not meeting.games for meeting in found))


def _play(
    program: Program,
    meetings: Iterable[tuple[Meeting, Sequence[Match]]],
    played: Generator[Playout],
    step: Callable[[Playout], None] | None,
) -> None:
    """Count the games of each meeting, in their order."""
    with Interrupts() as interrupts, closing(played):
        for meeting, matches in meetings:
            for match, playout in zip(matches, played, strict=False):
                interrupts.counting()
                meeting.add(program, match, playout)
                interrupts.counted()
                if step is not None:
                    step(playout)


def _points(value: float) -> str:
    """Points of Elo as people read them."""
    return ("more" if value > 0 else "less") if isinf(value) else f"{value:+.0f}"


def _print(made: Compiled, names: tuple[str, ...], found: list[Meeting]) -> None:
    together = is_cooperative(made.program)
    rows = []
    for meeting in found:
        first, second = meeting.bots
        low, high = meeting.interval
        scores = tuple(_mean(score) for score in meeting.scores)
        between = f"{_points(elo(low))} to {_points(elo(high))}"
        counts = str(meeting.won), str(meeting.drawn), f"{meeting.share:.1%}"
        points = () if together else (*counts, _points(elo(meeting.share)), between)
        rows.append((names[first], names[second], *points, *scores))
    heads = () if together else ("won", "drawn", "points", "Elo", "95 %")
    headers = ("bot", "against", *heads, "its score", "the other's")
    left = ("bot", "against", "95 %")
    print_table(rows, headers, right=[header for header in headers if header not in left])
    stopped = sum(meeting.stopped for meeting in found)
    if stopped:
        echo(f"\n{counted(stopped, 'game')} cut short or stopped by a fault: `gamespec simulate` says where")
    echo("")
    for meeting in found:
        echo(_verdict(made, names, meeting))


def _verdict(made: Compiled, names: tuple[str, ...], meeting: Meeting) -> str:
    first, second = (names[number] for number in meeting.bots)
    if is_cooperative(made.program):
        mine, theirs = meeting.scores
        difference = (mine.mean or 0) - (theirs.mean or 0)
        error = ((mine.error or 0) ** 2 + (theirs.error or 0) ** 2) ** 0.5
        low, high = difference - 2 * error, difference + 2 * error
    else:
        low, high = (each - 0.5 for each in meeting.interval)
    if low > 0:
        return f"{first} is stronger than {second}"
    if high < 0:
        return f"{first} is weaker than {second}"
    return f"{first} and {second}: these games don't tell which is stronger"


def _mean(mean: Mean) -> str:
    return "-" if mean.mean is None else f"{mean.mean:.2f}"


def _report(made: Compiled, names: tuple[str, ...], found: list[Meeting], seed: int) -> dict[str, Any]:
    def finite(value: float) -> float | None:
        return None if isinf(value) else value

    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "seed": seed,
        "players": made.program.players,
        "options": dict(made.names.options),
        "meetings": [
            {
                "bot": names[meeting.bots[0]],
                "against": names[meeting.bots[1]],
                "games": meeting.games,
                "won": meeting.won,
                "drawn": meeting.drawn,
                "stopped": meeting.stopped,
                "points": None if is_cooperative(made.program) else meeting.share,
                "interval": None if is_cooperative(made.program) else list(meeting.interval),
                "elo": None if is_cooperative(made.program) else finite(elo(meeting.share)),
                "elo_interval": None
                if is_cooperative(made.program)
                else [finite(elo(each)) for each in meeting.interval],
                "scores": [score.mean for score in meeting.scores],
            }
            for meeting in found
        ],
    }
