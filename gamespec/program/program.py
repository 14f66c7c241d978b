"""The program, which is a checked game for one number of players and one choice of options, ready to run.

It consists of flat code, typed expressions, and tables of integers. It is immutable. Nothing in it has a name
except the streams of chance, whose numbers follow from their names. It holds no reference to its source;
names and places are kept elsewhere (`gamespec.compile.link.names`).

A routine (setup, a phase, a procedure, an action or a handler) has a fixed place for its locals, because
nothing is recursive. The control stack is a set of return addresses at known offsets.
"""

from __future__ import annotations

from dataclasses import field, fields
from functools import cached_property
from typing import Annotated, Any
from weakref import WeakKeyDictionary

from gamespec.program.combinations import Combinations, combinations_of
from gamespec.program.expressions import Expression, Function
from gamespec.program.frozen import dataclass
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
    """Steps with their own locals, from the instruction `entry` to the `Return` at `exit`.

    The frame of `size` integers begins at place `base` of the position. It contains `slots`, among them the
    `parameters` and the return address `back`. Nothing calls setup, phases, or the frame in which handlers
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
    """One value that an action or choice asks for, and the slot that receives it.

    Option numbers count `size` values from `first`, and then `none` if `optional` is set. With `adds_none`,
    the answer `none` is offered although the list does not contain it. For `alike` components, the values are
    the numbers in `Program.faces`, so that components with equal faces count once. `component` says whether
    the values are components. Each candidate costs `each` units.

    With `counts`, which holds the least and the greatest number, several values are chosen. `many` gives the
    allowed number or a list of allowed numbers, or is `None` if every number in the range is allowed. Option
    numbers then count the combinations, smaller ones first. A combination contains each value once, or as
    often as `copies` says for components with equal faces. Among such components, the first ones present are
    taken. Others are taken only if `where` may distinguish them (`asks_which`) and rejects the first ones.

    The decider chooses an unknown component by its *place*. `hidden` are the zones that may hold such
    components, each with the number of places to count there. In an ordered zone, or in one that holds a
    single component, a place identifies the component, and all places count. In other zones any component may
    be meant, and as many places count as can be chosen. The numbers of places follow those of the values and
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
        """The number of places that count in hidden zones."""
        return sum(count for _, count in self.hidden)

    @property
    def total(self) -> int:
        """The number of option numbers that the pick takes."""
        if self.counts is not None:
            return self.combinations.total
        return self.size + self.places + self.optional

    @property
    def combinations(self) -> Combinations:
        """The combinations of values and places, if several values are chosen."""
        assert self.counts is not None  # noqa: S101 - asked by the caller
        return combinations_of((self.copies or (1,) * self.size) + (1,) * self.places, self.counts)


@dataclass(frozen=True, slots=True)
class Action:
    """An action or a `choose` step, with its values and its range of `count` option numbers from `number`.

    `when` must hold before the steps, and `keeps` after them. `routine` has the steps; a `choose` step has
    none. If the actions of a site have a `most`, only those options are offered for which it is greatest
    after the steps. `given` are the slots of the values that each site passes to the action.
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
        """The number of option numbers that belong to the action."""
        total = 1
        for pick in self.picks:
            total *= pick.total
        return total


@dataclass(frozen=True, slots=True)
class Site:
    """A step at which a player decides between `actions`. `given` are the values passed to each action.

    `told` lists the players who learn the answer besides the decider, or is `None` if everyone does. The list
    is evaluated before the options, with the decider as `me`.
    """

    at: Place
    actions: tuple[ActionNumber, ...]
    given: tuple[tuple[Expression, ...], ...]
    ask_always: bool
    told: Expression | None


@dataclass(frozen=True, slots=True)
class Phase:
    """The instructions to jump to in order to leave a turn of a phase or the phase itself.

    `routine` holds the locals. A phase that repeats nested phases contains their code. It has no locals, and
    leaving its turn means leaving the phase.
    """

    routine: RoutineNumber
    entry: CodeNumber
    turn_end: CodeNumber
    leave: CodeNumber
    turns: bool


@dataclass(frozen=True, slots=True)
class EndRule:
    """An entry of the section `end`."""

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
    """A number that is reported about games but does not affect them. It cannot fault (see `guarded`).

    It is evaluated when a game is over or, for a measure of a `turn`, at the end of each turn. A measure of
    `each` player is evaluated for every seat, which is then in the variable `Program.seat`.
    """

    value: Expression
    turn: bool
    each: bool


@dataclass(frozen=True, eq=False)
class Program:
    """A checked game for one number of players and one choice of options, ready to run."""

    players: Annotated[int, Least(1)]
    code: tuple[Instruction, ...]
    routines: tuple[Routine, ...]
    setup: RoutineNumber
    """The number of the routine that holds the locals of setup."""
    phases: tuple[Phase, ...]
    sites: tuple[Site, ...]
    actions: tuple[Action, ...]
    functions: tuple[Function, ...]
    end: tuple[EndRule, ...]
    teams: tuple[Annotated[int, Index("players")], ...]
    """For each player, the first player of the same team, which may be the player alone."""
    score: tuple[Expression, ...]
    """The parts that add up to the score. If there are none, the score follows from winning or losing."""
    ranking: tuple[Expression, ...]
    seat: VariableNumber
    """The variable that holds the player in the expressions of `score` and `ranking`."""
    variables: Count
    """The number of variables that the expressions bind."""
    limit: Limit
    streams: tuple[str, ...]
    layout: Layout
    slots: tuple[Slot, ...]
    stores: tuple[Store, ...]
    kinds: tuple[Kind, ...]
    families: tuple[Family, ...]
    zones: tuple[Zone, ...]
    start: tuple[ZoneNumber, ...]
    """For each component, the zone in which it begins."""
    owners: tuple[Annotated[int, Index("players", NOWHERE)], ...]
    """For each component, its owner, or -1 if nobody owns it."""
    faces: tuple[int, ...]
    """For each component, a number that it shares with components of equal face, or -1 if its kind has none.
    """
    backs: tuple[int, ...]
    """For each component, the first component of its kind with the same back, possibly the component itself.
    """
    attributes: tuple[Attribute, ...]
    """The attributes that steps show without showing the component."""
    spaces: tuple[Space, ...]
    planes: tuple[Plane, ...]
    histories: tuple[History, ...]
    measures: tuple[Measure, ...] = ()
    """Numbers to report about games. There are none unless the program was requested with measures."""
    made_of: WeakKeyDictionary[object, object] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False
    )
    """Values that other modules have derived from the program, each under a key of the module. They live as
    long as the program.
    """

    def __getstate__(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self) if each.init}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, made_of=WeakKeyDictionary())

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each component, the first component with the same face, possibly the component itself.

        Tiles are all different, because their parts have numbers of their own.
        """
        first: dict[int, int] = {}
        tiles = {plane.first_tile + tile for plane in self.planes for tile in range(plane.tiles)}
        return tuple(
            c if face < 0 or c in tiles else first.setdefault(face, c) for c, face in enumerate(self.faces)
        )

    @cached_property
    def has_copies(self) -> bool:
        """Whether some components have equal faces."""
        return any(c != first for c, first in enumerate(self.alike))

    @cached_property
    def ranked(self) -> frozenset[int]:
        """The sites at which a random player takes the option of least rank (`interpreter.play.chance.rank`).

        These are the sites at which some options are tried, because an action has `keeps`, so that as few as
        possible are tried. Options with `most`, and options whose values lack numbers of their own, are drawn
        from a list, as at any other site.
        """
        return frozenset(
            number
            for number, site in enumerate(self.sites)
            if any(self.actions[action].keeps is not None for action in site.actions)
            and not any(self.actions[action].most is not None for action in site.actions)
            and all(self._is_plain(pick) for action in site.actions for pick in self.actions[action].picks)
        )

    def _is_plain(self, pick: Pick) -> bool:
        """Return whether a pick asks for a single value, and each value has a number of its own."""
        copies = pick.component and any(self.alike[c] != c for c in range(pick.first, pick.first + pick.size))
        return pick.counts is None and not pick.hidden and not pick.alike and not copies

    @cached_property
    def shown(self) -> tuple[tuple[Attribute, ...], ...]:
        """For each kind, the attributes that steps show without showing the component."""
        return tuple(
            tuple(attribute for attribute in self.attributes if attribute.kind == number)
            for number in range(len(self.kinds))
        )

    @cached_property
    def plain(self) -> tuple[bool, ...]:
        """For each kind, whether a player who does not know a component knows nothing about it.

        That is so if all components of the kind have the same back and none of their attributes is shown
        alone.
        """
        return tuple(
            not shown and len(set(self.backs[kind.first : kind.first + kind.size])) == 1
            for kind, shown in zip(self.kinds, self.shown, strict=True)
        )

    def __repr__(self) -> str:
        return f"<Program of {self.players} players, {len(self.code)} instructions>"
