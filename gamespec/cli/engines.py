"""Which engine plays: `--engine`, and how many threads it plays in: `--jobs`.

The compiled engine does, wherever it serves. Where it cannot, the definitional engine plays the same games,
and that is said once, on standard error; who has named the compiled engine is told that it cannot be had.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gamespec.cli.boundary import Stop
from gamespec.cli.screen import echo

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.program import Program
    from interpreter.protocol import MakeEngine

__all__ = ["COMPILED", "DEFINITIONAL", "engine_option", "engine_that_plays", "jobs_option"]

F = TypeVar("F", bound="Callable[..., Any]")

COMPILED, DEFINITIONAL = "compiled", "definitional"


def engine_option(command: F) -> F:
    """`--engine compiled|definitional`, as the argument `engine`; `None` where it is not given."""
    return click.option(
        "--engine",
        type=click.Choice([COMPILED, DEFINITIONAL]),
        metavar="ENGINE",
        help="Which engine plays: compiled, if nothing is said, or definitional. Both come to the same.",
    )(command)


def jobs_option(command: F) -> F:
    """`--jobs N`; `None` where it is not given."""
    return click.option(
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many threads the compiled engine plays in; by default as many as can run at once.",
    )(command)


def engine_that_plays(
    program: Program, named: str | None, jobs: int | None = None, *, steps: bool
) -> MakeEngine:
    """What makes the engine of that name, or the compiled one if it can be had.

    It is ready to play, step by step or whole games, so that whoever measures how long it plays measures
    nothing else. Stop if the compiled engine is named and cannot be had.
    """
    from interpreter.engine.playout import DefinitionalEngine

    if named == DEFINITIONAL:
        return DefinitionalEngine
    why = None
    try:
        from interpreter.compiled.engine import CompiledEngine
        from interpreter.compiled.interface import Use
        from interpreter.compiled.made import made_of

        make = partial(CompiledEngine, jobs=jobs)
        made_of(program, Use.STEPS if steps else Use.GAMES)
    except ImportError as error:
        if error.name != "wasmtime":
            raise
        why = f"the compiled engine needs wasmtime, which {error.msg}"
    if why is None:
        return make
    if named == COMPILED:
        raise Stop(why, "leave out `--engine compiled`")
    echo(f"note: {why}; the definitional engine plays", err=True)
    return DefinitionalEngine
