"""Sums over pairs of games, from vectors of their quantities; `interpreter.study.paired` explains them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from typing import Any

from interpreter.kernels.statistics.adding import (
    LARGE,
    ONES,
    PRODUCT,
    SUM,
    add_number,
    add_product,
    fraction_of,
    small,
)
from interpreter.kernels.terms import Long, Real, Room, inline, integer_part
from interpreter.play.chance import ALL

__all__ = ["FACTORS", "PRODUCTS", "SUMS", "Pairing"]

FACTORS = (0, 1, 2, 3)
"""The numbers of a pair of which products are summed: both weights, and then both values."""

PRODUCTS = tuple(combinations_with_replacement(FACTORS, 2))
"""The products, each given by two factors."""

_WEIGHTS, _VALUES = FACTORS[:2], FACTORS[2:]
_NUMBERED = tuple((n, i, j) for n, (i, j) in enumerate(PRODUCTS))
_OF_WEIGHTS = tuple(each for each in _NUMBERED if each[2] in _WEIGHTS)
_OF_VALUES = tuple(each for each in _NUMBERED if each[2] in _VALUES)
"""The products without and with values, each with its number."""

SUMS = 6
"""Number of sums of a quantity: those of the factors, and those of the absolute values of the last two."""


class Pairing:
    """Sums the quantities of pairs of games.

    A vector has the value and the weight of each quantity. `widths` are the numbers of quantities that the
    vectors of each side have. `both` has, for each summed quantity, its index on each side, or -1 on a side
    that lacks it. The vectors of up to `most` pairs are in the room `given`.
    """

    def __init__(
        self, widths: tuple[int, int], both: Sequence[tuple[int, int]], room: Room, given: Room, most: int = 1
    ) -> None:
        many = self.many = len(both)
        self.width_a, self.width_b = 2 * widths[0], 2 * widths[1]
        self.of_a, self.of_b = tuple(a for a, _ in both), tuple(b for _, b in both)
        self.differing = room.longs(many)
        """Number of pairs that differ in a quantity."""
        self.sums, self.products = room.longs(SUM * SUMS * many), room.longs(PRODUCT * len(PRODUCTS) * many)
        """The sums and the sums of products of each quantity, as `adding` has them."""
        self.arrays: tuple[list[Any], ...] = self.differing, self.sums, self.products
        self.a, self.b = given.reals(most * self.width_a), given.reals(most * self.width_b)
        """The vectors of the games of each side."""

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Sum the pairs with the numbers from `first` up to `end`, and return `end`."""
        for pair in range(first, end):
            for q in range(self.many):
                self.pair(q, self.width_a * pair, self.width_b * pair)
        return end

    @inline
    def pair(self, q: int, at_a: int, at_b: int) -> None:
        """Sum one quantity of two games, whose vectors begin at `at_a` and `at_b`."""
        a, b = self.of_a[q], self.of_b[q]
        xa, wa, xb, wb = 0.0, 0.0, 0.0, 0.0
        if a >= 0:
            xa = self.a[at_a + 2 * a]
            wa = self.a[at_a + 2 * a + 1]
        if b >= 0:
            xb = self.b[at_b + 2 * b]
            wb = self.b[at_b + 2 * b + 1]
        if xa != xb or wa != wb:
            self.differing[q] += 1
        first, second = small(wa), small(wb)
        third, fourth = small(xa), small(xb)
        weights, values = first != LARGE != second, third != LARGE != fourth
        if weights and values:
            self.include(SUMS * q, len(PRODUCTS) * q, first, second, third, fourth)
        else:
            self.include_large(SUMS * q, len(PRODUCTS) * q, wa, wb, xa, xb)

    @inline
    def include(self, at: int, to: int, wa: int, wb: int, xa: int, xb: int) -> None:  # noqa: PLR0913 - a pair
        """Add the weights and values, which are small integers, and their products."""
        factors = [Long(wa), Long(wb), Long(xa), Long(xb)]
        for i in _WEIGHTS:
            self.add(SUM * (at + i) + ONES, factors[i])
        for n, i, j in _OF_WEIGHTS:
            self.add_product(PRODUCT * (to + n) + 2 * ONES, factors[i] * factors[j])
        if xa != 0 or xb != 0:
            for i in _VALUES:
                self.add(SUM * (at + i) + ONES, factors[i])
            self.add(SUM * (at + 4) + ONES, Long(-xa if xa < 0 else xa))
            self.add(SUM * (at + 5) + ONES, Long(-xb if xb < 0 else xb))
            for n, i, j in _OF_VALUES:
                self.add_product(PRODUCT * (to + n) + 2 * ONES, factors[i] * factors[j])

    @inline
    def add(self, place: int, number: Long) -> None:
        """Add a number to a column of sums."""
        self.sums[place] = (self.sums[place] + number) & ALL

    @inline
    def add_product(self, place: int, number: Long) -> None:
        """Add a number to a column of products."""
        self.products[place] = (self.products[place] + number) & ALL

    def include_large(self, at: int, to: int, wa: Real, wb: Real, xa: Real, xb: Real) -> None:  # noqa: PLR0913 - as above
        """Add the weights and values, whatever they are, and their products."""
        a, b = -xa if xa < 0 else xa, -xb if xb < 0 else xb
        whole = [integer_part(wa), integer_part(wb), integer_part(a), integer_part(b)]
        rest_a, rest_b = a - Real(whole[2]), b - Real(whole[3])
        fraction = [Long(0), Long(0), fraction_of(rest_a), fraction_of(rest_b)]
        sign = [Long(1), Long(1), Long(-1 if xa < 0 else 1), Long(-1 if xb < 0 else 1)]
        for i in FACTORS:
            add_number(self.sums, SUM * (at + i), sign[i], whole[i], fraction[i])
        add_number(self.sums, SUM * (at + 4), Long(1), whole[2], fraction[2])
        add_number(self.sums, SUM * (at + 5), Long(1), whole[3], fraction[3])
        for n, i, j in _NUMBERED:
            place = PRODUCT * (to + n)
            if i < len(_WEIGHTS) and whole[i] == 1:
                add_number(self.products, place + ONES, sign[j], whole[j], fraction[j])
            else:
                both = (sign[i] * sign[j]) & ALL
                add_product(self.products, place, both, whole[i], fraction[i], whole[j], fraction[j])
