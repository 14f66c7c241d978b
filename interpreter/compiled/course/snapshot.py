"""A copy of the position in memory, from which a module plays on several times."""

from __future__ import annotations

from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import PAGE, POSITION, WORD
from interpreter.compiled.wasm.wat import Body, Function, Wat, add, const, eqz, subtract, when

__all__ = ["Snapshot", "grown"]


class Snapshot:
    """Memory for the position, with everything stored behind it (sets and indexes), and for its options.

    The listed options themselves stay in place, because the lists of later decisions are written behind them.
    """

    def __init__(self, unit: Unit, options: RankedOptions) -> None:
        self._unit, self._options = unit, options
        self._size, self._listed = unit.indexes.end - POSITION, WORD * options.table_words
        self._aside, self._table = unit.memory.room(self._size), unit.memory.room(self._listed)
        self.state = const(unit.memory.span(POSITION, POSITION + self._size))

    def put_aside(self) -> Wat:
        """Return the instruction that copies the position."""
        return ("memory.copy", const(self._aside), self.state, const(self._size))

    def back(self) -> Body:
        """Return the instructions that restore the copied position and invalidate memoized results."""
        copy: Wat = ("memory.copy", self.state, const(self._aside), const(self._size))
        return [copy, *self._unit.memo.forgotten()]

    def keep_options(self, function: Function) -> Body:
        """Return the instructions that keep the listed options of the pending decision."""
        return [
            ("memory.copy", const(self._table), const(self._options.table), const(self._listed)),
            ("global.set", "$options", self._options.end(function)),
            grown(self._options),
        ]

    def offer(self) -> Wat:
        """Return the instruction after which the kept options are those of the pending decision."""
        return ("memory.copy", const(self._options.table), const(self._table), const(self._listed))


def grown(options: RankedOptions) -> Wat:
    """Return the instruction that grows memory to fit another list of options behind the present one."""
    needed = add(("global.get", "$options"), const(options.reserved))
    there: Wat = ("i32.shl", ("memory.size",), const(16))
    pages = ("i32.shr_u", add(subtract(needed, there), const(PAGE - 1)), const(16))
    failed = eqz(add(("memory.grow", pages), const(1)))
    return when(("i32.gt_u", needed, there), [when(failed, [("unreachable",)])])
