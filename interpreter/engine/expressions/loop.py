"""What quantifiers are made of: closures of values and lists, and the loop that goes through a list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

__all__ = ["Listing", "Loop", "Number", "Position"]

Position = list[int]
Number = Callable[[Position], int]
Listing = Callable[[Position], Sequence[int]]


class Loop(NamedTuple):
    """What goes through a list: where the variable lies, the list, what each member costs, the place."""

    scratch: list[int]
    place: int
    over: Listing
    each: int
    at: int
