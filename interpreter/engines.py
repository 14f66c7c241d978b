"""Chooses the default engine, which is the compiled engine if it is available."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from interpreter.engine.playout import DefinitionalEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.program import Program
    from interpreter.kernels.terms import Room
    from interpreter.play.tally import Counts
    from interpreter.protocol import Aside, MakeEngine, Running

__all__ = ["Choice", "aside", "best"]


class Choice(NamedTuple):
    """A function that makes an engine, and the reason why it is not the compiled engine, if so."""

    make: MakeEngine
    why: str | None = None


def best(
    program: Program,
    jobs: int | None = None,
    *,
    steps: bool,
    tally: Counts | None = None,
    learned: bool = False,
) -> Choice:
    """Return the choice of the compiled engine, or of the definitional engine if wasmtime is not installed.

    The engine is prepared for playing step by step if `steps` is true; otherwise for playing whole games with
    `tally`, in which some players have `learned` or all are random. It plays in `jobs` threads, by default in
    as many as can run at once. The maker is picklable.
    """
    try:
        from interpreter.compiled.engine import CompiledEngine
        from interpreter.compiled.making.artifact import made_of
        from interpreter.compiled.making.build_key import BuildKey
        from interpreter.compiled.wasm.interface import Use
        from interpreter.play.tally import NOTHING

        use = Use.STEPS if steps else Use.WEIGHED if learned else Use.GAMES
        made_of(program, BuildKey(use, counts=tally or NOTHING))
    except ImportError as error:
        if error.name != "wasmtime":
            raise
        return Choice(DefinitionalEngine, f"the compiled engine needs wasmtime, which {error.msg}")
    return Choice(partial(CompiledEngine, jobs=jobs))


def aside(name: str, make: Callable[[Room, Room], Running]) -> Aside | None:
    """Return the kernel that `make` makes in a module, or `None` if wasmtime is not installed.

    The kernel must follow from the `name`.
    """
    try:
        from interpreter.compiled.run.asides import Aside
    except ImportError as error:
        if error.name != "wasmtime":
            raise
        return None
    return Aside(None, name, make)
