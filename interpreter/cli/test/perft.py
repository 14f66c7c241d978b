"""The command `gamespec perft GAME`, which counts the ways in which a game can go."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING, Any, NoReturn

import click

from gamespec import SpecError
from gamespec.text.plurals import counted
from gamespec.text.suggest import did_you_mean
from gamespec.text.visible import in_one_line
from interpreter import Game, Option, Refused, Words
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
from interpreter.cli.common.loading import compiled, faults_told, load, tell
from interpreter.cli.common.output import print_json, print_table
from interpreter.cli.common.screen import echo, styled
from interpreter.cli.common.spinner import spinner
from interpreter.perft import Tree, histories, tree
from interpreter.perft import divide as divided
from interpreter.scenario import SetUp, load_scenarios, position_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import gamespec
    from gamespec.compile import Compiled
    from interpreter.protocol import MakeEngine

__all__ = ["command"]

DEEPEST = 200
"""Maximum depth, in decisions and chance outcomes, because counting recurses once per step."""


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
@click.option(
    "--divide", is_flag=True, help="With --depth, also count the histories that begin with each option."
)
@click.option(
    "--scenario",
    "ident",
    metavar="ID",
    help="Count from the position after this scenario's `when`.",
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
@engine_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    depth: int | None,
    divide: bool,
    ident: str | None,
    full: bool,
    most: int,
    players: int | None,
    options: Mapping[str, str],
    engine: str | None,
    style: str,
) -> int:
    """Count the ways a game can go.

    Chance counts like a decision: each outcome is a way. A position counts once, however a game reaches
    it. An information state is what the player who decides there can know.

    With --scenario the position is that of a scenario after its answers, with the chance outcomes up to
    there. With --divide you can compare the counts of each first step with those of another program.

    The compiled engine counts only for --depth by itself, from the beginning of a game without chance.
    The definitional engine does everything else.
    """
    if depth is None and not full:
        message = "there is no depth"
        raise Stop(message, "give `--depth D`, or `--full` for a small game")
    if divide and depth is None:
        raise Stop("`--divide` counts the histories of one length", "give `--depth D`, too")
    spec = load(game)
    begun = _begun(spec, players, options, ident)
    make = _engine(begun, engine, alone=ident is None and not divide and not full)
    clock = perf_counter()
    with faults_told(begun.compiled.names):
        counts = [] if depth is None else _counted(begun, depth, most, make)
        steps = list(_divided(begun, len(counts))) if divide and counts else []
        whole = _whole(begun, most) if full else None
    seconds = perf_counter() - clock
    if style == "json":
        print_json(_report(begun.compiled, counts, steps if divide else None, whole, seconds))
    else:
        _print(spec.called, begun.compiled, depth, counts, steps, whole)
    return Status.OK


def _begun(spec: gamespec.Spec, players: int | None, options: Mapping[str, str], ident: str | None) -> SetUp:
    """Return the position from which to count, either that of a scenario or the beginning of the game.

    Raises `Stop` if there is no such scenario.
    """
    if ident is None:
        made = compiled(spec, players, options)
        with faults_told(made.names):
            return SetUp(made, Game(made.program, explicit=True, record=True))
    if players is not None or options:
        raise Stop(
            "a scenario determines the number of players and the options", "leave out `--players` and `--set`"
        )
    scenarios, _ = load_scenarios(spec)
    scenario = next((s for s in scenarios if s.id == ident), None)
    if scenario is None:
        hint = did_you_mean(ident, [s.id for s in scenarios])
        raise Stop(f"`{spec.id}` has no scenario `{ident}`", hint)
    try:
        return position_of(spec, scenario, explicit=True)
    except SpecError as error:
        tell(error.diagnostics)
        raise click.exceptions.Exit(Status.FOUND) from None
    except Refused as refused:
        raise Stop(str(refused), status=Status.FOUND) from None


def _divided(begun: SetUp, depth: int) -> Iterator[tuple[str, int | None, int]]:
    """Yield the text of each possible first step, its number, and how many histories begin with it.

    The number is that of an option, or `None` if the step is a chance outcome.
    """
    made, game = begun
    words = Words(made)
    drawn = words.chance(game.chance) if game.chance is not None else None
    for step, number in divided(made.program, depth, game):
        if isinstance(step, Option):
            yield in_one_line(words.option(game, step)), step.number, number
        elif drawn is not None:
            stream, type_ = drawn
            yield f"{stream}: {in_one_line(words.value(type_, step))}", None, number


def _engine(begun: SetUp, named: str | None, *, alone: bool) -> MakeEngine | None:
    """Return the maker of the engine that counts, or `None` if the definitional engine of `begun` counts.

    Raises `Stop` if the compiled engine is named but cannot count what was requested.
    """
    if alone and not begun.compiled.program.streams:
        return engine_that_plays(begun.compiled.program, named, steps=True)
    if named == COMPILED:
        fact = "the compiled engine counts only from the beginning of games without chance"
        raise Stop(fact, "leave out `--engine compiled`")
    return None


def _counted(begun: SetUp, depth: int, most: int, make: MakeEngine | None) -> list[int]:
    """Return the number of histories of each length up to `depth`.

    Raises `Stop` if there are more than `most`. Each length is counted separately, so that progress is shown
    and the user can interrupt the command.
    """
    counts: list[int] = []
    program = begun.compiled.program
    start = begun.game if make is None else make(program).begin(explicit=True)
    with spinner("counting") as tell_:
        for level in range(1, depth + 1):
            known = f", {counts[-1]:,} histories at depth {level - 1}" if counts else ""
            tell_(f"depth {level}{known}")
            if counts and counts[-1] > most:
                _too_large(f"there are {counts[-1]:,} histories of {level - 1}", f"--depth {level - 1}", most)
            longer = histories(program, level, start=start)
            if longer[-1] == 0:
                break
            counts = longer
    return counts


def _whole(begun: SetUp, most: int) -> Tree:
    with spinner("counting") as tell_:
        tell_("the whole tree")
        try:
            return tree(begun.compiled.program, most, start=begun.game)
        except ValueError:
            _too_large(f"the tree has more than {most:,} nodes", "--depth D", most)
        except RecursionError:
            message = "games of this tree are too long to be counted"
            raise Stop(message, "give `--depth D` instead, or options that make the game shorter") from None


def _too_large(fact: str, instead: str, most: int) -> NoReturn:
    raise Stop(fact, f"reduce the depth with `{instead}`, or allow more than {most:,} nodes with `--most N`")


def _report(
    made: Compiled,
    counts: list[int],
    steps: list[tuple[str, int | None, int]] | None,
    whole: Tree | None,
    seconds: float,
) -> dict[str, Any]:
    divided = [{"step": text, "option": number, "histories": count} for text, number, count in steps or ()]
    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "players": made.program.players,
        "options": dict(made.names.options),
        "histories": counts,
        "divided": None if steps is None else divided,
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


def _print(  # noqa: PLR0913 - what was counted, each by itself
    called: str,
    made: Compiled,
    depth: int | None,
    counts: list[int],
    steps: list[tuple[str, int | None, int]],
    whole: Tree | None,
) -> None:
    echo(styled(f"{called}, {counted(made.program.players, 'player')}", bold=True))
    if depth is not None:
        rows = [(str(level), f"{number:,}") for level, number in enumerate(counts, 1)]
        print_table(rows, ("depth", "histories"), right=("depth", "histories"))
        if len(counts) < depth:
            echo("no history is longer")
    if steps:
        rows = [(text, f"{count:,}") for text, _, count in steps]
        print_table(rows, (f"first of {len(counts)}", "histories"), right=("histories",))
    if whole is not None:
        rows = [(name, f"{number:,}") for name, number in _nodes(whole)]
        print_table(rows, ("the whole tree", "number"), right=("number",))
