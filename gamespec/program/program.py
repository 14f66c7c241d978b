"""The program: a checked game for one number of players and one choice of options, ready to run.

Flat code, typed expressions, and tables of integers. Nothing in it changes once it is built, nothing in it
has a name but the streams of chance, whose numbers follow from their names, and nothing of what it was made
from can be reached from it: what people call things, and where they wrote them, is found elsewhere.

A routine (set-up, a phase, a procedure, an action, a handler) has a fixed place for its locals, because
nothing is recursive: the control stack is a set of return addresses at known offsets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated
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

    Its frame of `size` integers begins at place `base` of the position; `slots` lie in it, among them its
    `parameters` and the way `back`. Set-up, phases and the frame in which handlers say that
    they have stopped their event have none: nobody calls them, and `entry` and `exit`
    have no meaning there.
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

    An option's number counts `size` values from `first`, and `none` after them if `optional`; with
    `adds_none` the answer `none` is offered though the list does not hold it; where components are `alike`,
    the numbers are those of `Program.faces`: alike ones count once. `component` says whether values are
    components. Each candidate costs `each`.

    With `counts`, the least and greatest number, several values are chosen; `many` says how many, or gives a
    list of how many it may be, and is `None` where each from the least to the greatest will do. It counts the
    combinations, fewer first, with each value once, or as often as `copies` says of alike ones; of these the
    first that are there are taken, and others only where `where` may tell them apart (`asks_which`) and does
    not hold.

    What the decider does not know is chosen by its *place*. `hidden` are the zones in which such components
    may lie, each with how many places it counts: all of a zone in which the place says which component it is,
    for it has an order or holds one only; else, since any there may be meant, as many as can be chosen. The
    places have numbers after those of the values, before that of `none`.
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
        """How many places it counts."""
        return sum(count for _, count in self.hidden)

    @property
    def total(self) -> int:
        """How many numbers it counts."""
        if self.counts is not None:
            return self.combinations.total
        return self.size + self.places + self.optional

    @property
    def combinations(self) -> Combinations:
        """Those of its values and places, if several are chosen."""
        assert self.counts is not None  # noqa: S101 - asked by the caller
        return combinations_of((self.copies or (1,) * self.size) + (1,) * self.places, self.counts)


@dataclass(frozen=True, slots=True)
class Action:
    """An action or a `choose` step: its values, and its range of `count` numbers from `number`.

    `when` must hold before, `keeps` after its steps, which are those of `routine`; a `choose` step has none.
    Of the options of a site whose actions say `most`, only those for which it is greatest after the steps are
    offered.
    `given` are the slots of what each site hands to it.
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
        """How many numbers it owns."""
        total = 1
        for pick in self.picks:
            total *= pick.total
        return total


@dataclass(frozen=True, slots=True)
class Site:
    """A step at which somebody decides between `actions`; `given` is what it hands to each.

    `told` are the players who are told the answer beside who gives it, all if it is `None`: a list that is
    evaluated before the options are listed, with the decider as `me`.
    """

    at: Place
    actions: tuple[ActionNumber, ...]
    given: tuple[tuple[Expression, ...], ...]
    ask_always: bool
    told: Expression | None


@dataclass(frozen=True, slots=True)
class Phase:
    """Where a phase's parts begin, for leaving its turn or the phase; `routine` holds its locals.

    One that repeats others holds their code; it has no locals, and its turn ends where it is left.
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
    """A number that is told of games and changes nothing of them; it cannot fail (`guarded`).

    It is found when a game is over or, if it is one of a `turn`, at the end of each turn; if it is one of
    `each` player, by seat, which is then the variable `Program.seat`.
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
    """The routine that holds the locals of set-up."""
    phases: tuple[Phase, ...]
    sites: tuple[Site, ...]
    actions: tuple[Action, ...]
    functions: tuple[Function, ...]
    end: tuple[EndRule, ...]
    teams: tuple[Annotated[int, Index("players")], ...]
    """For each player the first player of the team, who may be the only one."""
    score: tuple[Expression, ...]
    """The parts that the score is the sum of; without any, winning and losing count."""
    ranking: tuple[Expression, ...]
    seat: VariableNumber
    """The variable that is the player in `score` and `ranking`."""
    variables: Count
    """How many variables there are."""
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
    """For each component the player it belongs to, or -1."""
    faces: tuple[int, ...]
    """For each component a number that alike components share; -1 where none are alike."""
    backs: tuple[int, ...]
    """For each component the first of its kind with the same back: itself, if it is the first."""
    attributes: tuple[Attribute, ...]
    """The attributes that players are shown by themselves."""
    spaces: tuple[Space, ...]
    planes: tuple[Plane, ...]
    histories: tuple[History, ...]
    measures: tuple[Measure, ...] = ()
    """What is told of games beside what they mean; none unless somebody asked for a program with them."""
    made_of: WeakKeyDictionary[object, object] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False
    )
    """What engines have made of the program, each under a key of its own; it goes when the program goes."""

    @cached_property
    def alike(self) -> tuple[int, ...]:
        """For each component the first that is alike: itself, where none are.

        Tiles are told apart by their parts, which have numbers of their own.
        """
        first: dict[int, int] = {}
        tiles = {plane.first_tile + tile for plane in self.planes for tile in range(plane.tiles)}
        return tuple(
            c if face < 0 or c in tiles else first.setdefault(face, c) for c, face in enumerate(self.faces)
        )

    @cached_property
    def has_copies(self) -> bool:
        """Whether there are components that are alike."""
        return any(c != first for c, first in enumerate(self.alike))

    @cached_property
    def shown(self) -> tuple[tuple[Attribute, ...], ...]:
        """For each kind those of its attributes that players are shown by themselves."""
        return tuple(
            tuple(attribute for attribute in self.attributes if attribute.kind == number)
            for number in range(len(self.kinds))
        )

    @cached_property
    def plain(self) -> tuple[bool, ...]:
        """For each kind whether nothing can be told of its components but by knowing them.

        All have one back, and no attribute of theirs is shown by itself.
        """
        return tuple(
            not shown and len(set(self.backs[kind.first : kind.first + kind.size])) == 1
            for kind, shown in zip(self.kinds, self.shown, strict=True)
        )

    def __repr__(self) -> str:
        return f"<Program of {self.players} players, {len(self.code)} instructions>"
