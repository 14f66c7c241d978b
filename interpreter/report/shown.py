"""The building blocks of a section of a report."""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program.frozen import dataclass

__all__ = ["Figure", "Section", "Table"]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of numbers. The first `names` columns are labels, and text in backticks is code."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    names: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a report, with its chart as SVG if there is one, the chart's numbers, and its caption."""

    title: str
    chart: str | None
    table: Table
    note: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a report, with an introduction and figures. `key` is its id on the page."""

    key: str
    title: str
    said: Sequence[str]
    figures: Sequence[Figure]
