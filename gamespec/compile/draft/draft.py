"""A program while it is written: what `link` makes the closed program and its names of.

Here things still refer to each other as objects and know what the author calls them. An instruction is a
class of `gamespec.program.instructions` with operands that are not yet numbers: a `Label` becomes the number
of an instruction, a slot, routine, site or store its number in a table, a typed expression a closed one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from gamespec.compile.draft.situations import Situation
from gamespec.model import model as m
from gamespec.program import Limit
from gamespec.program import instructions as g
from gamespec.program.combinations import MANY, in_sorts
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
    """A place in the code, known once the code is laid out."""

    at: int = -1


@dataclass(eq=False, slots=True)
class Routine:
    """Steps with locals of their own. `slots` are offsets from `base`, the place of its frame.

    `code` are the steps of one that is run or offered, from `entry` to its way back at `exit`.
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
    """A template with typed expressions, by language."""

    by_language: Mapping[str, tuple[Template, tuple[core.Core, ...]]]


@dataclass(frozen=True, eq=False, slots=True)
class Face:
    """How people read the components of a kind: a text, and the slot of the component in it."""

    text: Text
    slot: core.Slot


@dataclass(frozen=True, slots=True)
class HiddenZone:
    """A zone, by its number, in which something may lie that a decider chooses without knowing it.

    A pick counts so many of its `places`. Of one that is `drawn` from no place says which component it is.
    """

    number: int
    places: int
    drawn: bool


@dataclass(frozen=True, eq=False, slots=True)
class PickSpec:
    """One value of an action or choice; see `gamespec.program.Pick`.

    `faces` numbers the components of the kind, alike ones equally.
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
        """How many numbers it counts."""
        places = sum(zone.places for zone in self.hidden)
        if self.counts is not None:
            return in_sorts((self.copies or (1,) * self.size) + (1,) * places, self.counts)
        return self.size + places + self.optional

    @property
    def drawn(self) -> bool:
        """Whether chance may have to say which component was chosen."""
        return any(zone.drawn for zone in self.hidden)


@dataclass(eq=False, slots=True)
class ActionSpec:
    """An action or a `choose` step (which has no routine); see `gamespec.program.Action`.

    Of an event that is chosen from an `agenda` it is what handles it.
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

    @property
    def key(self) -> str:
        """What it is called among all actions; what waits on an agenda, as no author can call one."""
        return self.name if self.agenda is None else f"{self.agenda}.{self.name}"

    @property
    def count(self) -> int:
        """How many numbers it owns."""
        total = 1
        for pick in self.picks:
            total *= pick.total
            if total > MANY and all(p.size for p in self.picks):
                break  # nobody counts further; no factor is 0
        return total


@dataclass(frozen=True, eq=False, slots=True)
class Site:
    """A step at which somebody decides; `given` is what it hands to each branch.

    `told` are the players who are told the answer, all if it is `None`; see `gamespec.program.Site`.
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
    """Where a phase's parts begin, for leaving its turn or the phase."""

    name: str
    routine: Routine
    entry: Label
    turn_end: Label
    leave: Label
    turns: bool


@dataclass(frozen=True, eq=False, slots=True)
class EndRule:
    """An entry of `end`."""

    name: str
    when: core.Core
    winner: core.Core | None
    draw: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute of a kind that players are shown by itself."""

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
"""What an instruction is written with; a text is the name of a chance stream."""


@dataclass(frozen=True, slots=True)
class Emitted:
    """An instruction whose operands are not yet numbers: those that follow its place and its cost."""

    op: type[Instruction]
    span: Span
    operands: tuple[Operand, ...]


@dataclass(eq=False, slots=True)
class Draft:
    """A whole game, checked, before it is linked.

    `code` is set-up and phases; routines that are run or offered have their own. `calls` are caller, callee
    and how much of the caller's frame is taken there. `stores` begin with `starts`, a resource's bank last;
    the banks of `limited` ones can run dry. Kinds that are `fungible` have alike components.
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
    seat: core.Slot
    limit: Limit
    starts: Mapping[str, tuple[int, ...]]
    limited: frozenset[str]
    fungible: frozenset[str]
    faces: Mapping[str, Face]
    shorts: Mapping[str, Face]
    situations: Mapping[core.History, Situation]


# --- how instructions are written -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Written:
    """Writes an instruction of a class: a place, then its operands in their order."""

    op: type[Instruction]

    def __call__(self, span: Span, *operands: Operand) -> Emitted:
        return Emitted(self.op, span, operands)


def Put(span: Span, target: core.Load | core.Slot, value: core.Core) -> Emitted:  # noqa: N802 - as its class
    """Put a value into a variable or local."""
    return Emitted(g.PutLocal if isinstance(target, core.Slot) else g.Put, span, (target, value))


def Call(  # noqa: N802 - as its class
    span: Span, routine: Routine, args: tuple[core.Core, ...], as_: core.Core | None = None
) -> Emitted:
    """Run a routine with arguments, and with `as_` as that player."""
    return Emitted(g.Call, span, (routine, args, as_))


def Decide(  # noqa: N802 - as its class
    span: Span,
    site: Site,
    otherwise: Label | None,
    answers: core.Slot | None = None,
    cursor: core.Slot | None = None,
) -> Emitted:
    """Ask for a decision; with `answers` in secret."""
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
CheckEnd, Finish = _Written(g.CheckEnd), _Written(g.Finish)
