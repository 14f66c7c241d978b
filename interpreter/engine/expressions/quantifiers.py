"""Quantifiers to closures: one maker for each word.

Each pays for its whole list before the first member, whether or not it will stop early, so that going on
costs nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from interpreter.engine.expressions.loop import Listing, Loop, Number, Position
from interpreter.engine.expressions.matching import matching
from interpreter.kernels.budget import exhausted
from interpreter.play import faults

__all__ = ["QUANTIFIERS"]

Maker = Callable[[Loop, Any], Any]


def _any(loop: Loop, body: Number) -> Number:
    scratch, place, over, each, at = loop

    def any_(p: Position) -> int:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        for x in members:
            scratch[place] = x
            if body(p):
                return 1
        return 0

    return any_


def _all(loop: Loop, body: Number) -> Number:
    scratch, place, over, each, at = loop

    def all_(p: Position) -> int:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        for x in members:
            scratch[place] = x
            if not body(p):
                return 0
        return 1

    return all_


def _none(loop: Loop, body: Number) -> Number:
    some = _any(loop, body)
    return lambda p: not some(p)


def _count(loop: Loop, body: Number) -> Number:
    scratch, place, over, each, at = loop

    def count(p: Position) -> int:
        members, found = over(p), 0
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        for x in members:
            scratch[place] = x
            if body(p):
                found += 1
        return found

    return count


def _filter(loop: Loop, body: Number) -> Listing:
    scratch, place, over, each, at = loop

    def filter_(p: Position) -> list[int]:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        found: list[int] = []
        for x in members:
            scratch[place] = x
            if body(p):
                found.append(x)
        return found

    return filter_


def _while(loop: Loop, body: Number) -> Listing:
    scratch, place, over, each, at = loop

    def while_(p: Position) -> list[int]:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        found: list[int] = []
        for x in members:
            scratch[place] = x
            if not body(p):
                break
            found.append(x)
        return found

    return while_


def _until(loop: Loop, body: Number) -> Listing:
    scratch, place, over, each, at = loop

    def until(p: Position) -> list[int]:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        found: list[int] = []
        for x in members:
            scratch[place] = x
            found.append(x)
            if body(p):
                break
        return found

    return until


def _first(loop: Loop, body: Number) -> Number:
    scratch, place, over, each, at = loop

    def first(p: Position) -> int:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        for x in members:
            scratch[place] = x
            if body(p):
                return x
        return NONE

    return first


def _the(loop: Loop, body: Number) -> Number:
    select, at = _filter(loop, body), loop.at

    def the(p: Position) -> int:
        found = select(p)
        if len(found) != 1:
            raise faults.NOT_ONE.at(at, length=len(found))
        return found[0]

    return the


def _pairs(loop: Loop, body: Number) -> Callable[[Position], tuple[Sequence[int], list[int]]]:
    """The members of the list and the body's values for them."""
    scratch, place, over, each, at = loop

    def pairs(p: Position) -> tuple[Sequence[int], list[int]]:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        found: list[int] = []
        for x in members:
            scratch[place] = x
            found.append(body(p))
        return members, found

    return pairs


def _map(loop: Loop, body: Number) -> Listing:
    pairs = _pairs(loop, body)
    return lambda p: pairs(p)[1]


def _flat(loop: Loop, body: Listing) -> Listing:
    scratch, place, over, each, at = loop

    def flat(p: Position) -> list[int]:
        members = over(p)
        left = scratch[0] = scratch[0] - len(members) * each
        if left < 0:
            raise exhausted(at)
        found: list[int] = []
        for x in members:
            scratch[place] = x
            more = body(p)
            left = scratch[0] = scratch[0] - len(more)
            if left < 0:
                raise exhausted(at)
            found += more
        return found

    return flat


def _sum(loop: Loop, body: Number) -> Number:
    pairs, at = _pairs(loop, body), loop.at

    def sum_(p: Position) -> int:
        total = sum(pairs(p)[1])
        if not INT_MIN <= total <= INT_MAX:
            raise faults.TOO_GREAT.at(at, value=total)
        return total

    return sum_


def _extreme(pick: Callable[[Sequence[int]], int], nothing: faults.Said) -> Maker:
    def make(loop: Loop, body: Number) -> Number:
        pairs, at = _pairs(loop, body), loop.at

        def extreme(p: Position) -> int:
            _, found = pairs(p)
            if not found:
                raise nothing.at(at)
            return pick(found)

        return extreme

    return make


def _best(loop: Loop, body: Number) -> Listing:
    pairs = _pairs(loop, body)

    def best(p: Position) -> list[int]:
        members, found = pairs(p)
        greatest = max(found, default=0)
        return [x for x, value in zip(members, found, strict=True) if value == greatest]

    return best


def _sort(loop: Loop, body: Number) -> Listing:
    pairs = _pairs(loop, body)

    def sort(p: Position) -> list[int]:
        members, found = pairs(p)
        return [members[i] for i in sorted(range(len(found)), key=found.__getitem__)]

    return sort


QUANTIFIERS: dict[str, Maker] = {
    "any": _any,
    "all": _all,
    "none": _none,
    "count": _count,
    "filter": _filter,
    "while": _while,
    "until": _until,
    "first": _first,
    "the": _the,
    "sum": _sum,
    "min": _extreme(min, faults.LEAST_OF_NOTHING),
    "max": _extreme(max, faults.GREATEST_OF_NOTHING),
    "best": _best,
    "sort": _sort,
    "map": _map,
    "flat": _flat,
    "matching": matching,
}
