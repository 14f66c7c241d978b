"""Verdicts on many differences at once, with a known error rate.

If a game is compared with itself in fifty quantities, two or three of the differences have a 95 % interval
that excludes 0. So verdicts correct for the number of differences examined:

- *clear*: S. Holm's procedure rejects it ("A simple sequentially rejective multiple test procedure",
  Scandinavian Journal of Statistics 6, 1979). Whatever the dependencies and the number of other differences,
  in 95 of 100 reports every difference that is called clear is real.
- *suggestive*: only the procedure of Y. Benjamini and Y. Hochberg rejects it ("Controlling the false
  discovery rate", JRSS B 57, 1995). Of all differences called clear or suggestive, one in twenty is not real,
  on average. If nothing differs, this procedure, too, finds differences in at most 5 of 100 reports. It
  rejects everything that Holm's procedure rejects. Both procedures use a level of 4 %, not 5 %, as a margin
  for the error of Student's distribution with few games and non-normal numbers.
- *none*: no difference is visible, and the interval allows only a small one. Small means less than 5
  percentage points for a share; for a number, less than a tenth of its mean amount in a game or of the
  standard deviation of single games, whichever is greater. That is half of what J. Cohen calls a small effect
  ("Statistical Power Analysis for the Behavioral Sciences", 1969).
- *same*: no game differs from its pair, or all games of both sides have one value.
- *open*, for everything else: there are too few games. The number of further games that would make the
  difference *clear* or *none*, whichever takes fewer, is estimated as if the observed difference were the
  true one. A difference can become *none* only if the interval holds 0 now, and if it is at most half a
  small one. If a greater one is true, the interval excludes 0 before it excludes all that is not small.

If there is no difference, a game and its pair are exchangeable. So each of the k pairs that differ may have
its sign flipped, and no p-value is below 2^(1-k). A few pairs are therefore never surprising, whatever
Student's distribution says, which errs on the safe side (B. Efron, "Student's t-test under symmetry
conditions", JASA 64, 1969). For the same reason a quantity that differs in no pair does not count among those
examined (R. Tarone, "A modified Bonferroni method for discrete data", Biometrics 46, 1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, inf, isfinite
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from gamespec.program.frozen import dataclass
from interpreter.simulate.intervals import Confidence

if TYPE_CHECKING:
    from interpreter.study.paired import Paired
    from interpreter.study.quantities import Quantity

__all__ = ["VERDICTS", "Difference", "Verdict", "discoveries", "holm", "judged", "weighed"]

Verdict: TypeAlias = Literal["clear", "suggestive", "open", "none", "same"]

VERDICTS: Sequence[Verdict] = ("clear", "suggestive", "open", "none", "same")
"""The verdicts, most important first."""

LEVEL = 0.04
"""The significance level of Holm's procedure and of Benjamini and Hochberg's."""

SMALL_SHARE, SMALL_PART = 0.05, 0.1

MOST = 10_000_000
"""Maximum number of further games that is suggested for deciding a difference."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The values of a quantity in two games, `a` and `b`, and their difference with its verdict.

    `low` and `high` are the ends of the uncorrected 95 % interval of the difference, and `chance` is the
    p-value. `error` is the standard error, and `apart` is what the standard error would be without common
    luck. `small` is the greatest difference that counts as small. For an *open* verdict, `more` is the number
    of further games that would decide it, and `expected` is the verdict they would lead to. Both are `None`
    if that is more than ten million games or only one game was played.
    """

    quantity: Quantity
    games: int
    a: float
    b: float
    low: float
    high: float
    error: float
    apart: float
    chance: float
    small: float
    verdict: Verdict
    more: int | None = None
    expected: Verdict | None = None

    @property
    def difference(self) -> float:
        """The value `b` in the second game minus the value `a` in the first."""
        return self.b - self.a

    @property
    def most(self) -> float:
        """The distance from 0 to the end of the interval that is farther away."""
        return max(abs(self.low), abs(self.high))

    @property
    def size(self) -> float:
        """The size of the difference, as a multiple of the greatest difference that counts as small."""
        return abs(self.difference) / self.small if self.small else 0.0

    def as_dict(self) -> dict[str, Any]:
        """Return the difference as a dict that can be written as JSON.

        A number that is infinite or not a number becomes `None`.
        """
        names = {"measure": self.quantity.key, "title": self.quantity.title, "unit": self.quantity.unit}
        numbers = {
            "a": self.a,
            "b": self.b,
            "difference": self.difference,
            "low": self.low,
            "high": self.high,
            "error": self.error,
            "error_without_common_luck": self.apart,
            "p": self.chance,
        }
        finite = {name: value if isfinite(value) else None for name, value in numbers.items()}
        further = {"more_games": self.more, "expected": self.expected}
        return {**names, "games": self.games, **finite, "verdict": self.verdict, **further}


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Return, for each p-value, whether Holm's procedure rejects it.

    The smallest of m p-values is rejected if it is at most level / m, the next if it is at most level / (m -
    1), and so on. The first p-value that is not rejected ends the procedure.
    """
    called, m = [False] * len(chances), len(chances)
    for rank, number in enumerate(sorted(range(m), key=chances.__getitem__)):
        if chances[number] > level / (m - rank):
            break
        called[number] = True
    return called


def discoveries(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Return, for each p-value, whether Benjamini and Hochberg's procedure rejects it.

    The procedure rejects the k smallest of m p-values, for the greatest k with p(k) <= level k / m.
    """
    m = len(chances)
    order = sorted(range(m), key=chances.__getitem__)
    last = max((k for k, number in enumerate(order, 1) if chances[number] <= level * k / m), default=0)
    called = [False] * m
    for number in order[:last]:
        called[number] = True
    return called


def judged(found: Sequence[tuple[Quantity, Paired]], confidence: Confidence) -> list[Difference]:
    """Return the difference in each quantity of `found`, with its verdict.

    Both games must have all of these quantities.
    """
    chances = [_chance(paired, confidence) for _, paired in found]
    looked_at = [number for number, (_, paired) in enumerate(found) if not paired.same]
    kept = [chances[number] for number in looked_at]
    clear = dict(zip(looked_at, holm(kept), strict=True))
    suggestive = dict(zip(looked_at, discoveries(kept), strict=True))
    told = []
    for number, (quantity, paired) in enumerate(found):
        called: Verdict | None = None
        if number not in clear:
            called = "same"
        elif clear[number] or suggestive[number]:
            called = "clear" if clear[number] else "suggestive"
        told.append(_difference(quantity, paired, chances[number], called, len(looked_at), confidence))
    return told


def weighed(differences: Sequence[Difference]) -> list[Difference]:
    """Return the differences sorted by verdict, most important first, and then by size, greatest first."""
    return sorted(differences, key=lambda each: (VERDICTS.index(each.verdict), -each.size))


def _chance(paired: Paired, confidence: Confidence) -> float:
    """Return the p-value of the observed difference."""
    if paired.same or paired.games == 1:
        return 1.0
    error, off = paired.error(), abs(paired.difference)
    seen = off / error if error else (inf if off else 0.0)
    return min(1.0, max(confidence.chance(seen, paired.games), 2.0 ** (1 - paired.differing)))


def _difference(  # noqa: PLR0913 - what is told, and how sure
    quantity: Quantity,
    paired: Paired,
    chance: float,
    called: Verdict | None,
    looked_at: int,
    confidence: Confidence,
) -> Difference:
    a, b = paired.means
    assert a is not None  # noqa: S101 - both games have it
    assert b is not None  # noqa: S101 - both games have it
    low, high = paired.interval(confidence, whole=quantity.whole)
    small = SMALL_PART * max(paired.amount, paired.spread) if quantity.unit == "number" else SMALL_SHARE
    more, expected, verdict = None, None, called
    if verdict is None:
        inside = low <= 0 <= high and max(-low, high) <= small
        verdict = "none" if inside else "open"
    if verdict == "open" and paired.games > 1:
        more, expected = _more(paired, (high - low) / 2, small, looked_at, confidence)
    error, apart = paired.error(), paired.error(paired=False)
    numbers = (a, b, low, high, error, apart, chance, small)
    return Difference(quantity, paired.games, *numbers, verdict, more, expected)


def _more(
    paired: Paired, half: float, small: float, looked_at: int, confidence: Confidence
) -> tuple[int, Verdict] | tuple[None, None]:
    """Estimate how many further games would decide the verdict if the observed difference were the true one.

    Return their number and the verdict that they would lead to, or `None` twice if it would take more than
    `MOST` games.
    """
    n, off = paired.games, abs(paired.difference)
    wanted = half * _strict(looked_at, n, confidence)
    clear = (wanted / off) ** 2 if off else inf
    none = (half / (small - off)) ** 2 if off <= half and 2 * off <= small != 0 else inf
    more = n * (min(clear, none) - 1)
    if not more <= MOST:
        return None, None
    digits: int = 10 ** max(0, len(str(ceil(more))) - 2)
    return max(1, ceil(more / digits)) * digits, "clear" if clear <= none else "none"


def _strict(looked_at: int, count: int, confidence: Confidence) -> float:
    """Return the factor by which correcting for `looked_at` differences widens an interval."""
    reach = once = confidence.reach_of_mean(count)
    while confidence.chance(reach, count) > LEVEL / looked_at:
        reach *= 1.01
    return reach / once
