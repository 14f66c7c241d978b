"""The command `gamespec solve GAME`, which finds out how a game ends with best play."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from interpreter.cli.common.arguments import (
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.engines import COMPILED, engine_option, engine_that_plays
from interpreter.cli.common.interrupts import interrupted
from interpreter.cli.common.loading import compiled, faults_told, load
from interpreter.cli.common.output import print_json
from interpreter.cli.common.screen import echo
from interpreter.cli.common.spinner import spinner
from interpreter.cli.common.times import budget_option
from interpreter.cli.measure.equilibrium import data_of, found, print_equilibrium, status_of
from interpreter.cli.measure.solved import print_answer, print_head, print_plan, report
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.solving.kinds import Beyond
from interpreter.play.openness import is_open
from interpreter.play.search import Reward
from interpreter.solving.answers import Method, Stopped
from interpreter.solving.equilibrium import refusal
from interpreter.solving.methods import Unsolvable, plan
from interpreter.solving.watch import Watch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gamespec.compile import Compiled
    from interpreter.protocol import Engine
    from interpreter.solving.answers import Answer
    from interpreter.solving.methods import Plan

__all__ = ["command"]

MEGABYTE = 1_000_000

REWARD = {"places": Reward.PLACES, "scores": Reward.SCORES}

METHODS = (Method.SEARCH.value, Method.SITUATIONS.value)


@click.command(
    "solve",
    epilog=example(
        "gamespec solve my-game",
        "gamespec solve my-game --set size=4 --budget 10m",
        "gamespec solve my-puzzle --format json",
    ),
)
@game_argument
@budget_option("Stop after this time, such as 90s, 2m or 1h, and print what is known by then.")
@click.option(
    "--by",
    type=click.Choice(["places", "scores"]),
    help="What counts: who wins, or by how much. By default the scores, if they alone decide who wins.",
)
@click.option(
    "--method",
    type=click.Choice(METHODS),
    help="How to solve a game of two sides without chance. By default random games decide.",
)
@click.option(
    "--memory",
    type=click.IntRange(16, 4000),
    metavar="MB",
    help="The memory to use, in megabytes.  [default: 128 for a search, up to 2000 for situations]",
)
@players_option
@set_option
@reach_option
@engine_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    seconds: float | None,
    by: str | None,
    method: str | None,
    memory: int | None,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    style: str,
) -> int:
    """Find out how a game ends with best play, exactly.

    For two players or teams, the answer is who wins after how many decisions, or by how many points, and
    what each first option leads to. For one player, or players who win together, it is the shortest solution
    or the best score. Where chance decides, it is the expected result. Where something is hidden from one of
    two players, it is an equilibrium: its value, and how often to choose what.

    Before it starts, the command says how it will solve the game, or why it cannot. It is made for small
    games, and for small versions of large ones. --budget and Ctrl-C stop it; then it prints bounds.
    """
    spec = load(game)
    made = compiled(spec, players, options)
    if not is_open(made.program):
        _check_equilibrium(spec.id, method, memory, engine)
        with faults_told(made.names):
            return _equilibrium(made, spec.called, by, seconds, style)
    plays = _engine(made, engine)
    with faults_told(made.names):
        try:
            planned = plan(
                plays,
                by=by,
                method=None if method is None else Method(method),
                bounded=seconds is not None,
            )
        except Unsolvable as error:
            raise Stop(f"`{spec.id}` cannot be solved: {error}", error.cure) from None
        if style == "text":
            print_plan(spec.called, made, planned)
        answer = _solved(planned, seconds, None if memory is None else memory * MEGABYTE)
    if style == "json":
        print_json(report(made, planned, answer))
    else:
        print_answer(made, planned, answer)
    return interrupted() if answer.stopped == Stopped.INTERRUPT else Status.OK


def _check_equilibrium(game: str, method: str | None, memory: int | None, engine: str | None) -> None:
    """Raise `Stop` if an option is given that means nothing where something is hidden."""
    for name, value in (("--method", method), ("--memory", memory), ("--engine", engine)):
        if value is not None:
            raise Stop(f"`{game}` hides something, so an equilibrium is sought, without `{name}`")


def _equilibrium(made: Compiled, called: str, by: str | None, seconds: float | None, style: str) -> int:
    """Print an equilibrium, and return the exit status. Raises `Stop` and `Fault`."""
    if by == "scores" and not made.program.score:
        raise Stop("the game has no scores", "leave out `--by scores`")
    refused = refusal(made.program)
    if refused is not None:
        raise Stop(f"`{made.names.game}` cannot be solved: {refused.why}", refused.cure)
    if style == "text":
        print_head(called, made)
        echo("something is hidden, so the answer is an equilibrium, by regret minimization (CFR+)\n")
    of = found(made, reward=None if by is None else REWARD[by], seconds=seconds)
    if style == "json":
        print_json(data_of(made, of))
    else:
        print_equilibrium(made, of)
    return status_of(of)


def _engine(made: Compiled, named: str | None) -> Engine:
    """Return the engine that solves the game. Raises `Stop` if the compiled engine is named but cannot."""
    program = made.program
    if not program.streams:
        return engine_that_plays(program, named, 1, steps=True)(program)
    if named == COMPILED:
        raise Stop("the compiled engine solves only games without chance", "leave out `--engine compiled`")
    return DefinitionalEngine(program)


def _solved(planned: Plan, seconds: float | None, memory: int | None) -> Answer:
    """Solve a game. Raises `Stop` if there is not enough memory, or if its plays are too long."""
    with spinner("solving") as tell:
        try:
            watch = Watch(seconds, tell)
            solving = planned.start(watch, memory)
            watch.start()
            solving.run()
        except Beyond as beyond:
            raise Stop(
                f"the game cannot be solved: {beyond}", "choose options that make it smaller"
            ) from None
        except MemoryError as error:
            raise Stop(f"there is not enough memory: {error}", "give a smaller `--memory`") from None
        return solving.answer()
