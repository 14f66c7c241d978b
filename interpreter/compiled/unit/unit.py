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
from interpreter.kernels.chance import Streams
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
        """Return the tree that reads the member at an index, from 0."""
        return load(add(self.address, shift_left(index, self.shift)), width=self.width)


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop while its body is emitted; `before` are the instructions to run before it begins.

    A function during which the position does not change can be treated as a loop of one round. `values` has
    the locals of hoisted closed expressions, by key: a flag and the value. If `wanted` is not `None`, only
    the closed expressions with these keys are hoisted.
    """

    before: Body = field(default_factory=list)
    values: dict[int, tuple[str, str]] = field(default_factory=dict)
    wanted: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression is emitted: the function, and what its variables and slots are there.

    Each expansion of an expression that binds a variable uses a local of its own, because expansions may be
    nested: a function may be inlined in the body of a loop over a list that the same function makes. A slot
    lies in the position, unless the function holds it in a local (`slots`) or as a set (`sets`).
    """

    function: Function
    variables: Mapping[int, str | Kept] = field(default_factory=lambda: MappingProxyType({}))
    slots: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    loops: tuple[Loop, ...] = ()
    levels: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """Number of enclosing loops that can change a variable, by variable."""
    slot_levels: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))

    sets: Mapping[int, Bits] = field(default_factory=lambda: MappingProxyType({}))
    """Slots that are held as sets, with the locals of their words."""

    def bound(self, variable: int, where: str | Kept, level: int | None = None) -> Scope:
        """Return a copy of the scope with a variable in a local, or a list at an address.

        Each enclosing loop may change it, unless `level` gives the number of those that can.
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
        """Return a copy of the scope in which each enclosing loop may change a slot."""
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
        """Return how many enclosing loops can change an expression with these variables and slots."""
        changes = [self.levels.get(variable, 0) for variable in variables]
        return max([*changes, *(self.slot_levels.get(slot, 0) for slot in slots)], default=0)


class Unit(Assembly):
    """A module while it is made, with everything that its emitters share."""

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
        """Whether the module plays games by itself; otherwise it lists all options."""
        self.expressions = tuple(expressions_of(program))
        self.sets = ZoneSets(program, self.memory, wanted=techniques.sets)
        self.indexes = Indexes(program, self.memory, self.expressions if techniques.indexes else ())
        self.kept = Keeping(program, self.memory, wanted=techniques.kept)
        self.facts = Facts(program)
        self.kernels = Kernels(self)
        self.recorder, self.script = Recorder(self, on=records), Script(self, on=records)
        self.tallies = Tallies(self, counts)
        self.streams = Streams(program.streams, program.layout.streams)
        self.situations: dict[int, Situations] = {}
        """Kernels of the past situations, by the number of the history."""
