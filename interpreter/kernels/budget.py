"""The budget of a running program: the first cell of the evaluator's scratch list is what remains.

The second cell counts the computations, so that costs charged once per computation are recognized.

The budget is not in the position, because a position is the same however much work led to it. The start of a
computation refills it; each iteration is charged as a whole, before the first member.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamespec.program.budget import BUDGET, RESERVE
from interpreter.kernels.terms import Work
from interpreter.play import faults
from interpreter.play.errors import Fault
from interpreter.play.faults import Said

__all__ = ["begin", "charged", "exhausted", "refill", "spend"]


def refill(scratch: list[int]) -> None:
    """Begin a computation with the whole budget."""
    scratch[0] = BUDGET
    scratch[1] += 1


def spend(scratch: Work, units: int, at: int) -> None:
    """Take units from the budget. Raises `Fault` at the place that exhausts it."""
    left = scratch[0] = scratch[0] - units
    if left < 0:
        raise exhausted(at)


def begin(scratch: list[int], said: Said, at: int) -> None:
    """Begin a turn or a phase. Raises the fault `said` at its place if less than the reserve is left."""
    if scratch[0] < RESERVE:
        raise said.at(at)


def exhausted(at: int) -> Fault:
    """Make the fault of a place that exhausts the budget."""
    return faults.RUNAWAY.at(at)


def charged(
    scratch: list[int], listing: Callable[[list[int]], Sequence[int]], at: int
) -> Callable[[list[int]], Sequence[int]]:
    """Make a function that builds a list and charges a unit per member."""

    def made(p: list[int]) -> Sequence[int]:
        members = listing(p)
        left = scratch[0] = scratch[0] - len(members)
        if left < 0:
            raise exhausted(at)
        return members

    return made
