"""Instructions of a program, which are steps as flat code.

Each instruction has a place (`at`), which is a number unique in the program, and a cost that does not include
the lists over which it iterates. `to`, `leave` and `otherwise` are numbers of instructions. Slots, routines,
sites, stores and planes are given by their numbers in the program's tables.
"""

from __future__ import annotations

from gamespec.program.expressions import Bank, Expression, Load
from gamespec.program.frozen import dataclass
from gamespec.program.marks import (
    ActionNumber,
    AttributeNumber,
    CodeNumber,
    Cost,
    Count,
    HistoryNumber,
    PhaseNumber,
    Place,
    PlaneNumber,
    RoutineNumber,
    SiteNumber,
    SlotNumber,
    StoreNumber,
    StreamNumber,
    VariableNumber,
)

__all__ = [
    "BranchUnless",
    "Call",
    "CheckEnd",
    "Clear",
    "Decide",
    "DrawHidden",
    "DrawSecret",
    "Finish",
    "Forget",
    "Hold",
    "Instruction",
    "Jump",
    "LayTile",
    "LeavePhase",
    "LoopNext",
    "LoopReset",
    "LoopStart",
    "MoveTo",
    "NextTurn",
    "Put",
    "PutLocal",
    "Remember",
    "Renew",
    "Restore",
    "Return",
    "RevealTo",
    "RunAnswer",
    "Save",
    "SetMe",
    "ShowTo",
    "ShuffleZone",
    "StartPhase",
    "StopTurn",
    "Throw",
    "TransferTo",
]


@dataclass(frozen=True, slots=True)
class _Instruction:
    at: Place
    cost: Cost


@dataclass(frozen=True, slots=True)
class MoveTo(_Instruction):
    """Move a component, or the members of a list, to a zone.

    The components are evaluated before the destination. Each component costs `each` units, because inserting
    it in order may take a search.
    """

    what: Expression
    to: Expression
    bottom: bool
    each: Cost


@dataclass(frozen=True, slots=True)
class Put(_Instruction):
    """Put a value into a member of a store. The destination is evaluated before the value."""

    target: Load
    value: Expression


@dataclass(frozen=True, slots=True)
class PutLocal(_Instruction):
    """Put a value into a slot."""

    slot: SlotNumber
    value: Expression


@dataclass(frozen=True, slots=True)
class Renew(_Instruction):
    """Reset all members of a store to their start values."""

    store: StoreNumber


@dataclass(frozen=True, slots=True)
class TransferTo(_Instruction):
    """Move tokens between two holders of one store. If the store has several sorts, they are of one sort."""

    amount: Expression
    source: Load | Bank
    target: Load | Bank


@dataclass(frozen=True, slots=True)
class LayTile(_Instruction):
    """Lay a tile at a spot of a plane."""

    what: Expression
    spot: Expression
    plane: PlaneNumber


@dataclass(frozen=True, slots=True)
class ShuffleZone(_Instruction):
    """Put the components of a zone into random order, using the zone's stream (`Zone.stream`)."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class RevealTo(_Instruction):
    """Let players know components. If `to` is `None`, all players learn them."""

    what: Expression
    to: Expression | None


@dataclass(frozen=True, slots=True)
class ShowTo(_Instruction):
    """Let players know an attribute of components. If `to` is `None`, all players learn it.

    With a `value`, the players learn of each component only whether its attribute has that value.
    """

    what: Expression
    to: Expression | None
    attribute: AttributeNumber
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Throw(_Instruction):
    """Draw a value by chance, and put it into a slot.

    `told` are the players who learn the result, or `None` if everyone does; it is evaluated first. `weight`
    is the relative weight of the value in `variable`, and is evaluated for each value at a cost of `each`.
    `component` says whether the values are components. If so, only players who know the drawn component learn
    which one it is.
    """

    slot: SlotNumber
    source: Expression
    weight: Expression | None
    variable: VariableNumber
    stream: StreamNumber
    component: bool
    told: Expression | None
    each: Cost


@dataclass(frozen=True, slots=True)
class Decide(_Instruction):
    """Ask for a decision, or go to `otherwise` if there is no option.

    With `answers`, the answer is stored in that slot, at the index that the loop cursor in slot `cursor`
    gives.
    """

    site: SiteNumber
    otherwise: CodeNumber | None
    answers: SlotNumber | None
    cursor: SlotNumber | None


@dataclass(frozen=True, slots=True)
class RunAnswer(_Instruction):
    """Run the action that a player chose in a secret answer."""

    site: SiteNumber
    answers: SlotNumber
    cursor: SlotNumber


@dataclass(frozen=True, slots=True)
class DrawHidden(_Instruction):
    """Replace places that were chosen as values of an action by components.

    The slots of the action's values may hold places of unordered zones, as numbers below -1
    (`interpreter.play.options`). Each place becomes one of the components that may lie there, drawn uniformly
    without replacement by the stream of its zone.
    """

    action: ActionNumber


@dataclass(frozen=True, slots=True)
class DrawSecret(_Instruction):
    """Replace the places in the secret answer that was just given by components, as `DrawHidden` does.

    Nobody is shown these components.
    """

    site: SiteNumber
    answers: SlotNumber
    cursor: SlotNumber


@dataclass(frozen=True, slots=True)
class Jump(_Instruction):
    """Go to the instruction `to`."""

    to: CodeNumber


@dataclass(frozen=True, slots=True)
class BranchUnless(_Instruction):
    """Go to the instruction `to` unless a condition holds."""

    condition: Expression
    to: CodeNumber


@dataclass(frozen=True, slots=True)
class LoopStart(_Instruction):
    """Store a list for a loop. The slot `block` holds the cursor, the length and the members."""

    block: SlotNumber
    over: Expression


@dataclass(frozen=True, slots=True)
class LoopNext(_Instruction):
    """Put the next member of the loop's list into a slot, or leave the loop if there is none."""

    block: SlotNumber
    item: SlotNumber
    leave: CodeNumber


@dataclass(frozen=True, slots=True)
class LoopReset(_Instruction):
    """Restart the iteration over the list that the loop has stored."""

    block: SlotNumber


@dataclass(frozen=True, slots=True)
class Call(_Instruction):
    """Run a routine with arguments, and then continue. With `as_`, that player is `me` in the routine.

    The arguments are evaluated first, in the caller's context, and then the player.
    """

    routine: RoutineNumber
    args: tuple[Expression, ...]
    as_: Expression | None


@dataclass(frozen=True, slots=True)
class Return(_Instruction):
    """Return from a routine and clear its locals."""

    routine: RoutineNumber


@dataclass(frozen=True, slots=True)
class Clear(_Instruction):
    """Clear the locals of a routine from a given offset in its frame on."""

    routine: RoutineNumber
    start: Count


@dataclass(frozen=True, slots=True)
class Save(_Instruction):
    """Save `me` in a slot."""

    slot: SlotNumber


@dataclass(frozen=True, slots=True)
class SetMe(_Instruction):
    """Make a given player `me`."""

    player: Expression


@dataclass(frozen=True, slots=True)
class Restore(_Instruction):
    """Restore the `me` that was saved in a slot."""

    slot: SlotNumber


@dataclass(frozen=True, slots=True)
class StartPhase(_Instruction):
    """Begin a phase."""

    phase: PhaseNumber


@dataclass(frozen=True, slots=True)
class NextTurn(_Instruction):
    """Give the turn to the next participating player, or leave the phase if there is none.

    The search begins with the player in slot `candidate`. `who` decides whether the player in `variable`
    participates.
    """

    candidate: SlotNumber
    variable: VariableNumber
    who: Expression | None
    forward: bool
    leave: CodeNumber


@dataclass(frozen=True, slots=True)
class StopTurn(_Instruction):
    """Leave the current turn, or the innermost phase."""

    whole_phase: bool


@dataclass(frozen=True, slots=True)
class Remember(_Instruction):
    """Add the present situation to a history. Exceeding the length of the history is a fault (GS515)."""

    history: HistoryNumber


@dataclass(frozen=True, slots=True)
class Forget(_Instruction):
    """Remove all situations from a history."""

    history: HistoryNumber


@dataclass(frozen=True, slots=True)
class LeavePhase(_Instruction):
    """Leave a running phase, and everything that is running within it."""

    phase: PhaseNumber


@dataclass(frozen=True, slots=True)
class CheckEnd(_Instruction):
    """End the game if the condition of an entry in `end` holds."""


@dataclass(frozen=True, slots=True)
class Hold(_Instruction):
    """Check an invariant, given by its number in the specification; it is a fault (GS517) if it fails.

    `seat` is the player for whom it is checked, if there is one. With `last`, it is checked only if the limit
    on the number of decisions has been reached. Trials skip this instruction. Only programs that were
    requested with invariants contain it. Its cost is 0, and so is that of a `PutLocal` that prepares it: each
    has a budget of its own. Such a program cannot be read from a file, because a reader requires a cost.
    """

    invariant: Count
    seat: Count | None
    condition: Expression
    last: bool


@dataclass(frozen=True, slots=True)
class Finish(_Instruction):
    """Finish the game, because its last phase is over."""


Instruction = (
    MoveTo
    | Put
    | PutLocal
    | Renew
    | TransferTo
    | LayTile
    | ShuffleZone
    | RevealTo
    | ShowTo
    | Throw
    | Decide
    | RunAnswer
    | DrawHidden
    | DrawSecret
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
    | Remember
    | Forget
    | LeavePhase
    | CheckEnd
    | Finish
    | Hold
)
