"""The table of all faults, with the code, text and cure of each, for all engines.

The text of a fault has fields in braces for numbers; `interpreter.play.errors.Fault` lists the possible names
of these fields. The faults of explicit chance are in `interpreter.engine.machine.explicit`.
"""

from __future__ import annotations

from gamespec.program.budget import BUDGET, RESERVE
from gamespec.program.frozen import dataclass
from gamespec.program.instructions import Hold
from interpreter.play.errors import Fault

__all__ = ["Said", "broken"]


@dataclass(frozen=True, slots=True)
class Said:
    """The code, message and cure of a fault."""

    code: str
    message: str
    cure: str

    def at(self, place: int, **numbers: int) -> Fault:
        """Return the fault at `place` in the program, with `numbers` for the fields of the message."""
        return Fault(self.code, place, self.message, self.cure, **numbers)


NO_OPTION = Said("GS501", "nobody can answer: there is no option", "say what happens under `otherwise`")
DIVIDED_BY_ZERO = Said("GS502", "division by zero", "test first that the divisor is not 0")
_IF_ANY = "test `not empty(…)` first, or say what it is without members, as in `max(…) if … else 0`"
GREATEST_OF_NOTHING = Said("GS503", "`max` of nothing", _IF_ANY)
LEAST_OF_NOTHING = Said("GS503", "`min` of nothing", _IF_ANY)
NOT_ONE = Said(
    "GS504", "`the` needs exactly one value, but there are {length}", "test first that there is exactly one"
)
NOT_THERE = Said("GS504", "`the` needs a value, but this is `none`", "test first that it is not `none`")
OUT_OF_BOUNDS = Said(
    "GS505",
    "{value} is not in `{low}..{high}`{goes}",
    "widen the range, or keep the value in it, by a condition or by `min` and `max`",
)
TOO_MANY_TOKENS = Said(
    "GS505",
    "{n} {store} are more than `{low}..{high}` allows",
    "widen the range, or transfer no more than there is room for",
)
NO_ROOM = Said("GS506", "{zone} holds at most {most}", "move components out first, or raise its `capacity`")
NEGATIVE_TRANSFER = Said("GS507", "a transfer of {n} {store}", "exchange `from` and `to`")
NOT_ENOUGH_TOKENS = Said(
    "GS507", "{n} {store} cannot be taken from {held}", "test first that there are enough, or take fewer"
)
RUNAWAY = Said(
    "GS508",
    f"more than {BUDGET:,} units of work without a decision",
    "see that each loop ends, or compute less between two decisions",
)
_SO_FAR = f"after more than {BUDGET - RESERVE:,} units of work without a decision"
_UNLESS_SOMEBODY = "leave the phase where nobody can act, by `until` or `stop: phase`, or end the game"
IDLE_TURNS = Said("GS508", f"another turn {_SO_FAR}", _UNLESS_SOMEBODY)
IDLE_PHASES = Said("GS508", f"another phase {_SO_FAR}", _UNLESS_SOMEBODY)
_SMALLER = "compute it from smaller numbers"
TOO_GREAT = Said("GS509", "{value} does not fit into 32 bits", _SMALLER)
TOKENS_TOO_GREAT = Said("GS509", "{n} {store} do not fit into 32 bits", _SMALLER)
WEIGHTS_TOO_GREAT = Said(
    "GS509", "weights of {total} together do not fit into 32 bits", "give the values smaller weights"
)
_COUNTED = "test the number first; members and seats are counted from 1"
NO_MEMBER = Said("GS510", "there is no member {n} of {length}", _COUNTED)
NO_SEAT = Said("GS510", "there is no seat {n} of {players}", _COUNTED)
NO_CELL = Said("GS510", "there is no cell in column {column}, row {row}", "test the column and the row first")
NOTHING_TO_DRAW = Said(
    "GS511", "there is nothing to draw from", "test first that a value has a weight, or a list members"
)
NOT_DRAWN = Said("GS511", "the scripted value cannot be drawn here", "script a value that can be drawn")
LONG_LIST = Said(
    "GS512", "a list of {length} values, but at most {most} are allowed", "test or shorten the list first"
)
LAID_TILE = Said("GS514", "a tile that has been laid stays where it is", "move only tiles that are not laid")
MISFIT = Said("GS514", "the tile cannot lie at {spot}", "lay it at one of its `spots`")
FULL_HISTORY = Said(
    "GS515",
    "{history} holds {most} situations and has no room for another",
    "use `forget` after an irreversible step, or give the history a greater `length`",
)
_WRONG = "mend the step after which it fails, or the invariant"
_BROKEN = Said("GS517", "the invariant {invariant} does not hold", _WRONG)
_BROKEN_FOR = Said("GS517", "the invariant {invariant} does not hold for {seat}", _WRONG)
NO_ORDER = Said("GS516", "{zone} has no order to shuffle", "declare it `ordered: true`")


def broken(check: Hold) -> tuple[Said, dict[str, int]]:
    """Return the fault of an invariant that does not hold, and the numbers for its fields."""
    numbers = {"invariant": check.invariant}
    return (_BROKEN, numbers) if check.seat is None else (_BROKEN_FOR, numbers | {"seat": check.seat})
