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
from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING

from interpreter.kernels.statistics.counters import Counters
from interpreter.kernels.statistics.pairing import Pairing
from interpreter.kernels.terms import Lists
from interpreter.play.chunk import BATCH
from interpreter.simulate.intervals import Confidence, bounded, share_of

if TYPE_CHECKING:
    from interpreter.kernels.terms import Room
    from interpreter.protocol import SummingEngine

__all__ = ["Inside", "Paired", "Pairs"]

_NOTHING = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class _Sums:
    """Sums of x and w, and of their squares and products, over the games of one side."""

    w: float
    x: float
    ww: float
    wx: float
    xx: float

    @property
    def mean(self) -> float:
        return self.x / self.w

    def squares(self) -> float:
        """Return the sum of the squares of x - m w over all games."""
        m = self.mean
        return max(0.0, self.xx - 2 * m * self.wx + m * m * self.ww)


class Paired:
    """One quantity over pairs of games: the one with the index `at` in the sums of a kernel.

    By default, it has a kernel of its own.
    """

    __slots__ = ("_at", "_sums")

    def __init__(self, sums: Pairing | None = None, at: int = 0) -> None:
        self._sums = Pairing((1, 1), ((0, 0),), Lists(), Lists()) if sums is None else sums
        self._at = at

    def add(self, a: tuple[float, float] = _NOTHING, b: tuple[float, float] = _NOTHING) -> None:
        """Count a pair of games, each of which is given by its sum and its weight.

        The default stands for a game in which the quantity is absent. The kernel has no other quantity.
        """
        assert self._sums.many == 1  # noqa: S101 - it is its own
        self._sums.a[:], self._sums.b[:] = a, b
        self._sums.run(0, 1)

    @property
    def games(self) -> int:
        """The number of pairs."""
        return self._sums.games[0]

    @property
    def differing(self) -> int:
        """The number of pairs whose two games differ in the quantity."""
        return self._sums.differing[self._at]

    @property
    def _shift(self) -> float:
        return self._sums.shift[self._at]

    @property
    def _a(self) -> _Sums:
        sums = self._sums
        return _Sums(*(array[self._at] for array in (sums.w_a, sums.x_a, sums.ww_a, sums.wx_a, sums.xx_a)))

    @property
    def _b(self) -> _Sums:
        sums = self._sums
        return _Sums(*(array[self._at] for array in (sums.w_b, sums.x_b, sums.ww_b, sums.wx_b, sums.xx_b)))

    @property
    def means(self) -> tuple[float | None, float | None]:
        """The mean of each side, or `None` for a side on which the quantity never occurred."""
        a, b, shift = self._a, self._b, self._shift
        return a.mean + shift if a.w else None, b.mean + shift if b.w else None

    @property
    def difference(self) -> float:
        """The second side's mean minus the first side's. Both means must exist."""
        return self._b.mean - self._a.mean

    @property
    def same(self) -> bool:
        """Whether the two games of every pair agree, or all games of both sides have the same value."""
        a, b = self._a, self._b
        return not self.differing or (a.x == b.x == 0.0 == a.xx == b.xx)

    @property
    def spread(self) -> float:
        """The standard deviation of single games on the side that varies more, in the unit of the mean."""
        return max(sqrt(side.squares() * self.games) / side.w for side in (self._a, self._b))

    @property
    def amount(self) -> float:
        """The mean of the absolute values, on the side where it is greater."""
        sums, at = self._sums, self._at
        return max(sums.amount_a[at] / sums.w_a[at], sums.amount_b[at] / sums.w_b[at])

    def error(self, *, paired: bool = True) -> float:
        """Return the standard error of the difference, which is infinite for fewer than two pairs.

        Unless `paired`, the luck of the two sides is treated as independent.
        """
        n, a, b = self.games, self._a, self._b
        if n < 2:  # noqa: PLR2004 - one has no spread
            return float("inf")
        squares = a.squares() / a.w**2 + b.squares() / b.w**2
        if paired:
            sums, at = self._sums, self._at
            wawb, waxb, wbxa, xaxb = sums.wawb[at], sums.waxb[at], sums.wbxa[at], sums.xaxb[at]
            common = xaxb - b.mean * wbxa - a.mean * waxb + a.mean * b.mean * wawb
            squares -= 2 * common / (a.w * b.w)
        return sqrt(max(0.0, squares) * n / (n - 1))

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
        n, side, shift = self.games, self._b, self._shift
        if n < 2 or not side.w:  # noqa: PLR2004 - one has no spread
            return None
        if parts:
            count = round(side.w)
            return bounded(count, side.mean + shift, side.squares() / max(1, count - 1), confidence)
        if share:
            return share_of(side.x + shift * side.w, round(side.w), confidence)
        half = confidence.reach_of_mean(n) * sqrt(side.squares() / side.w**2 * n / (n - 1))
        return side.mean + shift - half, side.mean + shift + half

    @property
    def _all_count(self) -> bool:
        """Whether the weight of every game is 1, on either side."""
        n = self.games
        return self._a.w == self._a.ww == self._b.w == self._b.ww == n


class Pairs:
    """Quantities over pairs of games, by their keys.

    `first` and `second` are the indexes of quantities in the vectors of each side. A quantity that is missing
    on a side has no weight there. `keys` are quantities that may be missing on both.
    """

    def __init__(self, first: Mapping[str, int], second: Mapping[str, int], keys: Sequence[str] = ()) -> None:
        keys = [*dict.fromkeys((*keys, *first, *second))]
        self._widths = len(first), len(second)
        self._both = tuple((first.get(key, -1), second.get(key, -1)) for key in keys)
        self.state = Counters()
        self._sums = self.make(self.state, Lists(), 1)
        self._of = {key: Paired(self._sums, number) for number, key in enumerate(keys)}

    def make(self, state: Room, given: Room, most: int = BATCH) -> Pairing:
        """Return a kernel for these quantities, and for up to `most` pairs at a time."""
        return Pairing(self._widths, self._both, state, given, most)

    @property
    def name(self) -> str:
        """The name of the kernel."""
        return f"pairs {self._widths} {self._both}"

    @property
    def games(self) -> int:
        """The number of pairs."""
        return self._sums.games[0]

    def __getitem__(self, key: str) -> Paired:
        return self._of[key]

    @property
    def numbers(self) -> tuple[float, ...]:
        """All sums, in an order that depends only on the quantities."""
        return self.state.numbers()

    def items(self) -> Iterable[tuple[str, Paired]]:
        """Return the keys and the quantities."""
        return self._of.items()

    def add(self, a: Sequence[float], b: Sequence[float]) -> None:
        """Count a pair of games, given by their vectors."""
        self._sums.a[:], self._sums.b[:] = a, b
        self._sums.run(0, 1)


class Inside:
    """Counts pairs of games inside an engine."""

    def __init__(self, pairs: Pairs, engine: SummingEngine) -> None:
        self._pairs, self._aside = pairs, engine.aside(pairs.name, pairs.make)
        given = Counters()
        kernel = pairs.make(Counters(), given)
        self._second, _ = given.place(kernel.b)
        self._aside.write(pairs.state.form.pack(*pairs.state.numbers()))

    def add(self, count: int, a: bytes, b: bytes) -> None:
        """Count up to `BATCH` pairs of games, given by their vectors as 64-bit floating-point numbers."""
        self._aside.give(a)
        self._aside.give(b, self._second)
        self._aside.run(0, count)
        self._pairs.state.fill(self._aside.read())
