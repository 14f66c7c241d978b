"""The host's side of chains of histories inside a module: lays out their arrays, and goes on after faults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, cast

from interpreter.compiled.making.host import Astray
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.compiled.wasm.memory import WORD
from interpreter.kernels.exchanges import LEFT, Replay, Sizes
from interpreter.kernels.histories import HistoryChain
from interpreter.play.errors import Fault

if TYPE_CHECKING:
    from gamespec.program import Program
    from interpreter.compiled.making.host import Instance

__all__ = ["Holder", "HostChain"]


class Holder(Protocol):
    """An instance in which chains go on in turn; after a fault there must be another one.

    `holds` is the chain whose arrays are in the memory of the instance.
    """

    holds: HostChain | None

    @property
    def at(self) -> Instance:
        """The present instance."""

    def renew(self) -> None:
        """Replace the instance."""


class HostChain:
    """A chain of histories; see `interpreter.redeal.replayer`."""

    def __init__(self, program: Program, holder: Holder, sizes: Sizes) -> None:
        self._program, self._holder, self._sizes = program, holder, sizes
        self._saved = b""
        self._place()

    def _place(self) -> None:
        """Lay out the arrays in the memory of the present instance, with their members."""
        holder, sizes = self._holder, self._sizes
        if holder.holds is not None:
            holder.holds.put_aside()
        room = HostMemory(holder.at, "chain")
        self._arrays = HistoryChain(self._program, cast("Replay", None), room, sizes)
        self._memory = holder.at.memory("chain", room.end)[: room.end]
        holder.at.memory("script", WORD * sizes.words)
        self._memory[: len(self._saved)] = self._saved
        holder.holds = self

    def put_aside(self) -> None:
        """Save the members of the arrays, because the memory is needed for something else."""
        self._saved, self._holder.holds = bytes(self._memory), None

    @property
    def arrays(self) -> HistoryChain:
        """The arrays, which are valid until the replayer is used for something else."""
        if self._holder.holds is not self:
            self._place()
        return self._arrays

    def begin(self) -> None:
        """Take what the last replay has led to as the present history."""
        assert self.arrays is self._arrays  # noqa: S101 - they are in memory now
        self._holder.at.run("chain_begun")

    def run(self, proposals: int) -> None:
        """Make some proposals."""
        self.arrays.state[LEFT] = proposals
        while True:
            try:
                self._holder.at.run("chain_on")
            except Astray:
                self._holder.at.run("chain_undo")
            except Fault:
                self.put_aside()
                self._holder.renew()
                self._place()
                self._holder.at.run("chain_undo")
            else:
                return
