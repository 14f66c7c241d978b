"""The command `gamespec watch [GAME]`, which checks and tests a game whenever one of its files is saved."""

from __future__ import annotations

import shutil
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from interpreter.cli.common.arguments import example, named_paths, optional_game_argument, reach_option
from interpreter.cli.common.boundary import Status
from interpreter.cli.common.output import coloured
from interpreter.cli.common.projects import HERE
from interpreter.cli.common.screen import cleared, echo, styled
from interpreter.cli.common.spinner import spinner
from interpreter.cli.test.waking import reports_changes, wakes
from interpreter.cli.test.watch_screen import History, clock, fitted, sections, whole
from interpreter.cli.test.watched import Watched

if TYPE_CHECKING:
    from interpreter.cli.test.stamps import Stamps
    from interpreter.cli.test.watched import Round

__all__ = ["command"]

SETTLED = 0.05
"""Number of seconds without another save after which the files are read."""


@click.command("watch", epilog=example("gamespec watch my-game", "gamespec watch"))
@optional_game_argument
@reach_option
def command(game: str | None) -> int:
    """Check and test a game whenever one of its files is saved.

    GAME may be a directory with games below it; by default it is the current one. On each save of a file that
    they read (games, overlays, tables, scenarios and bands), the command checks what the file belongs to, as
    `gamespec validate` does, plays it at random for up to a second, runs the scenarios, as `gamespec test`
    does, and shows how the rules differ from those at the beginning, as `gamespec diff` does. While there are
    errors, the last results without errors stay below them.

    Ctrl-C ends the command with status 130. It notices a save at once with `pip install
    'gamespec[watch]'`, and otherwise looks twice a second.
    """
    watched, history = Watched(game or HERE, named_paths()), History()
    done, stamps = _round(watched, history)
    if done.stop is not None:
        raise done.stop
    if not reports_changes():
        echo("looks twice a second; `pip install 'gamespec[watch]'` notices a save at once", err=True)
    for _ in wakes(watched.folders):
        if _settled(watched) != stamps:
            done, stamps = _round(watched, history)
    return Status.OK if done.good else Status.FOUND


def _settled(watched: Watched) -> Stamps:
    """Return the stamps of the files as soon as nobody saves another."""
    before, now = None, watched.stamps()
    while before != now:
        time.sleep(SETTLED)
        before, now = now, watched.stamps()
    return now


def _round(watched: Watched, history: History) -> tuple[Round, Stamps]:
    """Check and test everything, and show the results.

    Return them, and the stamps of the files: those from before for all files that were known then, so that a
    save during the round is noticed.
    """
    before, began = watched.stamps(), time.perf_counter()
    with spinner(f"checking `{watched.target}`"):
        done = watched.round()
    seconds, now = time.perf_counter() - began, clock()
    history.add(done, now)
    if done.stop is None or history.good is not None:
        name = Path.cwd().name if watched.target == HERE else watched.target
        _show(done, history, f"{name} at {now}, in {seconds:.1f} s; Ctrl-C ends")
    return done, {**watched.stamps(), **before}


def _show(done: Round, history: History, title: str) -> None:
    """Show the results: on a terminal as one screen, and otherwise one after another."""
    told = sections(done, history, colour=coloured(sys.stdout))
    head = (styled(title, bold=True),)
    if sys.stdout.isatty():
        columns, rows = shutil.get_terminal_size()
        shown = fitted(told, rows - 2, columns)
        cleared()
    else:
        shown = whole(told)
    for line in (head, *shown):
        echo(*line)
    if not sys.stdout.isatty():
        echo()
