"""`matching` to a closure: to how many members of a list one of their candidates can be given, none twice.

That is a greatest matching in the graph of members and candidates. It is found member by member: each is
given a candidate that is free, or one whose owner can take another, and so on, along an *augmenting path*
(H. W. Kuhn, The Hungarian method for the assignment problem, Naval Research Logistics Quarterly 2, 1955).
Who cannot be served then never can be, and where no such path is left there is no greater matching
(C. Berge, Two theorems in graph theory, Proceedings of the National Academy of Sciences 43, 1957). Paths are
looked for breadth first.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine.loop import Listing, Loop, Number, Position
from interpreter.kernels.budget import exhausted, spend

__all__ = ["matching"]


def matching(loop: Loop, body: Listing) -> Number:
    """The closure of `matching`; each candidate that is looked at costs one."""
    scratch, place, over, each, at = loop

    def matched(p: Position) -> int:
        members = over(p)
        spend(scratch, len(members) * each, at)
        lists: list[Sequence[int]] = []
        for x in members:
            scratch[place] = x
            lists.append(body(p))
        owner: dict[int, int] = {}
        given: dict[int, int] = {}
        return sum(_serve(i, lists, owner, given, scratch, at) for i in range(len(lists)))

    return matched


def _serve(  # noqa: PLR0913 - a member, the matching so far both ways, and what pays
    member: int,
    lists: Sequence[Sequence[int]],
    owner: dict[int, int],
    given: dict[int, int],
    scratch: list[int],
    at: int,
) -> bool:
    """Give a member a candidate, if others can change theirs for that; whether it has one. Raises `Fault`."""
    wanted: dict[int, int] = {}  # who is the first that could take a candidate
    asking = [member]
    for asks in asking:
        left = scratch[0] = scratch[0] - len(lists[asks])
        if left < 0:
            raise exhausted(at)
        for candidate in lists[asks]:
            if candidate in wanted:
                continue
            wanted[candidate] = asks
            if candidate in owner:
                asking.append(owner[candidate])
                continue
            taken: int | None = candidate
            while taken is not None:
                takes = owner[taken] = wanted[taken]
                given[takes], taken = taken, given.get(takes)
            return True
    return False
