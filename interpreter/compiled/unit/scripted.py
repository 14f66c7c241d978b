"""Scripts: a recording module can be given the outcomes of chance and the answers, one after another.

The script is a separate memory. At a chance node, the module takes the next item as long as it is `scripted`.
If the item does not fit, the script has gone astray, and the call ends. Items are weighed: `$weight` is
multiplied by the probability of each outcome, and `$weight_low` counts how often it would have underflowed
and was multiplied by two to the power of `RAISED`. Orders are not weighed, since each has the same
probability. Copies are distinguished, so each of them has its share of their probability.

    ORDER    the number of components, and these from the top
    VALUE    the value that is thrown
    MEANT    the component that was meant by a place
    SIGHT    two words: a digest of what a player has been shown so far (`replays`)
    ANSWER   the room in words; the action of the program; whether it says which copies were taken (or any);
             in as many words as there is room, those of the option
    PICK     the room in words; a 32-bit number, the fraction of the options to skip; as many words as an
             answer with that room has
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
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

if TYPE_CHECKING:
    from interpreter.compiled.unit.unit import Unit

__all__ = ["ASTRAY", "HEAD", "RAISED", "Item", "Script"]

RAISED = 512
HEAD = 4
"""Number of words of an answer before those of its option."""

ASTRAY = -1
"""The number that replaces a fault's number when the game cannot continue as the script says."""

_LEAST = "0x1p-512"
_RAISE = "0x1p+512"

NEXT: Wat = ("global.get", "$script_at")
END: Wat = ("global.get", "$script_end")


class Item(IntEnum):
    """The kinds of items."""

    ORDER = 0
    VALUE = 1
    MEANT = 2
    SIGHT = 3
    ANSWER = 4
    PICK = 5


class Script(Emitted):
    """Emits code that follows the script; it emits nothing unless it is `on`."""

    def __init__(self, unit: Unit, *, on: bool) -> None:
        self._unit, self.on = unit, on
        if on:
            words = ("scripted", "script_end", "weight_low", "offered")
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
