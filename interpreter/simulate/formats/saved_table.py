"""Reads saved tables of games, with their metadata and, one by one, their rows.

A file may come from anywhere. So it must be a regular file with lines of bounded length, and its content is
checked while it is read. Known columns may hold only values that their families allow, the games must be
numbered as in a run, and the number of games must match the metadata. Unknown columns are ignored.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from gamespec.system.plain import open_plain, read_bytes
from interpreter.simulate.about import beside, has_room
from interpreter.simulate.columns import VERSION, Form, Type, form_of
from interpreter.simulate.formats.formats import FORMATS

__all__ = ["BadTable", "SavedTable", "read_saved"]

GREATEST = {"int64": 2**63, "uint64": 2**64}
LONGEST = 10_000_000
"""Maximum length of a line, in characters."""

MOST_SAID = 16 * 1024 * 1024
"""Maximum size of a metadata file, in bytes."""


class BadTable(Exception):
    """Raised if a file is not a table of games, or has been changed. `why` gives the reason."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path}: {why}")
        self.path, self.why = path, why


@dataclass(frozen=True)
class SavedTable:
    """A saved table, with its metadata, the names of its columns, and a function that reads its rows.

    Iteration raises `BadTable` at the first invalid row.
    """

    about: Mapping[str, Any]
    names: tuple[str, ...]
    rows: Callable[[], Iterable[Sequence[Any]]]

    def __iter__(self) -> Iterator[Sequence[Any]]:
        return iter(self.rows())


def read_saved(path: Path) -> SavedTable:
    """Open the table in the file `path`.

    Raises `BadTable`, `KeyError` for an unknown extension, `ImportError` if the library that reads the format
    is not installed, and OSError if the file cannot be read.
    """
    form = path.suffix.lower()
    if form not in FORMATS:
        raise KeyError(form)
    if has_room(path):
        from interpreter.simulate.formats.parquet import NotParquet, said, stored

        try:
            about = _about(path, said(path), "in its metadata")
            names, types = stored(path)
        except NotParquet as error:
            raise BadTable(path, f"it cannot be read as Parquet: {error}") from None
        read: Callable[[Path, list[str]], Iterator[Sequence[Any]]] = _of_parquet
        for name, type_ in zip(names, types, strict=True):
            found = form_of(name)
            if found is not None and found[0].type != type_:
                raise BadTable(path, f"column `{name}` holds {type_}, not {found[0].type}")
    else:
        about = _about(path, _said_beside(path), f"in `{beside(path)}`")
        names, read = (_head_of_csv(path), _of_csv) if form == ".csv" else (_head_of_json(path), _of_json)
    known = [(name, found[0]) for name in names if (found := form_of(name)) is not None]
    if len({name for name, _ in known}) < len(known):
        raise BadTable(path, "two columns have the same name")
    wanted = [name for name, _ in known]
    return SavedTable(
        about, tuple(wanted), lambda: _checked(path, read(path, wanted), [f for _, f in known], wanted, about)
    )


def _about(path: Path, text: str | bytes | None, where: str) -> dict[str, Any]:
    if text is None:
        raise BadTable(path, f"it does not describe its games {where}")
    try:
        about = json.loads(text)
    except (ValueError, RecursionError):
        raise BadTable(path, f"its description {where} is damaged") from None
    if not isinstance(about, dict) or not isinstance(about.get("table"), int):
        raise BadTable(path, f"its description {where} is not that of a table of games")
    if about["table"] != VERSION:
        raise BadTable(
            path, f"it is a table of version {about['table']}, but this gamespec reads version {VERSION}"
        )
    return about


def _said_beside(path: Path) -> bytes | None:
    path.stat()  # report a missing table rather than its missing metadata
    try:
        return read_bytes(beside(path), MOST_SAID)
    except FileNotFoundError:
        return None


def _checked(
    path: Path,
    rows: Iterable[Sequence[Any]],
    forms: Sequence[Form],
    names: Sequence[str],
    about: Mapping[str, Any],
) -> Iterator[Sequence[Any]]:
    count, number = 0, names.index("game") if "game" in names else None
    for row in rows:
        for value, form, name in zip(row, forms, names, strict=True):
            if value is None:
                if not form.lacks:
                    raise BadTable(path, f"game {count:,} has no value in column `{name}`")
            elif not _is(form.type, value):
                raise BadTable(
                    path, f"game {count:,} has `{value!r}` in column `{name}`, which holds {form.type}"
                )
        if number is not None and row[number] != count:
            raise BadTable(path, f"game {row[number]:,} stands where game {count:,} belongs")
        yield row
        count += 1
    if count != about.get("rows"):
        raise BadTable(path, f"it has {count:,} games, but claims to have {about.get('rows')}")


def _is(type_: Type, value: object) -> bool:
    match type_:
        case "int64":
            return type(value) is int and -GREATEST[type_] <= value < GREATEST[type_]
        case "uint64":
            return type(value) is int and 0 <= value < GREATEST[type_]
        case "float64":
            return type(value) in (float, int)
        case "bool":
            return type(value) is bool
        case "string":
            return type(value) is str


# --- Parquet ------------------------------------------------------------------------------------------------


def _of_parquet(path: Path, names: list[str]) -> Iterator[Sequence[Any]]:
    from interpreter.simulate.formats.parquet import NotParquet, rows

    try:
        yield from rows(path, names)
    except NotParquet as error:
        raise BadTable(path, f"it cannot be read as Parquet: {error}") from None


@contextmanager
def _text(path: Path) -> Iterator[Iterator[str]]:
    """Open a text file and provide an iterator over its lines. It raises `BadTable` at an overlong line."""
    with io.TextIOWrapper(open_plain(path), encoding="utf-8", newline="") as file:
        yield _bounded(path, file)


def _bounded(path: Path, file: io.TextIOWrapper) -> Iterator[str]:
    while line := file.readline(LONGEST + 1):
        if len(line) > LONGEST:
            raise BadTable(path, f"it has a line of more than {LONGEST:,} characters")
        yield line


# --- CSV ----------------------------------------------------------------------------------------------------


def _lines(path: Path) -> Iterator[list[str]]:
    csv.field_size_limit(LONGEST)
    with _text(path) as lines:
        try:
            yield from csv.reader(lines, strict=True)
        except (csv.Error, UnicodeDecodeError) as error:
            raise BadTable(path, f"it cannot be read as CSV: {error}") from None


def _head_of_csv(path: Path) -> list[str]:
    return next(_lines(path), [])


def _of_csv(path: Path, names: list[str]) -> Iterator[Sequence[Any]]:
    lines = _lines(path)
    head = next(lines, [])
    places = [(head.index(name), _reader(name)) for name in names]
    for number, fields in enumerate(lines):
        if len(fields) != len(head):
            _ragged(path, number, len(fields), len(head))
        try:
            yield [read(fields[at]) if fields[at] else None for at, read in places]
        except ValueError:
            raise BadTable(path, f"game {number:,} has a field that does not fit its column") from None


def _ragged(path: Path, number: int, fields: int, columns: int) -> NoReturn:
    raise BadTable(path, f"game {number:,} has {fields:,} fields, but there are {columns:,} columns")


def _reader(name: str) -> Callable[[str], Any]:
    found = form_of(name)
    assert found is not None  # noqa: S101 - unknown columns were left out
    match found[0].type:
        case "int64" | "uint64":
            return int
        case "float64":
            return float
        case "bool":
            return _bool
        case "string":
            return str


def _bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


# --- JSON lines ---------------------------------------------------------------------------------------------


def _objects(path: Path) -> Iterator[dict[str, Any]]:
    with _text(path) as lines:
        try:
            for number, line in enumerate(lines):
                found = json.loads(line)
                if not isinstance(found, dict):
                    raise BadTable(path, f"line {number + 1:,} is not a JSON object")
                yield found
        except (ValueError, RecursionError) as error:
            raise BadTable(path, f"it cannot be read as JSON, one object per line: {error}") from None


def _head_of_json(path: Path) -> list[str]:
    return list(next(_objects(path), {}))


def _of_json(path: Path, names: list[str]) -> Iterator[Sequence[Any]]:
    for number, found in enumerate(_objects(path)):
        try:
            yield [found[name] for name in names]
        except KeyError as error:
            raise BadTable(path, f"game {number:,} has no `{error.args[0]}`") from None
