"""Trails: where one of several alike components may have gone unseen, in an incomplete plan.

A plan is made backward, and says of a kind only how many components are where. Any forward path along which
at least one of them is present may be the path of one (by flow decomposition). If it is not seen on its way,
another component may have taken it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from gamespec.program.frozen import dataclass

__all__ = ["Step", "Trail", "onward"]


@dataclass(frozen=True, slots=True)
class Step:
    """At a sight, one unknown component moved from `source` to `target`.

    Without a source it is lost track of there, without a target it is seen. If it is `free`, it may have been
    another one.
    """

    at: int
    source: int | None
    target: int | None
    free: bool = False


@dataclass(frozen=True, slots=True)
class Trail:
    """The hidden moves of one component, and the zone where it ends."""

    moves: tuple[int, ...]
    end: int


def onward(there: Mapping[int, int], zone: int, steps: list[Step]) -> list[Trail]:
    """Return the paths on which an alike component may have gone from a zone, one for each end.

    `there` is their number by zone; then they take these steps, in order.
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
