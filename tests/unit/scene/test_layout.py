"""Tests for the layout of boards."""

from __future__ import annotations

import pytest

from interpreter.scene.layout import line_of


@pytest.mark.parametrize(
    ("size", "lines"),
    [
        (7, [7]),
        (10, [10]),
        (12, [6, 6]),  # 6 divides 12; 10 to 7 leave 8, 6, 4 and 2 places empty
        (32, [8] * 4),
        (48, [8] * 6),  # 8 and 6 divide 48, and 8 makes fewer lines
        (49, [7] * 7),
        (101, [*[10] * 10, 1]),
    ],
)
def test_a_track_wraps_into_even_lines(size: int, lines: list[int]) -> None:
    """The lines of a track have at most ten cells, and are equally long unless there are more than 50."""
    layout = line_of(size)
    rows = [row for _, row in layout.lattice]
    assert [rows.count(row) for row in range(max(rows) + 1)] == lines
    assert layout.links == tuple((i, i + 1) for i in range(size - 1))
