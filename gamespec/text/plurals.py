"""English nouns after numbers. Only this module chooses between singular and plural."""

from __future__ import annotations

__all__ = ["counted", "form", "with_noun"]


def form(number: float, one: str, several: str | None = None) -> str:
    """Return the form of a word for a number, such as `is` or `are`, `match` or `matches`.

    The default plural adds an `s`.
    """
    return one if number == 1 else f"{one}s" if several is None else several


def counted(number: int, noun: str, several: str | None = None) -> str:
    """Format a number with its noun, as in `1 game`, `1,200 games` and `2 matches`."""
    return f"{number:,} {form(number, noun, several)}"


def with_noun(number: str, noun: str, several: str | None = None) -> str:
    """Add the noun to a formatted number, as in `1 turn`, `8.2 turns`, `1.0 turns` and `+1 point`."""
    return f"{number} {form(1 if number.lstrip('+-') == '1' else 0, noun, several)}"
