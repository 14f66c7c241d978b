"""`trail` and `path` to closures: the longest way over members of a list, each once.

Both are one search. A *state* is a member and, of a trail, the end by which it is left; `onward[state]` are
the states that can follow. The search goes on from each state in which a way can begin, depth first, keeps
which members the way so far has used, and ends where it has found as many as are asked for. There is no
quick way to the answer: how long it takes grows with the number of ways, each step of which costs one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from gamespec.program import expressions as x
from interpreter.kernels.budget import exhausted, spend

if TYPE_CHECKING:
    from interpreter.engine.evaluate import Evaluator, Number

__all__ = ["closure"]

Position = list[int]
Lists = list[Sequence[int]]


class _Ways(NamedTuple):
    """The states that can follow each, and the member that each is about; a way can begin in any state."""

    onward: list[list[int]]
    member: Sequence[int]


def closure(e: Evaluator, node: x.Longest) -> Number:
    """The closure of a `trail` or `path`."""
    scratch, place, each, at, most = e.scratch, e.place(node.variable), node.each, node.at, node.most
    over, body = e.listing(node.over), e.listing(node.body)
    ways: Callable[[Sequence[int], Lists], _Ways] = _by_ends if node.kind == "trail" else _by_next

    def longest(p: Position) -> int:
        members = list(dict.fromkeys(over(p)))
        spend(scratch, len(members) * each, at)
        lists: Lists = []
        for member in members:
            scratch[place] = member
            lists.append(body(p))
            spend(scratch, len(lists[-1]), at)
        return _search(ways(members, lists), min(most, len(members)), scratch, at)

    return longest


def _by_next(members: Sequence[int], lists: Lists) -> _Ways:
    """Where a member is followed by those in its list."""
    number = {member: i for i, member in enumerate(members)}
    return _Ways([[number[x] for x in onward if x in number] for onward in lists], range(len(members)))


def _by_ends(members: Sequence[int], lists: Lists) -> _Ways:
    """Where a member is followed by those with the end by which it is left; state `3m + 2` has none left."""
    meeting: dict[int, list[tuple[int, int]]] = {}
    for m, ends in enumerate(lists):
        for i, end in enumerate(ends):
            meeting.setdefault(end, []).append((m, i))
    onward: list[list[int]] = [[] for _ in range(3 * len(members))]
    for m, ends in enumerate(lists):
        for i, end in enumerate(ends):
            onward[3 * m + i] = [
                3 * other + (1 - j if len(lists[other]) > 1 else 2) for other, j in meeting[end] if other != m
            ]
    return _Ways(onward, [m for m in range(len(members)) for _ in range(3)])


def _search(ways: _Ways, most: int, scratch: list[int], at: int) -> int:
    """The number of members of the longest way, at most `most`. Raises `Fault`."""
    onward, member = ways
    used, best = [False] * len(onward), 0
    for start in range(len(onward)):
        used[member[start]] = True
        way, choices = [start], [iter(onward[start])]
        while choices:
            left = scratch[0] = scratch[0] - 1
            if left < 0:
                raise exhausted(at)
            best = max(best, len(way))
            if best >= most:
                return best
            following = next((s for s in choices[-1] if not used[member[s]]), None)
            if following is None:
                choices.pop()
                used[member[way.pop()]] = False
            else:
                used[member[following]] = True
                way.append(following)
                choices.append(iter(onward[following]))
    return best
