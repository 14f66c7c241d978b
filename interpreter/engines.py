"""Choice of the default engine: the compiled one, if it is available here."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from interpreter.engine.playout import DefinitionalEngine

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.play.tally import Counts
    from interpreter.protocol import MakeEngine

__all__ = ["Choice", "best"]


class Choice(NamedTuple):
    """The function that makes the engine, and, if it is not the compiled engine, the reason."""

    make: MakeEngine
    why: str | None = None


def best(program: Program, jobs: int | None = None, *, steps: bool, tally: Counts | None = None) -> Choice:
    """Return the compiled engine, or the definitional one if wasmtime is not installed.

    It is ready to play, step by step or whole games with a tally, in `jobs` threads, by default as many as
    can run at once. The maker is picklable.
    """
    try:
        from interpreter.compiled.engine import CompiledEngine
        from interpreter.compiled.making.form import Form
        from interpreter.compiled.making.made import made_of
        from interpreter.compiled.wasm.interface import Use
        from interpreter.play.tally import NOTHING

        made_of(program, Form(Use.STEPS if steps else Use.GAMES, counts=tally or NOTHING))
    except ImportError as error:
        if error.name != "wasmtime":
            raise
        return Choice(DefinitionalEngine, f"the compiled engine needs wasmtime, which {error.msg}")
    return Choice(partial(CompiledEngine, jobs=jobs))
