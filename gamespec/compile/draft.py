"""The program: a checked game for one number of players and one choice of options.

A flat list of instructions, the layout of the position, and the tables an engine needs. Nothing in it
changes once it is built, and nothing in it is more than integers, tables of integers and typed
expressions, so that any engine can run it.

The position is one list of 32-bit integers (`Layout` says what lies where):

    head        HEAD integers, then one a chance stream, then one a player: the final place
    components  zone, next, previous, known: one block each, indexed by component
    zones       first, last, size: one block each, indexed by zone
    resources   one for each holder, and the bank
    variables   one for each value
    planes      for each place, tile and part what lies and joins there
    frames      locals of routines; routines that can never be active together share places

A routine (set-up, a phase, a procedure, an action, a handler) has a fixed place for its locals, because
nothing is recursive: the control stack is a set of return addresses at known offsets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import comb
from weakref import WeakKeyDictionary

from gamespec import model as m
from gamespec.expr import core
from gamespec.expr.ast import Template
from gamespec.source import Span
from gamespec.space import Plane
from gamespec.world import World, ZoneRule

__all__ = [
    "BY_OTHERS",
    "BY_OWNER",
    "HEAD",
    "MANY",
    "ActionSpec",
    "Branch",
    "BranchUnless",
    "Call",
    "CheckEnd",
    "Clear",
    "Decide",
    "EndRule",
    "Finish",
    "Head",
    "Instruction",
    "Jump",
    "Label",
    "LayTile",
    "Layout",
    "Limit",
    "LoopNext",
    "LoopReset",
    "LoopStart",
    "MoveTo",
    "NextTurn",
    "PickSpec",
    "PlaneLayout",
    "Play",
    "Program",
    "Put",
    "Renew",
    "Restore",
    "Return",
    "RevealTo",
    "Routine",
    "RunAnswer",
    "Save",
    "SetMe",
    "ShuffleZone",
    "Site",
    "StartPhase",
    "StopTurn",
    "Text",
    "Throw",
    "TransferTo",
    "ways",
]


class Head:
    """Offsets in the head of a position."""

    PC = 0
    """The instruction that runs next; while a decision is pending, that decision."""
    OUTCOME = 1
    """0 while the game goes on, else one of the constants below, or `END` plus the entry of `end`."""
    DECISIONS = 2
    """How many decisions have been made."""
    TURN = 3
    """The player whose turn it is, or `none`."""
    ME = 4
    """The player who acts, or `none`."""
    PHASE = 5
    """The number of the current phase."""
    SEED_LOW = 6
    SEED_HIGH = 7

    RUNNING = 0
    FINISHED = 1
    """All phases are over."""
    LIMIT_RANK = 2
    LIMIT_DRAW = 3
    TRUNCATED = 4
    END = 8
    """`END + i`: the i-th entry of `end`."""


BY_OWNER, BY_OTHERS = -1, -2
"""In `Program.zone_seen`: only the component's owner sees it, all but the owner do."""

MANY = 2**64
"""What is more than this is not counted exactly."""

HEAD = 8
"""How many integers the fixed part of the head has."""


@dataclass(eq=False, slots=True)
class Label:
    """A place in the code, known once the code is laid out."""

    at: int = -1


@dataclass(eq=False, slots=True)
class Routine:
    """Steps with locals of their own. `slots` are offsets from `base`, the place of its frame."""

    name: str
    parameters: tuple[core.Slot, ...] = ()
    slots: list[tuple[core.Slot, int]] = field(default_factory=list)
    size: int = 0
    base: int = 0
    entry: Label = field(default_factory=Label)
    exit: Label = field(default_factory=Label)
    back: core.Slot | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A template with typed expressions, by language."""

    by_language: Mapping[str, tuple[Template, tuple[core.Core, ...]]]


@dataclass(frozen=True, eq=False, slots=True)
class Face:
    """How people read the components of a kind: a text, and the slots of what is printed on them."""

    text: Text
    printed: Mapping[str, core.Slot]


@dataclass(frozen=True, eq=False, slots=True)
class PickSpec:
    """One value of an action or choice.

    An option's number counts `size` values from `first`, and `none` after them if `optional`; with
    `adds_none` the answer `none` is offered though the list does not hold it; where
    `faces` is given, components are counted by it: alike ones once. With `counts`, the least and greatest
    number, several values are chosen: it counts the combinations, fewer first, and `faces` only says which
    are alike.
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

    @property
    def total(self) -> int:
        """How many numbers it counts."""
        if self.counts is not None:
            return ways(self.size, self.counts)
        return self.size + self.optional


def ways(size: int, counts: tuple[int, int]) -> int:
    """In how many ways some of `size` values can be chosen; beyond `MANY` somewhere there."""
    total = 0
    for k in range(counts[0], min(counts[1], size) + 1):
        total += comb(size, min(k, size - k, 64))  # of more than 128 those of 64 are more than MANY
        if total > MANY:
            break
    return total


@dataclass(eq=False, slots=True)
class ActionSpec:
    """An action or a `choose` step: its values and its range of numbers from `number`."""

    name: str
    label: Text | None
    when: core.Core | None
    picks: tuple[PickSpec, ...]
    routine: Routine | None
    given: tuple[core.Slot, ...] = ()
    keeps: core.Core | None = None
    number: int = -1

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
    """A step at which somebody decides; `given` is what it hands to each branch."""

    name: str
    span: Span
    branches: tuple[ActionSpec, ...]
    given: tuple[tuple[core.Core, ...], ...]
    prompt: Text | None
    ask_always: bool
    secret: bool

    def __repr__(self) -> str:
        return f"<Site {self.name}>"


Branch = ActionSpec


@dataclass(frozen=True, slots=True)
class _Instruction:
    span: Span


@dataclass(frozen=True, slots=True)
class MoveTo(_Instruction):
    """Move a component, or those of a list, to a zone: first it is found what moves, then where to."""

    what: core.Core
    to: core.Core
    bottom: bool


@dataclass(frozen=True, slots=True)
class Put(_Instruction):
    """Put a value into a variable or local; the place is found first, then the value."""

    target: core.Load | core.Slot
    value: core.Core


@dataclass(frozen=True, slots=True)
class Renew(_Instruction):
    """Let a variable, or all of a family, begin again with `start`."""

    store: core.Store
    start: int


@dataclass(frozen=True, slots=True)
class TransferTo(_Instruction):
    """Move tokens from holder to holder."""

    amount: core.Core
    source: core.Load
    target: core.Load


@dataclass(frozen=True, slots=True)
class LayTile(_Instruction):
    """Lay a tile on a plane."""

    what: core.Core
    at: core.Core
    plane: Plane
    zone: int


@dataclass(frozen=True, slots=True)
class ShuffleZone(_Instruction):
    """Put a zone into random order, by the stream of that zone (`Program.shuffled`)."""

    zone: core.Core


@dataclass(frozen=True, slots=True)
class RevealTo(_Instruction):
    """Let players (all, if `to` is `None`) know components."""

    what: core.Core
    to: core.Core | None


@dataclass(frozen=True, slots=True)
class Throw(_Instruction):
    """Draw a value by chance into a local."""

    slot: core.Slot
    source: core.Core
    weight: core.Core | None
    item: core.Slot
    stream: int
    name: str


@dataclass(frozen=True, slots=True)
class Decide(_Instruction):
    """Ask for a decision; go to `otherwise` if there is no option.

    With `answers` the answer is stored there, beside the cursor of the loop `cursor` runs.
    """

    site: Site
    otherwise: Label | None
    answers: core.Slot | None = None
    cursor: core.Slot | None = None


@dataclass(frozen=True, slots=True)
class RunAnswer(_Instruction):
    """Run the action that was answered in secret."""

    site: Site
    answers: core.Slot
    cursor: core.Slot


@dataclass(frozen=True, slots=True)
class Jump(_Instruction):
    """Go to a place."""

    to: Label


@dataclass(frozen=True, slots=True)
class BranchUnless(_Instruction):
    """Go to a place unless a condition holds."""

    condition: core.Core
    to: Label


@dataclass(frozen=True, slots=True)
class LoopStart(_Instruction):
    """Store a list: `block` is cursor, length, members."""

    block: core.Slot
    over: core.Core


@dataclass(frozen=True, slots=True)
class LoopNext(_Instruction):
    """Take the next member, or leave."""

    block: core.Slot
    item: core.Slot
    leave: Label


@dataclass(frozen=True, slots=True)
class LoopReset(_Instruction):
    """Begin the stored list again."""

    block: core.Slot


@dataclass(frozen=True, slots=True)
class Call(_Instruction):
    """Run a routine with arguments and come back; with `as_` that player is `me` in it.

    The arguments are those of the caller: they are evaluated first, then the player.
    """

    routine: Routine
    args: tuple[core.Core, ...]
    as_: core.Core | None = None


@dataclass(frozen=True, slots=True)
class Return(_Instruction):
    """Leave a routine, forgetting its locals."""

    routine: Routine


@dataclass(frozen=True, slots=True)
class Clear(_Instruction):
    """Forget the locals of a routine from an offset on."""

    routine: Routine
    start: int


@dataclass(frozen=True, slots=True)
class Save(_Instruction):
    """Remember `me` in a local."""

    slot: core.Slot


@dataclass(frozen=True, slots=True)
class SetMe(_Instruction):
    """Make a player `me`."""

    player: core.Core


@dataclass(frozen=True, slots=True)
class Restore(_Instruction):
    """Make the remembered player `me` again."""

    slot: core.Slot


@dataclass(frozen=True, slots=True)
class StartPhase(_Instruction):
    """Begin a phase."""

    phase: int


@dataclass(frozen=True, slots=True)
class NextTurn(_Instruction):
    """Give the turn to the next player who takes part, or leave the phase."""

    candidate: core.Slot
    player: core.Slot
    who: core.Core | None
    forward: bool
    leave: Label


@dataclass(frozen=True, slots=True)
class StopTurn(_Instruction):
    """Leave the turn, or the whole phase."""

    whole_phase: bool


@dataclass(frozen=True, slots=True)
class CheckEnd(_Instruction):
    """End the game if a condition of `end` holds."""


@dataclass(frozen=True, slots=True)
class Finish(_Instruction):
    """The last phase is over."""


Instruction = (
    MoveTo
    | Put
    | Renew
    | TransferTo
    | LayTile
    | ShuffleZone
    | RevealTo
    | Throw
    | Decide
    | RunAnswer
    | Jump
    | BranchUnless
    | LoopStart
    | LoopNext
    | LoopReset
    | Call
    | Return
    | Clear
    | Save
    | SetMe
    | Restore
    | StartPhase
    | NextTurn
    | StopTurn
    | CheckEnd
    | Finish
)


@dataclass(frozen=True, eq=False, slots=True)
class Play:
    """Where a phase's parts begin, for leaving its turn or the phase."""

    name: str
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
class Limit:
    """The greatest number of decisions, and the outcome when it is reached."""

    decisions: int
    outcome: int


@dataclass(frozen=True, slots=True)
class PlaneLayout:
    """Offsets of the parts of a plane.

    For each place the tile there plus 1 (0 for none), for each tile its spot plus 1; for each part the
    feature it belongs to, the next part of that feature (a ring), and, at the feature's first part, its open
    ends.
    """

    tile_at: int
    spot_of: int
    feature: int
    ring: int
    ends: int


@dataclass(frozen=True, eq=False, slots=True)
class Layout:
    """Offsets of the parts of a position."""

    streams: int
    places: int
    zone_of: int
    next: int
    previous: int
    known: int
    first: int
    last: int
    size: int
    planes: Mapping[str, PlaneLayout]
    frames: int
    length: int


@dataclass(frozen=True, eq=False)
class Program:
    """A game ready to run."""

    game: str
    title: m.Text
    spec_hash: str
    players: int
    options: Mapping[str, int | bool | str]
    world: World
    code: tuple[Instruction, ...]
    actions: tuple[ActionSpec, ...]
    streams: tuple[str, ...]
    phases: tuple[Play, ...]
    end: tuple[EndRule, ...]
    score: core.Core | None
    ranking: tuple[core.Core, ...]
    player_slot: core.Slot
    limit: Limit
    layout: Layout
    start: tuple[int, ...]
    labels: Mapping[str, Face]
    """How people read components, by kind; a kind without a label is not here."""
    zone_seen: tuple[int, ...]
    """For each zone a bit for each player who sees into it, or `BY_OWNER`, `BY_OTHERS`: it depends on
    the component's owner."""
    zone_rules: tuple[ZoneRule, ...]
    """For each zone the declaration it comes from."""
    shuffled: tuple[int, ...]
    """For each zone the chance stream that shuffles it; -1 where nothing does."""
    owners: tuple[int, ...]
    """For each component the player it belongs to, or -1."""
    faces: tuple[int, ...]
    """For each component a number that alike components share; -1 where none are alike."""
    stores: tuple[int, ...]
    """What resources and variables begin with, in the order of the position."""
    limited: frozenset[str]
    """The resources whose bank can run dry."""
    made_of: WeakKeyDictionary[object, object] = field(
        default_factory=WeakKeyDictionary, init=False, repr=False
    )
    """What engines have made of the program, each under a key of its own; it goes when the program goes."""

    def __repr__(self) -> str:
        return f"<Program {self.game}, {self.players} players, {len(self.code)} instructions>"
