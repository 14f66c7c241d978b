"""The forms in which a table is written: a writer for each ending of a file.

A writer is given columns of values, some rows at a time, and is the same whatever is given at a time.
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
    """Writes one file."""

    def write(self, columns: Sequence[Sequence[Value]]) -> None:
        """Write some rows, which are given by column."""

    def close(self) -> None:
        """End the table. Nothing is written after that; the file is not closed."""

    def abandon(self) -> None:
        """Let go of the file, which is not going to be whole."""


MakeWriter: TypeAlias = Callable[[BinaryIO, Sequence[Column], Mapping[str, str]], Writer]
"""Makes a writer of a file, the columns, and what is to be said of the table, if the form has room for it."""


class _Csv:
    """Comma-separated values (RFC 4180, lines end with LF), in UTF-8, with a line of names.

    `true` and `false`, and nothing for `null`.
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
    """A file of bytes that takes texts."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file

    def write(self, text: str) -> int:
        return self._file.write(text.encode())


class _JsonLines:
    """An object a line, in ASCII."""

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
"""By the ending of a file's name."""


def format_of(path: Path) -> MakeWriter:
    """The form of a file by its ending.

    Raises `KeyError` if there is none for it, `ImportError` if what writes it is not installed.
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
    """Write a table into a file. `values` are given by column, some rows at a time. Raises OSError."""
    writer = make(file, columns, about)
    try:
        for some in values:
            writer.write(some)
        writer.close()
    except BaseException:
        writer.abandon()
        raise
