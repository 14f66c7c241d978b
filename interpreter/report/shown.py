"""The building blocks of a section of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Figure", "Section", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of numbers whose first `names` columns are labels. Text in backticks is code."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a report: its chart as SVG, if there is one, its numbers, and its caption."""

    title: str
    chart: str | None
    table: Table
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its introduction and its figures. `key` is its id on the page."""

    key: str
    title: str
    said: Sequence[str]
    figures: Sequence[Figure]
