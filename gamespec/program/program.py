"""The program: a checked game for one number of players and one choice of options, ready to run.

It consists of flat code, typed expressions, and tables of integers. It is immutable. Nothing in it has a name
but the streams of chance, whose numbers follow from their names, and it holds no reference to its source:
names and places are kept elsewhere (`gamespec.compile.link.names`).

A routine (setup, a phase, a procedure, an action, a handler) has a fixed place for its locals, because
nothing is recursive: the control stack is a set of return addresses at known offsets.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from gamespec.program.combinations import Combinations, combinations_of
from gamespec.program.expressions import Expression, Function
from gamespec.program.instructions import Instruction
from gamespec.program.marks import (
    ActionNumber,
    CodeNumber,
    Cost,
    Count,
    Index,
    Least,
    Place,
    RoutineNumber,
    SlotNumber,
    VariableNumber,
    ZoneNumber,
)
from gamespec.program.tables import (
    NOWHERE,
    Attribute,
    Family,
    History,
    Kind,
    Layout,
    Plane,
    Slot,
    Space,
    Store,
    Zone,
)

__all__ = ["Action", "EndRule", "Limit", "Measure", "Phase", "Pick", "Program", "Routine", "Site"]


@dataclass(frozen=True, slots=True)
class Routine:
    """Steps with locals of their own: instructions `entry` to `exit`, which is its `Return`.

    Its frame of `size` integers begins at place `base` of the position; it contains `slots`, among them the
    `parameters` and the return address `back`. Nothing calls setup, phases, and the frame in which handlers
    record that they stopped their event. So these have no return address, and their `entry` and `exit` have
    no meaning.
    """

    base: Count
    size: Count
    slots: tuple[SlotNumber, ...]
    parameters: tuple[SlotNumber, ...]
    back: SlotNumber | None
    entry: Annotated[int, Index("code", NOWHERE)]
    exit: Annotated[int, Index("code", NOWHERE)]


@dataclass(frozen=True, slots=True)
class Pick:
    """One value of an action or choice, for a slot.

    An option's number counts `size` values from `first`, then `none` if `optional`. With `adds_none` the
    answer `none` is offered although the list does not contain it. For `alike` components the numbers are
    those of `Program.faces`: alike ones count once. `component` says whether values are components. Each
    candidate costs `each`.

    With `counts`, the least and the greatest number, several values are chosen. `many` gives the allowed
    number or a list of allowed numbers; it is `None` if every number in the range is allowed. It counts the
    combinations, smaller ones first, with each value once, or as often as `copies` says for alike ones. Of
    alike components the first ones present are taken; others only if `where` may distinguish them
    (`asks_which`) and rejects those.

    The decider chooses an unknown component by its *place*. `hidden` are the zones that may hold such
    components, each with the number of places it counts. In an ordered zone, or one that holds a single
    component, a place identifies the component, and all places count. In other zones any component may be
    meant, and as many places count as can be chosen. The numbers of places follow those of the values and
    precede that of `none`.
    """

    at: Place
    slot: SlotNumber
    source: Expression
    where: Expression | None
    optional: bool
    adds_none: bool
    first: int
    size: Count
    component: bool
    alike: bool
    counts: tuple[Count, Count] | None
    many: Expression | None
    copies: tuple[Count, ...]
    asks_which: bool
    each: Cost
    hidden: tuple[tuple[ZoneNumber, Count], ...]

    @property
    def places(self) -> int:
        """The number of places it counts."""
        return sum(count for _, count in self.hidden)

    @property
    def total(self) -> int:
        """The number of option numbers it takes."""
        if self.counts is not None:
            return self.combinations.total
        return self.size + self.places + self.optional

    @property
    def combinations(self) -> Combinations:
        """The combinations of its values and places, if several are chosen."""
        assert self.counts is not None  # noqa: S101 - asked by the caller
        return combinations_of((self.copies or (1,) * self.size) + (1,) * self.places, self.counts)


@dataclass(frozen=True, slots=True)
class Action:
    """An action or a `choose` step: its values, and its range of `count` numbers from `number`.

    `when` must hold before its steps, and `keeps` after them; `routine` has the steps, and a `choose` step
    has none. Of the options of a site whose actions have `most`, only those with the greatest value after the
    steps are offered. `given` are the slots of the values that each site hands to it.
    """

    number: Count
    when: Expression | None
    picks: tuple[Pick, ...]
    keeps: Expression | None
    most: Expression | None
    routine: RoutineNumber | None
    given: tuple[SlotNumber, ...]

    @property
    def count(self) -> int:
        """The number of option numbers it owns."""
        total = 1
        for pick in self.picks:
            total *= pick.total
        return total


@dataclass(frozen=True, slots=True)
class Site:
    """A step at which a player decides between `actions`; `given` are the values that it hands to each.

    `told` lists the players who learn the answer besides the decider, everyone if it is `None`. The list is
    evaluated before the options, with the decider as `me`.
    """

    at: Place
    actions: tuple[ActionNumber, ...]
    given: tuple[tuple[Expression, ...], ...]
    ask_always: bool
    told: Expression | None


@dataclass(frozen=True, slots=True)
class Phase:
    """The instructions at which the parts of a phase begin, for leaving its turn or the phase.

    `routine` holds the locals. A phase that repeats others contains their code; it has no locals, and leaving
    its turn leaves the phase.
    """

    routine: RoutineNumber
    entry: CodeNumber
    turn_end: CodeNumber
    leave: CodeNumber
    turns: bool


@dataclass(frozen=True, slots=True)
class EndRule:
    """An entry of `end`."""

    at: Place
    when: Expression
    winner: Expression | None
    draw: bool


@dataclass(frozen=True, slots=True)
class Limit:
    """The greatest number of decisions, and the outcome when it is reached."""

    decisions: Count
    outcome: int


@dataclass(frozen=True, slots=True)
class Measure:
    """A number that is reported about games and does not affect them; it cannot fail (`guarded`).

    It is evaluated when a game is over or, for a measure of a `turn`, at the end of each turn. A measure of
    `each` player is evaluated by seat, which is in the variable `Program.seat`.
    """

    value: Expression
    turn: bool
    each: bool


@dataclass(frozen=True, eq=False)
class Program:
    """A game ready to run."""

    players: Annotated[int, Least(1)]
    code: tuple[Instruction, ...]
    routines: tuple[Routine, ...]
    setup: RoutineNumber
    """The routine that holds the locals of setup."""
    phases: tuple[Phase, ...]
    sites: tuple[Site, ...]
    actions: tuple[Action, ...]
    functions: tuple[Function, ...]
    end: tuple[EndRule, ...]
    teams: tuple[Annotated[int, Index("players")], ...]
    """For each player the first player of the team, possibly the only one."""
    score: tuple[Expression, ...]
    """The parts that add up to the score; if empty, the score follows from winning or losing."""
    ranking: tuple[Expression, ...]
    seat: VariableNumber
    """The variable that holds the player in `score` and `ranking`."""
    variables: Count
    """The number of variables."""
    limit: Limit
    streams: tuple[str, ...]
    layout: Layout
    slots: tuple[Slot, ...]
    stores: tuple[Store, ...]
    kinds: tuple[Kind, ...]
    families: tuple[Family, ...]
    zones: tuple[Zone, ...]
    start: tuple[ZoneNumber, ...]
    """For each component the zone in which it begins."""
    owners: tuple[Annotated[int, Index("players", NOWHERE)], ...]
    """For each component its owner, or -1."""
    faces: tuple[int, ...]
    """For each component a number that alike components share; -1 where none are alike."""
    backs: tuple[int, ...]
    """For each component the first of its kind with the same back, possibly itself."""
    attributes: tuple[Attribute, ...]
    """The attributes that steps show without the component."""
    spaces: tuple[Space, ...]
    planes: tuple[Plane, ...]
    histories: tuple[History, ...]
    measures: tuple[Measure, ...] = ()
    """Numbers reported about games; empty unless the program was requested with measures."""
    made_of: WeakKeyDictionary[object, object] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False
    )
    """Values that other modules have derived from the program, each under its own key; they live as long as
    the program.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self) if each.init}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, made_of=WeakKeyDictionary())

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each component the first that is alike, possibly itself.

        Tiles are distinguished by their parts, which have numbers of their own.
        """
        first: dict[int, int] = {}
        tiles = {plane.first_tile + tile for plane in self.planes for tile in range(plane.tiles)}
        return tuple(
            c if face < 0 or c in tiles else first.setdefault(face, c) for c, face in enumerate(self.faces)
        )

    @cached_property
    def has_copies(self) -> bool:
        """Whether some components are alike."""
        return any(c != first for c, first in enumerate(self.alike))

    @cached_property
    def shown(self) -> tuple[tuple[Attribute, ...], ...]:
        """For each kind the attributes that steps show without the component."""
        return tuple(
            tuple(attribute for attribute in self.attributes if attribute.kind == number)
            for number in range(len(self.kinds))
        )

    @cached_property
    def plain(self) -> tuple[bool, ...]:
        """For each kind, whether a player who does not know a component knows nothing about it.

        That holds if all have one back and none of their attributes is shown alone.
        """
        return tuple(
            not shown and len(set(self.backs[kind.first : kind.first + kind.size])) == 1
            for kind, shown in zip(self.kinds, self.shown, strict=True)
        )

    def __repr__(self) -> str:
        return f"<Program of {self.players} players, {len(self.code)} instructions>"
