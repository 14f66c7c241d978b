"""What the emitters of a module share: its memory, functions, helpers and faults, and the scope they emit in.

A *helper* is a function that several expressions need, made when first asked for and kept by its name. A
*fault* is a number in the module's list; raising it stores the number and what the message says, and traps.
The host makes a `Fault` of it (`faults`), with the code, place and words of the definitional engine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import CodeType, FunctionType, MappingProxyType, MethodType

from gamespec.program import Program
from interpreter.compiled.addresses import Address
from interpreter.compiled.bits import Bits
from interpreter.compiled.facts import Facts, expressions_of
from interpreter.compiled.indexes import Indexes
from interpreter.compiled.interface import HERE, Access, Raised
from interpreter.compiled.kept import Keeping
from interpreter.compiled.memory import PAGE, POSITION, WORD, Memory, Words
from interpreter.compiled.recorder import Recorder
from interpreter.compiled.scripted import Script
from interpreter.compiled.tallies import Tallies
from interpreter.compiled.techniques import FULL, Techniques
from interpreter.compiled.translate.kernels import Kernels
from interpreter.compiled.wat import (
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
from interpreter.compiled.work import charged
from interpreter.compiled.zone_sets import ZoneSets
from interpreter.play import faults
from interpreter.play.faults import Said
from interpreter.play.tally import NOTHING, Counts

__all__ = ["HERE", "Kept", "Loop", "Raised", "Scope", "Unit"]


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
class Loop:
    """A loop while its body is emitted: what has to be done before it begins.

    A function whose position stays as it is can be one as well, which is gone through once. `values` are the
    locals of what is remembered of closed expressions, by their keys; unless `wanted` is `None` no others are
    remembered.
    """

    before: Body = field(default_factory=list)
    values: dict[int, tuple[str, str]] = field(default_factory=dict)
    wanted: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression is emitted: the function, and what its variables are there.

    A variable has a place of its own in each expansion of what binds it: a list may be gone through while
    what is asked of its members goes through one that the same function makes. A slot lies in the position,
    unless the function holds it in a local, or in room of its own.
    """

    function: Function
    variables: Mapping[int, str | Kept] = field(default_factory=lambda: MappingProxyType({}))
    slots: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    loops: tuple[Loop, ...] = ()
    levels: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """Within how many of the loops a variable may change."""
    slot_levels: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))

    sets: Mapping[int, Bits] = field(default_factory=lambda: MappingProxyType({}))
    """The words of the slots that are held as sets, in locals."""

    def bound(self, variable: int, where: str | Kept, level: int | None = None) -> Scope:
        """The same, where a variable is in a local, or a list that lies somewhere.

        It may change in each of the loops, unless the level is said.
        """
        levels = {**self.levels, variable: len(self.loops) if level is None else level}
        return replace(self, variables={**self.variables, variable: where}, levels=levels)

    def held(self, slot: int, local: str) -> Scope:
        """The same, where a slot is held in a local."""
        return replace(self.varying(slot), slots={**self.slots, slot: local})

    def held_as_set(self, slot: int, bits: Bits) -> Scope:
        """The same, where a slot is held as a set."""
        return replace(self, sets={**self.sets, slot: bits})

    def varying(self, slot: int) -> Scope:
        """The same, where a slot may change in each of the loops."""
        return replace(self, slot_levels={**self.slot_levels, slot: len(self.loops)})

    def within(self, loop: Loop) -> Scope:
        """The same in the body of a loop."""
        return replace(self, loops=(*self.loops, loop))

    def apart_from_names(self) -> Scope:
        """The same in the body of a function, which knows no variable from outside."""
        return replace(self, variables={}, levels={})

    def outside(self, level: int) -> Scope:
        """The same in so many of the loops only."""
        return replace(self, loops=self.loops[:level])

    def apart(self) -> Scope:
        """The same where the position may be another one each time."""
        return replace(self, loops=(), levels={}, slot_levels={})

    def level(self, variables: Iterable[int], slots: Iterable[int]) -> int:
        """Within how many of the loops something may change that depends on these."""
        changes = [self.levels.get(variable, 0) for variable in variables]
        return max([*changes, *(self.slot_levels.get(slot, 0) for slot in slots)], default=0)


class Unit:
    """One module while it is made."""

    def __init__(  # noqa: PLR0913 - a program, and how its module is made
        self,
        program: Program,
        techniques: Techniques = FULL,
        counts: Counts = NOTHING,
        *,
        plays: bool = True,
        records: bool = False,
        apart: int = 0,
    ) -> None:
        self.program = program
        self.techniques = techniques
        self.plays = plays
        """Whether it plays games by itself: else all options are listed."""
        self.layout = program.layout
        self.memory = Memory(program.layout.length, _parts(program), apart)
        self.expressions = tuple(expressions_of(program))
        self.sets = ZoneSets(program, self.memory, wanted=techniques.sets)
        self.indexes = Indexes(program, self.memory, self.expressions if techniques.indexes else ())
        self.kept = Keeping(program, self.memory, wanted=techniques.kept)
        self.facts = Facts(program)
        self.kernels = Kernels(self)
        self.functions: dict[str, Function] = {}
        self.faults: list[Raised] = []
        self.accesses: list[Access] = []
        """Those that are looked at, if the module is checked."""
        self.rooms: dict[str, int] = {}
        self.reserved = 0
        self.globals: list[Wat] = []
        """Beside those that every module has."""
        self._numbers: dict[Raised, int] = {}
        self._wanted: dict[str, tuple[CodeType, tuple[str, ...], bool]] = {}
        """Of each helper who makes it, its parameters and whether it has a result."""
        self.memories: list[str] = []
        """The names of memories beside the first, under which the host finds them, too."""
        self.recorder, self.script = Recorder(self, on=records), Script(self, on=records)
        self.tallies = Tallies(self, counts)

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
