"""Solvers inside a module (`interpreter.compiled.course.solving`)."""

from __future__ import annotations

from typing import Literal, cast

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.kernels.solving.positions import Game
from interpreter.kernels.solving.solver import HostedSolver
from interpreter.kernels.terms import Room

__all__ = ["CompiledSolver"]


class CompiledSolver(HostedSolver):
    """An instance of a module, in which one game is solved."""

    def __init__(self, program: Program, made: Artifact, memory: int) -> None:
        self._at = made.instance()
        super().__init__(program, cast("Game", None), self._at.run("frame_size"), memory)

    def room(self, name: Literal["tree", "graph"]) -> Room:
        """Return an empty memory of the module."""
        return HostMemory(self._at, name)

    def call(self, name: str, *operands: int) -> int:
        """Call one of the exported kernels. Raises `Fault`."""
        return self._at.run(name, *operands)
