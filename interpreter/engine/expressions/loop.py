"""The building blocks of quantifiers: closures of values and lists, and the loop over a list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from interpreter.kernels.budget import spend

__all__ = ["Listing", "Loop", "Number", "Position", "bound"]

Position = list[int]
Number = Callable[[Position], int]
Listing = Callable[[Position], Sequence[int]]


class Loop(NamedTuple):
    """A loop over a list: the variable's place, the list, the cost per member, and the place."""

    scratch: list[int]
    place: int
    over: Listing
    each: int
    at: int


def bound(loop: Loop, p: Position) -> Iterator[int]:
    """Yield the members of the list, with the variable bound to each; all are charged before the first."""
    members = loop.over(p)
    spend(loop.scratch, len(members) * loop.each, loop.at)
    for x in members:
        loop.scratch[loop.place] = x
        yield x
