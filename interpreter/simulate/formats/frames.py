"""The rows of a run as tables of other libraries, each of which is imported when it is asked for.

Types are those of the columns (`interpreter.simulate.columns`), whatever lies in them: a column that may lack
values has a type with a place for none.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpreter.simulate.columns import Column, Value

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl
    import pyarrow as pa

__all__ = ["to_arrow", "to_pandas", "to_polars"]

Columns = Sequence[Sequence[Value]]
"""By column its values."""


def to_pandas(columns: Sequence[Column], values: Columns) -> pd.DataFrame:
    """A table of pandas: numbers are `int64`, `uint64`, `float64`; where some may lack `Int64` and so on.

    Raises `ImportError` if pandas is not installed.
    """
    frames = _imported("pandas", "interpreter.simulate.formats.pandas_frames")
    made: pd.DataFrame = frames.frame(columns, values)
    return made


def to_polars(columns: Sequence[Column], values: Columns) -> pl.DataFrame:
    """A table of Polars. Raises `ImportError` if it is not installed."""
    frames = _imported("polars", "interpreter.simulate.formats.polars_frames")
    made: pl.DataFrame = frames.frame(columns, values)
    return made


def to_arrow(columns: Sequence[Column], values: Columns) -> pa.Table:
    """A table of Arrow, with what each column means. Raises `ImportError` if pyarrow is not installed."""
    made: pa.Table = _imported("table", "interpreter.simulate.formats.parquet").table(columns, values)
    return made


def _imported(extra: str, module: str) -> Any:
    """The one module that imports a library; `extra` gets it."""
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in {"pandas", "polars", "pyarrow"}:
            raise
        message = f"`{error.name}` is not installed: `pip install 'gamespec[{extra}]'` gets it"
        raise ModuleNotFoundError(message, name=error.name) from None
