"""The inspection protocol: what the definitional engine tells of a position without playing on.

An inspector has a position of its own, a copy: conditions are evaluated in it, and values put there that a
decision would bring. It is for those who explain, describe and judge; no engine that only plays needs it.
"""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.compile import Compiled
from gamespec.expr import core
from interpreter.engine.decision import Value
from interpreter.engine.fuel import refill
from interpreter.engine.game import Game
from interpreter.engine.machine import Machine
from interpreter.engine.position import put_local

__all__ = ["Inspector"]


class Inspector:
    """A copied position of a compiled game, to be asked."""

    def __init__(self, compiled: Compiled, machine: Machine, position: Sequence[int]) -> None:
        self.compiled = compiled
        self.machine = machine
        self.position = list(position)

    @classmethod
    def of(cls, compiled: Compiled, game: Game) -> Inspector:
        """An inspector of the position at which a game stands."""
        return cls(compiled, game.machine, game.position)

    def value(self, node: core.Core) -> Value:
        """The value of a typed expression, with a budget of its own. Raises `Fault`."""
        closed = self.compiled.expression(node)
        self.machine.evaluator.learn(self.compiled.spaces)
        found = self.machine.evaluator.asked(closed, self.position)
        return tuple(found) if closed.domain.is_list else int(found)

    def holds(self, node: core.Core) -> bool:
        """Whether a condition holds. Raises `Fault`."""
        return bool(self.value(node))

    def members(self, node: core.Core) -> tuple[int, ...]:
        """The members of a list. Raises `Fault`."""
        found = self.value(node)
        assert isinstance(found, tuple)  # noqa: S101 - the caller knows the type
        return found

    def hand_over(self, action: int) -> None:
        """Give an action of the pending decision the values that its site hands over. Raises `Fault`."""
        site = self.machine.pending(self.position).site
        refill(self.machine.evaluator.scratch)
        giver = self.machine.giver(site, action)
        if giver is not None:
            giver(self.position)

    def put(self, slot: int, value: Value) -> None:
        """Let a local have a value, as if it had been chosen."""
        put_local(self.position, self.compiled.program.slots[slot].place, value)

    def contents(self, zone: int) -> list[int]:
        """The components of a zone, from the top."""
        return self.machine.atoms.contents(self.position, zone)
