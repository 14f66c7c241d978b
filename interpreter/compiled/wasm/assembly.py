"""A module while it is made: its memory, functions, helpers and faults.

A *helper* is a function that several expressions need, made when first asked for and kept by its name. A
*fault* is a number in the module's list; raising it stores the number and what the message says, and traps.
The host makes a `Fault` of it (`faults`), with the code, place and words of the definitional engine.
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
    """The places at which the parts of a position begin."""
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
    """A module while it is made, of a program: what depends on the layout of its positions alone."""

    def __init__(self, program: Program, apart: int = 0) -> None:
        self.program, self.layout = program, program.layout
        self.memory = Memory(program.layout.length, _parts(program), apart)
        self.functions: dict[str, Function] = {}
        self.faults: list[Raised] = []
        self.accesses: list[Access] = []
        """Those that are looked at, if the module is checked."""
        self.rooms: dict[str, int] = {}
        self.reserved = 0
        self.globals: list[Wat] = []
        """Beside those that every module has."""
        self.memories: list[str] = []
        """The names of memories beside the first, under which the host finds them, too."""
        self._numbers: dict[Raised, int] = {}
        self._wanted: dict[str, tuple[CodeType, tuple[str, ...], bool]] = {}
        """Of each helper who makes it, its parameters and whether it has a result."""

    @property
    def pages(self) -> int:
        """How many pages of memory an instance begins with."""
        return -(-(self.memory.end + self.reserved) // PAGE)

    def add(self, *functions: Function) -> None:
        """Let functions belong to the module, whose names nothing else may have."""
        for function in functions:
            assert function.name not in self.functions, function.name  # noqa: S101 - whoever names sees to it
            self.functions[function.name] = function

    def helper(
        self, name: str, make: Callable[[Function], None], *parameters: str, result: bool = False
    ) -> str:
        """The name of a function, which `make` fills if there is none of that name yet.

        A name stands for one thing: it is asked for with the same maker, parameters and result each time.
        """
        plain = make.__func__ if isinstance(make, MethodType) else make
        assert isinstance(plain, FunctionType)  # noqa: S101 - what is written with `def` or `lambda`
        wanted = plain.__code__, parameters, result
        if name not in self._wanted:
            assert name not in self.functions, f"`{name}` is another function"  # noqa: S101 - as above
            self._wanted[name] = wanted  # what it is made of may ask for it again
            function = Function(name, tuple((p, "i32") for p in parameters), ("i32",) if result else ())
            make(function)
            self.add(function)
        assert self._wanted[name] == wanted, f"`{name}` is another function"  # noqa: S101 - as above
        return name

    def place(self, place: int) -> Wat:
        """The integer at a known place of the position."""
        return load(ZERO, POSITION + WORD * place)

    def place_at(self, first: int, index: Wat) -> Wat:
        """The integer of the position at an index beyond a known place."""
        return load(shift_left(index, 2), self.memory.at(first))

    def put(self, place: int, value: Wat) -> Wat:
        """Write the integer at a known place of the position."""
        return store(ZERO, value, POSITION + WORD * place)

    def put_at(self, first: int, index: Wat, value: Wat) -> Wat:
        """Write the integer of the position at an index beyond a known place."""
        return store(shift_left(index, 2), value, self.memory.at(first))

    def member(self, number: int, place: Wat) -> Wat:
        """What the member of a store holds that lies at a place of the position."""
        return load(shift_left(place, 2), self._members(number, self.program.stores[number].count))

    def put_member(self, number: int, place: Wat, value: Wat) -> Wat:
        """Let the member of a store that lies at a place hold a value."""
        return store(shift_left(place, 2), value, self._members(number, self.program.stores[number].count))

    def holding(self, number: int, place: Wat) -> Wat:
        """What the member or the bank of a store holds that lies at a place."""
        return load(shift_left(place, 2), self._members(number, len(self.program.stores[number].start)))

    def put_holding(self, number: int, place: Wat, value: Wat) -> Wat:
        """Let the member or the bank of a store that lies at a place hold a value."""
        whole = len(self.program.stores[number].start)
        return store(shift_left(place, 2), value, self._members(number, whole))

    def _members(self, number: int, count: int) -> Address:
        """The address from which on places are counted, in the region of the first of a store."""
        place = self.program.stores[number].place
        return self.memory.part(place, count) + WORD * -place

    def slot(self, number: int, beyond: int = 0) -> Address:
        """The address of an integer of a slot."""
        slot = self.program.slots[number]
        return self.memory.part(slot.place, slot.size) + WORD * beyond

    def fault(self, said: Said, place: int, **numbers: Wat) -> Body:
        """The instructions that raise a fault at a place, or, `HERE`, at that which the number `at` says.

        Nothing comes after them.
        """
        raised = Raised(said.code, place, said.message, said.cure, tuple(numbers))
        number = self._numbers.setdefault(raised, len(self.faults) + 1)
        if number > len(self.faults):
            self.faults.append(raised)
        told = [store(ZERO, value, Words.NUMBERS + WORD * i) for i, value in enumerate(numbers.values())]
        return [*told, store(ZERO, const(number), Words.FAULT), ("unreachable",)]

    def spend(self, units: Wat, at: int) -> Wat:
        """Take units of work from the budget, for what is done at a place of the program."""
        return charged(units, at)

    def exhausted(self) -> str:
        """`$exhausted(at)`: raise the fault of a budget that is used up."""
        return self.helper("$exhausted", self._exhausted, "$at")

    def _exhausted(self, function: Function) -> None:
        function.body = self.fault(faults.RUNAWAY, HERE, at=("local.get", "$at"))

    def offset(self, keys: tuple[Wat, ...], dims: tuple[tuple[int, int], ...], base: int) -> Wat:
        """The number of a family's member for some keys, the last of which varies fastest."""
        total: Wat = ZERO
        for key, (first, size) in zip(keys, dims, strict=True):
            total = add(multiply(total, const(size)), add(key, const(-first)))
        return add(total, const(base))
