"""Compiles quantifiers to closures, with one function for each kind of quantifier.

Each quantifier is charged for its whole list before the first member is visited, even if the loop may stop
early. Iterating over the list then costs nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import Any

from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from interpreter.engine.expressions.loop import Listing, Loop, Number, Position, bound
from interpreter.engine.expressions.matching import matching
from interpreter.kernels.budget import spend
from interpreter.play import faults

__all__ = ["QUANTIFIERS"]

Maker = Callable[[Loop, Any], Any]


def _any(loop: Loop, body: Number) -> Number:
    return lambda p: int(any(body(p) for _ in bound(loop, p)))


def _all(loop: Loop, body: Number) -> Number:
    return lambda p: int(all(body(p) for _ in bound(loop, p)))


def _none(loop: Loop, body: Number) -> Number:
    return lambda p: int(not any(body(p) for _ in bound(loop, p)))


def _count(loop: Loop, body: Number) -> Number:
    return lambda p: sum(1 for _ in bound(loop, p) if body(p))


def _filter(loop: Loop, body: Number) -> Listing:
    return lambda p: [x for x in bound(loop, p) if body(p)]


def _while(loop: Loop, body: Number) -> Listing:
    return lambda p: [*takewhile(lambda _: body(p), bound(loop, p))]


def _until(loop: Loop, body: Number) -> Listing:
    def until(p: Position) -> list[int]:
        found: list[int] = []
        for x in bound(loop, p):
            found.append(x)
            if body(p):
                break
        return found

    return until


def _first(loop: Loop, body: Number) -> Number:
    return lambda p: next((x for x in bound(loop, p) if body(p)), NONE)


def _the(loop: Loop, body: Number) -> Number:
    def the(p: Position) -> int:
        found = [x for x in bound(loop, p) if body(p)]
        if len(found) != 1:
            raise faults.NOT_ONE.at(loop.at, length=len(found))
        return found[0]

    return the


def _map(loop: Loop, body: Number) -> Listing:
    return lambda p: [body(p) for _ in bound(loop, p)]


def _flat(loop: Loop, body: Listing) -> Listing:
    def flat(p: Position) -> list[int]:
        found: list[int] = []
        for _ in bound(loop, p):
            more = body(p)
            spend(loop.scratch, len(more), loop.at)
            found += more
        return found

    return flat


def _sum(loop: Loop, body: Number) -> Number:
    def sum_(p: Position) -> int:
        total = sum([body(p) for _ in bound(loop, p)])
        if not INT_MIN <= total <= INT_MAX:
            raise faults.TOO_GREAT.at(loop.at, value=total)
        return total

    return sum_


def _extreme(pick: Callable[[Sequence[int]], int], nothing: faults.Said) -> Maker:
    def make(loop: Loop, body: Number) -> Number:
        def extreme(p: Position) -> int:
            found = [body(p) for _ in bound(loop, p)]
            if not found:
                raise nothing.at(loop.at)
            return pick(found)

        return extreme

    return make


def _best(loop: Loop, body: Number) -> Listing:
    def best(p: Position) -> list[int]:
        pairs = [(body(p), x) for x in bound(loop, p)]
        greatest = max((value for value, _ in pairs), default=0)
        return [x for value, x in pairs if value == greatest]

    return best


def _sort(loop: Loop, body: Number) -> Listing:
    def sort(p: Position) -> list[int]:
        pairs = [(body(p), x) for x in bound(loop, p)]
        return [x for _, x in sorted(pairs, key=itemgetter(0))]

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
