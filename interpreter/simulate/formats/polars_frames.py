"""Makes Polars data frames. No other module imports Polars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import polars as pl

from interpreter.simulate.columns import Column, Value

__all__ = ["Frame", "frame"]

Frame: TypeAlias = pl.DataFrame

_TYPES = {
    "int64": pl.Int64,
    "uint64": pl.UInt64,
    "float64": pl.Float64,
    "bool": pl.Boolean,
    "string": pl.String,
}


def frame(columns: Sequence[Column], values: Sequence[Sequence[Value]]) -> Frame:
    """Return a Polars data frame with these columns. `values` has one sequence of values per column."""
    series = (
        pl.Series(column.name, list(each), dtype=_TYPES[column.form.type], strict=True)
        for column, each in zip(columns, values, strict=True)
    )
    return pl.DataFrame(list(series))
