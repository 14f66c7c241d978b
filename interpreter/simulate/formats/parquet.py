"""Reads and writes Parquet files, and makes Arrow tables. No other module imports pyarrow."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Any, BinaryIO, TypeAlias

import pyarrow as pa
import pyarrow.parquet as pq

from gamespec.system.plain import open_plain
from interpreter.simulate.about import WHOLE
from interpreter.simulate.columns import FORMS, Column, Value
from interpreter.simulate.recorded.filled import Filled, Listed, Missing, most_rows

__all__ = ["ArrowTable", "NotParquet", "Parquet", "rows", "said", "stored", "table"]

ArrowTable: TypeAlias = pa.Table

UNIQUE = COUNTING, _, _ = [form for form in FORMS if form.name in ("game", "seed", "luck")]
"""The families of columns in which no value occurs twice. The first counts the games."""

_BATCH = 1_000
"""Number of rows read at a time."""

BUFFER = 1 << 20
"""Number of bytes that are written at a time."""

_STORED = {"reals": pa.float64(), "flags": pa.bool_()}
"""The types of arrays that come from an area, besides `longs`."""

_TYPES = {
    "int64": pa.int64(),
    "uint64": pa.uint64(),
    "float64": pa.float64(),
    "bool": pa.bool_(),
    "string": pa.string(),
}


class _Sink:
    """A file to which nothing more is written once it is `abandoned`.

    A Parquet writer writes a footer even when it is abandoned; by then the disk may be full, or the file
    closed.
    """

    closed = False

    def __init__(self, file: BinaryIO) -> None:
        self._file, self._size, self.abandoned = file, 0, False

    def write(self, data: bytes) -> int:
        if not self.abandoned:
            self._file.write(data)
        self._size += len(data)
        return len(data)

    def tell(self) -> int:
        return self._size

    def flush(self) -> None:
        pass

    def close(self) -> None:
        pass


class Parquet:
    """Writes a Parquet file.

    The metadata of the file holds `about`, and the metadata of each column holds the column's meaning. All
    row groups except the last have `most_rows` rows, whatever the sizes of the batches. Only the column that
    counts the games has statistics, by which a reader finds games; the others have much the same range in
    each row group.
    """

    def __init__(self, file: BinaryIO, columns: Sequence[Column], about: Mapping[str, str]) -> None:
        self._schema = _schema(columns, about)
        repeating = [column.name for column in columns if column.form not in UNIQUE]
        counting = [column.name for column in columns if column.form == COUNTING]
        self._file = _Sink(file)
        self._stream = pa.BufferedOutputStream(pa.PythonFile(self._file, "w"), BUFFER)
        self._writer = pq.ParquetWriter(
            self._stream,
            self._schema,
            use_dictionary=repeating,
            write_statistics=counting,
            column_encoding=dict.fromkeys(counting, "DELTA_BINARY_PACKED"),
        )
        self._most, self._waiting = most_rows(len(columns)), _table(self._schema, [])

    def write(self, columns: Sequence[Filled]) -> None:
        """Write a batch of games."""
        found = pa.concat_tables([self._waiting, _table(self._schema, columns)])
        while len(found) >= self._most:
            self._writer.write_table(found.slice(0, self._most))
            found = found.slice(self._most)
        self._waiting = _copied(found)

    def close(self) -> None:
        """Write the remaining rows, and finish the table."""
        if len(self._waiting):
            self._writer.write_table(self._waiting)
        self._writer.close()
        self._stream.flush()

    def abandon(self) -> None:
        """Stop writing, and leave the file incomplete."""
        self._file.abandoned = True
        self._writer.close()


def table(columns: Sequence[Column], batches: Iterable[Sequence[Filled]]) -> ArrowTable:
    """Return an Arrow table with these columns. `batches` yields the columns of some games at a time."""
    schema = _schema(columns, {})
    return pa.concat_tables([_table(schema, []), *(_table(schema, each) for each in batches)])


def _copied(table: ArrowTable) -> ArrowTable:
    """Return a table with memory of its own."""
    count = len(table)
    numbers = pa.py_buffer(struct.pack(f"<{count}q", *range(count)))
    return table.take(pa.Array.from_buffers(pa.int64(), count, [None, numbers]))


def _table(schema: pa.Schema, columns: Sequence[Filled]) -> ArrowTable:
    """Return an Arrow table with these columns, or without rows if there are none."""
    filled = columns or [Missing(0)] * len(schema)
    arrays = [_array(each, field.type) for each, field in zip(filled, schema, strict=True)]
    return pa.Table.from_arrays(arrays, schema=schema)


def _array(filled: Filled, type_: pa.DataType) -> pa.Array:
    """Return a column as an Arrow array of the given type."""
    if isinstance(filled, Missing):
        return pa.nulls(filled.count, type_)
    if isinstance(filled, Listed):
        some = any(item is not None for item in filled.items)
        return pa.array(filled.items, type_) if some else pa.nulls(filled.count, type_)
    numbers = pa.int64() if filled.names else type_
    stored = numbers if filled.area == "longs" else _STORED[filled.area]
    valid = None if filled.valid is None else pa.py_buffer(filled.valid)
    found = pa.Array.from_buffers(stored, filled.count, [valid, pa.py_buffer(filled.data)])
    if filled.names:
        return _texts(filled.names).take(found)
    return found if found.type == type_ else found.cast(type_)


def _texts(texts: Sequence[str]) -> pa.Array:
    """Return texts as an Arrow array. Unlike `pa.array`, this does not import pandas."""
    data = [text.encode() for text in texts]
    ends = [0, *accumulate(map(len, data))]
    buffers = [None, pa.py_buffer(struct.pack(f"<{len(ends)}i", *ends)), pa.py_buffer(b"".join(data))]
    return pa.Array.from_buffers(pa.string(), len(texts), buffers)


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
