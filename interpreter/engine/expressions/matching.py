"""Compiles `matching` to a closure, which collects each member's candidates and searches with a kernel."""

from __future__ import annotations

from interpreter.engine.expressions.loop import Listing, Loop, Number, Position
from interpreter.kernels.budget import spend
from interpreter.kernels.matching import Matching
from interpreter.kernels.terms import Lists

__all__ = ["matching"]


def matching(loop: Loop, body: Listing) -> Number:
    """Compile `matching` to a closure. Each candidate that the search examines costs one unit of work."""
    scratch, place, over, each, at = loop

    def matched(p: Position) -> int:
        members, flat, starts = over(p), list[int](), [0]
        spend(scratch, len(members) * each, at)
        for member in members:
            scratch[place] = member
            flat += body(p)
            starts.append(len(flat))
        lists = Matching(Lists(), len(members), len(flat))
        lists.values[:], lists.starts[:] = flat, starts
        return lists.served(scratch, len(members), at)

    return matched
