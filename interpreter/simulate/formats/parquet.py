"""Reads and writes Parquet files, and makes Arrow tables. No other module imports pyarrow.

All row groups of a file except the last have the same number of rows, whatever the sizes of the batches in
which the rows were written.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from gamespec.system.plain import open_plain
from interpreter.simulate.about import WHOLE
from interpreter.simulate.columns import Column, Value

__all__ = ["ArrowTable", "NotParquet", "Parquet", "rows", "said", "stored", "table"]

ArrowTable: TypeAlias = pa.Table

GROUP, VALUES = 50_000, 2_000_000
"""Maximum number of rows, and maximum number of values, in a row group."""

_BATCH = 1_000
"""Number of rows read at a time."""

_TYPES = {
    "int64": pa.int64(),
    "uint64": pa.uint64(),
    "float64": pa.float64(),
    "bool": pa.bool_(),
    "string": pa.string(),
}


class Parquet:
    """Writes a Parquet file.

    The metadata of the file holds `about`, and the metadata of each column holds the column's meaning.
    """

    def __init__(self, file: BinaryIO, columns: Sequence[Column], about: Mapping[str, str]) -> None:
        self._schema = _schema(columns, about)
        self._writer = pq.ParquetWriter(file, self._schema)
        self._size = max(1, min(GROUP, VALUES // len(columns)))
        self._waiting: list[list[Value]] = [[] for _ in columns]

    def write(self, columns: Sequence[Sequence[Value]]) -> None:
        """Write a batch of rows, given as one sequence of values per column."""
        for waiting, more in zip(self._waiting, columns, strict=True):
            waiting.extend(more)
        while len(self._waiting[0]) >= self._size:
            self._group()

    def _group(self) -> None:
        arrays = [
            pa.array(waiting[: self._size], field.type)
            for waiting, field in zip(self._waiting, self._schema, strict=True)
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
        for waiting in self._waiting:
            del waiting[: self._size]

    def close(self) -> None:
        """Write the remaining rows, and finish the table."""
        if self._waiting[0]:
            self._group()
        self._writer.close()

    def abandon(self) -> None:
        """Stop writing, and leave the file incomplete."""
        with suppress(OSError):  # it finishes what it has written, for which there may be no room
            self._writer.close()


def table(columns: Sequence[Column], values: Sequence[Sequence[Value]]) -> ArrowTable:
    """Return an Arrow table with these columns. `values` has one sequence of values per column."""
    schema = _schema(columns, {})
    arrays = [pa.array(each, field.type) for each, field in zip(values, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _schema(columns: Sequence[Column], about: Mapping[str, str]) -> pa.Schema:
    fields = [
        pa.field(
            column.name,
            _TYPES[column.form.type],
            bool(column.form.lacks),
            {"meaning": column.form.meaning},
        )
        for column in columns
    ]
    return pa.schema(fields, dict(about))


class NotParquet(Exception):
    """Raised if a file is not in the Parquet format, or is damaged."""


def said(path: Path) -> bytes | None:
    """Return the JSON object in a file's metadata, or `None` if the metadata has none.

    Raises `NotParquet`, and OSError if the file cannot be read.
    """
    with _opened(path) as file:
        metadata: Mapping[bytes, bytes] = file.schema_arrow.metadata or {}
    return metadata.get(f"gamespec.{WHOLE}".encode())


def stored(path: Path) -> tuple[list[str], list[str]]:
    """Return a list of the names and a list of the types of a file's columns.

    Raises `NotParquet`, and OSError if the file cannot be read.
    """
    with _opened(path) as file:
        schema = file.schema_arrow
    types = {type_: name for name, type_ in _TYPES.items()}
    return list(schema.names), [types.get(field.type, str(field.type)) for field in schema]


def rows(path: Path, names: list[str]) -> Iterator[Sequence[Value]]:
    """Yield the rows of a file, restricted to the columns in `names`.

    Raises `NotParquet`, and OSError if the file cannot be read.
    """
    with _opened(path) as file:
        for batch in file.iter_batches(_BATCH, columns=names):
            columns = {name: batch.column(at).to_pylist() for at, name in enumerate(batch.schema.names)}
            yield from zip(*(columns[name] for name in names), strict=True)


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    with open_plain(path) as file:
        try:
            yield pq.ParquetFile(file)
        except pa.ArrowException as error:
            raise NotParquet(str(error)) from None
