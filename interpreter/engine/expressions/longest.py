"""Compiles `trail` and `path` to closures, which collect lists of members and search them with a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from interpreter.kernels.budget import spend
from interpreter.kernels.longest import Ways
from interpreter.kernels.terms import Lists

if TYPE_CHECKING:
    from interpreter.engine.expressions.evaluate import Evaluator, Number
    from interpreter.kernels.terms import Position

__all__ = ["closure"]


def closure(e: Evaluator, node: x.Longest) -> Number:
    """Compile a `trail` or `path` expression to a closure."""
    scratch, place, each, at, most = e.scratch, e.place(node.variable), node.each, node.at, node.most
    over, body = e.listing(node.over), e.listing(node.body)

    def longest(p: Position) -> int:
        members, flat, starts = list(dict.fromkeys(over(p))), list[int](), [0]
        spend(scratch, len(members) * each, at)
        for member in members:
            scratch[place] = member
            flat += body(p)
            spend(scratch, len(flat) - starts[-1], at)
            starts.append(len(flat))
        ways = Ways(Lists(), node.kind, len(members), len(flat))
        ways.flat[:], ways.starts[:] = flat, starts
        return ways.longest(scratch, members, len(members), most, at)

    return longest
