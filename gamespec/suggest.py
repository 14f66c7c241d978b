"""The nearest known name to one that is not known.

Two names are near when few slips of the keyboard lie between them: the distance of Damerau and
Levenshtein in its restricted form (a letter added, dropped, replaced, or two neighbours swapped),
with case ignored. A name may be one slip away for every three letters it has, and at most three,
so that a short name finds only itself in another case. Names made of the same words in another
order (`size_hand`, `hand_size`) are near as well. Only the nearest are suggested: a worse guess
beside a good one is noise.
"""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["did_you_mean", "nearest"]

LETTERS_PER_SLIP = 3
MOST_SLIPS = 3


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """At most `limit` of the `known` names nearest to `name`, in the order given; often none."""
    best = min(len(name) // LETTERS_PER_SLIP, MOST_SLIPS)
    found: list[str] = []
    for other in dict.fromkeys(known):
        slips = _slips(name.casefold(), other.casefold(), best)
        if slips < best:
            best, found = slips, [other]
        elif slips == best:
            found.append(other)
    return found[:limit]


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """A question for `help:`, such as "did you mean `player`?"; None if nothing is near."""
    quoted = [f"`{other}`" for other in nearest(name, known)]
    if not quoted:
        return None
    *others, last = quoted
    return f"did you mean {', '.join(others) + ' or ' if others else ''}{last}?"


def _slips(a: str, b: str, most: int) -> int:
    """The slips between two names, or any number above `most` if there are more than that."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    if most > 0 and a != b and _words(a) == _words(b):
        return 1
    return _distance(a, b)


def _words(name: str) -> list[str]:
    return sorted(name.replace("-", "_").split("_"))


def _distance(a: str, b: str) -> int:
    """The optimal string alignment distance, row by row of the usual table."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        before = above
    return row[-1]
