"""A module under construction: its memory, functions, helpers and faults.

A *helper* is a function that several emitters need. It is made on first use and identified by its name. A
*fault* is identified by its number in a list that belongs to the module. To raise a fault, a module stores
this number and the numbers that appear in the message, and traps. The host turns this into a `Fault`
(`faults`) with the same code, place and numbers as in the definitional engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import CodeType, FunctionType, MethodType

from gamespec.program import Program
from interpreter.compiled.wasm.addresses import Address
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


def _parts(program: Program) -> Iterator[int]:
    """Yield the index at which each part of a position begins."""
    layout = program.layout
    yield from (
        layout.streams, layout.places, layout.zone_of, layout.next, layout.previous, layout.known,
        layout.first, layout.last, layout.size, layout.stores, layout.frames,
    )  # fmt: skip
    yield from (attribute.place for attribute in program.attributes)
    yield from (place for table in program.stores for place in (table.place, table.place + table.count))
    for plane in program.planes:
        yield from (plane.at.tile_at, plane.at.spot_of, plane.at.feature, plane.at.ring, plane.at.ends)
    yield from (history.place for history in program.histories)


class Assembly:
    """The part of a module under construction that depends only on the layout of positions."""

    def __init__(self, program: Program, apart: int = 0) -> None:
        self.program, self.layout = program, program.layout
        self.memory = Memory(program.layout.length, _parts(program), apart)
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
        self._wanted: dict[str, tuple[CodeType, tuple[str, ...], bool]] = {}
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
        self, name: str, make: Callable[[Function], None], *parameters: str, result: bool = False
    ) -> str:
        """Return the name of a helper. If it does not exist yet, `make` fills it and it is added.

        All calls with the same name must have the same maker, parameters and result.
        """
        plain = make.__func__ if isinstance(make, MethodType) else make
        assert isinstance(plain, FunctionType)  # noqa: S101 - what is written with `def` or `lambda`
        wanted = plain.__code__, parameters, result
        if name not in self._wanted:
            assert name not in self.functions, f"`{name}` is another function"  # noqa: S101 - as above
            self._wanted[name] = wanted  # making the function may request it again
            function = Function(name, tuple((p, "i32") for p in parameters), ("i32",) if result else ())
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

    def member(self, number: int, place: Wat) -> Wat:
        """Return the instruction that reads a member of a store; `place` is its index in the position."""
        return load(shift_left(place, 2), self._members(number, self.program.stores[number].count))

    def put_member(self, number: int, place: Wat, value: Wat) -> Wat:
        """Return the instruction that writes a member of a store; `place` is its index in the position."""
        return store(shift_left(place, 2), value, self._members(number, self.program.stores[number].count))

    def holding(self, number: int, place: Wat) -> Wat:
        """Return the instruction that reads a member or bank of a store.

        `place` is the index of the member or bank in the position.
        """
        return load(shift_left(place, 2), self._members(number, len(self.program.stores[number].start)))

    def put_holding(self, number: int, place: Wat, value: Wat) -> Wat:
        """Return the instruction that writes a member or bank of a store.

        `place` is the index of the member or bank in the position.
        """
        whole = len(self.program.stores[number].start)
        return store(shift_left(place, 2), value, self._members(number, whole))

    def _members(self, number: int, count: int) -> Address:
        """Return the address of the position, marked with the region of a store's first `count` integers."""
        place = self.program.stores[number].place
        return self.memory.part(place, count) + WORD * -place

    def slot(self, number: int, beyond: int = 0) -> Address:
        """Return the address of the integer with the index `beyond` in a slot."""
        slot = self.program.slots[number]
        return self.memory.part(slot.place, slot.size) + WORD * beyond

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
