"""The budget while a program runs: what is left of it is the first cell of the evaluator's scratch list.

The second cell counts the computations, so that what is paid for once in each knows when the next begins.

It lies beside the position, because a position is the same however much work led to it. Whoever begins a
computation fills it; whatever is gone through takes from it at once, as a whole, before the first member.
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
    """Take units from the budget. Raises `Fault` at the place that has used it up."""
    left = scratch[0] = scratch[0] - units
    if left < 0:
        raise exhausted(at)


def begin(scratch: list[int], said: Said, at: int) -> None:
    """Begin a turn or a phase. Raises the fault that is `said` at its place if the reserve is used up."""
    if scratch[0] < RESERVE:
        raise said.at(at)


def exhausted(at: int) -> Fault:
    """The fault of a place at which nothing is left."""
    return faults.RUNAWAY.at(at)


def charged(
    scratch: list[int], listing: Callable[[list[int]], Sequence[int]], at: int
) -> Callable[[list[int]], Sequence[int]]:
    """A function that makes a list, with a unit to pay for each member."""

    def made(p: list[int]) -> Sequence[int]:
        members = listing(p)
        left = scratch[0] = scratch[0] - len(members)
        if left < 0:
            raise exhausted(at)
        return members

    return made
