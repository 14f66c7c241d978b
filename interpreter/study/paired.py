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

from dataclasses import dataclass
from math import sqrt

from interpreter.simulate.intervals import Confidence, bounded, share_of

__all__ = ["Paired"]

_NOTHING = (0.0, 0.0)


@dataclass(slots=True)
class _Sums:
    """Sums of x and w, and of their squares and products, over the games of one side."""

    w: float = 0.0
    x: float = 0.0
    ww: float = 0.0
    wx: float = 0.0
    xx: float = 0.0

    def add(self, x: float, w: float) -> None:
        self.w += w
        self.x += x
        self.ww += w * w
        self.wx += w * x
        self.xx += x * x

    @property
    def mean(self) -> float:
        return self.x / self.w

    def squares(self) -> float:
        """Return the sum of the squares of x - m w over all games."""
        m = self.mean
        return max(0.0, self.xx - 2 * m * self.wx + m * m * self.ww)


class Paired:
    """One quantity over pairs of games. `differing` counts the pairs whose two games differ in it."""

    __slots__ = ("_a", "_amounts", "_b", "_shift", "_wawb", "_waxb", "_wbxa", "_xaxb", "differing", "games")

    def __init__(self) -> None:
        self.games = self.differing = 0
        self._a, self._b = _Sums(), _Sums()
        self._wawb = self._waxb = self._wbxa = self._xaxb = 0.0
        self._amounts = [0.0, 0.0]
        self._shift: float | None = None
        """A number that is subtracted from all values, so that the sums of squares do not lose precision."""

    def add(self, a: tuple[float, float] = _NOTHING, b: tuple[float, float] = _NOTHING) -> None:
        """Count a pair of games, each of which is given by its sum and its weight.

        The default stands for a game in which the quantity is absent.
        """
        self.games += 1
        self.differing += a != b
        (xa, wa), (xb, wb) = a, b
        if self._shift is None:
            if not wa + wb:
                return
            self._shift = (xa + xb) / (wa + wb)
        self._amounts[0] += abs(xa)
        self._amounts[1] += abs(xb)
        xa, xb = xa - self._shift * wa, xb - self._shift * wb
        self._a.add(xa, wa)
        self._b.add(xb, wb)
        self._wawb += wa * wb
        self._waxb += wa * xb
        self._wbxa += wb * xa
        self._xaxb += xa * xb

    @property
    def means(self) -> tuple[float | None, float | None]:
        """The mean of each side, or `None` for a side on which the quantity never occurred."""
        shift = self._shift or 0.0
        return (
            self._a.mean + shift if self._a.w else None,
            self._b.mean + shift if self._b.w else None,
        )

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
        return max(self._amounts[0] / self._a.w, self._amounts[1] / self._b.w)

    def error(self, *, paired: bool = True) -> float:
        """Return the standard error of the difference, which is infinite for fewer than two pairs.

        Unless `paired`, the luck of the two sides is treated as independent.
        """
        n, a, b = self.games, self._a, self._b
        if n < 2:  # noqa: PLR2004 - one has no spread
            return float("inf")
        squares = a.squares() / a.w**2 + b.squares() / b.w**2
        if paired:
            common = self._xaxb - b.mean * self._wbxa - a.mean * self._waxb + a.mean * b.mean * self._wawb
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
        n, side, shift = self.games, self._b, self._shift or 0.0
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
