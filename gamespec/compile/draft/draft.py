"""A program under construction, from which `link` makes the closed program and its names.

In a draft, parts refer to each other as objects and know the author's names. An instruction is a class of
`gamespec.program.instructions` with operands that are not numbers yet. Linking replaces a `Label` by the
number of an instruction, a slot, routine, site or store by its number in a table, and a typed expression by a
closed one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from gamespec.compile.draft.situations import Situation
from gamespec.model import model as m
from gamespec.program import Limit
from gamespec.program import instructions as g
from gamespec.program.combinations import MANY, in_sorts
from gamespec.program.frozen import dataclass
from gamespec.program.instructions import Instruction
from gamespec.space import Plane
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees.ast import Template
from gamespec.world.world import World

__all__ = [
    "ActionSpec",
    "Attribute",
    "BranchUnless",
    "Call",
    "CheckEnd",
    "Clear",
    "Decide",
    "Draft",
    "DrawHidden",
    "DrawSecret",
    "Emitted",
    "EndRule",
    "Face",
    "Finish",
    "Forget",
    "HiddenZone",
    "Hold",
    "Jump",
    "Label",
    "LayTile",
    "LeavePhase",
    "LoopNext",
    "LoopReset",
    "LoopStart",
    "MoveTo",
    "NextTurn",
    "Operand",
    "PickSpec",
    "Play",
    "Put",
    "Remember",
    "Renew",
    "Restore",
    "Return",
    "RevealTo",
    "Routine",
    "RunAnswer",
    "Save",
    "SetMe",
    "ShowTo",
    "ShuffleZone",
    "Site",
    "StartPhase",
    "StopTurn",
    "Text",
    "Throw",
    "TransferTo",
]


@dataclass(eq=False, slots=True)
class Label:
    """A position in the code, which becomes known once the code is laid out."""

    at: int = -1


@dataclass(eq=False, slots=True)
class Routine:
    """Steps with their own locals. The places in `slots` are relative to `base`, where the frame begins.

    `code` holds the instructions of a routine that is run or offered, from the label `entry` to the return at
    the label `exit`.
    """

    name: str
    parameters: tuple[core.Slot, ...] = ()
    slots: list[tuple[core.Slot, int]] = field(default_factory=list)
    size: int = 0
    base: int = 0
    entry: Label = field(default_factory=Label)
    exit: Label = field(default_factory=Label)
    back: core.Slot | None = None
    code: list[Emitted | Label] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Text:
    """A text whose holes are typed expressions, by language."""

    by_language: Mapping[str, tuple[Template, tuple[core.Core, ...]]]


@dataclass(frozen=True, eq=False, slots=True)
class Face:
    """The text shown for the components of a kind, and the local for the component in that text."""

    text: Text
    slot: core.Slot


@dataclass(frozen=True, slots=True)
class HiddenZone:
    """A zone, given by its number, in which a decider may choose a component without knowing it.

    A pick counts `places` places in this zone. If `drawn` is set, a place does not determine the component,
    and chance does.
    """

    number: int
    places: int
    drawn: bool


@dataclass(frozen=True, eq=False, slots=True)
class PickSpec:
    """One value that an action or choice asks for; see `gamespec.program.Pick`.

    `faces` gives a number to each component of the kind; components with equal faces have equal numbers.
    """

    slot: core.Slot
    source: core.Core
    where: core.Core | None
    optional: bool
    first: int
    size: int
    faces: tuple[int, ...] | None
    span: Span
    counts: tuple[int, int] | None = None
    adds_none: bool = False
    hidden: tuple[HiddenZone, ...] = ()
    many: core.Core | None = None
    copies: tuple[int, ...] = ()
    asks_which: bool = False
    label: m.Text | None = None

    @property
    def total(self) -> int:
        """The number of option numbers that the pick takes."""
        places = sum(zone.places for zone in self.hidden)
        if self.counts is not None:
            return in_sorts((self.copies or (1,) * self.size) + (1,) * places, self.counts)
        return self.size + places + self.optional

    @property
    def drawn(self) -> bool:
        """Whether chance may have to determine which component was chosen."""
        return any(zone.drawn for zone in self.hidden)


@dataclass(eq=False, slots=True)
class ActionSpec:
    """An action or a `choose` step; see `gamespec.program.Action`. A `choose` step has no routine.

    With `agenda`, it is the action that handles an event chosen from that agenda. `told` is what others read
    of an answer, in the third person.
    """

    name: str
    label: Text | None
    when: core.Core | None
    picks: tuple[PickSpec, ...]
    routine: Routine | None
    given: tuple[core.Slot, ...] = ()
    keeps: core.Core | None = None
    most: core.Core | None = None
    agenda: str | None = None
    told: Text | None = None

    @property
    def key(self) -> str:
        """The key of the action among all actions. Keys of an agenda's events are no possible names."""
        return self.name if self.agenda is None else f"{self.agenda}.{self.name}"

    @property
    def count(self) -> int:
        """The number of option numbers that belong to the action."""
        total = 1
        for pick in self.picks:
            total *= pick.total
            if total > MANY and all(p.size for p in self.picks):
                break  # the exact number does not matter; no factor is 0
        return total


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """A step at which a player decides. `given` are the values that the step passes to each branch.

    `told` lists the players who learn the answer, or is `None` if everyone does; see `gamespec.program.Site`.
    """

    name: str
    span: Span
    branches: tuple[ActionSpec, ...]
    given: tuple[tuple[core.Core, ...], ...]
    prompt: Text | None
    ask_always: bool
    told: core.Core | None

    def __repr__(self) -> str:
        return f"<Site {self.name}>"


@dataclass(frozen=True, eq=False, slots=True)
class Play:
    """A phase, with the labels to jump to in order to leave its turn or the phase itself."""

    name: str
    routine: Routine
    entry: Label
    turn_end: Label
    leave: Label
    turns: bool


@dataclass(frozen=True, eq=False, slots=True)
class EndRule:
    """An entry of the section `end`."""

    name: str
    when: core.Core
    winner: core.Core | None
    draw: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a kind that some step shows to players without showing the whole component."""

    kind: str
    name: str


Operand = (
    core.Core
    | core.Slot
    | core.Store
    | core.History
    | Label
    | Routine
    | Site
    | ActionSpec
    | Plane
    | Attribute
    | int
    | str
    | None
    | tuple[core.Core, ...]
)
"""An operand of an unlinked instruction. A `str` is the name of a chance stream."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """An unlinked instruction: its class, its place, and all operands except the place and the cost.

    One that `checks` belongs to the checks of invariants, and has no cost.
    """

    op: type[Instruction]
    span: Span
    operands: tuple[Operand, ...]
    checks: bool = False


@dataclass(eq=False, slots=True)
class Draft:
    """A whole game that has been checked, but not linked.

    `code` holds setup and phases; routines that are run or offered have their own code. Each member of
    `calls` holds the caller, the callee, and the number of integers of the caller's frame in use at the call.
    `starts` gives the initial values of each resource and variable by its name. The last value of a resource
    is that of its bank, and the banks of the resources in `limited` can run dry. `fungible` are the kinds
    that have components with equal faces.
    """

    world: World
    code: list[Emitted | Label]
    setup: Routine
    plays: tuple[Play, ...]
    actions: tuple[ActionSpec, ...]
    calls: tuple[tuple[Routine, Routine, int], ...]
    end: tuple[EndRule, ...]
    score: tuple[core.Core, ...]
    ranking: tuple[core.Core, ...]
    measures: tuple[core.Core, ...]
    checked: bool
    seat: core.Slot
    limit: Limit
    starts: Mapping[str, tuple[int, ...]]
    limited: frozenset[str]
    fungible: frozenset[str]
    faces: Mapping[str, Face]
    shorts: Mapping[str, Face]
    situations: Mapping[core.History, Situation]


# --- writing instructions -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Written:
    """A function that writes an instruction of one class, given its place and then its operands in order."""

    op: type[Instruction]

    def __call__(self, span: Span, *operands: Operand) -> Emitted:
        return Emitted(self.op, span, operands)


def Put(span: Span, target: core.Load | core.Slot, value: core.Core) -> Emitted:  # noqa: N802 - as its class
    """Make the instruction that assigns a value to a variable or local."""
    return Emitted(g.PutLocal if isinstance(target, core.Slot) else g.Put, span, (target, value))


def Call(  # noqa: N802 - as its class
    span: Span, routine: Routine, args: tuple[core.Core, ...], as_: core.Core | None = None
) -> Emitted:
    """Make the instruction that runs a routine with arguments, with `as_` as its `me` if given."""
    return Emitted(g.Call, span, (routine, args, as_))


def Decide(  # noqa: N802 - as its class
    span: Span,
    site: Site,
    otherwise: Label | None,
    answers: core.Slot | None = None,
    cursor: core.Slot | None = None,
) -> Emitted:
    """Make the instruction that asks for a decision. With `answers`, the decision is simultaneous."""
    return Emitted(g.Decide, span, (site, otherwise, answers, cursor))


DrawHidden, DrawSecret = _Written(g.DrawHidden), _Written(g.DrawSecret)
MoveTo, Renew, TransferTo = _Written(g.MoveTo), _Written(g.Renew), _Written(g.TransferTo)
LayTile, ShuffleZone = _Written(g.LayTile), _Written(g.ShuffleZone)
RevealTo, ShowTo = _Written(g.RevealTo), _Written(g.ShowTo)
Throw, RunAnswer = _Written(g.Throw), _Written(g.RunAnswer)
Jump, BranchUnless = _Written(g.Jump), _Written(g.BranchUnless)
LoopStart, LoopNext, LoopReset = _Written(g.LoopStart), _Written(g.LoopNext), _Written(g.LoopReset)
Return, Clear = _Written(g.Return), _Written(g.Clear)
Save, SetMe, Restore = _Written(g.Save), _Written(g.SetMe), _Written(g.Restore)
StartPhase, NextTurn, StopTurn = _Written(g.StartPhase), _Written(g.NextTurn), _Written(g.StopTurn)
Remember, Forget = _Written(g.Remember), _Written(g.Forget)
LeavePhase = _Written(g.LeavePhase)
CheckEnd, Finish, Hold = _Written(g.CheckEnd), _Written(g.Finish), _Written(g.Hold)
