"""A module under construction: its memory, functions, helpers and faults.

A *helper* is a function that several emitters need. It is made on first use and identified by its name. A
*fault* is identified by its number in a list that belongs to the module. To raise a fault, a module stores
this number and the numbers that appear in the message, and traps. The host turns this into a `Fault`
(`faults`) with the same code, place and numbers as in the definitional engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import CodeType, FunctionType, MethodType

from interpreter.compiled.wasm.interface import HERE, Access, Raised
from interpreter.compiled.wasm.memory import PAGE, POSITION, WORD, Memory, Words
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    const,
    load,
    multiply,
    shift_left,
    store,
)
from interpreter.compiled.wasm.work import charged
from interpreter.play import faults
from interpreter.play.faults import Said

__all__ = ["Assembly"]


class Assembly:
    """A module under construction.

    `length` is the number of integers of a position, or 0 if the module has none, and `parts` holds the
    indexes at which parts of a position begin. `apart` is the size of the gap between regions of memory.
    """

    def __init__(self, length: int = 0, parts: Iterable[int] = (), apart: int = 0) -> None:
        self.length = length
        self.memory = Memory(length, parts, apart)
        self.functions: dict[str, Function] = {}
        self.faults: list[Raised] = []
        self.accesses: list[Access] = []
        """The memory accesses that are verified, if the module is checked."""
        self.rooms: dict[str, int] = {}
        self.reserved = 0
        self.globals: list[Wat] = []
        """The globals that this module has in addition to those of every module."""
        self.memories: list[str] = []
        """The names under which the memories other than the first one are exported."""
        self._numbers: dict[Raised, int] = {}
        self._wanted: dict[str, tuple[CodeType, tuple[str | tuple[str, str], ...], bool]] = {}
        """For each helper, the code of the function that makes it, its parameters, and whether it has a
        result.
        """

    @property
    def pages(self) -> int:
        """The number of memory pages with which an instance starts."""
        return -(-(self.memory.end + self.reserved) // PAGE)

    def add(self, *functions: Function) -> None:
        """Add functions to the module. No function in the module may have the same name."""
        for function in functions:
            assert function.name not in self.functions, function.name  # noqa: S101 - whoever names sees to it
            self.functions[function.name] = function

    def helper(
        self,
        name: str,
        make: Callable[[Function], None],
        *parameters: str | tuple[str, str],
        result: bool = False,
    ) -> str:
        """Return the name of a helper. If it does not exist yet, `make` fills it and it is added.

        A parameter is a name, or a name and a type if it is not a 32-bit integer. All calls with the same
        name must have the same maker, parameters and result.
        """
        plain = make.__func__ if isinstance(make, MethodType) else make
        assert isinstance(plain, FunctionType)  # noqa: S101 - what is written with `def` or `lambda`
        wanted = plain.__code__, parameters, result
        if name not in self._wanted:
            assert name not in self.functions, f"`{name}` is another function"  # noqa: S101 - as above
            self._wanted[name] = wanted  # making the function may request it again
            typed = tuple((p, "i32") if isinstance(p, str) else p for p in parameters)
            function = Function(name, typed, ("i32",) if result else ())
            make(function)
            self.add(function)
        assert self._wanted[name] == wanted, f"`{name}` is another function"  # noqa: S101 - as above
        return name

    def place(self, place: int) -> Wat:
        """Return the instruction that reads the integer at a constant index of the position."""
        return load(ZERO, POSITION + WORD * place)

    def place_at(self, first: int, index: Wat) -> Wat:
        """Return the instruction that reads the integer `index` places after `first` in the position."""
        return load(shift_left(index, 2), self.memory.at(first))

    def put(self, place: int, value: Wat) -> Wat:
        """Return the instruction that writes `value` at a constant index of the position."""
        return store(ZERO, value, POSITION + WORD * place)

    def put_at(self, first: int, index: Wat, value: Wat) -> Wat:
        """Return the instruction that writes `value` to the position, `index` places after `first`."""
        return store(shift_left(index, 2), value, self.memory.at(first))

    def fault(self, said: Said, place: int, **numbers: Wat) -> Body:
        """Return the instructions that raise a fault at a place. Instructions after them never run.

        If `place` is `HERE`, the actual place is the number `at`.
        """
        raised = Raised(said.code, place, said.message, said.cure, tuple(numbers))
        number = self._numbers.setdefault(raised, len(self.faults) + 1)
        if number > len(self.faults):
            self.faults.append(raised)
        told = [store(ZERO, value, Words.NUMBERS + WORD * i) for i, value in enumerate(numbers.values())]
        return [*told, store(ZERO, const(number), Words.FAULT), ("unreachable",)]

    def spend(self, units: Wat, at: int) -> Wat:
        """Return the instruction that takes units from the budget for work at a place of the program."""
        return charged(units, at)

    def exhausted(self) -> str:
        """Return the name of the function `$exhausted(at)`, which raises the fault of an exhausted budget."""
        return self.helper("$exhausted", self._exhausted, "$at")

    def _exhausted(self, function: Function) -> None:
        function.body = self.fault(faults.RUNAWAY, HERE, at=("local.get", "$at"))

    def offset(self, keys: tuple[Wat, ...], dims: tuple[tuple[int, int], ...], base: int) -> Wat:
        """Return the tree for the number of the member that a family has at the given keys.

        `dims` holds the least value and the number of values of each key, and `base` is the number of the
        first member. The last key varies fastest.
        """
        total: Wat = ZERO
        for key, (first, size) in zip(keys, dims, strict=True):
            total = add(multiply(total, const(size)), add(key, const(-first)))
        return add(total, const(base))
