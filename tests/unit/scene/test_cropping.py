"""Tests for the part of a large board that is shown."""

from __future__ import annotations

import pytest

from interpreter.scene.boards import _span


@pytest.mark.parametrize(
    ("filled", "shown"),
    [
        ([13], (9, 17)),  # nine of 27 columns, with the only card in the middle
        ([0], (0, 8)),  # they end with the board
        ([26], (18, 26)),
        ([5, 15], (4, 16)),  # wider than nine: a margin of one on both sides
    ],
)
def test_at_least_nine_columns_are_shown(filled: list[float], shown: tuple[float, float]) -> None:
    """A board of 27 columns is cropped to the columns in use and a margin, but not to less than nine."""
    assert _span(filled, range(27), 9) == shown


def test_a_small_board_is_shown_whole() -> None:
    """A board of four rows has no five to show."""
    start, end = _span([1], range(4), 5)
    assert start <= 0
    assert end >= 3
