"""What all emitters of one module share: its memory, functions, helpers and faults, and the scope they emit in.

A *helper* is a function that several expressions need, made when first asked for and kept by its name. A
*fault* is a number in the module's list; raising it stores the number and what the message says, and traps.
The host makes a `Fault` of it (`faults`), with the code, place and words of the definitional engine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from gamespec.program import Program
from gamespec.program.budget import BUDGET
from interpreter.compiled.facts import Facts, expressions_of
from interpreter.compiled.indexes import Indexes
from interpreter.compiled.memory import POSITION, WORD, Memory, Words
from interpreter.compiled.techniques import FULL, Techniques
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    call,
    compare,
    const,
    load,
    multiply,
    operation,
    shift_left,
    store,
    subtract,
    when,
)

__all__ = ["HERE", "Kept", "Raised", "Scope", "Unit"]

HERE = -1
"""The place of a fault that a function raises for whoever calls it: it is one of its numbers, `at`."""


@dataclass(frozen=True, slots=True)
class Raised:
    """A fault that a module can raise; `names` are those of the numbers that come with it."""

    code: str
    at: int
    message: str
    cure: str | None
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """A list that lies in memory: where, how many members, and how one is read."""

    address: Wat
    length: Wat
    width: str = "i32.load"
    shift: int = 2

    def member(self, index: Wat) -> Wat:
        """The member at an index, from 0."""
        return load(add(self.address, shift_left(index, self.shift)), width=self.width)


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression is emitted: the function, and what its variables are there.

    A variable has a place of its own in each expansion of what binds it: a list may be gone through while
    what is asked of its members goes through one that the same function makes.
    """

    function: Function
    variables: Mapping[int, str | Kept] = field(default_factory=lambda: MappingProxyType({}))

    def bound(self, variable: int, where: str | Kept) -> Scope:
        """The same, where a variable is in a local, or a list that lies somewhere."""
        return replace(self, variables={**self.variables, variable: where})


class Unit:
    """One module while it is made."""

    def __init__(self, program: Program, techniques: Techniques = FULL) -> None:
        self.program = program
        self.techniques = techniques
        self.layout = program.layout
        self.memory = Memory(program.layout.length)
        self.expressions = tuple(expressions_of(program))
        self.indexes = Indexes(program, self.memory, self.expressions if techniques.indexes else ())
        self.facts = Facts(program)
        self.functions: dict[str, Function] = {}
        self.faults: list[Raised] = []
        self.rooms: dict[str, int] = {}
        self._numbers: dict[Raised, int] = {}
        self.helper("$spend", self._spend)

    def helper(
        self, name: str, make: Callable[[Function], None], *parameters: str, result: bool = False
    ) -> str:
        """The name of a function, which `make` fills if there is none of that name yet."""
        if name not in self.functions:
            function = Function(name, tuple((p, "i32") for p in parameters), ("i32",) if result else ())
            make(function)
            self.functions[name] = function
        return name

    def place(self, place: int) -> Wat:
        """The integer at a known place of the position."""
        return load(ZERO, POSITION + WORD * place)

    def place_at(self, first: int, index: Wat) -> Wat:
        """The integer of the position at an index beyond a known place."""
        return load(shift_left(index, 2), POSITION + WORD * first)

    def put(self, place: int, value: Wat) -> Wat:
        """Write the integer at a known place of the position."""
        return store(ZERO, value, POSITION + WORD * place)

    def put_at(self, first: int, index: Wat, value: Wat) -> Wat:
        """Write the integer of the position at an index beyond a known place."""
        return store(shift_left(index, 2), value, POSITION + WORD * first)

    def fault(self, code: str, place: int, message: str, cure: str | None = None, **numbers: Wat) -> Body:
        """The instructions that raise a fault at a place, or, `HERE`, at that which the number `at` says.

        Nothing comes after them.
        """
        raised = Raised(code, place, message, cure, tuple(numbers))
        number = self._numbers.setdefault(raised, len(self.faults) + 1)
        if number > len(self.faults):
            self.faults.append(raised)
        said = [store(ZERO, value, Words.NUMBERS + WORD * i) for i, value in enumerate(numbers.values())]
        return [*said, store(ZERO, const(number), Words.FAULT), ("unreachable",)]

    def spend(self, units: Wat, at: int) -> Wat:
        """Take units of work from the budget; whether it is used up is asked where code goes on (`exhausted`)."""
        del at
        return ("global.set", "$fuel", subtract(("global.get", "$fuel"), units))

    def exhausted(self, units: Wat, at: int) -> Wat:
        """Take units of work from the budget; what has used it up is a fault at the place."""
        return call("$spend", units, const(at))

    def _spend(self, function: Function) -> None:
        function.parameters = (("$units", "i32"), ("$at", "i32"))
        left = ("global.get", "$fuel")
        message = f"more than {BUDGET:,} units of work without a decision"
        function.body = [
            ("global.set", "$fuel", subtract(left, ("local.get", "$units"))),
            when(
                compare("<", left, ZERO),
                [
                    *self.fault("GS508", HERE, message, at=("local.get", "$at")),
                ],
            ),
        ]

    def offset(self, keys: tuple[Wat, ...], dims: tuple[tuple[int, int], ...], base: int) -> Wat:
        """The number of a family's member for some keys, the last of which varies fastest."""
        total: Wat = ZERO
        for key, (first, size) in zip(keys, dims, strict=True):
            total = add(multiply(total, const(size)), add(key, const(-first)))
        return add(total, const(base))
