"""The command `gamespec profile GAME`, which shows which lines of a game take the most time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gamespec.text.plurals import counted
from interpreter.cli.common.arguments import (
    example,
    format_option,
    game_argument,
    players_option,
    reach_option,
    seed_option,
    set_option,
)
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.engines import COMPILED, engine_that_plays, memory_of
from interpreter.cli.common.loading import compiled, load
from interpreter.cli.common.output import heading, print_json, print_table
from interpreter.cli.common.playouts import games_option, progress, said, tell_faults
from interpreter.cli.common.screen import echo, styled

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from gamespec.compile import Compiled
    from interpreter.profile import Line, Part, Profile
    from interpreter.simulate import Summary

__all__ = ["command"]

ROWS = 10
"""Maximum number of lines, of functions, and of parts of the game that are shown."""

EXCERPT = 60
"""Maximum length of the excerpt from a line of the specification, in characters."""


@click.command(
    "profile",
    epilog=example(
        "gamespec profile my-game",
        "gamespec profile my-game --games 1000 --set hand_size=8",
        "gamespec profile my-game --format json",
    ),
)
@game_argument
@games_option
@seed_option
@players_option
@set_option
@reach_option
@format_option("text", "json")
def command(  # noqa: PLR0913 - one parameter an option
    *,
    game: str,
    games: int,
    seed: int,
    players: int | None,
    options: Mapping[str, str],
    style: str,
) -> int:
    """Show which lines of a game take the most time.

    The games are those of `gamespec simulate` with the same seed. The compiled engine counts each
    instruction that it runs, so the same command gives the same numbers on every machine. The report
    lists the lines that run the most instructions, by themselves and with the functions they call; how
    often their expressions are evaluated; and for which part of the game. The functions and the parts
    follow. The exit status is 1 if a fault stopped a game.

    The report also gives the units of work (reference 15.1) of a decision, on average and at most, and
    the memory that a position and a playing thread take.
    """
    spec = load(game)
    made = compiled(spec, players, options)
    with progress(games) as step:
        summary, profile = _profiled(made, games, seed, step)
    memory = memory_of(made.program, engine_that_plays(made.program, COMPILED, 1, steps=False))
    if style == "json":
        report = _report(made, summary, profile, seed)
        print_json({**report, "memory": {name: memory[name] for name in ("position", "thread")}})
    else:
        _print(spec.called, made, summary, profile, seed, memory)
    tell_faults(summary, made, game, options)
    return Status.FOUND if summary.faults else Status.OK


def _profiled(
    made: Compiled, games: int, seed: int, step: Callable[[int], None] | None
) -> tuple[Summary, Profile]:
    """Play games and count the instructions that they run.

    Raises `Stop` if the compiled engine is not available.
    """
    try:
        from interpreter.profile import profiled

        return profiled(made, games, seed, step)
    except ImportError as error:
        if error.name != "wasmtime":
            raise
        message = f"profiling needs the compiled engine and wasmtime, which {error.msg}"
        raise Stop(message, "install wasmtime") from None


def _report(made: Compiled, summary: Summary, profile: Profile, seed: int) -> dict[str, Any]:
    return {
        "game": made.names.game,
        "spec_hash": made.names.spec_hash,
        "seed": seed,
        "players": made.program.players,
        "options": dict(made.names.options),
        "games": summary.games,
        "decisions": summary.decisions,
        "faults": summary.faults,
        **profile.as_dict(),
    }


def _print(  # noqa: PLR0913 - all that is told
    called: str, made: Compiled, summary: Summary, profile: Profile, seed: int, memory: Mapping[str, int]
) -> None:
    echo(styled(f"{called}, {counted(made.program.players, 'player')}, seed {seed}", bold=True))
    if made.names.options:
        echo(", ".join(f"{name}={said(value)}" for name, value in made.names.options.items()))
    stopped = f", {summary.faults:,} stopped by a fault" if summary.faults else ""
    echo(f"{counted(summary.games, 'game')}, {counted(summary.decisions, 'decision')}{stopped}")
    decisions = max(summary.decisions, 1)
    each = f"{profile.instructions / decisions:,.0f} instructions"
    echo(f"per decision: {each}; {profile.units / decisions:,.1f} units of work, {profile.most:,} at most")
    echo(f"memory: {memory['position']:,} bytes per position, {memory['thread']:,} per playing thread")
    _print_lines(profile, summary)
    _print_functions(profile, decisions)
    heading("parts of the game")
    rows = [
        (_share(part.instructions, profile), part.name, str(part.span or "")) for part in profile.parts[:ROWS]
    ]
    print_table(rows, ("share", "part", "place"), right=("share",))


def _print_lines(profile: Profile, summary: Summary) -> None:
    heading("lines")
    rows = [
        (
            _share(line.instructions, profile),
            _share(line.whole, profile),
            f"{line.times / max(summary.decisions, 1):,.1f}",
            f"{line.times / summary.games:,.1f}",
            line.place or "-",
            _for(line),
            _excerpt(line.text),
        )
        for line in profile.lines[:ROWS]
    ]
    headers = ("share", "whole", "a decision", "a game", "place", "for", "")
    print_table(rows, headers, right=headers[:4])


def _print_functions(profile: Profile, decisions: int) -> None:
    if not profile.functions:
        return
    heading("functions")
    rows = []
    for function in profile.functions[:ROWS]:
        applied = ""
        if function.calls:
            first, calls, _ = function.callers[0]
            more = len(function.callers) - 1
            share = "" if not more else f" ({calls / function.calls:.0%}) and {counted(more, 'other place')}"
            applied = f"{first}{share}"
        numbers = (_share(function.own, profile), _share(function.whole, profile))
        rows.append((*numbers, f"{function.calls / decisions:,.1f}", function.name, applied))
    headers = ("share", "whole", "a decision", "function", "applied at")
    print_table(rows, headers, right=headers[:3])


def _share(instructions: int, profile: Profile) -> str:
    return f"{instructions / max(profile.instructions, 1):.1%}"


def _for(line: Line) -> str:
    """Return the part of the game for which a line runs most, with its share unless it is 100 %."""
    first: Part = line.callers[0]
    share = f"{first.instructions / line.instructions:.0%}"
    return first.name if share == "100%" else f"{first.name} {share}"


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= EXCERPT else f"{line[: EXCERPT - 1]}…"
