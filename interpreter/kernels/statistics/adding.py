"""Exact sums of numbers, of their squares and of products, which do not depend on the order of addition.

A number counts as a multiple of 2^-64: the rest of its absolute value is cut off. The absolute value must be
less than 2^53, so it has four *digits* to the base 2^32, two of which are a fraction. A sum has one *column*
for each digit, and no carries from one to the next. A column is a signed number (two's complement) to which
digits are added, or the halves of a product of two digits. So nothing is ever rounded, and sums over
different games can be added column by column, or as whole numbers (`number_of`).

The product of two numbers adds at most seven halves to a column, each less than 2^32. So a column remains
less than 2^63 while at most `MOST` numbers, or products, are added: 7 * 2^32 * 2^28 < 2^63.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from interpreter.kernels.terms import Long, Longs, Real, Room, inline, integer_part
from interpreter.play.chance import ALL, WORD

__all__ = [
    "FRACTION", "LARGE", "MOST", "ONES", "PRODUCT", "SUM", "Adding", "add_number", "add_product",
    "fraction_of", "number_of", "small",
]  # fmt: skip

MOST = 1 << 28
"""Maximum number of numbers that may be added before the host must empty the columns."""

SUM, PRODUCT = 4, 8
"""Number of columns of a sum of numbers, and of a sum of products."""

ONES = 2
"""Index of the lowest digit of a number that is no fraction."""

DIGITS = tuple(range(SUM))

FRACTION = 64
"""Number of bits of a number's fraction."""

BASE = 2.0**32

SMALL = (1 << 15) - 1
"""The product of two integers up to this one has a single digit."""

LARGE = 1 << 15
"""The result of `small` for a number that is not a small integer."""


class Adding:
    """The sums of `many` kinds of numbers: how many there are, their sum, and the sum of their squares.

    `least` and `greatest` are meaningless for a kind of which there are no numbers yet.
    """

    def __init__(self, many: int, room: Room) -> None:
        self.count = room.longs(many)
        self.total, self.squares = room.longs(SUM * many), room.longs(PRODUCT * many)
        self.least, self.greatest = room.reals(many), room.reals(many)
        self.arrays: tuple[list[Any], ...] = (
            self.count, self.total, self.squares, self.least, self.greatest
        )  # fmt: skip

    def sums(self, kind: int, *, whole: bool = False) -> tuple[int, int, int, float | None, float | None]:
        """Return the count, the sum in units of 2^-64, that of squares in units of 2^-128, and the extremes.

        The extremes are integers if the numbers are `whole`, and `None` if there are no numbers. The arrays
        must have been copied from where the kernel runs.
        """
        if not self.count[kind]:
            return 0, 0, 0, None, None
        ends = self.least[kind], self.greatest[kind]
        least, greatest = map(int, ends) if whole else ends
        total, squares = (
            number_of(self.total, SUM * kind, SUM),
            number_of(self.squares, PRODUCT * kind, PRODUCT),
        )
        return self.count[kind], total, squares, least, greatest

    # --- kernels --------------------------------------------------------------------------------------

    @inline
    def include(self, kind: int, value: Real, times: int) -> None:
        """Add a number `times` times."""
        first = self.count[kind] == 0
        self.count[kind] += Long(times)
        if first or value < self.least[kind]:
            self.least[kind] = value
        if first or value > self.greatest[kind]:
            self.greatest[kind] = value
        at, to, whole = SUM * kind, PRODUCT * kind, small(value)
        if whole != LARGE:
            self.total[at + ONES] = (self.total[at + ONES] + Long(whole) * Long(times)) & ALL
            self.squares[to + 2 * ONES] += Long(whole * whole) * Long(times)
        else:
            self.include_large(at, to, value, Long(times))

    def include_large(self, at: int, to: int, value: Real, times: Long) -> None:
        """Add a number that is not a small integer to the columns that begin at `at` and `to`."""
        size = -value if value < 0 else value
        whole = integer_part(size)
        fraction = fraction_of(size - Real(whole))
        add_number(self.total, at, (Long(-1 if value < 0 else 1) * times) & ALL, whole, fraction)
        add_product(self.squares, to, times, whole, fraction, whole, fraction)


@inline
def small(value: Real) -> int:
    """Return a number as an integer, or `LARGE` if it is none or its absolute value exceeds `SMALL`."""
    size, found = -value if value < 0 else value, LARGE
    if size <= SMALL:
        whole = int(integer_part(size))
        if Real(whole) == size:
            found = -whole if value < 0 else whole
    return found


def fraction_of(rest: Real) -> Long:
    """Return the fraction of a number, which is less than 1, in units of 2^-64."""
    digit: Long = integer_part(rest * BASE)
    return digit << 32 | integer_part((rest * BASE - Real(digit)) * BASE)


def add_number(to: Longs, at: int, times: Long, whole: Long, fraction: Long) -> None:
    """Add a multiple of a number, given by its absolute value, to the columns from `at`.

    `times` is less than 0 if the number is.
    """
    to[at] = (to[at] + times * (fraction & WORD)) & ALL
    to[at + 1] = (to[at + 1] + times * (fraction >> 32)) & ALL
    to[at + 2] = (to[at + 2] + times * (whole & WORD)) & ALL
    to[at + 3] = (to[at + 3] + times * (whole >> 32)) & ALL


def add_product(  # noqa: PLR0913 - two numbers
    to: Longs, at: int, times: Long, whole: Long, fraction: Long, by: Long, part: Long
) -> None:
    """Add a multiple of the product of two numbers to the columns from `at`.

    Their absolute values are `whole` with a `fraction`, and `by` with the fraction `part`. `times` is less
    than 0 if the product is.
    """
    first = [fraction & WORD, fraction >> 32, whole & WORD, whole >> 32]
    second = [part & WORD, part >> 32, by & WORD, by >> 32]
    for i in DIGITS:
        if first[i] != 0:
            for j in DIGITS:
                if second[j] != 0:
                    product = first[i] * second[j]
                    to[at + i + j] = (to[at + i + j] + times * (product & WORD)) & ALL
                    to[at + i + j + 1] = (to[at + i + j + 1] + times * (product >> 32)) & ALL


def number_of(columns: Sequence[int], first: int, count: int) -> int:
    """Return the number whose digits are in so many columns, beginning with the one at the index `first`."""
    return sum(
        (column - (column >> 63 << 64)) << 32 * digit
        for digit, column in enumerate(columns[first : first + count])
    )
