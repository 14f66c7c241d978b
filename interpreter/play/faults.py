"""The table of all faults, with the code, text and cure of each, for all engines.

The text of a fault has fields in braces for numbers; `interpreter.play.errors.Fault` lists the possible names
of these fields. The faults of explicit chance are in `interpreter.engine.machine.explicit`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gamespec.program.budget import BUDGET, RESERVE
from gamespec.program.instructions import Hold
from interpreter.play.errors import Fault

__all__ = ["Said", "broken"]


@dataclass(frozen=True, slots=True)
class Said:
    """The code, message and optional cure of a fault."""

    code: str
    message: str
    cure: str | None = None

    def at(self, place: int, **numbers: int) -> Fault:
        """Return the fault at `place` in the program, with `numbers` for the fields of the message."""
        return Fault(self.code, place, self.message, self.cure, **numbers)


NO_OPTION = Said("GS501", "nobody can answer: there is no option", "say what happens under `otherwise`")
DIVIDED_BY_ZERO = Said("GS502", "division by zero")
GREATEST_OF_NOTHING = Said("GS503", "`max` of nothing")
LEAST_OF_NOTHING = Said("GS503", "`min` of nothing")
NOT_ONE = Said("GS504", "`the` needs exactly one value, but there are {length}")
NOT_THERE = Said("GS504", "`the` needs a value, but this is `none`")
OUT_OF_BOUNDS = Said("GS505", "{value} is not in `{low}..{high}`{goes}")
TOO_MANY_TOKENS = Said("GS505", "{n} {store} are more than `{low}..{high}` allows")
NO_ROOM = Said("GS506", "{zone} holds at most {most}")
NEGATIVE_TRANSFER = Said("GS507", "a transfer of {n} {store}", "exchange `from` and `to`")
NOT_ENOUGH_TOKENS = Said("GS507", "{n} {store} cannot be taken from {held}")
RUNAWAY = Said("GS508", f"more than {BUDGET:,} units of work without a decision")
_SO_FAR = f"after more than {BUDGET - RESERVE:,} units of work without a decision"
_UNLESS_SOMEBODY = "leave the phase where nobody can act, by `until` or `stop: phase`, or end the game"
IDLE_TURNS = Said("GS508", f"another turn {_SO_FAR}", _UNLESS_SOMEBODY)
IDLE_PHASES = Said("GS508", f"another phase {_SO_FAR}", _UNLESS_SOMEBODY)
TOO_GREAT = Said("GS509", "{value} does not fit into 32 bits")
TOKENS_TOO_GREAT = Said("GS509", "{n} {store} do not fit into 32 bits")
WEIGHTS_TOO_GREAT = Said("GS509", "weights of {total} together do not fit into 32 bits")
NO_MEMBER = Said("GS510", "there is no member {n} of {length}")
NO_SEAT = Said("GS510", "there is no seat {n} of {players}")
NO_CELL = Said("GS510", "there is no cell in column {column}, row {row}")
NOTHING_TO_DRAW = Said("GS511", "there is nothing to draw from")
NOT_DRAWN = Said("GS511", "the scripted value cannot be drawn here")
LONG_LIST = Said("GS512", "a list of {length} values, but at most {most} are allowed")
LAID_TILE = Said("GS514", "a tile that has been laid stays where it is")
MISFIT = Said("GS514", "the tile cannot lie at {spot}")
FULL_HISTORY = Said(
    "GS515",
    "{history} holds {most} situations and has no room for another",
    "use `forget` after an irreversible step, or give the history a greater `length`",
)
_BROKEN = Said("GS517", "the invariant {invariant} does not hold")
_BROKEN_FOR = Said("GS517", "the invariant {invariant} does not hold for {seat}")
NO_ORDER = Said("GS516", "{zone} has no order to shuffle", "declare it `ordered: true`")


def broken(check: Hold) -> tuple[Said, dict[str, int]]:
    """Return the fault of an invariant that does not hold, and the numbers for its fields."""
    numbers = {"invariant": check.invariant}
    return (_BROKEN, numbers) if check.seat is None else (_BROKEN_FOR, numbers | {"seat": check.seat})
