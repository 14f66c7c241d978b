"""Weights of histories: products of many ratios, which exceed the range of a float."""

from __future__ import annotations

from collections import Counter
from math import comb, frexp, isclose, ldexp

from interpreter.play.luck import Draws

__all__ = ["UNIT", "Weight", "alike", "drawn", "heaviest", "orders", "times"]

Weight = tuple[float, int]
"""A mantissa and an exponent of 2."""

UNIT: Weight = (0.5, 1)

_PARTS = 1 << 53
"""Number of parts into which a float divides one."""


def times(weight: Weight, ratio: float) -> Weight:
    """Multiply a weight by a ratio; the result is the same on every machine, since it uses no logarithms."""
    mantissa, exponent = frexp(weight[0] * ratio)
    return mantissa, weight[1] + exponent


def orders(counts: Counter[int]) -> int:
    """Return the number of orders in which these counts can be drawn; each order weighs that much less."""
    whole, ways = 0, 1
    for number in counts.values():
        whole += number
        ways *= comb(whole, number)
    return ways


def drawn(shares: list[float], luck: Draws) -> int:
    """Draw an index in proportion to its share; all shares are at least 0, and one is greater."""
    left = luck.below(_PARTS) / _PARTS * sum(shares)
    last = 0
    for i, share in enumerate(shares):
        if share > 0:
            last = i
            if left < share:
                return i
        left -= share
    return last


def alike(weights: list[Weight]) -> bool:
    """Return whether all weights are equal, up to rounding."""
    mantissa, exponent = weights[0]
    return all(
        abs(e - exponent) <= 1 and isclose(ldexp(m, e - exponent), mantissa, rel_tol=1e-9) for m, e in weights
    )


def heaviest(weights: list[Weight], luck: Draws) -> int:
    """Draw an index in proportion to its weight; 0 if there is none."""
    if len(weights) < 2:  # noqa: PLR2004 - there is nothing to draw between
        return 0
    top = max(exponent for mantissa, exponent in weights if mantissa)
    return drawn([ldexp(mantissa, exponent - top) for mantissa, exponent in weights], luck)
