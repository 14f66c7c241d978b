"""What all emitters of a module share, and the scope they emit in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from gamespec.program import Program
from interpreter.compiled.analysis.facts import Facts, expressions_of
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.state.bits import Bits
from interpreter.compiled.state.indexes import Indexes
from interpreter.compiled.state.kept import Keeping
from interpreter.compiled.state.zone_sets import ZoneSets
from interpreter.compiled.translate.kernels import Kernels
from interpreter.compiled.unit.recorder import Recorder
from interpreter.compiled.unit.scripted import Script
from interpreter.compiled.unit.tallies import Tallies
from interpreter.compiled.wasm.assembly import Assembly
from interpreter.compiled.wasm.wat import Body, Function, Wat, add, load, shift_left
from interpreter.kernels.situations import Situations
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Kept", "Loop", "Scope", "Unit"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A list in memory: its address, its length, and how to read a member."""

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
        """Return a copy of the scope with a variable in a local, or a list at an address.

        It may change in each of the loops, unless the level is said.
        """
        levels = {**self.levels, variable: len(self.loops) if level is None else level}
        return replace(self, variables={**self.variables, variable: where}, levels=levels)

    def held(self, slot: int, local: str) -> Scope:
        """Return a copy of the scope with a slot in a local."""
        return replace(self.varying(slot), slots={**self.slots, slot: local})

    def held_as_set(self, slot: int, bits: Bits) -> Scope:
        """Return a copy of the scope with a slot as a set."""
        return replace(self, sets={**self.sets, slot: bits})

    def varying(self, slot: int) -> Scope:
        """Return a copy of the scope where a slot may change in each of the loops."""
        return replace(self, slot_levels={**self.slot_levels, slot: len(self.loops)})

    def within(self, loop: Loop) -> Scope:
        """Return a copy of the scope for the body of a loop."""
        return replace(self, loops=(*self.loops, loop))

    def apart_from_names(self) -> Scope:
        """Return a copy of the scope for the body of a function, which sees no outer variable."""
        return replace(self, variables={}, levels={})

    def outside(self, level: int) -> Scope:
        """Return a copy of the scope for an outer level of loops."""
        return replace(self, loops=self.loops[:level])

    def apart(self) -> Scope:
        """Return a copy of the scope for code that may run on a different position each time."""
        return replace(self, loops=(), levels={}, slot_levels={})

    def level(self, variables: Iterable[int], slots: Iterable[int]) -> int:
        """Return the number of loops that can change something with these dependencies."""
        changes = [self.levels.get(variable, 0) for variable in variables]
        return max([*changes, *(self.slot_levels.get(slot, 0) for slot in slots)], default=0)


class Unit(Assembly):
    """A module while it is made, with all that its emitters share."""

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
        super().__init__(program, apart)
        self.techniques = techniques
        self.plays = plays
        """Whether it plays games by itself: else all options are listed."""
        self.expressions = tuple(expressions_of(program))
        self.sets = ZoneSets(program, self.memory, wanted=techniques.sets)
        self.indexes = Indexes(program, self.memory, self.expressions if techniques.indexes else ())
        self.kept = Keeping(program, self.memory, wanted=techniques.kept)
        self.facts = Facts(program)
        self.kernels = Kernels(self)
        self.recorder, self.script = Recorder(self, on=records), Script(self, on=records)
        self.tallies = Tallies(self, counts)
        self.situations: dict[int, Situations] = {}
        """By the number of a history."""
