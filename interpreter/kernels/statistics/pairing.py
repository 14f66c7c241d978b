"""Sums over pairs of games, from vectors of their quantities; `interpreter.study.paired` explains them."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.kernels.terms import Long, Real, Room, inline

__all__ = ["Pairing"]


class Pairing:
    """Sums the quantities of pairs of games, in the order of the pairs.

    A vector has the sum and the weight of each quantity. `widths` are the numbers of quantities that the
    vectors of each side have. `both` has, for each summed quantity, its index on each side, or -1 on a side
    that lacks it. The vectors of up to `most` pairs are in the room `given`.
    """

    def __init__(
        self, widths: tuple[int, int], both: Sequence[tuple[int, int]], room: Room, given: Room, most: int = 1
    ) -> None:
        many = self.many = len(both)
        self.width_a, self.width_b = 2 * widths[0], 2 * widths[1]
        self.of_a, self.of_b = tuple(a for a, _ in both), tuple(b for _, b in both)
        self.games = room.longs(1)
        """Number of pairs."""
        self.differing = room.longs(many)
        """Number of pairs that differ in a quantity."""
        self.begun = room.longs(many)
        """1 if a quantity has had a weight, and therefore has a shift."""
        self.shift = room.reals(many)
        """A number that is subtracted from all values, so that the sums of squares do not lose precision."""
        self.amount_a, self.amount_b = room.reals(many), room.reals(many)
        """Sum of the absolute values."""
        self.w_a, self.x_a, self.ww_a, self.wx_a, self.xx_a = (room.reals(many) for _ in range(5))
        """Sums of weights and values, and of their squares and products, on the first side."""
        self.w_b, self.x_b, self.ww_b, self.wx_b, self.xx_b = (room.reals(many) for _ in range(5))
        """The same on the second side."""
        self.wawb, self.waxb, self.wbxa, self.xaxb = (room.reals(many) for _ in range(4))
        """Sums of products of the two sides."""
        self.a, self.b = given.reals(most * self.width_a), given.reals(most * self.width_b)
        """The vectors of the games of each side."""

    # --- kernels --------------------------------------------------------------------------------------

    def run(self, first: int, end: int) -> int:
        """Sum the pairs with the numbers from `first` up to `end`, and return `end`."""
        for pair in range(first, end):
            for q in range(self.many):
                self.pair(q, self.width_a * pair, self.width_b * pair)
        self.games[0] += Long(end - first)
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
        if self.begun[q] == 0 and wa + wb != 0:
            self.shift[q] = (xa + xb) / (wa + wb)
            self.begun[q] = 1
        if self.begun[q] != 0:
            self.include(q, xa, wa, xb, wb)

    @inline
    def include(self, q: int, xa: Real, wa: Real, xb: Real, wb: Real) -> None:
        """Include the sums and weights of a quantity that has a shift."""
        self.amount_a[q] += 0.0 - xa if xa < 0 else xa
        self.amount_b[q] += 0.0 - xb if xb < 0 else xb
        ya = xa - self.shift[q] * wa
        yb = xb - self.shift[q] * wb
        self.w_a[q] += wa
        self.x_a[q] += ya
        self.ww_a[q] += wa * wa
        self.wx_a[q] += wa * ya
        self.xx_a[q] += ya * ya
        self.w_b[q] += wb
        self.x_b[q] += yb
        self.ww_b[q] += wb * wb
        self.wx_b[q] += wb * yb
        self.xx_b[q] += yb * yb
        self.wawb[q] += wa * wb
        self.waxb[q] += wa * yb
        self.wbxa[q] += wb * ya
        self.xaxb[q] += ya * yb
