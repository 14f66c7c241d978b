"""Choices of several values for one name: the possible combinations.

Alike values form one *sort*. Combinations are enumerated by how many of each sort they have, so no two are
equivalent, and the cost does not grow with the number of copies. Of each sort the first copies are taken.
Others are tried only if the condition depends on which components these are, and rejects them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, chain, combinations, islice, product

from gamespec.program import Pick
from gamespec.program.budget import PARTS
from gamespec.program.combinations import in_sorts
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.state.position import put_local
from interpreter.kernels.budget import spend
from interpreter.play.options import Value

__all__ = ["several"]

Position = list[int]


def several(
    e: Evaluator, pick: Pick, face: Callable[[Position, int], int] | None
) -> Callable[[Position], list[Value]]:
    """Make a function that returns the combinations of one pick; `face` identifies alike values."""
    assert pick.counts is not None  # noqa: S101 - asked by the caller
    source, numbers, slot = e.listing(pick.source), _how_many(e, pick), e.program.slots[pick.slot]
    where = e.number(pick.where) if pick.where is not None else None
    scratch, each, at = e.scratch, pick.each, pick.at

    def holds(p: Position, combination: tuple[int, ...]) -> bool:
        put_local(p, slot.place, combination)
        return where is None or bool(where(p))

    def candidates(p: Position) -> list[Value]:
        members = list(dict.fromkeys(source(p)))
        sorts = _sorts(p, members, face)
        caps = [len(alike) for alike in sorts]
        spend(scratch, 2, at)
        found: list[Value] = []
        for k in numbers(p, len(members)):
            price = each + k // PARTS
            spend(scratch, in_sorts(caps, (k, k)) * price, at)
            for taken in _taken(caps, k):
                tries = _of_sorts(members, sorts, taken)
                if not pick.asks_which:
                    tries = islice(tries, 1)
                for i, combination in enumerate(tries):
                    if i > 0:
                        spend(scratch, price, at)
                    if holds(p, combination):
                        found.append(combination)
                        break
        p[slot.place : slot.place + slot.size] = [0] * slot.size
        return found

    return candidates


def _how_many(e: Evaluator, pick: Pick) -> Callable[[Position, int], Sequence[int]]:
    """Make a function that returns the allowed numbers of values out of a given number, ascending."""
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


def _sorts(
    p: Position, members: Sequence[int], face: Callable[[Position, int], int] | None
) -> list[list[int]]:
    """Group members by what alike ones share, in the order of the first of each."""
    if face is None:
        return [[member] for member in members]
    found: dict[int, list[int]] = {}
    for member in members:
        found.setdefault(face(p, member), []).append(member)
    return list(found.values())


def _taken(caps: Sequence[int], k: int) -> Iterator[tuple[int, ...]]:
    """Yield the combinations of `k` values by sort, in lexicographic order.

    The last position that can be increased moves to the next sort, and those after it take the least possible
    values.
    """
    if max(caps, default=0) <= 1:
        yield from combinations(range(len(caps)), k)
        return
    every = [sort for sort, cap in enumerate(caps) for _ in range(cap)]
    begins = [0, *accumulate(caps)]
    taken, last = every[:k], len(every) - k
    while True:
        yield tuple(taken)
        raised = next((i for i in reversed(range(k)) if taken[i] < every[last + i]), None)
        if raised is None:
            return
        at = begins[taken[raised] + 1]
        taken[raised:] = every[at : at + k - raised]


def _of_sorts(
    members: Sequence[int], sorts: Sequence[Sequence[int]], taken: Sequence[int]
) -> Iterator[tuple[int, ...]]:
    """Yield the combinations of members with given numbers per sort, first copies first."""
    if len(sorts) == len(members):
        yield tuple(members[sort] for sort in taken)
        return
    numbers = {sort: taken.count(sort) for sort in dict.fromkeys(taken)}
    order = {member: i for i, member in enumerate(members)}
    for parts in product(*(combinations(sorts[sort], number) for sort, number in numbers.items())):
        yield tuple(sorted(chain.from_iterable(parts), key=order.__getitem__))
