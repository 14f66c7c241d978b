"""Writers of tables for the supported file formats, by file name extension.

A writer receives a batch of rows at a time, as one sequence of values per column. The sizes of the batches do
not affect the output.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol, TypeAlias

from interpreter.simulate.columns import Column, Value

__all__ = ["FORMATS", "MakeWriter", "Writer", "format_of", "write_table"]


class Writer(Protocol):
    """Writes a table to one file."""

    def write(self, columns: Sequence[Sequence[Value]]) -> None:
        """Write a batch of rows, given as one sequence of values per column."""

    def close(self) -> None:
        """Finish the table, after which no rows may be written. The file stays open."""

    def abandon(self) -> None:
        """Stop writing, and leave the file incomplete."""


MakeWriter: TypeAlias = Callable[[BinaryIO, Sequence[Column], Mapping[str, str]], Writer]
"""A function that makes a writer from a file, the columns, and metadata.

The writer stores the metadata only if its format has room for it.
"""


class _Csv:
    """Writes comma-separated values (RFC 4180, lines end with LF), in UTF-8, with a header line.

    Truth values are written as `true` and `false`, and a missing value as an empty field.
    """

    def __init__(self, file: BinaryIO, columns: Sequence[Column], about: Mapping[str, str]) -> None:  # noqa: ARG002 - there is no room for it
        self._writer = csv.writer(_Utf8(file), lineterminator="\n")
        self._bools = [number for number, column in enumerate(columns) if column.form.type == "bool"]
        self._writer.writerow([column.name for column in columns])

    def write(self, columns: Sequence[Sequence[Value]]) -> None:
        said = list(columns)
        for number in self._bools:
            said[number] = [None if value is None else str(value).lower() for value in columns[number]]
        self._writer.writerows(zip(*said, strict=True))

    def close(self) -> None:
        pass

    def abandon(self) -> None:
        pass


class _Utf8:
    """Encodes text as UTF-8 and writes it to a binary file."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(text.encode())


class _JsonLines:
    """Writes one JSON object per line, in ASCII."""

    def __init__(self, file: BinaryIO, columns: Sequence[Column], about: Mapping[str, str]) -> None:  # noqa: ARG002 - there is no room for it
        self._file = file
        self._names = [column.name for column in columns]

    def write(self, columns: Sequence[Sequence[Value]]) -> None:
        for row in zip(*columns, strict=True):
            line = json.dumps(dict(zip(self._names, row, strict=True)), separators=(",", ":"))
            self._file.write(f"{line}\n".encode("ascii"))

    def close(self) -> None:
        pass

    def abandon(self) -> None:
        pass


def _parquet(file: BinaryIO, columns: Sequence[Column], about: Mapping[str, str]) -> Writer:
    from interpreter.simulate.formats.parquet import Parquet

    return Parquet(file, columns, about)


FORMATS: Mapping[str, MakeWriter] = {".parquet": _parquet, ".csv": _Csv, ".jsonl": _JsonLines}
"""Maps each supported file name extension to the function that makes its writers."""


def format_of(path: Path) -> MakeWriter:
    """Return the function that makes writers for the format of `path`, which follows from its extension.

    Raises `KeyError` for an unknown extension, and `ImportError` if the library that writes the format is not
    installed.
    """
    make = FORMATS[path.suffix.lower()]
    if make is _parquet:
        import interpreter.simulate.formats.parquet  # noqa: F401 - whether it can be
    return make


def write_table(
    file: BinaryIO,
    make: MakeWriter,
    columns: Sequence[Column],
    about: Mapping[str, str],
    values: Iterable[Sequence[Sequence[Value]]],
) -> None:
    """Write a complete table to a file.

    `values` yields batches of rows, each as one sequence of values per column. Raises OSError if writing
    fails.
    """
    writer = make(file, columns, about)
    try:
        for some in values:
            writer.write(some)
        writer.close()
    except BaseException:
        writer.abandon()
        raise
