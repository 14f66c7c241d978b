"""Options chosen by a policy in a module."""

from __future__ import annotations

from array import array

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.host import Instance
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.compiled.run.table import packed_of
from interpreter.kernels.learning.policy import Given
from interpreter.play.errors import Fault
from interpreter.play.options import Decision
from interpreter.protocol import Playing

__all__ = ["Weighing"]


class Weighing:
    """Chooses options by a policy; implements `interpreter.protocol.Weighing`."""

    def __init__(self, made: Artifact, program: Program, weights: array[float]) -> None:
        self._made, self._program, self._weights = made, program, weights
        self._instance: Instance | None = None

    def __getstate__(self) -> dict[str, object]:
        """Return what pickle needs; the instance is made again."""
        return {**vars(self), "_instance": None}

    def _ready(self) -> Instance:
        """Return an instance that has the weights."""
        if self._instance is None:
            self._instance = self._made.instance()
            memory = HostMemory(self._instance, "policy")
            self._given = Given(memory, self._program, players=1, games=1, policies=1)
            self._given.opening[0], self._given.weights[:] = 1, self._weights
        return self._instance

    def chosen(
        self,
        game: Playing,
        decision: Decision,  # noqa: ARG002 - the module lists its options itself
        key: int,
        temperature: float,
    ) -> int:
        """Return the index of the option that is taken. Raises `Fault` if listing the options does."""
        instance = self._ready()
        self._given.temperatures[0] = temperature
        instance.packed = packed_of(game.position)
        try:
            return instance.onward("decide", key)[1]
        except Fault:
            self._instance = None
            raise
