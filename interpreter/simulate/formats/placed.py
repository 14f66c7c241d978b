"""Writes complete tables of games with their metadata. All tables are written by this module."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from gamespec.system.writing import check_replaceable, replace_file, replacing
from interpreter.simulate.about import WHOLE, beside, has_room
from interpreter.simulate.columns import Column
from interpreter.simulate.formats.formats import format_of, write_table
from interpreter.simulate.recorded.filled import Filled

__all__ = ["check_place", "place"]


def check_place(path: Path) -> None:
    """Raise OSError if a table and its metadata cannot be written to this path."""
    if not has_room(path):
        check_replaceable(beside(path))
    check_replaceable(path)


def place(
    path: Path,
    columns: Sequence[Column],
    about: Mapping[str, Any],
    batches: Iterable[Sequence[Filled]],
    room: Path | None = None,
) -> None:
    """Write a table, which appears under its path only when it is complete, and after its metadata.

    `batches` yields the columns of some games at a time. `room` is a folder for drafts,
    on the same disk as `path`. By default, drafts are written beside the table. Raises whatever `format_of`
    and `batches` raise, and OSError if the table cannot be written.
    """
    said = {f"gamespec.{name}": _said(value) for name, value in {**about, WHOLE: dict(about)}.items()}
    with replacing(path, room=room) as file:
        write_table(file, format_of(path), columns, said, batches)
        if not has_room(path):
            file.flush()
            os.fsync(file.fileno())
            replace_file(beside(path), f"{json.dumps(about, indent=2)}\n".encode("ascii"), room=room)


def _said(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
