"""The building blocks of quantifiers: the types of closures, and the loop over the members of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from interpreter.kernels.budget import spend

__all__ = ["Listing", "Loop", "Number", "Position", "bound"]

Position = list[int]
Number = Callable[[Position], int]
Listing = Callable[[Position], Sequence[int]]


class Loop(NamedTuple):
    """A loop over the members of a list.

    `place` is the variable's index in `scratch`, `over` evaluates the list, `each` is the cost of one member
    in units of work, and `at` is the place of the quantifier in the program.
    """

    scratch: list[int]
    place: int
    over: Listing
    each: int
    at: int


def bound(loop: Loop, p: Position) -> Iterator[int]:
    """Yield the members of the list, each with the variable bound to it. The whole list is charged first."""
    members = loop.over(p)
    spend(loop.scratch, len(members) * loop.each, loop.at)
    for x in members:
        loop.scratch[loop.place] = x
        yield x
