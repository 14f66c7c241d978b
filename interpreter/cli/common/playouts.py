"""Code for commands that play many games, with the option `--games`, a progress bar and fault reports."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gamespec.text.plurals import counted
from interpreter.cli.common.boundary import Status
from interpreter.cli.common.interrupts import interrupted
from interpreter.cli.common.loading import tell
from interpreter.cli.common.screen import echo, styled

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from gamespec.compile import Compiled
    from interpreter.simulate import Seeds, Summary

__all__ = [
    "Ended",
    "again",
    "games_by_default",
    "games_option",
    "playing",
    "progress",
    "said",
    "tell_faults",
]

REFRESH = 0.1
"""Minimum time between updates of the progress bar, in seconds.

Updates are limited because drawing the bar may take longer than a game.
"""

EACH = 30
"""Minimum time between two lines about progress where there is no terminal, in seconds."""

SLOW = 10
"""Maximum speed, in games per second, that the progress bar shows with a decimal."""

F = TypeVar("F", bound="Callable[..., Any]")


def games_option(command: F) -> F:
    """Add the option `--games N`, passed as `games`. Its default is 100."""
    return games_by_default(100, "The number of games.")(command)


def games_by_default(number: int, says: str) -> Callable[[F], F]:
    """Return a decorator that adds the option `--games N`, passed as `games`.

    `number` is the option's default, and `says` its help.
    """
    return click.option(
        "--games", type=click.IntRange(min=1), default=number, metavar="N", show_default=True, help=says
    )


def said(value: str | int | bool) -> str:  # noqa: FBT001 - an option's value
    """Format the value of an option as users write it, with `true` and `false` in lower case."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def again(game: str, seats: Sequence[str], options: Mapping[str, str], seeds: Seeds) -> str:
    """Return the command that replays a game with the bots `seats` and the seeds of the game."""
    chosen = (word for name, value in options.items() for word in ("--set", f"{name}={value}"))
    words = ["gamespec", "play", game, *chosen, "--seats", ",".join(seats), "--seed", str(seeds.game)]
    return shlex.join([*words, "--luck", str(seeds.luck)])


@contextmanager
def progress(games: int, already: int = 0) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on standard error, or a line each half minute if that is not a terminal.

    Provide a function to call with the number of games just played. `already` is the number of games played
    in an earlier run.
    """
    if not sys.stderr.isatty():
        yield _in_lines(games, already)
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    rate = TextColumn("{task.fields[speed]}")
    left = (TimeRemainingColumn(), TextColumn("left"))
    columns = (TimeElapsedColumn(), BarColumn(), MofNCompleteColumn(), rate, *left)
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=games, completed=already, speed="")
        yield _counting(
            already,
            REFRESH,
            lambda count, speed: bar.update(
                task, completed=count, speed=f"{speed:,.{0 if speed > SLOW else 1}f} games/s"
            ),
        )


def _in_lines(games: int, already: int) -> Callable[[int], None]:
    """Return a function that counts games and prints a line each half minute, as logs need it."""
    return _counting(
        already,
        EACH,
        lambda count, speed: echo(f"{count:,} of {counted(games, 'game')}, {speed:,.1f} games/s", err=True),
    )


def _counting(already: int, pause: float, tell: Callable[[int, float], None]) -> Callable[[int], None]:
    """Return a function that counts games, and tells their number and how many there are a second.

    It tells them again after `pause` seconds at the earliest.
    """
    begun = told = perf_counter()
    count = already

    def step(games: int) -> None:
        nonlocal count, told
        count += games
        if (now := perf_counter()) - told > pause:
            told = now
            tell(count, (count - already) / (now - begun))

    return step


@dataclass
class Ended:
    """How a run of games ended, that is, whether the user interrupted it."""

    interrupted: bool = False

    def tell(self, games: int, asked: int) -> None:
        """If the run was interrupted, say how many games the output covers.

        Raises `KeyboardInterrupt` if it was interrupted before any game was finished.
        """
        if not self.interrupted:
            return
        if not games:
            raise KeyboardInterrupt
        of = counted(asked, "game")
        echo(styled(f"interrupted after {games:,} of {of}: the results so far", "yellow", bold=True))
        echo()

    def status(self, *, found: bool) -> int:
        """Return the exit status. `found` says whether a fault stopped any game."""
        if self.interrupted:
            return interrupted()
        return Status.FOUND if found else Status.OK


@contextmanager
def playing(ended: Ended | None = None) -> Iterator[Ended]:
    """Let Ctrl-C end the `with` block, in which games are played, without ending the command.

    The games that were finished by then can still be reported.
    """
    ended = ended or Ended()
    try:
        yield ended
    except KeyboardInterrupt:
        ended.interrupted = True


def tell_faults(
    summary: Summary,
    made: Compiled,
    game: str | None,
    options: Mapping[str, str],
    seats: Callable[[Seeds], Sequence[str]] | None = None,
) -> None:
    """Report the faults that stopped games, each with a command that replays one of these games.

    The report goes to standard error. `seats` returns the bots in the seats, given a game's seeds. Without
    it, all players are random. If `game` is `None`, no command can name the game, and no command is printed.
    """
    from interpreter.words.faults import diagnose

    for fault in summary.fault_places.values():
        tell([diagnose(fault.fault, made.names)])
        who = ["random"] * made.program.players if seats is None else seats(fault.seeds)
        told = f"  = note: in {counted(fault.games, 'game')}"
        if game is not None:
            told += f"; to replay the first: `{again(game, who, options, fault.seeds)}`"
        echo(told, err=True)
