"""Identifies a line by what follows it, as GitHub's code scanning does, so that it is found after edits.

The hash of a line covers the 100 characters from its beginning, without spaces and tabs; the text is followed
by a mark for its end and by zeros. It is a polynomial in 37 modulo 2⁶⁴ over UTF-16 code units. The number
after the colon counts the lines so far that have the same hash. GitHub computes these values itself if a file
of results is uploaded by its action, and compares them with those in the file.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import accumulate

__all__ = ["line_hashes"]

_WINDOW = 100
_FACTOR = 37
_MODULUS = 2**64
_END = 0xFFFF
_BREAK = 10


def line_hashes(text: str) -> list[str]:
    """Return the hash of each line of a text, such as `271789c17abda88f:1`."""
    kept = re.sub(r"[ \t]+", "", re.sub(r"\r\n?", "\n", text))
    packed = kept.encode("utf-16-le", "surrogatepass")
    units = [*memoryview(packed).cast("H"), _END]
    starts = [0, *(at + 1 for at, unit in enumerate(units) if unit == _BREAK)]
    sums = list(
        accumulate(
            (*units, *[0] * (_WINDOW - 1)),
            lambda total, unit: (total * _FACTOR + unit) % _MODULUS,
            initial=0,
        )
    )
    left_behind = pow(_FACTOR, _WINDOW, _MODULUS)
    seen: Counter[str] = Counter()
    hashes = []
    for start in starts:
        value = f"{(sums[start + _WINDOW] - sums[start] * left_behind) % _MODULUS:x}"
        seen[value] += 1
        hashes.append(f"{value}:{seen[value]}")
    return hashes
