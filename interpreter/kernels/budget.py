"""The budget of a running program, kept in the first two cells of the evaluator's scratch list.

The first cell holds the units that remain. The second cell counts the computations, so a cost that is charged
once per computation can be recognized.

The budget is not part of the position, because equal positions must stay equal however much work led to them.
It is refilled when a computation starts. The cost of a whole iteration is charged before its first member is
visited.
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
    """Begin a computation with the full budget."""
    scratch[0] = BUDGET
    scratch[1] += 1


def spend(scratch: Work, units: int, at: int) -> None:
    """Take `units` from the budget. Raises `Fault` at the place `at` if the budget is exhausted."""
    left = scratch[0] = scratch[0] - units
    if left < 0:
        raise exhausted(at)


def begin(scratch: list[int], said: Said, at: int) -> None:
    """Begin a turn or a phase. Raises the fault `said` at `at` if less than the reserve is left."""
    if scratch[0] < RESERVE:
        raise said.at(at)


def exhausted(at: int) -> Fault:
    """Return the fault to raise if the budget is exhausted at the place `at`."""
    return faults.RUNAWAY.at(at)


def charged(
    scratch: list[int], listing: Callable[[list[int]], Sequence[int]], at: int
) -> Callable[[list[int]], Sequence[int]]:
    """Return a function that builds the same list as `listing` and charges one unit per member."""

    def made(p: list[int]) -> Sequence[int]:
        members = listing(p)
        left = scratch[0] = scratch[0] - len(members)
        if left < 0:
            raise exhausted(at)
        return members

    return made
