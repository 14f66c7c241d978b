"""Makes pandas data frames. No other module imports pandas or NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import pandas as pd

from interpreter.simulate.columns import Column, Value

__all__ = ["Frame", "frame"]

Frame: TypeAlias = pd.DataFrame

_TYPES = {"int64": "Int64", "uint64": "UInt64", "float64": "Float64", "bool": "boolean", "string": "string"}
"""Maps the type of a column to the corresponding nullable pandas type."""


def frame(columns: Sequence[Column], values: Sequence[Sequence[Value]]) -> Frame:
    """Return a pandas data frame with these columns. `values` has one sequence of values per column."""
    return pd.DataFrame(
        {column.name: _array(column, each) for column, each in zip(columns, values, strict=True)}
    )


def _array(column: Column, values: Sequence[Value]) -> object:
    """Return the values of a column as a pandas array. Integers are never converted to floats."""
    type_ = column.form.type
    if type_ != "string" and not column.form.lacks:
        return np.array(values, dtype=type_)
    return pd.array(list(values), dtype=_TYPES[type_])
