"""Trails: where one of several alike components may have gone on to, unseen, in a plan that is being made.

A plan is made backward, and says of a kind only how many lie where. Any way forward along which there is one
of them all the time may be the way of one (a flow can be taken apart into paths); if it is not seen on its
way, another component may have gone it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = ["Step", "Trail", "onward"]


@dataclass(frozen=True, slots=True)
class Step:
    """At a sight one of those that the player cannot tell went from a `source` to a `target`.

    Without a source it is lost track of there, without a target it is seen. If it is `free` it may have been
    another one.
    """

    at: int
    source: int | None
    target: int | None
    free: bool = False


@dataclass(frozen=True, slots=True)
class Trail:
    """The hidden moves by which one went, and the zone where it lies in the end."""

    moves: tuple[int, ...]
    end: int


def onward(there: Mapping[int, int], zone: int, steps: list[Step]) -> list[Trail]:
    """The ways on which one of some alike components may have gone from a zone, one for each end.

    So many of them are `there` by zone, and then go these steps, in their order.
    """
    count = Counter(there)
    ways: dict[int, tuple[int, ...]] = {zone: ()} if count[zone] > 0 else {}
    for step in steps:
        way = ways.get(step.source) if step.source is not None and step.free else None
        if step.source is not None:
            count[step.source] -= 1
            if count[step.source] <= 0:
                ways.pop(step.source, None)
        if step.target is not None:
            count[step.target] += 1
            if way is not None:
                ways.setdefault(step.target, (*way, step.at))
    return [Trail(moves, end) for end, moves in ways.items()]
