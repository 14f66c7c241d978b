"""What a section of a report is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Figure", "Section", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """Numbers: the first `names` columns say of what they are. What stands in backticks is code."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A chart as SVG, if there is one, its numbers, and what is to be said of it."""

    title: str
    chart: str | None
    table: Table
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section: what is said first, and its figures. `key` is its id on the page."""

    key: str
    title: str
    said: Sequence[str]
    figures: Sequence[Figure]
