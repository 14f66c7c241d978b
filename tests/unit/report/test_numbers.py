"""Tests for the format of numbers in reports."""

from __future__ import annotations

import pytest

from interpreter.report.numbers import number, part


@pytest.mark.parametrize(
    ("value", "says"),
    [
        *((0, "0"), (0.25, "0.25"), (0.001, "0.00"), (-4, "-4"), (-4.003, "-4"), (2.5, "2.50")),
        *((16.6, "16.6"), (17.04, "17"), (1204.4, "1,204"), (100.0, "100"), (999.96, "1,000")),
    ],
)
def test_a_round_number_has_one_form(value: float, says: str) -> None:
    """A number that is rounded to an integer looks like an integer, but what isn't 0 doesn't look like it."""
    assert number(value) == says


@pytest.mark.parametrize(
    ("share", "says"),
    [
        *((0, "0 %"), (0.001, "less than 1 %"), (0.01, "1 %"), (0.86, "86 %")),
        *((0.999, "more than 99 %"), (1, "100 %")),
    ],
)
def test_a_part_is_neither_nothing_nor_all(share: float, says: str) -> None:
    """Rounding makes no share 0 % or 100 % that is not exactly that."""
    assert part(share) == says
