"""Verdicts on many differences at once, and how sure they are.

Who looks at fifty differences between a game and itself finds two or three whose 95 % interval leaves out 0.
So a difference is called by what is left of it when all that were looked at are taken into account:

- *clear*, if S. Holm's procedure calls it ("A simple sequentially rejective multiple test procedure",
  Scandinavian Journal of Statistics 6, 1979). Whatever depends on what, and however many other differences
  there are: in 95 of 100 reports each difference that is called clear is one.
- *suggestive*, if only that of Y. Benjamini and Y. Hochberg does ("Controlling the false discovery rate",
  JRSS B 57, 1995): of all that is called clear or suggestive one in twenty is none, on average. Where
  nothing differs, this one too calls something in 5 of 100 reports at most. It calls all that Holm's calls.
  Both run at 4 %, not 5 %: what Student's distribution is off for few games, and for numbers that are not
  normal, has room in between.
- *none*: no difference is seen, and the interval leaves room for a small one only. Small is a difference of
  less than 5 percentage points of a share; of a number less than a tenth of its mean amount in a game, or
  than a tenth of the standard deviation of single games, whichever is more: half of what J. Cohen calls a
  small effect ("Statistical Power Analysis for the Behavioral Sciences", 1969).
- *same*: no game differs in it from its pair, or all games of both have one value.
- *open*, for all else: there are not enough games. How many more would do is said for the case that the
  difference is as it was seen: until it would be clear, or until it would be called *none*.

Under no difference a game and its pair might as well change places. So of k pairs that differ each may have
its sign turned, and no probability is below 2^(1-k): few pairs are never called surprising, whatever
Student's distribution says, which is on the safe side in this case (B. Efron, "Student's t-test under
symmetry conditions", JASA 64, 1969). For the same reason what differs in no pair is not counted among what
is looked at (R. Tarone, "A modified Bonferroni method for discrete data", Biometrics 46, 1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, inf, isfinite
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from interpreter.simulate.intervals import Confidence

if TYPE_CHECKING:
    from interpreter.study.paired import Paired
    from interpreter.study.quantities import Quantity

__all__ = ["VERDICTS", "Difference", "Verdict", "discoveries", "holm", "judged", "weighed"]

Verdict: TypeAlias = Literal["clear", "suggestive", "open", "none", "same"]

VERDICTS: Sequence[Verdict] = ("clear", "suggestive", "open", "none", "same")
"""In the order of what matters."""

LEVEL = 0.04
"""At which both procedures call a difference."""

SMALL_SHARE, SMALL_PART = 0.05, 0.1

MOST = 10_000_000
"""More games than that are not proposed."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What two games come to in a quantity: `a`, `b`, and how much the second one has more.

    `low` and `high` are the ends of the 95 % interval of the difference by itself; `chance` is the
    probability to see as much, or more, where there is none; `error` the standard error, and `apart` what it
    would be without common luck. `small` says how much is small. Of a verdict that is *open* `more` says how
    many more games would do, `None` if more than ten million, or if one game
    says nothing of that.
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

    @property
    def difference(self) -> float:
        """The second less the first."""
        return self.b - self.a

    @property
    def most(self) -> float:
        """How far the interval reaches from 0."""
        return max(abs(self.low), abs(self.high))

    @property
    def size(self) -> float:
        """How large it is, in units of a small one."""
        return abs(self.difference) / self.small if self.small else 0.0

    def as_dict(self) -> dict[str, Any]:
        """As numbers and texts; what is not finite is `None`."""
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
        return {**names, "games": self.games, **finite, "verdict": self.verdict, "more_games": self.more}


def holm(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which are called by Holm's procedure: of m the least if it is at most level / m, and so on."""
    called, m = [False] * len(chances), len(chances)
    for rank, number in enumerate(sorted(range(m), key=chances.__getitem__)):
        if chances[number] > level / (m - rank):
            break
        called[number] = True
    return called


def discoveries(chances: Sequence[float], level: float = LEVEL) -> list[bool]:
    """Which are called by Benjamini and Hochberg: the k least, for the last k with p(k) <= level k / m."""
    m = len(chances)
    order = sorted(range(m), key=chances.__getitem__)
    last = max((k for k, number in enumerate(order, 1) if chances[number] <= level * k / m), default=0)
    called = [False] * m
    for number in order[:last]:
        called[number] = True
    return called


def judged(found: Sequence[tuple[Quantity, Paired]], confidence: Confidence) -> list[Difference]:
    """The differences of quantities that both games have, in their order, each with its verdict."""
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
    """What matters first: by verdict, and then by how many times a small difference it is."""
    return sorted(differences, key=lambda each: (VERDICTS.index(each.verdict), -each.size))


def _chance(paired: Paired, confidence: Confidence) -> float:
    """The probability to see as much, or more, where there is no difference."""
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
    more, verdict = None, called
    if verdict is None:
        inside = low <= 0 <= high and max(-low, high) <= small
        verdict = "none" if inside else "open"
    if verdict == "open" and paired.games > 1:
        more = _more(paired, (high - low) / 2, small, looked_at, confidence)
    error, apart = paired.error(), paired.error(paired=False)
    return Difference(quantity, paired.games, a, b, low, high, error, apart, chance, small, verdict, more)


def _more(paired: Paired, half: float, small: float, looked_at: int, confidence: Confidence) -> int | None:
    """How many more games would lead to another verdict, if the difference is as it was seen: about."""
    n, off = paired.games, abs(paired.difference)
    wanted = half * _strict(looked_at, n, confidence)
    times = min(
        (wanted / off) ** 2 if off else inf,
        (half / (small - off)) ** 2 if off < small else inf,
    )
    more = n * (times - 1)
    if not more <= MOST:
        return None
    digits: int = 10 ** max(0, len(str(ceil(more))) - 2)
    return max(1, ceil(more / digits)) * digits


def _strict(looked_at: int, count: int, confidence: Confidence) -> float:
    """How many times as far an interval reaches that holds the truth in so many as are looked at."""
    reach = once = confidence.reach_of_mean(count)
    while confidence.chance(reach, count) > LEVEL / looked_at:
        reach *= 1.01
    return reach / once
