"""English nouns after numbers: the one place that chooses between singular and plural."""

from __future__ import annotations

__all__ = ["counted", "form", "with_noun"]


def form(number: float, one: str, several: str | None = None) -> str:
    """Return the form for a number: `is` or `are`, `match` or `matches`; the default plural adds an `s`."""
    return one if number == 1 else f"{one}s" if several is None else several


def counted(number: int, noun: str, several: str | None = None) -> str:
    """Format a number with its noun: `1 game`, `1,200 games`, `2 matches`."""
    return f"{number:,} {form(number, noun, several)}"


def with_noun(number: str, noun: str, several: str | None = None) -> str:
    """Add the noun to a number that is already formatted: `1 turn`, `8.2 turns`, `1.0 turns`, `+1 point`."""
    return f"{number} {form(1 if number.lstrip('+-') == '1' else 0, noun, several)}"
