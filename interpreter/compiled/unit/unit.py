"""What all emitters of a module share, and the scope in which they emit an expression."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from types import MappingProxyType

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.facts import Facts, expressions_of
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.state.bits import Bits
from interpreter.compiled.state.indexes import Indexes
from interpreter.compiled.state.memo import Memo
from interpreter.compiled.state.zone_sets import ZoneSets
from interpreter.compiled.translate.kernels import Kernels
from interpreter.compiled.unit.recorder import Recorder
from interpreter.compiled.unit.scripted import Script
from interpreter.compiled.unit.stored import Stored
from interpreter.compiled.unit.tallies import Tallies
from interpreter.compiled.wasm.wat import Body, Function, Wat, add, load, shift_left
from interpreter.kernels.chance import Streams
from interpreter.kernels.situations import Situations
from interpreter.play.tally import NOTHING, Counts, has_leader

__all__ = ["Loop", "Scope", "StoredList", "Unit"]


@dataclass(frozen=True, slots=True)
class StoredList:
    """A list in memory: its address, its length, and the instruction and size with which a member is read."""

    address: Wat
    length: Wat
    width: str = "i32.load"
    shift: int = 2

    def member(self, index: Wat) -> Wat:
        """Return the tree that reads the member at an index, which counts from 0."""
        return load(add(self.address, shift_left(index, self.shift)), width=self.width)


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop whose body is being emitted. The instructions in `before` run before it begins.

    A function during which the position does not change can be treated as a loop with one iteration. `values`
    holds two locals for each hoisted closed expression, a flag and the value, keyed by `Needs.key` of the
    expression. If `wanted` is not `None`, only closed expressions with these keys are hoisted.
    """

    before: Body = field(default_factory=list)
    values: dict[int, tuple[str, str]] = field(default_factory=dict)
    wanted: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class Scope:
    """Where an expression is emitted: the function, and where its variables and slots are stored there.

    Each time that an expression that binds a variable is expanded, the variable gets a new local, because
    expansions may be nested. For example, a function may be inlined in the body of a loop over a list that
    the same function makes. A slot is in the position, unless the function holds it in a local (`slots`) or
    as a set (`sets`).
    """

    function: Function
    variables: Mapping[int, str | StoredList] = field(default_factory=lambda: MappingProxyType({}))
    slots: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))
    loops: tuple[Loop, ...] = ()
    levels: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    """For each variable, the number of enclosing loops that can change it."""
    slot_levels: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))

    sets: Mapping[int, Bits] = field(default_factory=lambda: MappingProxyType({}))
    """Slots that are held as sets, whose words are in locals."""

    def bound(self, variable: int, where: str | StoredList, level: int | None = None) -> Scope:
        """Return a copy of the scope with a variable stored in a local, or as a list in memory.

        Each enclosing loop may change the variable, unless `level` says how many of them can.
        """
        levels = {**self.levels, variable: len(self.loops) if level is None else level}
        return replace(self, variables={**self.variables, variable: where}, levels=levels)

    def held(self, slot: int, local: str) -> Scope:
        """Return a copy of the scope in which a local holds the value of a slot."""
        return replace(self.varying(slot), slots={**self.slots, slot: local})

    def held_as_set(self, slot: int, bits: Bits) -> Scope:
        """Return a copy of the scope in which a set holds the values of a slot."""
        return replace(self, sets={**self.sets, slot: bits})

    def varying(self, slot: int) -> Scope:
        """Return a copy of the scope in which each enclosing loop may change the value of a slot."""
        return replace(self, slot_levels={**self.slot_levels, slot: len(self.loops)})

    def within(self, loop: Loop) -> Scope:
        """Return a copy of the scope for the body of one more nested loop."""
        return replace(self, loops=(*self.loops, loop))

    def apart_from_names(self) -> Scope:
        """Return a copy of the scope for the body of a function, which sees no outer variable."""
        return replace(self, variables={}, levels={})

    def outside(self, level: int) -> Scope:
        """Return a copy of the scope that is only within the outermost `level` loops."""
        return replace(self, loops=self.loops[:level])

    def apart(self) -> Scope:
        """Return a copy of the scope for code that may run on a different position each time.

        The copy has no enclosing loops.
        """
        return replace(self, loops=(), levels={}, slot_levels={})

    def level(self, variables: Iterable[int], slots: Iterable[int]) -> int:
        """Return how many enclosing loops can change an expression with these variables and slots."""
        changes = [self.levels.get(variable, 0) for variable in variables]
        return max([*changes, *(self.slot_levels.get(slot, 0) for slot in slots)], default=0)


class Unit(Stored):
    """A module under construction, with everything that its emitters share."""

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
        """Whether the module plays games by itself; if it does not, it lists all options."""
        self.expressions = tuple(expressions_of(program))
        self.sets = ZoneSets(program, self.memory, wanted=techniques.sets)
        self.indexes = Indexes(program, self.memory, self.expressions if techniques.indexes else ())
        leads = counts.lead and has_leader(program)
        self.memo = Memo(program, self.memory, wanted=techniques.memo, leads=leads)
        self.facts = Facts(program)
        self.kernels = Kernels(self)
        self.recorder, self.script = Recorder(self, on=records), Script(self, on=records)
        self.tallies = Tallies(self, counts)
        self.streams = Streams(program.streams, program.layout.streams)
        self.pauses: frozenset[int] = frozenset()
        """The numbers of the instructions before which a game pauses while options are tried."""
        self.chosen: Callable[[Wat, Wat], Wat] | None = None
        """Returns the tree for the index of the option that a policy takes, given the number of options and
        the number of the decision. It is `None` if games are played at random.
        """
        self.situations: dict[int, Situations] = {}
        """The kernels for past situations, keyed by the number of the history."""
