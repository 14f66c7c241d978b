"""Finds the known names that are nearest to an unknown one.

The measure is the restricted Damerau-Levenshtein distance, which counts letters added, dropped or replaced
and neighbours swapped, ignoring case. A name may differ by one edit for every three of its letters, but by at
most three edits, so a short name matches only itself in another case. Names made of the same words in another
order (`size_hand`, `hand_size`) are near as well. Only the nearest names are suggested, because a worse guess
beside a good one is noise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from gamespec.text.advice import Advice

__all__ = ["did_you_mean", "fuller", "longer", "nearest", "rationed"]

LETTERS_PER_SLIP = 3
MOST_SLIPS = 3
LETTERS = 40_000
FEW = 3  # maximum number of names in a suggestion


@dataclass
class _Ration:
    """The number of letters that searches may still compare."""

    left: int


_RATION: ContextVar[_Ration | None] = ContextVar("ration", default=None)


@contextmanager
def rationed(letters: int = LETTERS) -> Iterator[None]:
    """Limit the number of letters that searches in the body of the `with` may compare in total.

    Searches beyond the limit find nothing. A file can hold thousands of unknown names beside as many known
    ones, and nobody reads that many suggestions.
    """
    token = _RATION.set(_Ration(letters))
    try:
        yield
    finally:
        _RATION.reset(token)


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """Return at most `limit` of the `known` names that are nearest to `name`, in the order of `known`.

    Often no name is near enough.
    """
    best = min(len(name) // LETTERS_PER_SLIP, MOST_SLIPS)
    found: list[str] = []
    ration = _RATION.get()
    if ration is not None and ration.left <= 0:
        return []
    folded = name.casefold()
    for other in dict.fromkeys(known):
        if ration is not None:
            ration.left -= 1 if abs(len(name) - len(other)) > best else len(name)
            if ration.left <= 0:
                break
        slips = _slips(folded, other.casefold(), best)
        if slips < best:
            best, found = slips, [other]
        elif slips == best:
            found.append(other)
    return found[:limit]


def did_you_mean(name: str, known: Iterable[str]) -> Advice | None:
    """Return a question for `help:`, such as "did you mean `player`?", or `None` if no name is near."""
    return _question(name, nearest(name, known))


def _question(name: str, names: list[str]) -> Advice | None:
    if not names:
        return None
    *others, last = (f"`{each}`" for each in names)
    return Advice(f"did you mean {', '.join(others) + ' or ' if others else ''}{last}?", names, name)


def fuller(name: str, known: Iterable[str]) -> str | None:
    """Return a hint at the names that contain a name as a part, as `wolf_2` contains `wolf`, or `None`.

    If the name ends with the number of a copy, so do they: `wolf_2#1` contains `wolf#1`.
    """
    found = longer(name, known)
    if len(found) <= FEW:
        return _question(name, found)
    return f"its full name is longer, as in {', '.join(f'`{other}`' for other in found[:FEW])}"


def longer(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that contain a name as a part."""
    bare, mark, copy = name.partition("#")
    parts = set(_words(bare))
    return [
        other
        for other in dict.fromkeys(known)
        if parts < set(_words(other.partition("#")[0])) and other.endswith(mark + copy)
    ]


def _slips(a: str, b: str, most: int) -> int:
    """Return the edit distance of two names. If it exceeds `most`, the result is any number above `most`."""
    if abs(len(a) - len(b)) > most:
        return most + 1
    if most > 0 and a != b and _words(a) == _words(b):
        return 1
    return int(a != b) if most == 0 else _distance(a, b, most)


def _words(name: str) -> list[str]:
    return sorted(name.replace("-", "_").split("_"))


def _distance(a: str, b: str, most: int) -> int:
    """Return the optimal string alignment distance of two names.

    If it exceeds `most`, the result is any number above `most`. The usual table is filled row by row, and in
    each row only the cells within `most` of the diagonal.
    """
    far = most + 1
    before: dict[int, int] = {}
    row = {j: j for j in range(min(len(b), most) + 1)}
    for i, x in enumerate(a, 1):
        above, row = row, {}
        for j in range(max(0, i - most), min(len(b), i + most) + 1):
            if j == 0:
                row[0] = i
                continue
            y = b[j - 1]
            cost = min(above.get(j, far) + 1, row.get(j - 1, far) + 1, above.get(j - 1, far) + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and y == a[i - 2]:
                cost = min(cost, before.get(j - 2, far) + 1)
            row[j] = cost
        if min(row.values(), default=far) > most and min(above.values(), default=far) > most:
            return far
        before = above
    return row.get(len(b), far)
