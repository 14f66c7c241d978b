"""Enumerates options with several values for one name, with the kernel `interpreter.kernels.several`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamespec.program import Pick
from gamespec.program.budget import PARTS
from gamespec.program.combinations import in_sorts
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.kernels.budget import spend
from interpreter.kernels.several import Several
from interpreter.kernels.terms import Lists
from interpreter.play.options import Value

__all__ = ["several"]

Position = list[int]


def several(e: Evaluator, pick: Pick) -> Callable[[Position], list[Value]]:
    """Return a function that lists the possible combinations of values for one pick."""
    source, numbers, slot = e.listing(pick.source), _how_many(e, pick), e.program.slots[pick.slot]
    where = e.number(pick.where) if pick.where is not None else lambda _: 1
    values = Several(e.program, pick, Lists())
    scratch, each, at = e.scratch, pick.each, pick.at

    def found(p: Position, k: int, price: int) -> bool:
        """Return whether the condition holds for the combination or for other copies of its components."""
        values.lay(p, k)
        while not where(p):
            if not pick.asks_which or not values.others(k):
                return False
            spend(scratch, price, at)
            values.lay(p, k)
        return True

    def candidates(p: Position) -> list[Value]:
        members = list(dict.fromkeys(source(p)))
        count = len(members)
        caps = values.caps[: values.begin(p, members, count)]
        spend(scratch, 2, at)
        combinations: list[Value] = []
        for k in numbers(p, count):
            price = each + k // PARTS
            spend(scratch, in_sorts(caps, (k, k)) * price, at)
            values.first(k)
            more = True
            while more:
                if found(p, k, price):
                    combinations.append(tuple(p[values.values : values.values + k]))
                more = values.raised(count, k)
        p[slot.place : slot.place + slot.size] = [0] * slot.size
        return combinations

    return candidates


def _how_many(e: Evaluator, pick: Pick) -> Callable[[Position, int], Sequence[int]]:
    """Return a function that lists how many values may be chosen, in ascending order.

    Its arguments are a position and the number of values on offer.
    """
    assert pick.counts is not None  # noqa: S101 - as above
    low, high = pick.counts
    if pick.many is None:
        return lambda _, size: range(low, min(high, size) + 1)
    if not pick.many.domain.is_list:
        number = e.number(pick.many)

        def one(p: Position, size: int) -> Sequence[int]:
            k = number(p)
            return (k,) if low <= k <= min(high, size) else ()

        return one
    listing = e.listing(pick.many)

    def some(p: Position, size: int) -> Sequence[int]:
        asked = listing(p)
        return [k for k in range(low, min(high, size) + 1) if k in asked]

    return some
