"""Instructions of a program: steps as flat code.

Each has a place, a number unique in the program (`at`), and a cost besides the lists it iterates over. `to`,
`leave` and `otherwise` are numbers of instructions; slots, routines, sites, stores and planes are given by
their number in the program's tables.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program.expressions import Bank, Expression, Load
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
    """Move a component, or the members of a list, to a zone; they are evaluated before the destination.

    Each component costs `each`, because inserting it in order may take a search.
    """

    what: Expression
    to: Expression
    bottom: bool
    each: Cost


@dataclass(frozen=True, slots=True)
class Put(_Instruction):
    """Put a value into a store; the destination is evaluated before the value."""

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
    """Move tokens between two holders of one store, of one sort if it has several."""

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
    """Put a zone into random order, using its stream (`Zone.stream`)."""

    zone: Expression


@dataclass(frozen=True, slots=True)
class RevealTo(_Instruction):
    """Let players (all, if `to` is `None`) know components."""

    what: Expression
    to: Expression | None


@dataclass(frozen=True, slots=True)
class ShowTo(_Instruction):
    """Let players (all, if `to` is `None`) know an attribute of components.

    With a `value`, they learn of each component only whether it has that value.
    """

    what: Expression
    to: Expression | None
    attribute: AttributeNumber
    value: Expression | None


@dataclass(frozen=True, slots=True)
class Throw(_Instruction):
    """Draw a value by chance into a slot.

    `told` are the players who learn the result, everyone if it is `None`; it is evaluated first. `weight` is
    the relative weight of each value, which is its `variable`; each costs `each`. `component` says whether
    the values are components: only players who know the component learn which one it is.
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
    """Ask for a decision; go to `otherwise` if there is no option.

    With `answers`, the answer is stored in that slot, indexed by the loop cursor in slot `cursor`.
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
    """Replace the places that were chosen as values of an action by components.

    The slots of its values may hold places of unordered zones, as numbers below -1
    (`interpreter.play.options`). Each becomes one of the components that may lie there, drawn uniformly
    without replacement by the stream of its zone.
    """

    action: ActionNumber


@dataclass(frozen=True, slots=True)
class DrawSecret(_Instruction):
    """Replace the places in the secret answer just given by components, as `DrawHidden` does.

    Nobody is shown these components.
    """

    site: SiteNumber
    answers: SlotNumber
    cursor: SlotNumber


@dataclass(frozen=True, slots=True)
class Jump(_Instruction):
    """Go to a place."""

    to: CodeNumber


@dataclass(frozen=True, slots=True)
class BranchUnless(_Instruction):
    """Go to a place unless a condition holds."""

    condition: Expression
    to: CodeNumber


@dataclass(frozen=True, slots=True)
class LoopStart(_Instruction):
    """Store a list: `block` is cursor, length, members."""

    block: SlotNumber
    over: Expression


@dataclass(frozen=True, slots=True)
class LoopNext(_Instruction):
    """Take the next member, or leave."""

    block: SlotNumber
    item: SlotNumber
    leave: CodeNumber


@dataclass(frozen=True, slots=True)
class LoopReset(_Instruction):
    """Restart the iteration over the stored list."""

    block: SlotNumber


@dataclass(frozen=True, slots=True)
class Call(_Instruction):
    """Run a routine with arguments and return; with `as_`, that player is `me` in it.

    The arguments are evaluated first, in the caller's context, then the player.
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
    """Clear the locals of a routine from an offset on."""

    routine: RoutineNumber
    start: Count


@dataclass(frozen=True, slots=True)
class Save(_Instruction):
    """Save `me` in a slot."""

    slot: SlotNumber


@dataclass(frozen=True, slots=True)
class SetMe(_Instruction):
    """Make a player `me`."""

    player: Expression


@dataclass(frozen=True, slots=True)
class Restore(_Instruction):
    """Restore the saved `me`."""

    slot: SlotNumber


@dataclass(frozen=True, slots=True)
class StartPhase(_Instruction):
    """Begin a phase."""

    phase: PhaseNumber


@dataclass(frozen=True, slots=True)
class NextTurn(_Instruction):
    """Give the turn to the next participating player, or leave the phase.

    The search begins with the player in slot `candidate`; `who` decides whether the player in `variable`
    participates.
    """

    candidate: SlotNumber
    variable: VariableNumber
    who: Expression | None
    forward: bool
    leave: CodeNumber


@dataclass(frozen=True, slots=True)
class StopTurn(_Instruction):
    """Leave the turn, or the innermost phase."""

    whole_phase: bool


@dataclass(frozen=True, slots=True)
class Remember(_Instruction):
    """Add the present situation to a history; exceeding its length is a fault (GS515)."""

    history: HistoryNumber


@dataclass(frozen=True, slots=True)
class Forget(_Instruction):
    """Remove all situations from a history."""

    history: HistoryNumber


@dataclass(frozen=True, slots=True)
class LeavePhase(_Instruction):
    """Leave a running phase and everything running in it."""

    phase: PhaseNumber


@dataclass(frozen=True, slots=True)
class CheckEnd(_Instruction):
    """End the game if a condition of `end` holds."""


@dataclass(frozen=True, slots=True)
class Finish(_Instruction):
    """The last phase is over."""


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
)
