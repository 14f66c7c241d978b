"""Lists as subsets of a range `0..size-1`: represents their members as words of bits, and their order.

Such lists are constants, rows of a table, the neighbours of a cell, rays, reachable sets, and locals held as
sets. A set that is known at compile time is a constant. Any other set is computed where it is needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from gamespec.program import expressions as x
from gamespec.program.frozen import dataclass
from interpreter.compiled.expressions.boards import tabled
from interpreter.compiled.expressions.reaching import flooded
from interpreter.compiled.expressions.sets import Sets
from interpreter.compiled.state.bits import Bits, fixed
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import Body, Wat, add, const, get, load, multiply, put, shift_left

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["MOST_SIZE", "Order", "Over", "Ranges", "order"]

MOST_SIZE = 384
MOST_TABLE = 1 << 16

Order = Literal["ascending", "descending", "any"]

_TURNED: dict[Order, Order] = {"ascending": "descending", "descending": "ascending", "any": "any"}


@dataclass(frozen=True, slots=True)
class Over:
    """A list that is represented as a subset of the range `0..size-1`.

    `bits` is the set of its members, and `mask` the set of all members that it can have. `order` is the order
    of the list. `once` says that the list has no duplicates.
    """

    size: int
    bits: Bits | None
    mask: int
    order: Order
    once: bool = True


def order(rows: Sequence[Sequence[int]]) -> Order:
    """Return `ascending` or `descending` if all the lists have that order, and `any` otherwise."""
    if all(list(row) == sorted(row) for row in rows):
        return "ascending"
    return "descending" if all(list(row) == sorted(row, reverse=True) for row in rows) else "any"


def _is_reached(node: x.Expression) -> bool:
    """Return whether an expression is a `reach`, or calls a function whose body is a `reach`."""
    return isinstance(node, x.Reach) or (isinstance(node, x.Apply) and _is_reached(node.function.body))


class Ranges:
    """Represents lists over ranges as sets in one module."""

    def __init__(self, e: Expressions, sets: Sets) -> None:
        self.e, self.unit, self.sets = e, e.unit, sets

    def over(self, scope: Scope, node: x.Expression, before: Body, *, failing: bool = False) -> Over | None:
        """Return a list as a subset of a range, or `None` if it cannot be represented as one.

        The instructions that must run first are appended to `before`. If the list is `failing`, they may run
        into a fault.
        """
        match node:
            case x.Fixed(values=values):
                if not values or min(values) < 0 or max(values) >= MOST_SIZE:
                    return None
                size, once = max(values) + 1, len(set(values)) == len(values)
                mask = sum(1 << value for value in set(values))
                return Over(size, fixed(mask, size), mask, order([values]) if once else "any", once)
            case x.Reverse(of=x.Fixed() as of):
                found = self.over(scope, of, before)
                if found is None:
                    return None
                return Over(found.size, found.bits, found.mask, _TURNED[found.order], found.once)
            case x.Neighbours() | x.ListAt() | x.If() | x.Ray():
                fails = not failing and self.unit.facts.fails(node)
                return None if fails else self._of_table(scope, node, before)
            case x.Local() | x.Reach() | x.Apply() if self.unit.techniques.unordered:
                return self._unordered(scope, node, before)
            case _:
                return None

    def _of_table(
        self, scope: Scope, node: x.Neighbours | x.ListAt | x.If | x.Ray, before: Body
    ) -> Over | None:
        """Return a list that is a row of a table as a subset of a range, or `None` if that is impossible."""
        if isinstance(node, x.Ray):
            space = self.unit.program.spaces[node.space]
            ways = len(space.steps)
            if space.size * ways * space.size > MOST_TABLE:
                return None
            rows = tuple(space.ray(c, d) for c in range(space.size) for d in range(ways))
            at = multiply(self.e.number(scope, node.cell), const(ways))
            return self._row(scope, rows, add(at, self.e.number(scope, node.direction)), space.size, before)
        found = tabled(self.e, scope, node)
        if found is None:
            return None
        size = 1 + max((value for row in found[0] for value in row), default=-1)
        return self._row(scope, *found, size, before)

    def _unordered(self, scope: Scope, node: x.Local | x.Reach | x.Apply, before: Body) -> Over | None:
        """Return the set of a local list, of a `reach`, or of a call of a function that returns a `reach`.

        The order of the list is lost. Return `None` if the list is not available as a set.
        """
        match node:
            case x.Local(slot=slot):
                held = scope.sets.get(slot)
                return None if held is None else Over(held.size, held, held.all, "any")
            case x.Reach():
                found = flooded(self.e, self.sets, scope, node)
                if found is None:
                    return None
                made, bits = found
                before += made
                return Over(bits.size, bits, bits.all, "any")
            case x.Apply(function=function):
                if self.unit.memo.of(function) is not None or not _is_reached(function.body):
                    return None
                made, inner = self.e.expanded(scope, node)
                before += made
                return self.over(inner, function.body, before)

    def _row(
        self, scope: Scope, rows: Sequence[Sequence[int]], at: Wat, size: int, before: Body
    ) -> Over | None:
        values = [value for row in rows for value in row]
        if not values or min(values) < 0 or not size <= MOST_SIZE or max(values) >= size:
            return None
        if any(len(set(row)) != len(row) for row in rows):
            return None
        words = (size + 63) // 64
        masks = [sum(1 << value for value in row) for row in rows]
        flat = [mask >> (64 * i) & ((1 << 64) - 1) for mask in masks for i in range(words)]
        table, name = self.sets.words(flat), scope.function.local("at")
        before.append(put(name, shift_left(multiply(at, const(words)), 3)))
        read = tuple(load(get(name), table.address + 8 * i, width="i64.load") for i in range(words))
        mask = 0
        for one in masks:
            mask |= one
        return Over(size, Bits(size, read), mask, order(rows))
