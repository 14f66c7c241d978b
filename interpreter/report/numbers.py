"""Formats numbers for sentences and tables."""

from __future__ import annotations

__all__ = ["about", "number", "part", "percent", "points", "several"]

PERCENT = 100
SMALL, MIDDLE = 10, 1000


def percent(share: float, digits: int = 1) -> str:
    """Format a share as a percentage, such as `37.1 %`."""
    return f"{share * PERCENT:.{digits}f} %"


def part(share: float) -> str:
    """Format the share of a whole as a percentage without decimals, such as `86 %`.

    Neither a small share nor a large one becomes nothing or all by rounding.
    """
    whole = round(PERCENT * share)
    if whole == 0 < share:
        return "less than 1 %"
    if whole == PERCENT and share < 1:
        return "more than 99 %"
    return f"{whole} %"


def points(difference: float) -> str:
    """Format a difference of shares in percentage points, such as `+3.1`."""
    return f"{difference * PERCENT:+.1f}"


def number(value: float) -> str:
    """Format a mean with as many digits as are meaningful, such as `0.25`, `16.6`, `17` or `1,204`.

    Zeros after the point appear only in `0.00`, which is not quite `0`.
    """
    if value == int(value) or abs(value) >= MIDDLE:
        return f"{value:,.0f}"
    digits = 2 if abs(value) < SMALL else 1
    text = f"{value:,.{digits}f}"
    return text.removesuffix(".00").removesuffix(".0") if round(value, digits) else text


def about(count: int) -> str:
    """Format a number rounded to two significant digits, such as `about 35,000`."""
    unit = 10 ** max(0, len(str(count)) - 2)
    return f"about {-(-count // unit) * unit:,}"


def several(names: list[str]) -> str:
    """Join names, as in `a`, `a and b`, or `a, b and c`."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
