"""Scripts (`interpreter.kernels.items`): a recording module can be given all chance and the answers.

The script is a separate memory. At a chance node, the module takes the next item as long as it is `scripted`.
If the item does not fit, the call ends. `$weight` is multiplied by the probability of each outcome, and
`$weight_low` counts how often it would have underflowed and was multiplied by two to the power of `RAISED`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.wasm.memory import WORD, Words
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    call,
    compare,
    const,
    store,
    when,
)
from interpreter.kernels.items import RAISED, Item

if TYPE_CHECKING:
    from interpreter.compiled.unit.unit import Unit

__all__ = ["ASTRAY", "Script"]

ASTRAY = -1
"""The number that replaces a fault's number when the game cannot continue as the script says."""

_LEAST = f"0x1p-{RAISED}"
_RAISE = f"0x1p+{RAISED}"

NEXT: Wat = ("global.get", "$script_at")
END: Wat = ("global.get", "$script_end")


class Script(Emitted):
    """Emits code that follows the script; it emits nothing unless it is `on`."""

    def __init__(self, unit: Unit, *, on: bool) -> None:
        self._unit, self.on = unit, on
        if on:
            words = ("scripted", "script_end", "luck_at", "luck_end", "weight_low", "offered")
            unit.memories.append("script")
            unit.globals += [
                ("global", "$weight", ("mut", "f64"), ("f64.const", "1")),
                ("global", "$script_at", ("export", '"script_at"'), ("mut", "i32"), ("i32.const", "0")),
                *(("global", f"${w}", ("mut", "i32"), ("i32.const", "0")) for w in words),
            ]

    def either(self, scripted: Callable[[], Body], else_: Body) -> Body:
        """Return instructions that follow the script if there is one, and otherwise run `else_`."""
        if not self.on:
            return else_
        return [when(("global.get", "$scripted"), scripted(), else_)]

    def offered(self, count: Wat) -> Body:
        """Return the instruction that stores the number of options."""
        return [("global.set", "$offered", count)] if self.on else []

    @property
    def astray(self) -> Body:
        """Instructions that end the call because the script has gone astray."""
        return [store(ZERO, const(ASTRAY), Words.FAULT), ("unreachable",)]

    def next(self) -> Wat:
        """Return the tree that reads the next word of the script."""
        return call(self._unit.helper("$scripted_word", self._next, result=True))

    def _next(self, function: Function) -> None:
        function.body = [
            when(("i32.ge_u", NEXT, END), self.astray),
            ("global.set", "$script_at", add(NEXT, const(WORD))),
            ("i32.load", "$script", add(NEXT, const(-WORD))),
        ]

    def lucky(self, number: Wat) -> Wat:
        """Return the tree for a number below another one, by the next word of the luck."""
        return call(self._unit.helper("$lucky", self._lucky, "$number", result=True), number)

    def _lucky(self, function: Function) -> None:
        at: Wat = ("global.get", "$luck_at")
        end: Wat = ("global.get", "$luck_end")
        fraction: Wat = ("i64.extend_i32_u", ("i32.load", "$script", add(at, const(-WORD))))
        part: Wat = ("i64.mul", ("i64.extend_i32_u", ("local.get", "$number")), fraction)
        function.body = [
            when(("i32.ge_u", at, end), self.astray),
            ("global.set", "$luck_at", add(at, const(WORD))),
            ("i32.wrap_i64", ("i64.shr_u", part, ("i64.const", "32"))),
        ]

    def expect(self, item: Item) -> Wat:
        """Return the instruction that begins an item, and goes astray if it is of another kind."""
        return when(compare("!=", self.next(), const(item)), self.astray)

    def weigh(self, share: Wat, of: Wat) -> Wat:
        """Return the instruction that multiplies the weight by the probability `share / of`."""
        return call(self._unit.helper("$weigh", _weigh, "$share", "$of"), share, of)

    def times(self, _: Function, share: Wat, of: Wat) -> Wat:
        """Return the same instruction, for kernels (`kernels.scripted.Weight`)."""
        return self.weigh(share, of)


def _weigh(function: Function) -> None:
    """Fill `$weigh(share, of)`: multiply the weight by `share / of` and keep it from underflowing."""
    weight: Wat = ("global.get", "$weight")
    shares = (("f64.convert_i32_s", ("local.get", name)) for name in ("$share", "$of"))
    function.body = [
        ("global.set", "$weight", ("f64.mul", weight, ("f64.div", *shares))),
        when(
            ("f64.lt", weight, ("f64.const", _LEAST)),
            [
                ("global.set", "$weight", ("f64.mul", weight, ("f64.const", _RAISE))),
                ("global.set", "$weight_low", add(("global.get", "$weight_low"), const(1))),
            ],
        ),
    ]
