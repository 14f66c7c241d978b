"""The choice of an engine (`--engine`), the number of its threads (`--jobs`), and its memory.

The compiled engine is the default. Where it is not available, the definitional engine plays the same games
after a note on standard error. If the user asked for the compiled engine, the command stops instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.screen import echo

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gamespec.program import Program
    from interpreter.play.tally import Counts
    from interpreter.protocol import MakeEngine

__all__ = [
    "COMPILED",
    "DEFINITIONAL",
    "cores_of",
    "engine_of_bots",
    "engine_option",
    "engine_that_plays",
    "jobs_option",
    "memory_of",
    "seconds_making",
]

F = TypeVar("F", bound="Callable[..., Any]")

COMPILED, DEFINITIONAL = "compiled", "definitional"

INTEGER = 4
"""Size of each of the integers that encode a position, in bytes."""


def engine_option(command: F) -> F:
    """Add the option `--engine compiled|definitional`, passed as `engine`, which is `None` if absent."""
    return click.option(
        "--engine",
        type=click.Choice([COMPILED, DEFINITIONAL]),
        metavar="ENGINE",
        help="The engine: compiled (the default) or definitional. Both give the same results.",
    )(command)


def jobs_option(command: F) -> F:
    """Add the option `--jobs N`, passed as `jobs`, which is `None` if absent."""
    return click.option(
        "--jobs",
        type=click.IntRange(min=1),
        metavar="N",
        help="The number of threads of the compiled engine; by default as many as can run at once.",
    )(command)


def cores_of(jobs: int | None) -> int:
    """Return the requested number of processes, or by default as many as this machine can run at once."""
    from interpreter.play.cores import cores

    return cores() if jobs is None else jobs


def engine_of_bots(  # noqa: PLR0913 - who plays, on what
    program: Program,
    named: str | None,
    jobs: int | None,
    names: Sequence[str],
    tally: Counts | None = None,
    *,
    asks: bool = False,
) -> MakeEngine:
    """Return the maker of the engine on which the bots with these names play, as `engine_that_plays` does.

    If an engine can play for all of them by itself, it plays whole games in `jobs` threads. Otherwise, or if
    it `asks` them at each decision anyway, bots think in processes, and the engine has one thread in each.
    """
    from interpreter.bots import plays_inside
    from interpreter.cli.common.learning import prepare
    from interpreter.simulate import RANDOM

    prepare(program, names)
    steps = asks or not plays_inside(names)
    learned = {*names} != {RANDOM}
    return engine_that_plays(program, named, 1 if steps else jobs, steps=steps, tally=tally, learned=learned)


def engine_that_plays(  # noqa: PLR0913 - as `best`
    program: Program,
    named: str | None,
    jobs: int | None = None,
    *,
    steps: bool,
    tally: Counts | None = None,
    learned: bool = False,
) -> MakeEngine:
    """Return the maker of the named engine, or by default of the compiled engine if it is available.

    The engine is compiled beforehand, either for playing step by step or for whole games with a tally, so
    that timing a run measures nothing else. Raises `Stop` if the compiled engine is named but not available.
    """
    from interpreter.engine.playout import DefinitionalEngine

    if named == DEFINITIONAL:
        return DefinitionalEngine
    from interpreter.engines import best

    make, why = best(program, jobs, steps=steps, tally=tally, learned=learned)
    if why is not None and named == COMPILED:
        raise Stop(why, "leave out `--engine compiled`")
    if why is not None:
        echo(f"note: {why}; the definitional engine plays", err=True)
    return make


def seconds_making(make: MakeEngine) -> Callable[[Program], float]:
    """Return a function that tells how long it has taken so far to make machine code of a program."""
    from interpreter.engine.playout import DefinitionalEngine

    if make is DefinitionalEngine:
        return lambda _: 0.0
    from interpreter.compiled.making.artifact import seconds_making as measured

    return measured


def memory_of(program: Program, make: MakeEngine) -> dict[str, int]:
    """Return the size of a position in bytes.

    For the compiled engine, also return the sizes of one thread's memory and of all threads' memory.
    """
    from interpreter.engine.playout import DefinitionalEngine

    found = {"position": INTEGER * program.layout.length}
    if make is not DefinitionalEngine:
        from interpreter.compiled.engine import CompiledEngine

        engine = make(program)
        assert isinstance(engine, CompiledEngine)  # noqa: S101 - there is no other
        found |= {"thread": engine.memory, "threads": engine.jobs, "all": engine.memory * engine.jobs}
    return found
