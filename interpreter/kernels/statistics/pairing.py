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

SLOTS = 64
"""Number of slots in the table of equal pairs."""

GOLDEN = (5**0.5 - 1) / 2
"""The fractions of its multiples are far apart."""

SUMS = 6
"""Number of sums of a quantity: those of the factors, and those of the absolute values of the last two."""


class Pairing:
    """Sums the quantities of pairs of games.

    A vector has the value and the weight of each quantity. `widths` are the numbers of quantities that the
    vectors of each side have. `both` has, for each summed quantity, its index on each side, or -1 on a side
    that lacks it. The vectors of up to `most` pairs are in the room `given`.

    Pairs of short games have few different vectors. Unless pairs come one by one, equal pairs are therefore
    counted in a table, as games are (`repeating`), and summed once. The slot of a pair follows from the
    fraction of a sum of multiples of its values.
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
        slots = self.slots = SLOTS * (most > 1)
        """Number of slots in the table of equal pairs."""
        self.a, self.b = (given.reals((most + slots) * width) for width in (self.width_a, self.width_b))
        """The vectors of the games of each side, and after them those of the pairs in the table."""
        self.held_a, self.held_b = most * self.width_a, most * self.width_b
        self.times = given.words(slots)
        """Number of pairs that are counted in a slot, or 0 if it is free."""
        self.factors_a, self.factors_b = (
            tuple((2 * i, (i + first) * GOLDEN % 1 + 1) for i in range(width))
            for width, first in zip(widths, (1, 1 + widths[0]), strict=True)
        )

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Sum the pairs with the numbers from `first` up to `end`, and return `end`."""
        for pair in range(first, end):
            if self.slots > 0:
                self.count(self.width_a * pair, self.width_b * pair)
            else:
                self.sum(self.width_a * pair, self.width_b * pair, 1)
        for slot in range(self.slots):
            self.sum_counted(slot)
        return end

    def count(self, at_a: int, at_b: int) -> None:
        """Count two games, whose vectors begin at `at_a` and `at_b`, with equal ones."""
        slot = self.slot(at_a, at_b)
        to_a, to_b = self.held_a + self.width_a * slot, self.held_b + self.width_b * slot
        same = self.times[slot] != 0
        i = 0
        while same and i < self.width_a:
            same = self.a[at_a + i] == self.a[to_a + i]
            i += 1
        i = 0
        while same and i < self.width_b:
            same = self.b[at_b + i] == self.b[to_b + i]
            i += 1
        if same:
            self.times[slot] += 1
        else:
            self.sum_counted(slot)
            self.times[slot] = 1
            for i in range(self.width_a):
                self.a[to_a + i] = self.a[at_a + i]
            for i in range(self.width_b):
                self.b[to_b + i] = self.b[at_b + i]

    @inline
    def slot(self, at_a: int, at_b: int) -> int:
        """Return the slot in which two games belong."""
        first, second = 0.0, 0.0
        for i, factor in self.factors_a:
            first += factor * self.a[at_a + i]
        for i, factor in self.factors_b:
            second += factor * self.b[at_b + i]
        total = first + second
        size = -total if total < 0 else total
        return int(integer_part((size - Real(integer_part(size))) * Real(SLOTS)))

    def sum_counted(self, slot: int) -> None:
        """Sum the pairs that were counted in a slot, and free it."""
        times = self.times[slot]
        if times != 0:
            self.times[slot] = 0
            self.sum(self.held_a + self.width_a * slot, self.held_b + self.width_b * slot, times)

    def sum(self, at_a: int, at_b: int, times: int) -> None:
        """Sum two games, whose vectors begin at `at_a` and `at_b`, `times` times."""
        for q in range(self.many):
            self.pair(q, at_a, at_b, times)

    @inline
    def pair(self, q: int, at_a: int, at_b: int, times: int) -> None:
        """Sum one quantity of two games, whose vectors begin at `at_a` and `at_b`, `times` times."""
        a, b = self.of_a[q], self.of_b[q]
        xa, wa, xb, wb = 0.0, 0.0, 0.0, 0.0
        if a >= 0:
            xa = self.a[at_a + 2 * a]
            wa = self.a[at_a + 2 * a + 1]
        if b >= 0:
            xb = self.b[at_b + 2 * b]
            wb = self.b[at_b + 2 * b + 1]
        if xa != xb or wa != wb:
            self.differing[q] += Long(times)
        first, second = small(wa), small(wb)
        third, fourth = small(xa), small(xb)
        weights, values = first != LARGE != second, third != LARGE != fourth
        if weights and values:
            self.include(SUMS * q, len(PRODUCTS) * q, first, second, third, fourth, Long(times))
        else:
            self.include_large(SUMS * q, len(PRODUCTS) * q, wa, wb, xa, xb, Long(times))

    @inline
    def include(  # noqa: PLR0913 - a pair
        self, at: int, to: int, wa: int, wb: int, xa: int, xb: int, times: Long
    ) -> None:
        """Add the weights and values, which are small integers, and their products, `times` times."""
        factors = [Long(wa), Long(wb), Long(xa), Long(xb)]
        for i in _WEIGHTS:
            self.add(SUM * (at + i) + ONES, factors[i] * times)
        for n, i, j in _OF_WEIGHTS:
            self.add_product(PRODUCT * (to + n) + 2 * ONES, factors[i] * factors[j] * times)
        if xa != 0 or xb != 0:
            for i in _VALUES:
                self.add(SUM * (at + i) + ONES, factors[i] * times)
            self.add(SUM * (at + 4) + ONES, Long(-xa if xa < 0 else xa) * times)
            self.add(SUM * (at + 5) + ONES, Long(-xb if xb < 0 else xb) * times)
            for n, i, j in _OF_VALUES:
                self.add_product(PRODUCT * (to + n) + 2 * ONES, factors[i] * factors[j] * times)

    @inline
    def add(self, place: int, number: Long) -> None:
        """Add a number to a column of sums."""
        self.sums[place] = (self.sums[place] + number) & ALL

    @inline
    def add_product(self, place: int, number: Long) -> None:
        """Add a number to a column of products."""
        self.products[place] = (self.products[place] + number) & ALL

    def include_large(  # noqa: PLR0913 - as above
        self, at: int, to: int, wa: Real, wb: Real, xa: Real, xb: Real, times: Long
    ) -> None:
        """Add the weights and values, whatever they are, and their products, `times` times."""
        a, b = -xa if xa < 0 else xa, -xb if xb < 0 else xb
        whole = [integer_part(wa), integer_part(wb), integer_part(a), integer_part(b)]
        rest_a, rest_b = a - Real(whole[2]), b - Real(whole[3])
        fraction = [Long(0), Long(0), fraction_of(rest_a), fraction_of(rest_b)]
        sign = [Long(1), Long(1), Long(-1 if xa < 0 else 1), Long(-1 if xb < 0 else 1)]
        for i in FACTORS:
            add_number(self.sums, SUM * (at + i), (sign[i] * times) & ALL, whole[i], fraction[i])
        add_number(self.sums, SUM * (at + 4), times, whole[2], fraction[2])
        add_number(self.sums, SUM * (at + 5), times, whole[3], fraction[3])
        for n, i, j in _NUMBERED:
            place = PRODUCT * (to + n)
            if i < len(_WEIGHTS) and whole[i] == 1:
                add_number(self.products, place + ONES, (sign[j] * times) & ALL, whole[j], fraction[j])
            else:
                both = (sign[i] * sign[j] * times) & ALL
                add_product(self.products, place, both, whole[i], fraction[i], whole[j], fraction[j])
