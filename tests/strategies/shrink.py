"""Choices made fewer and smaller while something still fails: what is left is what a person reads.

First runs of choices are left out, long ones before short ones, then single choices are lowered. A choice that is
left out shifts all after it; what then is too great is the greatest that there is (`dice.Replayed`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from strategies.dice import Replayed

__all__ = ["shrunk"]

Fails = Callable[[Replayed], bool]


def shrunk(choices: list[int], fails: Fails, seconds: float) -> list[int]:
    """The choices that still fail after so many seconds, or when nothing can be left out or lowered any more."""
    until, best = time.monotonic() + seconds, list(choices)
    improved = True
    while improved and time.monotonic() < until:
        improved = False
        for tried in _smaller(best):
            if time.monotonic() >= until:
                break
            dice = Replayed(tried)
            if fails(dice) and _size(dice.taken) < _size(best):
                best, improved = dice.taken, True
                break
    return best


def _size(choices: list[int]) -> tuple[int, int]:
    """Fewer choices are smaller, then lower ones; zeros at the end are none."""
    kept = list(choices)
    while kept and kept[-1] == 0:
        kept.pop()
    return len(kept), sum(kept)


def _smaller(choices: list[int]) -> Iterator[list[int]]:
    """Lists of choices that may be smaller."""
    length = len(choices)
    size = max(1, length // 2)
    while size:
        for start in range(0, length, size):
            yield choices[:start] + choices[start + size :]
            if any(choices[start : start + size]):
                yield choices[:start] + [0] * min(size, length - start) + choices[start + size :]
        size //= 2
    for i, choice in enumerate(choices):
        for lower in dict.fromkeys((choice // 2, choice - 1)):
            if 0 < lower < choice:
                yield [*choices[:i], lower, *choices[i + 1 :]]
