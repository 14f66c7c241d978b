"""Chains of histories inside a module: the replays that `interpreter.kernels.histories` makes.

`chain_on()` makes the proposals that are left. If a proposal goes astray or ends in a fault, the call ends
there, and the host calls `chain_undo()` before it goes on. `chain_begun()` takes what the last replay has led
to as the present history. A separate memory, `chain`, holds the arrays of the kernel. The host lays them out
and fills them (`interpreter.compiled.run.chains`).
"""

from __future__ import annotations

from typing import cast

from interpreter.compiled.course.replays import Replays
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import Array
from interpreter.compiled.translate.room import HostRoom, array
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import SAME
from interpreter.compiled.wasm.memory import Words
from interpreter.compiled.wasm.wat import ZERO, Function, Wat, call, compare, const, shift_left
from interpreter.kernels import terms
from interpreter.kernels.exchanges import END, PLAYER, WORDS, Replay, Sizes
from interpreter.kernels.histories import HistoryChain

__all__ = ["ModuleChain"]


class ModuleChain(Emitted):
    """Emits the chain of one recording module; implements `interpreter.kernels.exchanges.Replay`."""

    def __init__(self, unit: Unit, replays: Replays) -> None:
        self._unit = unit
        unit.memories.append("chain")
        self.script = cast("terms.Scripted", Array(0, "scripted", ZERO, "$script"))
        self.position = cast("terms.Words", Array(unit.memory.part(0, unit.layout.length)))
        self.weight = cast("terms.Reals", Array(Words.WEIGHT, "reals"))
        self.low = cast("terms.Words", Array(Words.WEIGHT_LOW))
        self.picked = cast("terms.Words", Array(replays.picked))
        self._chain = HistoryChain(unit.program, cast("Replay", self), HostRoom(unit, "$chain"), Sizes())

    def made(self) -> None:
        """Translate the kernels and export them."""
        chain = self._chain
        for name, kernel in (
            ("chain_on", chain.run),
            ("chain_begun", chain.begin),
            ("chain_undo", chain.undo),
        ):
            self._unit.functions[self._unit.kernels.name(kernel)].export = name

    def replay(self, _: Function) -> Wat:
        """Return the test that a replay of the script shows the player the same."""
        state, sizes = array(self._chain.state), array(self._chain.sizes)
        end, size = (shift_left(of.at(const(at)), 2) for of, at in ((state, END), (sizes, WORDS)))
        return compare("==", call("$replay", state.at(const(PLAYER)), end, size), const(SAME))

    def arrive(self, function: Function) -> Wat:
        """Return the instruction that replays the script."""
        return ("drop", self.replay(function))

    def offered(self, _: Function) -> Wat:
        """Return the tree for the number of options where the last replay ended."""
        return ("global.get", "$offered")
