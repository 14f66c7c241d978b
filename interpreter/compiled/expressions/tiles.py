"""Emits planes of tiles in a module, using the kernels of `interpreter.kernels.tiling`."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from gamespec.program import expressions as x
from gamespec.program.tables import Plane
from interpreter.compiled.expressions.frontier import Frontier
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import Body, Function, Wat, call, const
from interpreter.kernels.tiling import Tiling

__all__ = ["Tiles"]


class Tiles:
    """Emits the expressions about one plane, and the instructions that lay tiles on it."""

    def __init__(self, unit: Unit, number: int, plane: Plane) -> None:
        self.unit, self.number, self.plane = unit, number, plane

    @cached_property
    def _tiling(self) -> Tiling:
        return Tiling(self.number, self.plane, ModuleRoom(self.unit))

    def through(self, function: Function, part: Wat, take: Callable[[Wat], Body]) -> Body:
        """Return the instructions that pass the parts of a feature to `take`, each once and in ring order.

        The feature is the one to which `part` belongs.
        """
        return self.unit.kernels.through(function, self._tiling.ring, part, take=take)

    def number_of(self, function: Function, node: x.OfPlane, of: Wat) -> Wat:
        """Return the tree for the number that answers a question about the part `of`."""
        return self.unit.kernels.value(function, getattr(self._tiling, node.question), of)

    def listed(self, node: x.OfPlane, of: Wat | None, room: int) -> Wat:
        """Return the call that writes the answer to a question, which is a list, to `room`.

        The call returns the length of the list.
        """
        about = [] if of is None else [of]
        if node.question == "spots" and of is not None:
            return self.spots(of, const(room))
        return self.unit.kernels.call(getattr(self._tiling, node.question), *about, const(room))

    @cached_property
    def _frontier(self) -> Frontier:
        """The incrementally updated data on where tiles can be laid."""
        return Frontier(self.unit, self.number, self.plane)

    def spots(self, tile: Wat, room: Wat) -> Wat:
        """Return the call that writes the spots at which a tile fits to `room`.

        The call returns the number of these spots.
        """
        if not self.unit.techniques.frontier:
            return self.unit.kernels.call(self._tiling.spots, tile, room)
        make = self._frontier.spots
        return call(self.unit.helper(f"$spots{self.number}", make, "$x", "$room", result=True), tile, room)

    def lay(self, tile: Wat, spot: Wat, at: int) -> Wat:
        """Return the call that lays a tile and joins its parts.

        A tile that does not fit raises a fault at the place `at`.
        """
        return self.unit.kernels.call(self._tiling.lay, tile, spot, const(at))
