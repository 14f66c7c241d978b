"""Numbers with their nouns in English: the one place that knows when a noun stands in the singular."""

from __future__ import annotations

__all__ = ["counted", "form", "with_noun"]


def form(number: float, one: str, several: str | None = None) -> str:
    """The word for so many: `is` or `are`, `match` or `matches`; without a word for several, with an `s`."""
    return one if number == 1 else f"{one}s" if several is None else several


def counted(number: int, noun: str, several: str | None = None) -> str:
    """`1 game`, `1,200 games`, `2 matches`."""
    return f"{number:,} {form(number, noun, several)}"


def with_noun(number: str, noun: str, several: str | None = None) -> str:
    """The same of a number that is a text already: `1 turn`, `8.2 turns`, `1.0 turns`, `+1 point`."""
    return f"{number} {form(1 if number.lstrip('+-') == '1' else 0, noun, several)}"
