"""Histories in a module, whose kernels (`interpreter.kernels.situations`) read several values at once."""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.domain import NONE
from gamespec.program.tables import Digit
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    compare,
    const,
    get,
    multiply,
    put,
    when,
)
from interpreter.kernels.situations import Situations
from interpreter.play import faults
from interpreter.play.events import Remembered

__all__ = ["forget", "occurred", "remember"]

LANES = 4
"""Number of 32-bit integers that one vector instruction reads."""


def _situations(unit: Unit, number: int) -> Situations:
    """Return the kernels of a history, which all its uses in the module share."""
    if number not in unit.situations:
        history, room = unit.program.histories[number], ModuleRoom(unit)
        unit.situations[number] = Situations(unit.program, history, room, _Beside)  # type: ignore[arg-type] # emitted
    return unit.situations[number]


def occurred(unit: Unit, node: x.Occurred) -> Wat:
    """Return the tree for the number of times that the present situation occurs in a history."""
    count = unit.kernels.call(_situations(unit, node.history).count)
    return block("$occurred", [unit.spend(const(node.each), node.at), count], result=True)


def remember(unit: Unit, i: g.Remember) -> Body:
    """Return the instructions that insert the present situation into a history, which stays sorted."""
    history = unit.program.histories[i.history]
    most = const(history.length)
    fault = unit.fault(faults.FULL_HISTORY, i.at, history=const(i.history), most=most)
    full = compare(">=", unit.place(history.place), most)
    insert = unit.kernels.call(_situations(unit, i.history).insert)
    told = unit.recorder.event(Remembered, history=const(i.history), held=unit.place(history.place))
    return [when(full, fault), insert, *told]


def forget(unit: Unit, i: g.Forget) -> Body:
    """Return the instructions that remove all situations from a history."""
    history = unit.program.histories[i.history]
    held = unit.place(history.place)
    size = multiply(add(multiply(held, const(history.words)), const(1)), const(WORD))
    told = unit.recorder.event(Remembered, history=const(i.history), held=ZERO)
    return [
        *([when(held, told)] if told else []),
        ("memory.fill", const(unit.memory.at(history.place)), ZERO, size),
    ]


class _Beside(Emitted):
    """A group of adjacent values that are encoded in the same way."""

    def __init__(self, _: Program, digits: Sequence[Digit]) -> None:
        self._digits = digits

    def added(self, function: Function) -> Wat:
        """Return the tree for the sum that the values contribute to their word, computed four at a time.

        If the last group has fewer than four values, the missing ones have weight 0.
        """
        sums = function.local("sums", "v128")
        body: Body = []
        for begin in range(0, len(self._digits), LANES):
            group = self._digits[begin : begin + LANES]
            read: Wat = ("v128.load", f"offset={POSITION + WORD * group[0].of}", ZERO)
            firsts = _lanes([digit.first - digit.optional for digit in group])
            above: Wat = ("i32x4.sub", read, firsts)
            if group[0].optional:
                above = ("v128.andnot", above, ("i32x4.eq", read, _lanes([NONE] * LANES)))
            added: Wat = ("i32x4.mul", above, _lanes([digit.weight for digit in group]))
            body.append(put(sums, added if not begin else ("i32x4.add", get(sums), added)))
        total: Wat = ZERO
        for lane in range(min(LANES, len(self._digits))):
            total = add(total, ("i32x4.extract_lane", str(lane), get(sums)))
        return block(function.label("sum"), [*body, total], result=True)


def _lanes(values: Sequence[int]) -> Wat:
    """Return a vector constant with the given values; any missing lanes are 0."""
    signed = [(value + (1 << 31)) % (1 << 32) - (1 << 31) for value in values]
    return ("v128.const", "i32x4", *map(str, [*signed, *[0] * (LANES - len(values))]))
