"""Kernels that sort agree with Python's own sorting."""

from __future__ import annotations

import random

import pytest

from interpreter.kernels.sorting import ascending, sort_longs, sort_rows


@pytest.mark.parametrize("seed", range(20))
def test_sorted(seed: int) -> None:
    """Kernels sort long integers, rows by some of their words, and part of an array."""
    luck = random.Random(seed)  # noqa: S311 - nothing secret
    longs = list({luck.randrange(1 << 64) for _ in range(seed)})
    there = [*longs]
    sort_longs(there, len(there))
    assert there == sorted(longs)
    rows = [[luck.randrange(3) for _ in range(4)] for _ in longs]
    by_words = [*rows]
    sort_rows(by_words, len(rows), 1, 3)
    assert [row[1:3] for row in by_words] == sorted(row[1:3] for row in rows)
    words = [luck.randrange(9) for _ in range(seed + 3)]
    part = [*words]
    ascending(part, 1, seed + 2)
    assert part == [words[0], *sorted(words[1:-1]), words[-1]]
