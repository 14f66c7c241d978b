"""The difference of a quantity between two games with common random numbers.

Game number i has the same seeds and the same seating on each side, so much of the variation between games is
common and cancels. With the sums x and weights w of a game (see `interpreter.study.quantities`), the means
are m = sum(x) / sum(w), and the error of their difference is the mean of

    d(i) = n [ (x_B(i) - m_B w_B(i)) / sum(w_B)  -  (x_A(i) - m_A w_A(i)) / sum(w_A) ]

If all weights are 1, d(i) is the difference of game i minus the mean difference; otherwise it is the delta
method for a ratio (W. Cochran, "Sampling Techniques", 1977, chapter 6). The luck that the two games i have in
common makes d(i) smaller, and the standard error is that of the d(i). Without common luck, it would be that
of two independent means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt
from operator import add
from typing import TYPE_CHECKING, Self

from interpreter.kernels.statistics.adding import FRACTION, MOST, PRODUCT, SUM, number_of
from interpreter.kernels.statistics.counters import Counters
from interpreter.kernels.statistics.pairing import PRODUCTS, SUMS, Pairing
from interpreter.kernels.terms import Lists
from interpreter.play.chunk import BATCH
from interpreter.simulate.intervals import Confidence, bounded, share_of

if TYPE_CHECKING:
    from interpreter.kernels.terms import Room
    from interpreter.protocol import SummingEngine

__all__ = ["Inside", "Paired", "Pairs"]

_NOTHING = (0.0, 0.0)

_W, _X = (0, 1), (2, 3)
"""Indexes of the weights and of the values of both sides among the factors of a kernel."""


@dataclass(slots=True)
class Paired:
    """One quantity over pairs of games.

    `games` is their number, and `differing` is the number of those whose two games differ in the quantity.
    `sums` and `products` are exact, and in the order of the kernel `pairing`. The unit is 2^-64 for the sums,
    and 2^-128 for the products.
    """

    games: int = 0
    differing: int = 0
    sums: list[int] = field(default_factory=lambda: [0] * SUMS)
    products: list[int] = field(default_factory=lambda: [0] * len(PRODUCTS))

    def add(self, a: tuple[float, float] = _NOTHING, b: tuple[float, float] = _NOTHING) -> None:
        """Count a pair of games, each of which is given by its value and its weight.

        The default stands for a game in which the quantity is absent.
        """
        kernel = Pairing((1, 1), ((0, 0),), Lists(), Lists())
        kernel.a[:], kernel.b[:] = a, b
        kernel.run(0, 1)
        self.include(1, kernel, 0)

    def include(self, games: int, kernel: Pairing, quantity: int) -> None:
        """Count the pairs of games that a kernel has summed; `quantity` is its number there."""
        sums = range(SUMS * quantity, SUMS * (quantity + 1))
        products = range(len(PRODUCTS) * quantity, len(PRODUCTS) * (quantity + 1))
        found = [number_of(kernel.sums, SUM * at, SUM) for at in sums]
        of_products = [number_of(kernel.products, PRODUCT * at, PRODUCT) for at in products]
        self.merge(Paired(games, kernel.differing[quantity], found, of_products))

    def merge(self, other: Paired) -> None:
        """Count the pairs that another object has counted."""
        self.games += other.games
        self.differing += other.differing
        self.sums = [*map(add, self.sums, other.sums)]
        self.products = [*map(add, self.products, other.products)]

    def _product(self, i: int, j: int) -> Fraction:
        """Return the sum of the products of two factors."""
        return Fraction(self.products[PRODUCTS.index((min(i, j), max(i, j)))], 1 << 2 * FRACTION)

    def _weight(self, side: int) -> Fraction:
        """Return the sum of the weights on a side (0 or 1)."""
        return Fraction(self.sums[_W[side]], 1 << FRACTION)

    def _mean(self, side: int) -> Fraction:
        """Return the mean of a side, on which the quantity must have occurred."""
        return Fraction(self.sums[_X[side]], self.sums[_W[side]])

    def _common(self, a: int, b: int) -> Fraction:
        """Return the sum of (x_A - m_A w_A) (x_B - m_B w_B) over all pairs, for two sides or the same one."""
        wa, wb, xa, xb, m, n = _W[a], _W[b], _X[a], _X[b], self._mean(a), self._mean(b)
        product = self._product
        return product(xa, xb) - n * product(xa, wb) - m * product(wa, xb) + m * n * product(wa, wb)

    @property
    def means(self) -> tuple[float | None, float | None]:
        """The mean of each side, or `None` for a side on which the quantity never occurred."""
        a, b = (float(self._mean(side)) if self.sums[_W[side]] else None for side in (0, 1))
        return a, b

    @property
    def difference(self) -> float:
        """The second side's mean minus the first side's. Both means must exist."""
        return float(self._mean(1) - self._mean(0))

    @property
    def same(self) -> bool:
        """Whether the two games of every pair agree, or all games of both sides have the same value."""
        return not self.differing or (
            self._mean(0) == self._mean(1) and self._common(0, 0) == 0 == self._common(1, 1)
        )

    @property
    def spread(self) -> float:
        """The standard deviation of single games on the side that varies more, in the unit of the mean."""
        return max(sqrt(self._common(side, side) * self.games) / self._weight(side) for side in (0, 1))

    @property
    def amount(self) -> float:
        """The mean of the absolute values, on the side where it is greater."""
        return max(self.sums[4 + side] / self.sums[_W[side]] for side in (0, 1))

    def error(self, *, paired: bool = True) -> float:
        """Return the standard error of the difference, which is infinite for fewer than two pairs.

        Unless `paired`, the luck of the two sides is treated as independent.
        """
        n, a, b = self.games, self._weight(0), self._weight(1)
        if n < 2:  # noqa: PLR2004 - one has no spread
            return float("inf")
        squares = self._common(0, 0) / a**2 + self._common(1, 1) / b**2
        if paired:
            squares -= 2 * self._common(0, 1) / (a * b)
        return sqrt(squares * n / (n - 1))

    def interval(self, confidence: Confidence, *, whole: bool) -> tuple[float, float]:
        """Return the ends of the uncorrected interval of the difference.

        The interval contains the truth in 95 of 100 runs. A quantity is `whole` if each game has either all
        or nothing of it. If moreover all games count, one difference of 1 and one of -1 are added, as D.
        Bonett and R. Price do ("Adjusted Wald confidence interval for a difference of binomial proportions
        based on paired data", Journal of Educational and Behavioral Statistics 37, 2012).
        """
        n, error, middle = self.games, self.error(), self.difference
        if n < 2:  # noqa: PLR2004 - one has no spread
            return (-1.0, 1.0) if whole else (-float("inf"), float("inf"))
        reach = confidence.reach_of_mean(n)
        if not whole or not self._all_count:
            return middle - reach * error, middle + reach * error
        total, more = middle * n, n + 2
        squares = error**2 * n * (n - 1) + total**2 / n + 2
        middle = total / more
        half = reach * sqrt(max(0.0, squares / more - middle**2) / more)
        return max(-1.0, middle - half), min(1.0, middle + half)

    def second(
        self, confidence: Confidence, *, share: bool, parts: bool = False
    ) -> tuple[float, float] | None:
        """Return the ends of the interval of the second side's mean, or `None` for fewer than two games.

        With `share`, each game that counts contributes 0 or 1; with `parts`, any number from 0 to 1.
        """
        n = self.games
        if n < 2 or not self.sums[_W[1]]:  # noqa: PLR2004 - one has no spread
            return None
        weight, mean, squares = float(self._weight(1)), float(self._mean(1)), self._common(1, 1)
        if parts:
            count = round(weight)
            return bounded(count, mean, float(squares / max(1, count - 1)), confidence)
        if share:
            return share_of(mean * weight, round(weight), confidence)
        half = confidence.reach_of_mean(n) * sqrt(squares * n / (n - 1)) / weight
        return mean - half, mean + half

    @property
    def _all_count(self) -> bool:
        """Whether the weight of every game is 1, on either side."""
        return all(self._weight(side) == self._product(_W[side], _W[side]) == self.games for side in (0, 1))


class Pairs:
    """Quantities over pairs of games, by their keys.

    `first` and `second` are the indexes of quantities in the vectors of each side. A quantity that is missing
    on a side has no weight there. `keys` are quantities that may be missing on both. `games` is the number of
    pairs.
    """

    def __init__(self, first: Mapping[str, int], second: Mapping[str, int], keys: Sequence[str] = ()) -> None:
        keys = [*dict.fromkeys((*keys, *first, *second))]
        self._widths = len(first), len(second)
        self._both = tuple((first.get(key, -1), second.get(key, -1)) for key in keys)
        self._of = {key: Paired() for key in keys}
        self._single: Pairing | None = None
        self._waiting = 0
        self.games = 0

    def make(self, state: Room, given: Room, most: int = BATCH) -> Pairing:
        """Return a kernel for these quantities, and for up to `most` pairs at a time."""
        return Pairing(self._widths, self._both, state, given, most)

    @property
    def name(self) -> str:
        """The name of the kernel."""
        return f"pairs {self._widths} {self._both}"

    def __getitem__(self, key: str) -> Paired:
        return dict(self.items())[key]

    def items(self) -> Iterable[tuple[str, Paired]]:
        """Return the keys and the quantities."""
        if self._single is not None:
            self._include(self._waiting, self._single)
            self._single, self._waiting = None, 0
        return self._of.items()

    def add(self, a: Sequence[float], b: Sequence[float]) -> None:
        """Count a pair of games, given by their vectors."""
        if self._single is None:
            self._single = self.make(Lists(), Lists(), 1)
        self._single.a[:], self._single.b[:] = a, b
        self._single.run(0, 1)
        self.games += 1
        self._waiting += 1

    def include(self, games: int, kernel: Pairing) -> None:
        """Count the pairs of games that a kernel has summed."""
        self.games += games
        self._include(games, kernel)

    def _include(self, games: int, kernel: Pairing) -> None:
        for quantity, paired in enumerate(self._of.values()):
            paired.include(games, kernel, quantity)

    def merge(self, other: Pairs) -> None:
        """Count the pairs that another object for the same quantities has counted."""
        self.games += other.games
        for (_, mine), (_, theirs) in zip(self.items(), other.items(), strict=True):
            mine.merge(theirs)


class Inside:
    """Counts pairs of games inside an engine.

    The `pairs` are up to date after `settle`, and after the `with` block.
    """

    def __init__(self, pairs: Pairs, engine: SummingEngine) -> None:
        self._pairs, self._aside = pairs, engine.aside(pairs.name, pairs.make)
        self._state, given = Counters(), Counters()
        self._kernel = pairs.make(self._state, given)
        self._second, _ = given.place(self._kernel.b)
        self._games = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.settle()

    def add(self, count: int, a: bytes, b: bytes) -> None:
        """Count up to `BATCH` pairs of games, given by their vectors as 64-bit floating-point numbers."""
        if self._games + count > MOST:
            self.settle()
        self._aside.give(a)
        self._aside.give(b, self._second)
        self._aside.run(0, count)
        self._games += count

    def settle(self) -> None:
        """Move the sums to the pairs."""
        self._state.fill(self._aside.read())
        self._pairs.include(self._games, self._kernel)
        self._games = 0
        self._state.clear()
        self._aside.write(self._state.form.pack(*self._state.numbers()))
