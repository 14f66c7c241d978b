"""Writers of tables for the supported file formats, by file name extension.

A writer receives the columns of a batch of games at a time. The sizes of batches do not affect the output.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO, Protocol, TypeAlias

from interpreter.simulate.columns import Column, Type, Value
from interpreter.simulate.recorded.filled import Filled

__all__ = ["FORMATS", "MakeWriter", "Writer", "format_of", "write_table"]


class Writer(Protocol):
    """Writes a table to one file."""

    def write(self, columns: Sequence[Filled]) -> None:
        """Write a batch of games."""

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
        self._types = [column.form.type for column in columns]
        self._writer.writerow([column.name for column in columns])

    def write(self, columns: Sequence[Filled]) -> None:
        self._writer.writerows(zip(*map(_csv_values, columns, self._types), strict=True))

    def close(self) -> None:
        pass

    def abandon(self) -> None:
        pass


def _csv_values(filled: Filled, type_: Type) -> list[Value]:
    values = filled.values(type_)
    if type_ == "bool":
        return [None if value is None else str(value).lower() for value in values]
    return values


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
        self._types = [column.form.type for column in columns]

    def write(self, columns: Sequence[Filled]) -> None:
        values = [each.values(type_) for each, type_ in zip(columns, self._types, strict=True)]
        for row in zip(*values, strict=True):
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
    batches: Iterable[Sequence[Filled]],
) -> None:
    """Write a complete table to a file.

    `batches` yields the columns of some games at a time. Raises OSError if writing fails.
    """
    writer = make(file, columns, about)
    try:
        for columns_ in batches:
            writer.write(columns_)
        writer.close()
    except BaseException:
        writer.abandon()
        raise
