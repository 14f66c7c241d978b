"""Compiles the expressions that build lists, and the expressions that query lists, to closures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from gamespec.program import expressions as x
from gamespec.program.budget import PARTS
from gamespec.program.domain import NONE
from interpreter.kernels.budget import charged, spend
from interpreter.play import faults

if TYPE_CHECKING:
    from interpreter.engine.expressions.evaluate import Evaluator, Listing, Number

__all__ = ["ListNode", "closure", "same"]

Position = list[int]

ListNode = (
    x.ListOf
    | x.Numbers
    | x.InList
    | x.Length
    | x.Nth
    | x.End
    | x.Ends
    | x.Union
    | x.Distinct
    | x.Reverse
    | x.Only
    | x.ExtremeOf
)


def closure(e: Evaluator, node: ListNode) -> Any:  # noqa: C901, PLR0912 - a case for each node
    """Compile an expression that builds or queries a list to a closure."""
    match node:
        case x.ListOf(_, _, items):
            parts = tuple(e.to_keep(item) for item in items)
            return lambda p: [part(p) for part in parts]
        case x.Numbers(_, _, low, high):
            least, greatest = e.to_keep(low), e.to_keep(high)
            return lambda p: range(least(p), greatest(p) + 1)
        case x.InList(_, _, item, of):
            return _in_list(e, item, of)
        case x.Length(_, _, of):
            counted = e.listing(of)
            return lambda p: len(counted(p))
        case x.Nth():
            return _nth(e, node)
        case x.End(_, _, of, bottom):
            return _end(e.listing(of), -1 if bottom else 0)
        case x.Ends():
            return _ends(e, node)
        case x.Union():
            return _union(e, node)
        case x.Distinct():
            return _distinct(e, node)
        case x.Reverse(at, _, of):
            turned = e.listing(of)
            return charged(e.scratch, lambda p: turned(p)[::-1], at)
        case x.Only():
            return _only(e, node)
        case x.ExtremeOf():
            return _extreme(e, node)
        case _:
            assert_never(node)


def same(e: Evaluator, left: x.Expression, right: x.Expression, at: int) -> Number:
    """Compile the test of whether two lists have the same members in the same order.

    Comparing lists of equal length is charged for their length.
    """
    first, second, scratch = e.listing(left), e.listing(right), e.scratch

    def equal(p: Position) -> int:
        a, b = first(p), second(p)
        if len(a) != len(b):
            return 0
        spend(scratch, len(a), at)
        return all(one == other for one, other in zip(a, b, strict=True))

    return equal


def _in_list(e: Evaluator, item: x.Expression, of: x.Expression) -> Number:
    value = e.number(item)
    match of:
        case x.Fixed(_, _, values):
            members = frozenset(values)
            return lambda p: value(p) in members
        case x.Numbers(_, _, low, high):
            a, b = e.number(low), e.number(high)

            def between(p: Position) -> int:
                found, least, greatest = value(p), a(p), b(p)
                return least <= found <= greatest

            return between
        case _:
            return _among(e, value, e.listing(of), of.at)


def _among(e: Evaluator, value: Number, listing: Listing, at: int) -> Number:
    scratch = e.scratch

    def among(p: Position) -> int:
        found, members = value(p), listing(p)
        spend(scratch, len(members) // PARTS, at)
        return found in members

    return among


def _nth(e: Evaluator, node: x.Nth) -> Number:
    of, number, at = e.listing(node.of), e.number(node.place), node.at

    def nth(p: Position) -> int:
        members, n = of(p), number(p)
        if not 1 <= n <= len(members):
            raise faults.NO_MEMBER.at(at, n=n, length=len(members))
        return members[n - 1]

    return nth


def _end(of: Listing, index: int) -> Number:
    def end(p: Position) -> int:
        members = of(p)
        return members[index] if members else NONE

    return end


def _ends(e: Evaluator, node: x.Ends) -> Listing:
    of, count, reverse = e.listing(node.of), e.number(node.count), node.bottom

    def ends(p: Position) -> Sequence[int]:
        members, n = of(p), max(0, count(p))
        return members[::-1][:n] if reverse else members[:n]

    return charged(e.scratch, ends, node.at)


def _union(e: Evaluator, node: x.Union) -> Listing:
    a, b, scratch, at = e.listing(node.left), e.listing(node.right), e.scratch, node.at

    def union(p: Position) -> list[int]:
        both = [*a(p), *b(p)]
        spend(scratch, len(both), at)
        return list(dict.fromkeys(both))

    return union


def _distinct(e: Evaluator, node: x.Distinct) -> Listing:
    of, scratch, at = e.listing(node.of), e.scratch, node.at

    def distinct(p: Position) -> list[int]:
        members = of(p)
        spend(scratch, len(members), at)
        return list(dict.fromkeys(members))

    return distinct


def _only(e: Evaluator, node: x.Only) -> Number:
    of, at = e.listing(node.of), node.at

    def only(p: Position) -> int:
        members = of(p)
        if len(members) != 1:
            raise faults.NOT_ONE.at(at, length=len(members))
        return members[0]

    return only


def _extreme(e: Evaluator, node: x.ExtremeOf) -> Number:
    of, scratch, at = e.listing(node.of), e.scratch, node.at
    pick, nothing = (max, faults.GREATEST_OF_NOTHING) if node.greatest else (min, faults.LEAST_OF_NOTHING)

    def extreme(p: Position) -> int:
        members = of(p)
        spend(scratch, len(members) // PARTS, at)
        if not members:
            raise nothing.at(at)
        return pick(members)

    return extreme
