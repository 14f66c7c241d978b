"""Tables of pandas; the only import of pandas, and of NumPy, which comes with it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from interpreter.simulate.columns import Column, Value

__all__ = ["frame"]

_TYPES = {"int64": "Int64", "uint64": "UInt64", "float64": "Float64", "bool": "boolean", "string": "string"}
"""By a column's type the one that has a place for none."""


def frame(columns: Sequence[Column], values: Sequence[Sequence[Value]]) -> pd.DataFrame:
    """A table of values by column."""
    return pd.DataFrame(
        {column.name: _array(column, each) for column, each in zip(columns, values, strict=True)}
    )


def _array(column: Column, values: Sequence[Value]) -> object:
    """The values of a column; whole numbers stay whole, which they would not on the way through floats."""
    type_ = column.form.type
    if type_ != "string" and not column.form.lacks:
        return np.array(values, dtype=type_)
    return pd.array(list(values), dtype=_TYPES[type_])
