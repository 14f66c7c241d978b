"""Whole tables of games put in their places, with what is said of them: whoever writes one does it so."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gamespec.files import check_replaceable
from interpreter.simulate.about import WHOLE, beside, has_room
from interpreter.simulate.columns import Column, Value
from interpreter.simulate.formats import format_of
from interpreter.simulate.parts import DRAFT

__all__ = ["mode_of", "place"]

TOLD = "told"
"""What is said of the table, before it is put beside it."""


def mode_of(path: Path) -> int | None:
    """The mode of the table that is there, `None` if there is none.

    Raises OSError if a table, or what is said of it, may not be put there.
    """
    if not has_room(path):
        _mode(beside(path))
    return _mode(path)


def _mode(path: Path) -> int | None:
    try:
        return check_replaceable(path)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, str(path)) from error


def place(  # noqa: PLR0913 - a file, what stands in it, and where it is made
    path: Path,
    mode: int | None,
    columns: Sequence[Column],
    about: Mapping[str, Any],
    values: Iterable[Sequence[Sequence[Value]]],
    folder: Path,
) -> None:
    """Write a table, and put it in its place when it is whole, after what is said of it.

    `values` are given by column, some rows at a time. The folder, in which it is made, must be on the disk of
    `path`. Raises what `format_of` raises, and OSError if it can't be written.
    """
    draft = folder / DRAFT
    said = {f"gamespec.{name}": _said(value) for name, value in {**about, WHOLE: dict(about)}.items()}
    writer = format_of(path)(draft, columns, said)
    try:
        for some in values:
            writer.write(some)
    finally:
        writer.close()
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    if mode is not None:
        draft.chmod(mode)
    if not has_room(path):
        _tell(path, about, folder / TOLD)
    draft.replace(path)


def _tell(path: Path, about: Mapping[str, Any], draft: Path) -> None:
    """Put what is said of a table beside it."""
    with draft.open("w", encoding="ascii") as file:
        file.write(f"{json.dumps(about, indent=2)}\n")
        file.flush()
        os.fsync(file.fileno())
    draft.replace(beside(path))


def _said(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
