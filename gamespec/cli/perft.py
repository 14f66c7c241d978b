"""`gamespec perft GAME`."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

import click

from gamespec.cli.arguments import (
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    set_option,
)
from gamespec.cli.boundary import Status, Stop
from gamespec.cli.loading import compiled, faults_told, load
from gamespec.cli.output import counted, print_json, print_table
from gamespec.cli.screen import echo, styled
from interpreter.perft import Tree, histories, tree

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from gamespec.compile import Compiled

__all__ = ["command"]

DEEPEST = 200
"""Decisions and draws that can follow one another: counting nests as deep."""


@click.command(
    "perft",
    epilog=example("gamespec perft my-game --depth 2", "gamespec perft ./my-game --full --format json"),
)
@game_argument
@click.option(
    "--depth",
    type=click.IntRange(1, DEEPEST),
    metavar="D",
    help="Count the histories of up to D decisions and draws of chance.",
)
@click.option("--full", is_flag=True, help="Count the nodes of the whole tree, its positions and more.")
@click.option(
    "--most",
    type=click.IntRange(min=1),
    default=200_000,
    metavar="N",
    show_default=True,
    help="Give up rather than visit more nodes.",
)
@players_option
@set_option
@reach_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    depth: int | None,
    full: bool,
    most: int,
    players: int | None,
    options: Mapping[str, str],
    style: str,
) -> int:
    """Count how many ways a game can go.

    Chance counts like a decision: each outcome is a way. A position counts once however it is reached; an
    information state is what its player can tell who decides there.
    """
    if depth is None and not full:
        message = "it must be said how far to count"
        raise Stop(message, "give `--depth D`, or `--full` for a small game")
    made = compiled(load(game), players, options)
    start = perf_counter()
    with faults_told(made.names):
        counts = [] if depth is None else _counted(made, depth, most)
        whole = _whole(made, most) if full else None
    seconds = perf_counter() - start
    if style == "json":
        print_json(_report(made, counts, whole, seconds))
    else:
        _print(made, depth, counts, whole)
    return Status.OK


def _counted(made: Compiled, depth: int, most: int) -> list[int]:
    """The histories of each length that there are; one length after another, to stop before it hurts."""
    counts: list[int] = []
    with _progress() as tell:
        for level in range(1, depth + 1):
            tell(f"depth {level}" + (f", {counts[-1]:,} histories at depth {level - 1}" if counts else ""))
            if counts and counts[-1] > most:
                _too_large(f"there are {counts[-1]:,} histories of {level - 1}", f"--depth {level - 1}", most)
            longer = histories(made.program, level)
            if longer[-1] == 0:
                break
            counts = longer
    return counts


def _whole(made: Compiled, most: int) -> Tree:
    with _progress() as tell:
        tell("the whole tree")
        try:
            return tree(made.program, most)
        except ValueError:
            _too_large(f"the tree has more than {most:,} nodes", "--depth D", most)
        except RecursionError:
            message = "games of this tree are too long to be counted"
            raise Stop(message, "give `--depth D` instead, or options that make the game shorter") from None


def _too_large(fact: str, instead: str, most: int) -> NoReturn:
    raise Stop(fact, f"count less far with `{instead}`, or more than {most:,} nodes with `--most N`")


@contextmanager
def _progress() -> Iterator[Any]:
    """What is being counted and for how long, on standard error, if that is a terminal."""
    if not sys.stderr.isatty():
        yield lambda _text: None
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("counting", total=None)
        yield lambda text: bar.update(task, description=text)


def _report(made: Compiled, counts: list[int], whole: Tree | None, seconds: float) -> dict[str, Any]:
    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "players": made.program.players,
        "options": dict(made.names.options),
        "histories": counts,
        "tree": None if whole is None else {name.replace(" ", "_"): n for name, n in _nodes(whole)},
        "seconds": seconds,
    }


def _nodes(whole: Tree) -> list[tuple[str, int]]:
    return [
        ("decision nodes", whole.decision),
        ("chance nodes", whole.chance),
        ("terminal nodes", whole.terminal),
        ("positions", len(whole.positions)),
        ("information states", whole.information_states),
    ]


def _print(made: Compiled, depth: int | None, counts: list[int], whole: Tree | None) -> None:
    echo(styled(f"{made.names.game}, {counted(made.program.players, 'player')}", bold=True))
    if depth is not None:
        rows = [(str(level), f"{number:,}") for level, number in enumerate(counts, 1)]
        print_table(rows, ("depth", "histories"), right=("depth", "histories"))
        if len(counts) < depth:
            echo("no history is longer")
    if whole is not None:
        rows = [(name, f"{number:,}") for name, number in _nodes(whole)]
        print_table(rows, ("the whole tree", "number"), right=("number",))
