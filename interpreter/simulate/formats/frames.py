"""The rows of a run as data frames of other libraries, each of which is imported on first use.

The type of a column follows from its definition (see `interpreter.simulate.columns`), not from the values
present. A column that may lack values has a nullable type.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from interpreter.simulate.columns import Column, Value

if TYPE_CHECKING:
    from interpreter.simulate.formats.pandas_frames import Frame as PandasFrame
    from interpreter.simulate.formats.parquet import ArrowTable
    from interpreter.simulate.formats.polars_frames import Frame as PolarsFrame
    from interpreter.simulate.recorded.filled import Filled

__all__ = ["to_arrow", "to_pandas", "to_polars"]

Columns = Sequence[Sequence[Value]]
"""One sequence of values per column."""


def to_pandas(columns: Sequence[Column], values: Columns) -> PandasFrame:
    """Return the values as a pandas data frame.

    Numeric columns have the types `int64`, `uint64` and `float64`, or `Int64`, `UInt64` and `Float64` if they
    may lack values. Raises `ImportError` if pandas is not installed.
    """
    frames = _imported("pandas", "interpreter.simulate.formats.pandas_frames")
    made: PandasFrame = frames.frame(columns, values)
    return made


def to_polars(columns: Sequence[Column], values: Columns) -> PolarsFrame:
    """Return the values as a Polars data frame. Raises `ImportError` if Polars is not installed."""
    frames = _imported("polars", "interpreter.simulate.formats.polars_frames")
    made: PolarsFrame = frames.frame(columns, values)
    return made


def to_arrow(columns: Sequence[Column], batches: Iterable[Sequence[Filled]]) -> ArrowTable:
    """Return games as an Arrow table, whose columns are annotated with their meanings.

    `batches` yields the columns of some games at a time. Raises `ImportError` if pyarrow is not installed.
    """
    made: ArrowTable = _imported("table", "interpreter.simulate.formats.parquet").table(columns, batches)
    return made


def _imported(extra: str, module: str) -> Any:
    """Import `module`, which wraps another library.

    If the library is missing, the error names the extra that installs it.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name not in {"pandas", "polars", "pyarrow"}:
            raise
        message = f"`{error.name}` is not installed: `pip install 'gamespec[{extra}]'` installs it"
        raise ModuleNotFoundError(message, name=error.name) from None
